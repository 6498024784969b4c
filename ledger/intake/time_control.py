"""The encoded time control of TRF26 record 222."""

from __future__ import annotations

import re
from typing import Final

# Seconds, with moves before and increment behind: 5400, 40/6000, 5400+30, 40/6000+30.
_PERIOD: Final = r"([0-9]{1,3}/)?[0-9]{1,6}([+][0-9]{1,4})?"
_PERIODS: Final = f"{_PERIOD}(:{_PERIOD})*"
_ENCODED: Final = re.compile(f"{_PERIODS}|W{_PERIODS}-B{_PERIODS}")

EXPECTED: Final = "seconds like 5400+30, 40/6000+30:900+30 or W300-B240"


def is_encoded(text: str) -> bool:
    """Tell whether a text is one period or more, the same for both sides or one for each."""
    return _ENCODED.fullmatch(text) is not None
