"""The changes of categories day by day: by lists, by law and by decisions.

`player_categories` has the rules and their readings.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple, Protocol

import numpy as np

from ledger.columns import Wide
from projections.categories.ladder import days_of_law, ladder_on
from projections.categories.player_categories import PlayerCategories, RatingsTest
from projections.state.pool import CategoryDecision, PoolFacts

PLAYER, NUMBER, PLACE, RATING, CHANGE = range(5)
"""The columns of rating changes."""


class DatedList(NamedTuple):
    """A list of a pool, or the ratings carried over (number 0)."""

    number: int
    list_date: date
    in_force_from: date


class RatingHistory(Protocol):
    """The lists of a pool and the rating changes on them, as known at a position."""

    facts: PoolFacts
    known: int

    def rating_changes(self, number: int, player: int | None = None) -> Wide:
        """Return (player, list, place, rating, change) rows up to a list, in order."""

    def year_end_places(self, last: int, player: int | None = None) -> set[tuple[int, int]]:
        """Return (list, place) of the year ends up to a list, or at least those of a player."""


class Timeline:
    """The categories of a pool, advanced day by day: of all players, or of a player."""

    def __init__(
        self,
        history: RatingHistory,
        size: int,
        decisions: Iterable[CategoryDecision] = (),
        player: int | None = None,
    ) -> None:
        """Start before the first day, for `size` register numbers.

        Of `decisions` those known at the position of the history act.
        """
        self._history, self._player = history, player
        self._decisions = [d for d in decisions if player in (None, d.player)]
        self._number = -1  # of the list in force
        self._through = date.min
        self._year_ends: set[tuple[int, int]] = set()  # (list, place)
        self.categories = PlayerCategories(size, records_placements=player is not None)

    def advance(self, days: Sequence[tuple[date, DatedList]], last: date) -> None:
        """Apply lists on their days, the law and the decisions, up to a day."""
        self._through, history = last, self._history
        number = max(row.number for _, row in days)
        rows = history.rating_changes(number, self._player)
        self._year_ends |= history.year_end_places(number, self._player)
        lists: dict[date, list[DatedList]] = defaultdict(list)
        for day, row in days:
            lists[day].append(row)
        law = [day for day in days_of_law(history.facts, history.known) if day <= last]
        decisions = self._decisions_by_day(last)
        for day in sorted({*lists, *law, *decisions}):
            self._apply_day(day, lists.get(day, ()), rows)
            for decision in decisions.get(day, ()):
                self.categories.decide(decision)

    def advance_by(self, following: DatedList, rows: Wide, year_ends: Iterable[int] = ()) -> None:
        """Apply a further list, not in force yet, with the places of year ends.

        The law is that of the date of the list, or of the last day applied where that is later.
        """
        self._year_ends |= {(following.number, place) for place in year_ends}
        self._apply_day(max(self._through, following.list_date), [following], rows)

    def _apply_day(self, day: date, lists: Iterable[DatedList], rows: Wide) -> None:
        ladder = ladder_on(self._history.facts, day, self._history.known)
        amended = self.categories.amend(ladder, day)
        for row in lists:
            self._apply_list(row, rows)
        if amended:
            self.categories.test_all(day, carried_over=self._number <= 0)

    def _decisions_by_day(self, last: date) -> dict[date, list[CategoryDecision]]:
        found: dict[date, list[CategoryDecision]] = defaultdict(list)
        for decision in self._decisions:
            if decision.position <= self._history.known and decision.on <= last:
                found[decision.on].append(decision)
        return found

    def _apply_list(self, row: DatedList, rows: Wide) -> None:
        """Test the ratings of a list; in a chain, tournament after tournament.

        Lists before it that never were in force count only with their last ratings.
        """
        if row.number <= self._number:
            return  # a newer one was in force before it
        first, last = np.searchsorted(rows[:, NUMBER], [self._number + 1, row.number + 1])
        of_list = rows[first:last]
        if row.number != self._number + 1:
            of_list = _last_of_each_player(of_list)
        is_first_list, self._number = self._number == 0, row.number
        for some in np.split(of_list, np.flatnonzero(np.diff(of_list[:, PLACE])) + 1):
            if len(some):
                self._test(row, some)
        if is_first_list:
            self.categories.propose_carried_over(row.in_force_from, row.number)

    def _test(self, row: DatedList, rows: Wide) -> None:
        players, after, place = rows[:, PLAYER], rows[:, RATING], int(rows[0, PLACE])
        last = self.categories.rating[players]
        before = np.where(last > 0, last, after - rows[:, CHANGE])
        by_play = (int(rows[0, NUMBER]), place) not in self._year_ends
        on_list = (row.in_force_from, row.number, place, by_play)
        self.categories.test(
            RatingsTest(players, before, after, *on_list, carried_over=not row.number)
        )


def _last_of_each_player(rows: Wide) -> Wide:
    players = rows[::-1, PLAYER]
    return rows[len(rows) - 1 - np.unique(players, return_index=True)[1]]
