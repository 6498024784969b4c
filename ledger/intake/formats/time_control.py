"""The time control: TRF26's record 222 (encoded), record 122 (free text), or given by hand.

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
    """Return whether a text is a period or several, for both sides or for each side."""
    return _ENCODED.fullmatch(text) is not None


def in_seconds(minutes: str) -> str:
    """Return a time control in minutes, `120+1`, in the form of record 222: `7200+1`."""
    base, plus, increment = minutes.partition("+")
    return f"{60 * int(base)}{plus}{increment}"


def may_be_minutes(text: str) -> bool:
    """Return whether the numbers may be minutes as well as seconds."""
    bare = _BARE.fullmatch(text)
    return bare is not None and int(bare[1]) < _LEAST_SECONDS


@dataclass(frozen=True, slots=True)
class TimeControlReader:
    """Reads a time control by the reading `seconds_or_minutes`."""

    printed: Value
    """Given by hand, else record 122, else announced."""
    problems: Problems

    def by_hand(self) -> Value:
        """Return the time control given by hand; refused if perhaps in minutes."""
        text = self.printed.text
        if may_be_minutes(text):
            answer = setting("time_control", in_seconds(text))
            remedy = f"if these are minutes, give it in seconds: {' '.join(answer)}"
            self.problems.refuse(self.printed.place, text, EXPECTED, remedy, answer)
        return self.printed

    def recorded(self, encoded: Value | None) -> Value:
        """Return the time control of record 222 (`encoded`), else of record 122."""
        if encoded is None:
            return self.printed
        if may_be_minutes(encoded.text):
            return self._unclear(encoded)
        if not is_encoded(encoded.text) and len(encoded.text) <= LONGEST_VALUE:
            remedy = "it was kept as it is; correct it or give it: --set time_control=…"
            self.problems.warn(encoded.place, encoded.text, EXPECTED, remedy)
        return encoded

    def _unclear(self, encoded: Value) -> Value:
        """Prefer record 122, or the announcement, to a record 222 of unclear unit."""
        answer = setting("time_control", in_seconds(encoded.text))
        remedy = f"it was not kept: give it, as {' '.join(answer)}"
        if self.printed.text:
            answer = ()
            remedy = f"as {self.printed.place} says, {self.printed.text!a} was kept"
        expected = "seconds, of which a game has 180"
        self.problems.warn(encoded.place, encoded.text, expected, remedy, answer)
        return self.printed
