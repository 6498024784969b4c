"""The encoded time control of TRF26 record 222.

Reading `seconds_or_minutes`: record 222 counts in seconds, and free text in minutes. `60`, `120+1`
or `90+30` would be another class in each, and in record 222 people write both: there a number of
less than three minutes in seconds is not taken. What record 122 says holds, or it is asked for.
What a person gives by hand is read as record 222 is, and refused there.
"""

from __future__ import annotations

import re
from typing import Final

# Seconds, with moves before and increment behind: 5400, 40/6000, 5400+30, 40/6000+30.
_PERIOD: Final = r"([0-9]{1,3}/)?[0-9]{1,6}([+][0-9]{1,4})?"
_PERIODS: Final = f"{_PERIOD}(:{_PERIOD})*"
_ENCODED: Final = re.compile(f"{_PERIODS}|W{_PERIODS}-B{_PERIODS}")

_BARE: Final = re.compile(r"([0-9]+)([+][0-9]+)?")
_LEAST_SECONDS: Final = 180
"""Three minutes: a smaller number may be of minutes."""

EXPECTED: Final = "seconds like 5400+30, 40/6000+30:900+30 or W300-B240"


def is_encoded(text: str) -> bool:
    """Tell whether a text is one period or more, the same for both sides or one for each."""
    return _ENCODED.fullmatch(text) is not None


def in_seconds(minutes: str) -> str:
    """Give what may be meant in minutes, `120+1`, as record 222 says it: `7200+1`."""
    base, plus, increment = minutes.partition("+")
    return f"{60 * int(base)}{plus}{increment}"


def may_be_minutes(text: str) -> bool:
    """Tell whether a number, or two, may be meant in minutes as well as in seconds."""
    bare = _BARE.fullmatch(text)
    return bare is not None and int(bare[1]) < _LEAST_SECONDS
