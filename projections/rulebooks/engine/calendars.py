"""Calendars of rating lists: the days of a period, as the regulation states or announces them.

A regulation leaves the days to be announced (`Calendar`; in quarters: `Quarterly`) or fixes them
itself (`Monthly`).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from ledger.sentences import Remedy, Sentence, Value


class WrongDays(ValueError):
    """A list that the calendar does not have, or days that the list may not have.

    `words` are what is said to people.
    """

    def __init__(self, words: Sentence) -> None:
        """Keep the words."""
        super().__init__(str(words))
        self.words = words


class NotAnnounced(WrongDays):
    """A list depends on a day that is not announced."""

    def __init__(self, period: str) -> None:
        """Name the list."""
        super().__init__(Sentence("the issue day of {list} is not announced", list=period))
        self.period = period


@dataclass(frozen=True, slots=True)
class Announced:
    """A list day as announced: issue day and cut-off."""

    issue_day: date
    cut_off: date


@dataclass(frozen=True, slots=True)
class Due:
    """The days of a period about to be closed."""

    period: str
    list_date: date
    cut_off: date
    last_official_day: date
    closes_after: date
    """The day that must have ended in the pool's zone before the list may be sealed."""


class Calendar:
    """Days of lists, and of the tournaments that lists count: any days, as announced."""

    def check(self, period: str) -> None:
        """Raise WrongDays unless a list may bear this name."""

    def due(self, period: str, announced: Mapping[str, Announced]) -> Due:
        """Return the days of a period. Raises WrongDays with the remedy."""
        if period not in announced:
            announce = Remedy("schedule-list", pool=None, period=period, **_NO_DAYS)
            words = Sentence("no list {list} is announced: announce it ({announce})", list=period)
            raise WrongDays(words.about(announce=announce))
        days = announced[period]
        return Due(period, days.issue_day, days.cut_off, days.cut_off, days.cut_off)

    def after(self, period: str, announced: Mapping[str, Announced]) -> str | None:
        """Return the next period; None before the announcement."""
        day = announced[period].issue_day
        later = [(days.issue_day, name) for name, days in announced.items() if days.issue_day > day]
        return min(later)[1] if later else None

    def next_not_before(self, period: str) -> date | None:  # noqa: ARG002
        """Return the first day on which a later list can begin; None: any day."""
        return None

    def announce(self, period: str, issue_day: date, cut_off: date | None) -> Announced:  # noqa: ARG002
        """Return the days of an announced list. Raises WrongDays for impossible days."""
        if cut_off is None:
            raise WrongDays(Sentence("the cut-off is missing, the last day of what is on the list"))
        return Announced(issue_day, cut_off)

    def latest(self, period: str) -> date | None:  # noqa: ARG002
        """Return the last day permitted by the name of a list; None: any announced day."""
        return None


@dataclass(frozen=True, slots=True)
class Monthly(Calendar):
    """A list on the first of every month; tournaments that ended some days before."""

    closing_days: int

    def check(self, period: str) -> None:
        """Raise WrongDays unless the name is a month such as 2025-11."""
        self.due(period, {})

    def due(self, period: str, announced: Mapping[str, Announced]) -> Due:  # noqa: ARG002
        """Return the days of a month such as 2025-11."""
        try:
            first = date.fromisoformat(f"{period}-01")
            before, cut_off = (first - timedelta(days=days) for days in (1, self.closing_days))
        except (ValueError, OverflowError) as error:
            words = Sentence("{found} is not a month: write it as {example}", found=repr(period))
            raise WrongDays(words.about(example="2025-11")) from error
        return Due(period, first, cut_off, before, before)

    def after(self, period: str, announced: Mapping[str, Announced]) -> str | None:  # noqa: ARG002
        """Return the next month."""
        return self.next_not_before(period).isoformat()[:7]

    def next_not_before(self, period: str) -> date:
        """Return the first day of the next month."""
        return (date.fromisoformat(f"{period}-01") + timedelta(days=31)).replace(day=1)

    def announce(self, period: str, issue_day: date, cut_off: date | None) -> Announced:  # noqa: ARG002
        """Refuse: the months say when lists come."""
        raise WrongDays(Sentence("its regulation says when lists come; none is announced"))

    def latest(self, period: str) -> date | None:
        """Return the first day of the month."""
        return self.due(period, {}).list_date


_NO_DAYS: Final[Mapping[str, Value]] = {"issue_day": None, "cut_off": None}
"""The days of a list to be announced, for a person to choose."""

_QUARTER: Final = re.compile("([0-9]{4})-Q([1-4])")
_MONTHS: Final = 3
_QUARTERS: Final = 4


@dataclass(frozen=True, slots=True)
class Quarterly(Calendar):
    """A list in each quarter, issued on an announced day within the first days.

    What the list takes is settled by the day announced: later publication moves no cut-off.
    """

    issue_days: int
    """Within so many days from the first of the quarter it is issued."""
    closing_days: int
    """So many days before the issue day is the cut-off, itself included."""

    def check(self, period: str) -> None:
        """Raise WrongDays unless the name is a quarter such as 2025-Q4."""
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
        following = self._next(period)
        return following if following in announced else None

    def next_not_before(self, period: str) -> date:
        """Return the first day of the next quarter."""
        return self._first(self._next(period))

    def announce(self, period: str, issue_day: date, cut_off: date | None) -> Announced:
        """Return the days of a quarter's list: the cut-off follows from the issue day."""
        first, last = self._first(period), self.latest(period)
        if not first <= issue_day <= last:
            words = Sentence("{list} is issued from {first} to {last}, not on {day}", list=period)
            raise WrongDays(words.about(first=first, last=last, day=issue_day))
        due = issue_day - timedelta(days=self.closing_days)
        if cut_off not in (None, due):
            words = Sentence("issued on {day} its cut-off is {due}, not {cut_off}", day=issue_day)
            raise WrongDays(words.about(due=due, cut_off=cut_off))
        return Announced(issue_day, due)

    def latest(self, period: str) -> date:
        """Return the last permitted issue day of a quarter's list."""
        return self._first(period) + timedelta(days=self.issue_days - 1)

    def _next(self, period: str) -> str:
        year, quarter = self._parts(period)
        of_year = quarter % _QUARTERS + 1
        return f"{year + (of_year == 1)}-Q{of_year}"

    def _first(self, period: str) -> date:
        year, quarter = self._parts(period)
        return date(year, (quarter - 1) * _MONTHS + 1, 1)

    def _parts(self, period: str) -> tuple[int, int]:
        found = _QUARTER.fullmatch(period)
        if found is None or int(found[1]) <= date.min.year:  # a cut-off lies before its quarter
            words = Sentence("{found} is not a quarter: write it as {example}", found=repr(period))
            raise WrongDays(words.about(example="2025-Q4"))
        return int(found[1]), int(found[2])
