"""Calendars of rating lists: the days of a period, as the regulation states or announces them.

A regulation fixes the days itself (`Monthly`) or leaves them to be announced (`AsAnnounced`; in
quarters: `quarterly.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Protocol


class NotAnnounced(ValueError):
    """A list depends on a day that is not announced."""

    def __init__(self, period: str) -> None:
        """Name the list."""
        super().__init__(f"the issue day of {period} is not announced")
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


class Calendar(Protocol):
    """Days of lists, and of the tournaments that lists count."""

    @property
    def announced(self) -> bool:
        """Whether list days are announced individually."""
        ...

    def check(self, period: str) -> None:
        """Raise ValueError unless a list may bear this name."""
        ...

    def due(self, period: str, announced: Mapping[str, Announced]) -> Due:
        """Return the days of a period. Raises ValueError with the remedy."""
        ...

    def after(self, period: str, announced: Mapping[str, Announced]) -> str | None:
        """Return the next period; None before the announcement."""
        ...

    def announce(self, period: str, issue_day: date, cut_off: date | None) -> Announced:
        """Return the days of an announced list. Raises ValueError for impossible days."""
        ...

    def latest(self, period: str) -> date | None:
        """Return the last day permitted by the name of a list; None: any announced day."""
        ...


@dataclass(frozen=True, slots=True)
class Monthly:
    """A list on the first of every month; tournaments that ended some days before."""

    closing_days: int
    announced: bool = False

    def check(self, period: str) -> None:
        """Raise ValueError unless the name is a month such as 2025-11."""
        self.due(period, {})

    def due(self, period: str, announced: Mapping[str, Announced]) -> Due:  # noqa: ARG002
        """Return the days of a month such as 2025-11."""
        try:
            first = date.fromisoformat(f"{period}-01")
            before, cut_off = (first - timedelta(days=days) for days in (1, self.closing_days))
        except (ValueError, OverflowError) as error:
            raise ValueError(f"{period!r} is not a month: write it as 2025-11") from error
        return Due(period, first, cut_off, before, before)

    def after(self, period: str, announced: Mapping[str, Announced]) -> str | None:  # noqa: ARG002
        """Return the next month."""
        return (date.fromisoformat(f"{period}-01") + timedelta(days=31)).isoformat()[:7]

    def announce(self, period: str, issue_day: date, cut_off: date | None) -> Announced:  # noqa: ARG002
        """Refuse: the months say when lists come."""
        raise ValueError("its regulation says when lists come; none is announced")

    def latest(self, period: str) -> date | None:
        """Return the first day of the month."""
        return self.due(period, {}).list_date


@dataclass(frozen=True, slots=True)
class AsAnnounced:
    """Lists on announced days, in the order of the days."""

    announced: bool = True

    def check(self, period: str) -> None:
        """Accept any name: the list is announced under this name."""

    def due(self, period: str, announced: Mapping[str, Announced]) -> Due:
        """Return the days announced for a period."""
        if period not in announced:
            raise ValueError(
                f"no list {period!r} is announced: announce it with "
                f"`ledger list schedule POOL {period} --issue-day … --cut-off …`"
            )
        said = announced[period]
        return Due(period, said.issue_day, said.cut_off, said.cut_off, said.cut_off)

    def after(self, period: str, announced: Mapping[str, Announced]) -> str | None:
        """Return the announced period with the next later issue day."""
        day = announced[period].issue_day
        later = sorted(
            (said.issue_day, name) for name, said in announced.items() if said.issue_day > day
        )
        return later[0][1] if later else None

    def announce(self, period: str, issue_day: date, cut_off: date | None) -> Announced:  # noqa: ARG002
        """Return the days as announced."""
        if cut_off is None:
            raise ValueError("say the last day of what is on it: --cut-off YYYY-MM-DD")
        return Announced(issue_day, cut_off)

    def latest(self, period: str) -> date | None:  # noqa: ARG002
        """Return None: names state no days."""
        return None
