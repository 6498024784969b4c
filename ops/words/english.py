"""English as pages say it: days with the name of the month, a true minus."""

from datetime import date
from fractions import Fraction
from typing import Final

from ledger.sentences import Change, Figures, Language, ListName, Value

MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


class ReadEnglish(Language):
    """English for people who read a page; programs and logs have `ENGLISH`."""

    def formed(self, value: Value, form: str) -> str:
        """Return a value as text: the name of a list of a month or a day in its form."""
        text = super().formed(value, form)
        if not form or not isinstance(value, ListName) or value.day is None:
            return text
        return f"of {text}" if form == "of" else f"the list of {text}"

    def write(self, value: Value) -> str:
        """Return a value as text."""
        match value:
            case ListName() if value.day:
                day = self.write(value.day)
                return day.partition(" ")[2] if value.of_month else day
            case date():
                return f"{value.day} {MONTHS[value.month - 1]} {value.year}"
            case Change() | Fraction() | Figures():
                return super().write(value).replace("-", "−")
        return super().write(value)
