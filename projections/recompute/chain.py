"""Stored rows of a chain: capital changes of players, place by place."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from projections.queries import PoolQuery, RatingList, State
from projections.queries.corrections import recounts
from projections.rating.chain_steps import NOBODY, YearEnd, decided_after, order_of
from projections.rulebooks.engine.terms import FIRST_YEAR_OF_SETS
from projections.state.reports import Order, Report
from projections.steps.capital_changes import (
    ADJUSTED,
    ADJUSTED_PLACE,
    CHAINED,
    NOWHERE,
    CapitalChange,
)

Place = tuple[int, int]
"""Number of a list, and a place in its chain."""


@dataclass(frozen=True, slots=True)
class StoredChain:
    """The chain of a pool before a place on a list."""

    pool: PoolQuery
    on: RatingList
    place: int

    def later(self, report: Report, players: NDArray[np.int32]) -> Iterator[CapitalChange]:
        """Yield the changes of players from the list of the first later event on."""
        later = self._later_places(report)
        if later:
            for player in players.tolist():
                for state in self._states(player, min(later)[0]):
                    yield self._change(player, state, later)

    def _later_places(self, report: Report) -> dict[Place, Order]:
        """Return the places later than a report in the order, but booked earlier.

        Only lists reaching to the last day of the report can have booked such a place.
        """
        pool, on = self.pool, self.on
        placed: dict[Place, Order] = {
            (after.number + 1, ADJUSTED_PLACE): decided_after(after.event.cut_off)
            for after in pool.facts.closed[: on.number - 1]
        }
        for number in pool.reaching(report.order[0], on.number):
            placed |= {(number, row.place): row.order for row in pool.bookings(number)}
            placed |= {(number, row.place): order_of(row.year) for row in pool.year_ends_on(number)}
            placed |= {(number, row.place): row.order for row in recounts(pool, on=number)}
        return {at: order for at, order in placed.items() if order > report.order}

    def _states(self, player: int, since: int = 0) -> Iterator[State]:
        for state in self.pool.changes(player, self.on.number, since=since):
            if (state.number, state.place) >= (self.on.number, self.place):
                return
            yield state

    def _change(self, player: int, state: State, later: Mapping[Place, Order]) -> CapitalChange:
        who, points = np.array([player]), np.array([state.moved])
        decided = state.place == ADJUSTED_PLACE
        order = later.get((state.number, state.place), NOWHERE)
        return CapitalChange(
            number=state.number,
            phase=ADJUSTED if decided else CHAINED,
            order=NOWHERE if decided and state.rating else order,
            player=who,
            points=points,
            entered=np.zeros_like(points),
            ceased=NOBODY if state.rating else who,
        )

    def year_end_points(self, year_end: YearEnd, player: int) -> int:
        """Return the points of a player that earlier lists booked for the same year end."""
        last = self.on.number - 1
        lists = self.pool.reaching(year_end.order[0], last)
        ends = (row for number in lists for row in self.pool.year_ends_on(number))
        at = {(row.number, row.place) for row in ends if row.year == year_end.year}
        changes = self.pool.changes(player, last, since=min(at)[0]) if at else []
        return sum(row.moved for row in changes if (row.number, row.place) in at)

    def left_year(self, year: int, player: int) -> bool:
        """Return whether corrections removed all counted games of a player in a year."""
        found = recounts(self.pool, player, self.on.number)
        if not found:
            return False
        years = self.pool.law.chained_corrections.years
        were = self.pool.state(player, self.on.number - 1).fields.get(years, 0)
        now = found[-1].facts[f"corrected_{years}"]
        return bool(were & ~now & (1 << (year - FIRST_YEAR_OF_SETS)))

    def entered_in(self, player: int) -> int:
        """Return the year of the event with which a player entered; 0: carried over."""
        entered, rating = (0, 0), 0
        for state in self._states(player):
            if state.rating and not rating:
                entered = (state.number, state.place)
            rating = state.rating
        number, place = entered
        if not number:
            return 0
        days = [row.ends for row in self.pool.bookings(number) if row.place == place]
        corrected = recounts(self.pool, player, number)
        return [*days, *(row.order[0] for row in corrected if row.place == place)][0].year
