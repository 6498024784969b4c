"""Whence a player entered: the list, or the award, from which his first rating was taken.

What a closing records of it and what a worksheet shows later are told by the same words.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from projections.categories.awards import awarded
from projections.rating.external_lists import InForce
from projections.rulebooks.engine.categories import names_of
from projections.rulebooks.engine.external_lists import AWARD
from projections.state.law import Law
from projections.state.pool import CategoryDecision, PoolFacts

CARRIED_OVER: Final = "carried-over"
"""How the ratings from before a pool's histories are named where a list is."""


@dataclass(frozen=True, slots=True)
class EnteredFrom:
    """A column of a list from which a rating was taken."""

    body: str
    """Whose list; of a pool beside, the pool."""
    list: str
    """Which list of theirs; of an award, the event that awarded it."""
    list_date: date
    column: str

    def named(self) -> dict[str, Any]:
        """Give it as an event names it."""
        names = ("body", "list", "list_date", "column")
        return {each: getattr(self, each) for each in names}


def of_body(body: str, in_force: InForce, column: str) -> EnteredFrom:
    """Give a list of another body."""
    return EnteredFrom(body, in_force.listed.name, in_force.listed.list_date, column)


def of_pool(facts: PoolFacts, number: int, since: date, column: str) -> EnteredFrom:
    """Give a list of a pool beside by its number; 0 is what was carried over, on a day."""
    pool = facts.opened.pool
    if not number:
        return EnteredFrom(pool, CARRIED_OVER, since, column)
    event = facts.closed[number - 1].event
    return EnteredFrom(pool, event.period, event.list_date, column)


def of_award(facts: PoolFacts, player: int, day: date, through: int) -> EnteredFrom:
    """Give the award of a pool beside that holds on a day."""
    held: CategoryDecision = awarded(facts, day, through)[player]
    return EnteredFrom(facts.opened.pool, f"event-{held.position}", held.on, AWARD)


def category_names(facts: PoolFacts, day: date, through: int) -> tuple[str, ...]:
    """Give the categories and titles of a pool beside on a day, ascending."""
    edition = Law(facts, through).edition_on(day)
    return names_of(edition.numbers) if edition else ()
