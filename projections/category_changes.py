"""The changes of categories: ratings, law and decisions, walked day by day.

Reading `passing`: a category is reached by passing its threshold. Who holds less because somebody
withdrew it reaches it again when he has fallen below the threshold and passes it anew.

Reading `given_back`: what the end of a year takes or gives back is no rating reached by
play. Who falls below a threshold by it has to pass it anew; who comes to one by it is
promoted with the next event he plays; unless the list decides both ways. A correction of the body
promotes by itself: it says what the final rating should have been.

Reading `awarded_beside`: a category that is awarded stands beside the one reached, until it is
withdrawn; the higher of the two is held.

Reading `titles_beside`: a title, which no rating gives, hides no category: both are held, each with
the day since when. Of several titles the highest is shown.

Reading `withdraws_what_it_names`: a withdrawal acts on the award or category it names, whatever
else is held; what has nothing to act on is told.

Reading `left_with_what_he_held`: who loses a category is left with the one he held before he
reached it, whatever he skipped; who was placed in it, with the one below. By `passing` that stays
until he has fallen below a higher threshold and passes it anew.

Reading `law_leaves_a_row`: where the law renames or removes what somebody holds, that is a change
of its day: a category becomes the one of its name, or of its threshold; a title lapses.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date

import numpy as np
from numpy.typing import NDArray

from projections.answers import ListRow, Pool
from projections.category_awards import Awards
from projections.category_change import Change, How, Renamed, renamed
from projections.ladders import NONE, Ladder, Step, days_of_law, ladder_on
from projections.pool_facts import CategoryDecision
from projections.rulebooks.categories import kept, reached

Numbers = NDArray[np.int64]

PLAYER, NUMBER, PLACE, RATING, MOVED = range(5)
"""The columns of `Pool.moves`."""


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
    enters: bool = False
    """They were not listed before."""


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
        self.rating, self.since, self.title_since = np.zeros((3, size), dtype=np.int64)
        self._kept, self._stood = np.full((2, size), NONE, dtype=np.int64)
        # the place reached and kept, and that of the rating itself
        self._left: dict[int, set[int]] = defaultdict(set)  # the places risen from
        self._turns: set[tuple[int, int]] = set()  # by list and place, the ends of years
        self.awards = Awards(size)
        self._early: list[CategoryDecision] = []
        self.changes: list[Change] = []

    def held(self, players: Numbers | slice = slice(None)) -> Numbers:
        """Give the place of the category that players hold."""
        return np.maximum(self._kept[players], self.awards.category[players])

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
                self.decide(each)

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
            self._take_over(before, ladder, day)
        early, self._early = self._early, []
        for each in early:
            self.decide(each)
        return True

    def _take_over(self, before: Ladder, ladder: Ladder, day: date) -> None:
        """Carry what is held over to another ladder, and tell where that is called otherwise."""
        held, titles = self.held(), self.awards.title.copy()
        moved = [ladder.place_of_old(before, at) for at in range(len(before.categories))]
        places = np.array([*moved, NONE], dtype=np.int64)  # the last is that of NONE
        self._kept, self._stood = places[self._kept], places[self._stood]
        for player, left in self._left.items():
            self._left[player] = {int(places[each]) for each in left}
        self.awards.amend(before, ladder)
        self._note_law(renamed(before.name, ladder.name, held, self.held()), day)
        now = self.awards.title
        self._note_law(renamed(before.title, ladder.title, titles, now), day, title=True)

    def _note_law(self, found: Iterable[Renamed], day: date, *, title: bool = False) -> None:
        """Note who holds what by law is no more, or has another name."""
        assert self._ladder is not None
        since = self.title_since if title else self.since
        for player, before, after in found:
            rating, since[player] = int(self.rating[player]), day.toordinal()
            step = (before, after, (), rating, rating, self._ladder.article)
            self.changes.append(Change(player, day, "amended", *step, title=title))

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
        held, reached_before = self.held(players), self._kept[players]
        came_to = np.where(after > 0, reached(after, ladder.categories), NONE)
        if not tested.final and ladder.permanence != "follows":
            self._stood[players] = np.minimum(self._stood[players], came_to)
            return
        passed = np.where(came_to > self._stood[players], came_to, NONE)
        gives = came_to if ladder.permanence == "follows" else passed
        self._stood[players] = came_to
        self._kept[players] = kept(reached_before, gives, ladder.permanence)
        rose = (self._kept[players] > reached_before) & (reached_before > NONE)
        for at in np.flatnonzero(rose).tolist():
            self._left[int(players[at])].add(int(reached_before[at]))
        self._note(tested, held, reached_before)
        if ladder.permanence == "committee":
            for at in np.flatnonzero(passed > held).tolist():
                self._tell(tested, at, "proposed", ladder.step(int(held[at]), int(passed[at])))

    def _place(self, tested: _Tested, ladder: Ladder, unlisted: NDArray[np.bool_]) -> None:
        """Place who enters, or comes back, by the rating he enters with; never lower than before.

        Where a committee decides, he is placed lowest.
        """
        enters = np.where(tested.before > 0, tested.before, tested.after)
        new = (unlisted | (self._kept[tested.players] == NONE)) & (enters > 0)
        if new.any():
            who, enters = tested.players[new], enters[new]
            held, before = self.held(who), self._kept[who]
            self._stood[who] = place = reached(enters, ladder.categories)
            lowest = ladder.permanence == "committee"
            self._kept[who] = np.maximum(before, 0 if lowest else place)
            entering = replace(tested, players=who, before=enters, after=enters, enters=True)
            self._note(entering, held, before)

    def _note(self, tested: _Tested, held: Numbers, before: Numbers) -> None:
        """Note whose category has changed: what was held, and reached, before is given.

        What is reached below an award is told too. Of a whole pool not who is placed, for he
        enters.
        """
        assert self._ladder is not None
        now, place = self.held(tested.players), self._kept[tested.players]
        moved = held != now
        self.since[tested.players[moved]] = tested.on.toordinal()
        if tested.enters and self._player is None:
            return
        for at in np.flatnonzero(moved | (before != place)).tolist():
            how: How = "promoted" if place[at] > before[at] else "lowered"
            step = self._ladder.step(int(held[at]), int(now[at]))
            beside = "" if moved[at] else self._ladder.name(int(place[at]))
            self._tell(tested, at, "placed" if tested.enters else how, step, beside)

    def _tell(self, tested: _Tested, at: int, how: How, step: Step, beside: str = "") -> None:
        assert self._ladder is not None
        players, before, after = tested.players, tested.before, tested.after
        ratings = (int(before[at]), int(after[at]), self._ladder.article)
        on_list = (tested.number, tested.place)
        change = Change(int(players[at]), tested.on, how, *step, *ratings, *on_list, beside=beside)
        self.changes.append(change)

    def decide(self, decided: CategoryDecision) -> None:
        """Take up what a committee decided; what cannot act is told as such."""
        ladder = self._ladder
        if ladder is None:
            self._early.append(decided)
            return
        before = self._holding(decided, ladder)
        if decided.withdrawn:
            acted = self._withdraw(decided, ladder)
        else:
            acted = self.awards.give(decided.player, decided.category, ladder)
        acts: How = "withdrawn" if decided.withdrawn else "awarded"
        self._tell_decided(decided, acts if acted else "no effect", before, ladder)

    def _holding(self, decided: CategoryDecision, ladder: Ladder) -> int:
        """Give the place of what a player holds: the title, where the decision is about one."""
        places = self.awards.title if decided.category in ladder.titles else self.held()
        return int(places[decided.player])

    def _withdraw(self, decided: CategoryDecision, ladder: Ladder) -> bool:
        """Take what was awarded, and what was reached; tell whether there was anything to take."""
        player, place = decided.player, ladder.place(decided.category)
        acted = self.awards.take(player, decided.category, ladder)
        if self._kept[player] == place > 0 and ladder.permanence != "follows":
            below = (each for each in self._left[player] if each < place)
            self._kept[player] = max(below, default=place - 1)
            return True
        return acted

    def _tell_decided(
        self, decided: CategoryDecision, how: How, before: int, ladder: Ladder
    ) -> None:
        player, title = decided.player, decided.category in ladder.titles
        now = self._holding(decided, ladder)
        step = (ladder.title(before), ladder.title(now), ()) if title else ladder.step(before, now)
        if now != before:
            (self.title_since if title else self.since)[player] = decided.on.toordinal()
        rating, article = int(self.rating[player]), decided.article or ladder.article
        told = Change(player, decided.on, how, *step, rating, rating, article, title=title)
        beside = "" if now != before else decided.category
        self.changes.append(replace(told, decided_at=decided.position, beside=beside))
