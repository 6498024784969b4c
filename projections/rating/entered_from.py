"""Origin of a first rating: the list, or the award, for closings and worksheets alike."""

from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, Final

from ledger.intake.external_list.recorded_lists import ExternalList
from projections.categories.awards import awarded
from projections.rulebooks.engine.categories import names_of
from projections.rulebooks.engine.external_lists import AWARD
from projections.state.law import Law
from projections.state.pool import CategoryDecision, PoolFacts
from projections.state.printings import closed_under

CARRIED_OVER: Final = "carried-over"
"""How the ratings from before a pool's histories are named where a list is."""


@dataclass(frozen=True, slots=True)
class EnteredFrom:
    """Column of a list with the rating taken over."""

    body: str
    """Body of the list, or the other pool."""
    list: str
    """Name of the list; for an award, the event."""
    list_date: date
    column: str

    def named(self) -> dict[str, Any]:
        """Return the fields by the names in events."""
        return asdict(self)


def of_body(listed: ExternalList, column: str) -> EnteredFrom:
    """Return a list of another body."""
    return EnteredFrom(listed.body, listed.name, listed.list_date, column)


def of_pool(facts: PoolFacts, number: int, since: date, column: str) -> EnteredFrom:
    """Return a list of another pool by number or key; 0: the ratings carried over on a day."""
    pool = facts.opened.pool
    if not number:
        return EnteredFrom(pool, CARRIED_OVER, since, column)
    event = closed_under(facts, number).event
    return EnteredFrom(pool, event.period, event.list_date, column)


def of_award(facts: PoolFacts, player: int, day: date, through: int) -> EnteredFrom:
    """Return the award of another pool that is in force on a day."""
    award: CategoryDecision = awarded(facts, day, through)[player]
    return EnteredFrom(facts.opened.pool, f"event-{award.position}", award.on, AWARD)


def category_names(facts: PoolFacts, day: date, through: int) -> tuple[str, ...]:
    """Return the categories and titles of another pool on a day, ascending."""
    edition = Law(facts, through).edition_on(day)
    return names_of(edition.numbers) if edition else ()
