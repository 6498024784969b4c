"""A chain looked back at: how players stood just before a competition that a list booked.

Found from the present capitals, back through all that was booked since: nothing else is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ledger.columns import Wide
from projections.rulebooks.engine.columns import Edition
from projections.rulebooks.engine.terms import Recountable
from projections.state.law import Law
from projections.state.pool import PoolFacts
from projections.state.reports import Order
from projections.steps.booked import Booked
from projections.steps.capital_changes import Moved, Moves, lookup, sum_of
from projections.steps.covering import edition_for
from projections.steps.other_pools import Around
from projections.steps.standings import Standings

LAST: Final = (date.max, date.max, "")
"""After every place in the order: whatever is booked then is late."""


@dataclass(frozen=True)
class Chain:
    """A chain after its last list, and what the next list knows."""

    facts: PoolFacts
    standings: Standings
    booked: Booked
    """The next list, but for what it books of closed ones."""
    around: Around | None
    birth_year: NDArray[np.int16]
    beginning: Callable[[], Standings]
    """Gives the standings where histories begin."""

    @property
    def law(self) -> Recountable:
        """Give what corrections compare."""
        return self.booked.law.recounted

    def edition(self, number: int, begins: date) -> Edition | None:
        """Give the edition of a day, as it was adopted, and set, when a list was closed.

        None outside the rulebook, and before histories begin.
        """
        closed = self.facts.closed[number - 1]
        law = Law(self.facts, closed.position)
        return edition_for(law, self.standings, begins, closed.event.through_position)

    @cached_property
    def competitions(self) -> dict[int, list[Moved]]:
        """Give by position what lists booked of each competition, in the order of their booking."""
        found: dict[int, list[Moved]] = {}
        for each in self.standings.moved:
            if each.competition is not None:
                found.setdefault(each.competition.position, []).append(each)
        return found

    @cached_property
    def carried_years(self) -> Wide:
        """Give by register number the years told where histories begin, as a set."""
        begun = self.beginning()
        begun.grow(len(self.standings.state["rating"]))
        return begun.state[self.law.years]


class Then:
    """How players stood just before something was booked."""

    def __init__(self, standings: Standings, booked: tuple[int, int, Order]) -> None:
        """Take back everything that was booked from then on."""
        self._now = standings
        self._since = [each for each in standings.moved if each.booked >= booked]
        self._before = [each for each in standings.moved if each.booked < booked]

    def capital(self, players: NDArray[np.integer]) -> Wide:
        """Give the capitals held, or with which players entered since; 0: they have had none."""
        held = self._now.state["rating"].take(players) - sum_of(self._since, players, entries=True)
        for each in self._since:
            held = np.where(held == 0, lookup(players, each.player, each.entered), held)
        return held

    def standings(self) -> Standings:
        """Give the standings as they were: what they rest on as for an event that comes late."""
        everybody = np.arange(len(self._now.state["rating"]))
        state = {**self._now.state, "rating": self.capital(everybody)}
        return replace(self._now, state=state, moved=Moves(self._before), booked_to=LAST)
