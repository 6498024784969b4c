"""English as pages say it: days with the name of the month, a true minus."""

from datetime import date
from fractions import Fraction
from typing import Final

from ledger.sentences import Change, Figures, Language, Value

MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


class ReadEnglish(Language):
    """English for people who read a page; programs and logs have `ENGLISH`."""

    def write(self, value: Value) -> str:
        """Return a value as text."""
        match value:
            case date():
                return f"{value.day} {MONTHS[value.month - 1]} {value.year}"
            case Change() | Fraction() | Figures():
                return super().write(value).replace("-", "−")
        return super().write(value)
