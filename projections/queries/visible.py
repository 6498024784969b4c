"""What a reader may see of the closed lists of a pool, and of their printings."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from projections.queries.rows import list_of
from projections.rulebooks import rulebook
from projections.rulebooks.engine.terms import Force
from projections.state.closed_list import Closed
from projections.state.pool import PoolFacts
from projections.state.printings import printings_of


def _nothing() -> None:
    """Do nothing."""


def _every(_day: date) -> bool:
    """Return that lists of every day are visible."""
    return True


@dataclass(frozen=True)
class Visible:
    """What a reader may see of the lists of a pool; a question carries it to every answer."""

    day: date | None = None
    """Lists and printings are visible that are public by this day; None: all are."""
    hidden: tuple[Closed, ...] = ()
    """The lists and printings that the question leaves out, in the order of closing."""
    denied: Callable[[], None] = field(default=_nothing, compare=False)
    """Called when the reader asks for a hidden list or printing, answered as unknown."""
    of_day: Callable[[date], bool] = field(default=_every, compare=False)
    """Returns whether lists of a day are visible; those of other days are refused, not unknown."""
    refuse: Callable[[], None] = field(default=_nothing, compare=False)
    """Raises the refusal of a list of another day."""

    def check(self, day: date) -> None:
        """Refuse a list of a day of which the reader may see no list."""
        if not self.of_day(day):
            self.refuse()

    def hides(self, facts: PoolFacts, known: int) -> tuple[Closed, ...]:
        """Return the lists and printings of a pool that are hidden, as known at a position.

        They are the last ones: a list is visible with all lists before it, a printing with those
        before it.
        """
        if self.day is None:
            return ()
        by_publication = rulebook(facts.rulebook).in_force_by is Force.PUBLICATION
        published = facts.published_by(known)
        found: tuple[Closed, ...] = ()
        for closed in reversed(facts.closed):
            chain = [one for one in printings_of(facts, closed) if one.position <= known]
            row = list_of(closed, published.get(closed.event.period), by_publication=by_publication)
            if chain and row.public_from <= self.day:
                seen = [at for at, one in enumerate(chain) if self.shows(facts, one, known)]
                return (*chain[seen[-1] + 1 :], *found) if seen else found
            found = (*chain, *found)
        return found

    def shows(self, facts: PoolFacts, closed: Closed, known: int) -> bool:
        """Return whether a printing of a list is visible that has a visible printing."""
        if self.day is None or closed.event.period not in facts.superseded:
            return True
        published = facts.printed_on(closed.event, known)
        return published is not None and published <= self.day


EVERYTHING: Final = Visible()
"""All lists and printings."""
