"""The time control that a file tells in records 222 and 122, or a person gives by hand."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.intake.formats.answers import setting
from ledger.intake.formats.problems import Problems
from ledger.intake.formats.time_control import EXPECTED, in_seconds, is_encoded, may_be_minutes
from ledger.intake.formats.value import LONGEST_VALUE, Value


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
