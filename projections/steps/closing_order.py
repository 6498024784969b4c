"""The order in which pools close their lists: lists of the same date, and lists of other pools.

A pool that looks at another, and closes a list while an earlier one of the other is not closed,
sees older ratings there than it would have seen: who closes is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from projections.rulebooks import rulebook
from projections.rulebooks.engine.calendars import Due
from projections.state.pool import PoolFacts
from projections.steps.other_pools import Pools, head_of, other_pool


def pools_before(pools: Pools, pool: str, due: Due, through: int) -> Iterator[str]:
    """Yield the pools with a list of the same date that has to be closed first.

    Pools of the rulebooks in `closes_after`, under the same body: both look at the same pool, or
    one at the other. A pool that begins with a later list does not count.
    """
    law, head = rulebook(pools[pool].rulebook), head_of(pools, pool, through)
    for name in law.closes_after:
        for other, facts in pools.items():
            same = facts.rulebook == name and head_of(pools, other, through) == head
            if same and facts.opened_at <= through and not _has_closed(pools, other, due, through):
                yield other


def earlier_lists(pools: Pools, pool: str, due: Due, through: int) -> Iterator[tuple[str, str]]:
    """Yield the open lists of other pools that are announced for an earlier day."""
    for word in rulebook(pools[pool].rulebook).other_pools.rulebooks.values():
        other = other_pool(pools, pool, word, through)
        if other is None:
            continue
        since = _closed_until(pools[other], through)
        for period, said in sorted(pools[other].announced.items(), key=lambda e: e[1].issue_day):
            if since < said.issue_day < due.list_date:
                yield other, period


def _closed_until(facts: PoolFacts, through: int) -> date:
    """Return the date of the last list closed by a position, or the eve of the first list."""
    closed = [closed.event.list_date for closed in facts.closed if closed.position <= through]
    if closed:
        return closed[-1]
    first = facts.announced.get(facts.opened.first_period)
    return first.issue_day - timedelta(days=1) if first else date.max


def _has_closed(pools: Pools, other: str, due: Due, through: int) -> bool:
    facts = pools[other]
    if any(
        closed.event.list_date >= due.list_date and closed.position <= through
        for closed in facts.closed
    ):
        return True
    calendar = rulebook(facts.rulebook).calendar
    return calendar.due(facts.opened.first_period, facts.announced).list_date > due.list_date
