"""The lists to come: their days, as far as a calendar or an announcement tells them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Final

from projections.queries import PoolQuery
from projections.queries.known_then import day_of
from projections.rulebooks.engine.calendars import Announced, Calendar, Due
from projections.state.pool import PoolFacts

LISTS_AHEAD: Final = 36
"""So many lists ahead it is asked when something lapses."""

NOT_ANNOUNCED: Final = "not announced"
"""The name of a next list whose day nobody has announced: it takes what is recorded."""


def next_list(pool: PoolQuery, facts: PoolFacts) -> Due:
    """Give the days of the next list; of one that nobody has announced, the next day there is."""
    calendar = pool.law.calendar
    last = facts.last_closed()
    period = calendar.after(last.event.period, facts.announced) if last else None
    if last is None:
        period = facts.opened.first_period
    try:
        if period is not None:
            return calendar.due(period, facts.announced)
    except ValueError:
        pass  # not announced
    day = day_of(pool.official, pool.known, facts.opened.zone)
    if last is not None:
        day = max(day, last.event.list_date + timedelta(days=1))
    return Due(NOT_ANNOUNCED, day, day, day, day)


def lists_from(due: Due, calendar: Calendar, announced: Mapping[str, Announced]) -> Iterator[Due]:
    """Give the days of a list and of those after it, as far as they are known."""
    for _ in range(LISTS_AHEAD):
        yield due
        if due.period == NOT_ANNOUNCED:
            return
        following = calendar.after(due.period, announced)
        if following is None:
            return
        due = calendar.due(following, announced)
