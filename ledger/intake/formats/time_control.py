"""The encoded time control of TRF26 record 222.

Reading `seconds_or_minutes`: record 222 counts in seconds, and free text in minutes. `60`, `120+1`
or `90+30` would be another class in each, and in record 222 people write both: there a number of
less than three minutes in seconds is not taken. What record 122 says holds, or it is asked for.
What a person gives by hand is read as record 222 is, and refused there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from ledger.intake.formats.problems import LONGEST_VALUE, Problems, Value, setting

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


@dataclass(frozen=True, slots=True)
class TimeControlReader:
    """Reads a time control as `seconds_or_minutes` says; what is wrong goes to `problems`."""

    printed: Value
    """As a person gives it, else as record 122 says, else as announced."""
    problems: Problems

    def by_hand(self) -> Value:
        """Give what a person said, read as record 222: refused where it may be minutes."""
        text = self.printed.text
        if may_be_minutes(text):
            answer = setting("time_control", in_seconds(text))
            remedy = f"if these are minutes, give it in seconds: {' '.join(answer)}"
            self.problems.refuse(self.printed.place, text, EXPECTED, remedy, answer)
        return self.printed

    def recorded(self, encoded: Value | None) -> Value:
        """Give what record 222 says, `encoded`, and where there is none, what record 122 does."""
        if encoded is None:
            return self.printed
        if may_be_minutes(encoded.text):
            return self._unclear(encoded)
        if not is_encoded(encoded.text) and len(encoded.text) <= LONGEST_VALUE:
            remedy = "it was kept as it is; correct it or give it: --set time_control=…"
            self.problems.warn(encoded.place, encoded.text, EXPECTED, remedy)
        return encoded

    def _unclear(self, encoded: Value) -> Value:
        """Give what record 122 says, or was announced, in place of a 222 of minutes or seconds."""
        answer = setting("time_control", in_seconds(encoded.text))
        remedy = f"it was not kept: give it, as {' '.join(answer)}"
        if self.printed.text:
            answer = ()
            remedy = f"as {self.printed.place} says, {self.printed.text!a} was kept"
        expected = "seconds, of which a game has 180"
        self.problems.warn(encoded.place, encoded.text, expected, remedy, answer)
        return self.printed
