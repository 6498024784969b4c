"""The chain of a pool before a competition: capitals of players at any place in the past.

Computed from the present capitals, back through all later entries; no other state is stored.
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
from projections.rulebooks.engine.terms import ChainedCorrections
from projections.state.law import Law
from projections.state.pool import PoolFacts
from projections.state.reports import Order
from projections.steps.booked import Booked
from projections.steps.capital_changes import CapitalChange, CapitalChanges, lookup, sum_of
from projections.steps.covering import edition_for
from projections.steps.other_pools import Surroundings
from projections.steps.standings import Standings

LAST: Final = (date.max, date.max, "")
"""After every place in the order: whatever is booked then is late."""


@dataclass(frozen=True)
class Chain:
    """A chain after its last list, with the facts known to the next list."""

    facts: PoolFacts
    standings: Standings
    booked: Booked
    """The next list, but for what it books of closed ones."""
    surroundings: Surroundings | None
    birth_year: NDArray[np.int16]
    beginning: Callable[[], Standings]
    """Gives the standings where histories begin."""

    @property
    def law(self) -> ChainedCorrections:
        """The columns compared by a correction."""
        return self.booked.law.chained_corrections

    def edition(self, number: int, begins: date) -> Edition | None:
        """Return the edition of a day, as adopted and set when a list was closed.

        None outside the rulebook, and before histories begin.
        """
        closed = self.facts.closed[number - 1]
        law = Law(self.facts, closed.position)
        return edition_for(law, self.standings, begins, closed.event.through_position)

    @cached_property
    def competitions(self) -> dict[int, list[CapitalChange]]:
        """Entries of each competition by position, in the order of booking."""
        found: dict[int, list[CapitalChange]] = {}
        for entry in self.standings.moved:
            if entry.competition is not None:
                found.setdefault(entry.competition.position, []).append(entry)
        return found

    @cached_property
    def carried_years(self) -> Wide:
        """Carried-over years by register number, as a set of bits."""
        begun = self.beginning()
        begun.grow(len(self.standings.state["rating"]))
        return begun.state[self.law.years]


class Then:
    """How players stood just before something was booked."""

    def __init__(self, standings: Standings, booked: tuple[int, int, Order]) -> None:
        self._now = standings
        self._since = [entry for entry in standings.moved if entry.booked >= booked]
        self._before = [entry for entry in standings.moved if entry.booked < booked]

    def capital(self, players: NDArray[np.integer]) -> Wide:
        """Return capitals, or the later initial capital of a player without one; 0: never rated."""
        held = self._now.state["rating"].take(players) - sum_of(self._since, players, entries=True)
        for entry in self._since:
            held = np.where(held == 0, lookup(players, entry.player, entry.entered), held)
        return held

    def standings(self) -> Standings:
        """Return the standings of that place in the order, used as for a late event."""
        everybody = np.arange(len(self._now.state["rating"]))
        state = {**self._now.state, "rating": self.capital(everybody)}
        return replace(self._now, state=state, moved=CapitalChanges(self._before), booked_to=LAST)
