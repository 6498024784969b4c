"""A calendar of quarters: lists on announced days early in each, closed some days before."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from projections.rulebooks.engine.calendars import Announced, Due, NotAnnounced

_QUARTER: Final = re.compile("([0-9]{4})-Q([1-4])")
_MONTHS: Final = 3
_QUARTERS: Final = 4


@dataclass(frozen=True, slots=True)
class Quarterly:
    """A list in each quarter, issued on an announced day within the first days.

    What the list takes is settled by the day announced: later publication moves no cut-off.
    """

    issue_days: int
    """Within so many days from the first of the quarter it is issued."""
    closing_days: int
    """So many days before the issue day is the cut-off, itself included."""
    announced: bool = True

    def check(self, period: str) -> None:
        """Raise ValueError unless the name is a quarter such as 2025-Q4."""
        self._first(period)

    def due(self, period: str, announced: Mapping[str, Announced]) -> Due:
        """Return the days of a quarter, by the announced issue day."""
        self.check(period)
        if period not in announced:
            raise NotAnnounced(period)
        issued = announced[period].issue_day
        cut_off = issued - timedelta(days=self.closing_days)
        return Due(period, issued, cut_off, cut_off, cut_off)

    def after(self, period: str, announced: Mapping[str, Announced]) -> str | None:
        """Return the next quarter; None before the announcement of the issue day."""
        year, quarter = self._parts(period)
        of_year = quarter % _QUARTERS + 1
        following = f"{year + (of_year == 1)}-Q{of_year}"
        return following if following in announced else None

    def announce(self, period: str, issue_day: date, cut_off: date | None) -> Announced:
        """Return the days of a quarter's list: the cut-off follows from the issue day."""
        first, last = self._first(period), self.latest(period)
        if not first <= issue_day <= last:
            raise ValueError(f"{period} is issued from {first} to {last}, not on {issue_day}")
        due = issue_day - timedelta(days=self.closing_days)
        if cut_off not in (None, due):
            raise ValueError(f"issued on {issue_day} its cut-off is {due}, not {cut_off}")
        return Announced(issue_day, due)

    def latest(self, period: str) -> date:
        """Return the last permitted issue day of a quarter's list."""
        return self._first(period) + timedelta(days=self.issue_days - 1)

    def _first(self, period: str) -> date:
        year, quarter = self._parts(period)
        return date(year, (quarter - 1) * _MONTHS + 1, 1)

    def _parts(self, period: str) -> tuple[int, int]:
        found = _QUARTER.fullmatch(period)
        if found is None or int(found[1]) <= date.min.year:  # a cut-off lies before its quarter
            raise ValueError(f"{period!r} is not a quarter: write it as 2025-Q4")
        return int(found[1]), int(found[2])
