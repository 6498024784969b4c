"""The capitals of a chain just before a booking, computed from the present ones."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ledger.columns import Wide
from projections.rating.capital_changes import BookingTime, lookup, sum_of
from projections.rating.standings import Standings

LAST: Final = (date.max, date.max, "")
"""After every place in the order: every event is late."""

NO_POINTS: Final[Mapping[int, int]] = {}


class Then:
    """The standings just before a booking.

    Capitals are those of the numbers known to the list; for one player, merges and separations
    since are applied.
    """

    def __init__(
        self, standings: Standings, booked: BookingTime, player: int | None = None
    ) -> None:
        self._now = standings
        self._since = standings.moved.later(booked, player)
        self._before = standings.moved.as_booked(booked, player)

    def capital(self, players: NDArray[np.integer]) -> Wide:
        """Return capitals, or the later initial capital of a player without one; 0: never rated."""
        held = self._now.state["rating"].take(players) - sum_of(self._since, players, entries=True)
        for entry in self._since:
            if entry.entered.any():
                held = np.where(held == 0, lookup(players, entry.player, entry.entered), held)
        return held

    def standings(self, points: Mapping[int, int] = NO_POINTS) -> Standings:
        """Return the standings of that place in the order, used as for a late event.

        `points` are added to the capitals of players.
        """
        capital = self.capital(np.arange(len(self._now.state["rating"])))
        for player, more in points.items():
            capital[player] += more
        state = {**self._now.state, "rating": capital}
        return replace(self._now, state=state, moved=self._before, booked_to=LAST)
