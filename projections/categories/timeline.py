"""The changes of categories: the days on which lists, law and decisions move what is held.

What each of them moves is told in `holding`, with the readings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Protocol

import numpy as np

from ledger.columns import Wide
from projections.categories.ladder import days_of_law, ladder_on
from projections.categories.player_categories import Holding, Tested
from projections.state.pool import CategoryDecision, PoolFacts

PLAYER, NUMBER, PLACE, RATING, MOVED = range(5)
"""The columns of what moved ratings."""


class Shown(Protocol):
    """A list of a pool, or the ratings carried over (number 0)."""

    @property
    def number(self) -> int:
        """Give its number."""

    @property
    def list_date(self) -> date:
        """Give its day."""

    @property
    def in_force_from(self) -> date:
        """Give the day from which it is in force."""


class Turned(Protocol):
    """The end of a year on a list."""

    @property
    def number(self) -> int:
        """Give the number of the list."""

    @property
    def place(self) -> int:
        """Give its place in the list's chain."""


class History(Protocol):
    """A pool's lists, and what moved ratings on them, as known at a position."""

    @property
    def facts(self) -> PoolFacts:
        """Give what is recorded of the pool."""

    @property
    def known(self) -> int:
        """Give the position."""

    def lists(self) -> Sequence[Shown]:
        """Give the lists, in order."""

    def moves(self, number: int, player: int | None = None) -> Wide:
        """Give (player, list, place, rating, moved) for each change up to a list, in order."""

    def turns(self, last: int, player: int | None = None) -> Sequence[Turned]:
        """Give the ends of years on the lists up to one; at least those that moved a player."""


class Walk:
    """A pool's categories, moved on day by day: everybody's, or one player's."""

    def __init__(
        self,
        history: History,
        size: int,
        decisions: Iterable[CategoryDecision] = (),
        player: int | None = None,
    ) -> None:
        """Begin before the first day, for register numbers up to a size.

        `decisions` are what of players' categories was decided; those known by then act.
        """
        self._history, self._player = history, player
        self._decided = [each for each in decisions if player in (None, each.player)]
        self._number = -1  # of the list in force
        self._through = date.min
        self._turns: set[tuple[int, int]] = set()  # by list and place, the ends of years
        self.holding = Holding(size, tells_placed=player is not None)

    def go(self, days: Sequence[tuple[date, Shown]], last: date) -> None:
        """Walk lists by their days, the law and the decisions up to a day."""
        self._through, history = last, self._history
        number = max(row.number for _, row in days)
        rows = history.moves(number, self._player)
        self._turns |= {(each.number, each.place) for each in history.turns(number, self._player)}
        lists = _by_day(days)
        law = [each for each in days_of_law(history.facts, history.known) if each <= last]
        decisions = self._decisions(last)
        for day in sorted({*lists, *law, *decisions}):
            self._day(day, lists.get(day, ()), rows)
            for each in decisions.get(day, ()):
                self.holding.decide(each)

    def go_on(self, following: Shown, rows: Wide, turns: Iterable[int] = ()) -> None:
        """Walk one list further, not in force; `turns` are the places of ends of years on it.

        The law is that of its own day, or of the day walked to where that is later.
        """
        self._turns |= {(following.number, place) for place in turns}
        self._day(max(self._through, following.list_date), [following], rows)

    def _day(self, day: date, lists: Iterable[Shown], rows: Wide) -> None:
        """Take up the law and the lists of a day."""
        ladder = ladder_on(self._history.facts, day, self._history.known)
        amended = self.holding.amend(ladder, day)
        for row in lists:
            self._list(row, rows)
        if amended:
            self.holding.test_all(day, carried=self._number <= 0)

    def _decisions(self, last: date) -> dict[date, list[CategoryDecision]]:
        found: dict[date, list[CategoryDecision]] = defaultdict(list)
        for each in self._decided:
            if each.position <= self._history.known and each.on <= last:
                found[each.on].append(each)
        return found

    def _list(self, row: Shown, rows: Wide) -> None:
        """Take up what a list shows; in a chain, tournament after tournament.

        What lists showed that never were in force counts as it stood with the one that came to be.
        """
        if row.number <= self._number:
            return  # a newer one was in force before it
        first, last = np.searchsorted(rows[:, NUMBER], [self._number + 1, row.number + 1])
        mine = rows[first:last] if row.number == self._number + 1 else _newest(rows[first:last])
        first_of_all, self._number = self._number == 0, row.number
        for some in np.split(mine, np.flatnonzero(np.diff(mine[:, PLACE])) + 1):
            if len(some):
                players, after = some[:, PLAYER], some[:, RATING]
                held = self.holding.rating[players]
                before = np.where(held > 0, held, after - some[:, MOVED])
                place = int(some[0, PLACE])
                final = (int(some[0, NUMBER]), place) not in self._turns
                shown = (row.in_force_from, row.number, place, final)
                carried = not row.number
                self.holding.test(Tested(players, before, after, *shown, carried=carried))
        if first_of_all:
            self.holding.propose_carried(row.in_force_from, row.number)


def _by_day(days: Iterable[tuple[date, Shown]]) -> dict[date, list[Shown]]:
    found: dict[date, list[Shown]] = defaultdict(list)
    for day, row in days:
        found[day].append(row)
    return found


def _newest(rows: Wide) -> Wide:
    """Give the newest row of each player."""
    players = rows[::-1, PLAYER]
    return rows[len(rows) - 1 - np.unique(players, return_index=True)[1]]
