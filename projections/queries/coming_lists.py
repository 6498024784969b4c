"""The days of the next lists, from the calendar of the rulebook or an announcement."""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Final

from projections.queries import PoolQuery
from projections.rulebooks.engine.calendars import Announced, Calendar, Due
from projections.state.pool import PoolFacts

LISTS_AHEAD: Final = 36
"""Number of coming lists examined for a lapse."""

NOT_ANNOUNCED: Final = "not announced"
"""Period of a next list without announced day; every recorded report goes on it."""


def next_days(pool: PoolQuery) -> Due:
    """Return the days of the list after the last one that the reader may see."""
    return next_list(pool, pool.official.known_at(pool.known).facts.pools[pool.name])


def next_list(pool: PoolQuery, facts: PoolFacts) -> Due:
    """Return the days of the next list; without announcement, the next possible day."""
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
    day = pool.official.day_of(pool.known, facts.opened.zone)
    if last is not None:
        day = max(day, last.event.list_date + timedelta(days=1))
    return Due(NOT_ANNOUNCED, day, day, day, day)


def lists_from(due: Due, calendar: Calendar, announced: Mapping[str, Announced]) -> Iterator[Due]:
    """Yield the days of a list and of the following lists, as far as known."""
    for _ in range(LISTS_AHEAD):
        yield due
        if due.period == NOT_ANNOUNCED:
            return
        following = calendar.after(due.period, announced)
        if following is None:
            return
        due = calendar.due(following, announced)
