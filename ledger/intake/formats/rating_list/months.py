"""The month that stands over the ratings of a list: is it the one the list is taken for?"""

from __future__ import annotations

from datetime import date
from typing import Final, NamedTuple

from ledger.intake.formats.problems import Place, Problems

_MONTHS: Final = (
    *("jan", "feb", "mar", "apr", "may", "jun"),
    *("jul", "aug", "sep", "oct", "nov", "dec"),
)
_FIRST_YEAR: Final = 70
"""Of two digits; lists began in 1971."""


class Heading(NamedTuple):
    """What stands over the ratings of a list of one kind, e.g. OCT25, and in which line."""

    line: int
    text: str

    @property
    def month(self) -> date | None:
        """Give the first day of the month; None where the heading names none."""
        name, year = self.text[:3].lower(), int(self.text[-2:])
        if name not in _MONTHS:
            return None
        return date(year + (1900 if year >= _FIRST_YEAR else 2000), _MONTHS.index(name) + 1, 1)


def check_month(heading: Heading | None, day: date, what: str, problems: Problems) -> None:
    """Refuse a list whose heading names another month than that of a day; `what` names the day."""
    month = heading.month if heading else None
    if heading is None or month is None or month == day.replace(day=1):
        return
    expected = f"{day:%Y-%m}, the month of {what}"
    remedy = "choose the list of that month; if this one is meant, say --month-as-given"
    place = Place("month in the heading", heading.line)
    problems.refuse(place, heading.text, expected, remedy)
