"""The changes of categories: ratings, law and decisions, walked day by day.

Reading `passing`: a category is reached by passing its threshold. Who holds less because somebody
withdrew it reaches it again when he has fallen below the threshold and passes it anew.

Reading `given_back`: what the end of a year takes or gives back is no final capital (B7 of the
draughts rules). Who falls below a threshold by it has to pass it anew; who comes to one by it is
promoted with the next event he plays; unless the list decides both ways. A correction of the body
promotes by itself: it says what the final rating should have been.

Reading `awarded_beside`: a category that is awarded stands beside the one reached, until it is
withdrawn; the higher of the two is held.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from projections.answers import ListRow, Pool
from projections.ladders import Ladder, Step, days_of_law, ladder_on
from projections.pool_facts import CategoryDecision
from projections.rulebooks.categories import kept, reached

How = Literal["placed", "promoted", "lowered", "proposed", "awarded", "withdrawn"]

Numbers = NDArray[np.int64]

NONE = -1
"""The place of who has no category."""

PLAYER, NUMBER, PLACE, RATING, MOVED = range(5)
"""The columns of `Pool.moves`."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a player's category, and what it rests on."""

    player: int
    on: date
    """The day from which it holds."""
    how: How
    before: str
    """The category held before; "" is none."""
    after: str
    skipped: tuple[str, ...]
    """The categories between the two."""
    rating_before: int
    rating_after: int
    article: str
    number: int | None = None
    """Of the list that shows it; None: it was decided, or the law changed."""
    place: int = 0
    """In a chain, of the tournament it rests on."""
    decided_at: int | None = None
    """The position of the decision it rests on."""


@dataclass(frozen=True, slots=True)
class _Tested:
    """Ratings that are tested: whose, from what to what; shown on a list, or the law changed."""

    players: Numbers
    before: Numbers
    after: Numbers
    on: date
    number: int | None = None
    place: int = 0
    final: bool = True
    """Whether they may promote: not what the end of a year left."""


def _by_day(rows: Iterable[ListRow]) -> dict[date, list[ListRow]]:
    found: dict[date, list[ListRow]] = defaultdict(list)
    for row in rows:
        found[row.in_force_from].append(row)
    return found


def _newest(rows: Numbers) -> Numbers:
    """Give the newest row of each player."""
    players = rows[::-1, PLAYER]
    return rows[len(rows) - 1 - np.unique(players, return_index=True)[1]]


class Walk:
    """A pool's categories, moved on day by day: everybody's, or one player's."""

    def __init__(self, pool: Pool, player: int | None) -> None:
        """Begin before the first day."""
        size = pool.official.facts.players + 1
        self._pool, self._player = pool, player
        self._ladder: Ladder | None = None
        self._number = -1  # of the list in force
        self.rating, self.since = np.zeros((2, size), dtype=np.int64)
        self._kept, self._stood, self._awarded = np.full((3, size), NONE, dtype=np.int64)
        # the place reached and kept, that of the rating itself, the highest awarded
        self._turns: set[tuple[int, int]] = set()  # by list and place, the ends of years
        self._awards: dict[int, list[str]] = defaultdict(list)
        self._early: list[CategoryDecision] = []
        self.changes: list[Change] = []

    def held(self, players: Numbers | slice = slice(None)) -> Numbers:
        """Give the place of the category that players hold."""
        return np.maximum(self._kept[players], self._awarded[players])

    def go(self, until: ListRow, last: date) -> None:
        """Walk up to a list and a day."""
        rows = self._pool.moves(until.number, self._player)
        self._turns |= {(each.number, each.place) for each in self._pool.turns(until.number)}
        known = (row for row in self._pool.lists() if row.number <= until.number)
        lists = _by_day(row for row in known if row.in_force_from <= last)
        law = [each for each in days_of_law(self._pool) if each <= last]
        decisions = self._decisions(last)
        for day in sorted({*lists, *law, *decisions}):
            self._day(day, lists.get(day, ()), rows)
            for each in decisions.get(day, ()):
                self._decide(each)

    def go_on(self, following: ListRow, rows: Numbers, turns: Iterable[int] = ()) -> None:
        """Walk one list further, not closed yet; `turns` are the places of ends of years on it."""
        self._turns |= {(following.number, place) for place in turns}
        self._day(following.in_force_from, [following], rows)

    def _day(self, day: date, lists: Iterable[ListRow], rows: Numbers) -> None:
        """Take up the law and the lists of a day."""
        amended = self._amend(day)
        for row in lists:
            self._list(row, rows)
        if amended:
            self._test_all(day)

    def _decisions(self, last: date) -> dict[date, list[CategoryDecision]]:
        found: dict[date, list[CategoryDecision]] = defaultdict(list)
        for each in self._pool.facts.category_decisions:
            asked = self._player in (None, each.player)
            if asked and each.position <= self._pool.known and each.on <= last:
                found[each.on].append(each)
        return found

    def _amend(self, day: date) -> bool:
        """Take up the ladder of a day; tell whether there is another one than before."""
        ladder, before = ladder_on(self._pool, day), self._ladder
        if ladder is None or ladder == before:
            return False
        self._ladder = ladder
        if before is not None:
            moved = [ladder.place_of_old(before, at) for at in range(len(before.categories))]
            places = np.array([*moved, NONE], dtype=np.int64)  # the last is that of NONE
            self._kept, self._stood = places[self._kept], places[self._stood]
        for player in self._awards:
            self._awarded[player] = self._highest_awarded(player, ladder)
        early, self._early = self._early, []
        for each in early:
            self._decide(each)
        return True

    def _list(self, row: ListRow, rows: Numbers) -> None:
        """Take up what a list shows; in a chain, tournament after tournament.

        What lists showed that never were in force counts as it stood with the one that came to be.
        """
        if row.number <= self._number:
            return  # a newer one was in force before it
        first, last = np.searchsorted(rows[:, NUMBER], [self._number + 1, row.number + 1])
        mine = rows[first:last] if row.number == self._number + 1 else _newest(rows[first:last])
        self._number = row.number
        for some in np.split(mine, np.flatnonzero(np.diff(mine[:, PLACE])) + 1):
            if len(some):
                players, after = some[:, PLAYER], some[:, RATING]
                held = self.rating[players]
                before = np.where(held > 0, held, after - some[:, MOVED])
                place = int(some[0, PLACE])
                final = (int(some[0, NUMBER]), place) not in self._turns
                shown = (row.in_force_from, row.number, place, final)
                self._test(_Tested(players, before, after, *shown))

    def _test_all(self, day: date) -> None:
        """Test everybody's rating against a ladder that has changed."""
        players = np.flatnonzero(self.rating)
        self._test(_Tested(players, self.rating[players], self.rating[players], day))

    def _test(self, tested: _Tested) -> None:
        """Test ratings against the thresholds."""
        ladder, players, after = self._ladder, tested.players, tested.after
        unlisted = self.rating[players] == 0
        self.rating[players] = after
        if ladder is None:
            return
        self._place(tested, ladder, unlisted)
        held = self.held(players)
        came_to = np.where(after > 0, reached(after, ladder.categories), NONE)
        if not tested.final and ladder.permanence != "follows":
            self._stood[players] = np.minimum(self._stood[players], came_to)
            return
        passed = np.where(came_to > self._stood[players], came_to, NONE)
        gives = came_to if ladder.permanence == "follows" else passed
        self._stood[players] = came_to
        self._kept[players] = kept(self._kept[players], gives, ladder.permanence)
        now = self.held(players)
        self._note(tested, held, now)
        if ladder.permanence == "committee":
            for at in np.flatnonzero(passed > now).tolist():
                self._tell(tested, at, "proposed", ladder.step(int(held[at]), int(passed[at])))

    def _place(self, tested: _Tested, ladder: Ladder, unlisted: NDArray[np.bool_]) -> None:
        """Place who enters, or comes back, by the rating he enters with; never lower than before.

        Where a committee decides, he is placed lowest.
        """
        enters = np.where(tested.before > 0, tested.before, tested.after)
        new = unlisted & (enters > 0)
        if new.any():
            who, enters = tested.players[new], enters[new]
            held, place = self.held(who), reached(enters, ladder.categories)
            self._stood[who] = place
            lowest = ladder.permanence == "committee"
            self._kept[who] = np.maximum(self._kept[who], 0 if lowest else place)
            entering = replace(tested, players=who, before=enters, after=enters, enters=True)
            self._note(entering, held, self.held(who))

    def _note(self, tested: _Tested, held: Numbers, now: Numbers) -> None:
        """Note whose category has changed; of a whole pool not who is placed, for he enters."""
        assert self._ladder is not None
        changed = held != now
        self.since[tested.players[changed]] = tested.on.toordinal()
        told = changed if self._player is not None else changed & (not tested.enters)
        for at in np.flatnonzero(told).tolist():
            how: How = "promoted" if now[at] > held[at] else "lowered"
            step = self._ladder.step(int(held[at]), int(now[at]))
            self._tell(tested, at, "placed" if tested.enters else how, step)

    def _tell(self, tested: _Tested, at: int, how: How, step: Step) -> None:
        assert self._ladder is not None
        player, before, after = (
            int(each[at]) for each in (tested.players, tested.before, tested.after)
        )
        self.changes.append(
            Change(
                player,
                tested.on,
                how,
                *step,
                before,
                after,
                self._ladder.article,
                tested.number,
                tested.place,
            )
        )

    def _decide(self, decided: CategoryDecision) -> None:
        """Take up what a committee decided; what nobody holds cannot be withdrawn."""
        ladder, player = self._ladder, decided.player
        if ladder is None:
            self._early.append(decided)
            return
        held, place = self._held_by(player), ladder.place(decided.category)
        if place == NONE or (decided.withdrawn and place != held):
            return
        if decided.withdrawn:
            self._withdraw(decided, place, ladder)
        else:
            self._awards[player].append(decided.category)
        self._awarded[player] = self._highest_awarded(player, ladder)
        now = self._held_by(player)
        if now != held:
            how: How = "withdrawn" if decided.withdrawn else "awarded"
            self.since[player], rating = decided.on.toordinal(), int(self.rating[player])
            step = ladder.step(held, now)
            article, at = decided.article or ladder.article, decided.position
            self.changes.append(
                Change(player, decided.on, how, *step, rating, rating, article, decided_at=at)
            )

    def _withdraw(self, decided: CategoryDecision, place: int, ladder: Ladder) -> None:
        """Take what was awarded, and what was reached: the one below it is left."""
        awards = self._awards[decided.player]
        self._awards[decided.player] = [each for each in awards if each != decided.category]
        if self._kept[decided.player] == place and ladder.permanence != "follows":
            self._kept[decided.player] = max(place - 1, 0)

    def _held_by(self, player: int) -> int:
        return max(int(self._kept[player]), int(self._awarded[player]))

    def _highest_awarded(self, player: int, ladder: Ladder) -> int:
        return max(map(ladder.place, self._awards[player]), default=NONE)
