"""The order in which the pools of one body close the lists of one date."""

from __future__ import annotations

from collections.abc import Iterator

from projections.beside import Pools, head_of
from projections.rulebooks import rulebook
from projections.rulebooks.rulebook import Due


def pools_before(pools: Pools, pool: str, due: Due, through: int) -> Iterator[str]:
    """Give the pools that must close a list of the same date first, and have not by a position.

    Those are the pools of the rulebooks named (`closes_after`) that belong to the same body: they
    look at the same pool, or are it. Who begins with a later list is not waited for.
    """
    law, head = rulebook(pools[pool].rulebook), head_of(pools, pool, through)
    for name in law.closes_after:
        for other, facts in pools.items():
            same = facts.rulebook == name and head_of(pools, other, through) == head
            if same and facts.opened_at <= through and not _has_closed(pools, other, due, through):
                yield other


def _has_closed(pools: Pools, other: str, due: Due, through: int) -> bool:
    """Tell whether a pool has sealed a list of a date, or begins after it."""
    facts = pools[other]
    if any(
        each.event.list_date >= due.list_date and each.position <= through for each in facts.closed
    ):
        return True
    calendar = rulebook(facts.rulebook).calendar
    return calendar.due(facts.opened.first_period, facts.announced).list_date > due.list_date
