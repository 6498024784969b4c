"""What players hold of a pool's categories, and every change of it.

Reading `passing`: a category is reached by passing its threshold. Who holds less because somebody
withdrew it reaches it again when he has fallen below the threshold and passes it anew.

Reading `given_back`: what the end of a year takes or gives back is no rating reached by
play. Who falls below a threshold by it has to pass it anew; who comes to one by it is
promoted with the next event he plays; unless the list decides both ways. A correction of the body
promotes by itself: it says what the final rating should have been.

Reading `proposed_once`: where a committee decides, who enters is placed lowest, and what he enters
with is proposed on the list on which he first stands; who was carried over likewise, on the first
list there is. On no later one: he has to pass the threshold anew.

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

from ledger.columns import Wide
from projections.categories.awards import Awards
from projections.categories.change import Change, How, Renamed, renamed
from projections.categories.ladder import NONE, Ladder, Step
from projections.rulebooks.engine.categories import kept, reached
from projections.state.pool import CategoryDecision


@dataclass(frozen=True, slots=True)
class Tested:
    """Ratings that are tested: whose, from what to what; shown on a list, or the law changed."""

    players: Wide
    before: Wide
    after: Wide
    on: date
    number: int | None = None
    place: int = 0
    final: bool = True
    """Whether they may promote: not what the end of a year left."""
    enters: bool = False
    """They were not listed before."""
    carried: bool = False
    """No list is there yet: what was carried over is proposed on the first one."""


class Holding:
    """Who holds what, moved on by ratings that are shown, by decisions, and by the law."""

    def __init__(self, size: int, *, tells_placed: bool) -> None:
        """Begin with nobody, for players up to a size; `tells_placed`: who enters is a change."""
        self._tells_placed = tells_placed
        self._ladder: Ladder | None = None
        self.rating, self.since, self.title_since = np.zeros((3, size), dtype=np.int64)
        self._carried = np.zeros(size, dtype=np.int64)  # ratings no list has shown yet
        self._kept, self._stood = np.full((2, size), NONE, dtype=np.int64)
        # the place reached and kept, and that of the rating itself
        self._left: dict[int, set[int]] = defaultdict(set)  # the places risen from
        self.awards = Awards(size)
        self._early: list[CategoryDecision] = []
        self.changes: list[Change] = []

    def held(self, players: Wide | slice = slice(None)) -> Wide:
        """Give the place of the category that players hold."""
        return np.maximum(self._kept[players], self.awards.category[players])

    def amend(self, ladder: Ladder | None, day: date) -> bool:
        """Take up the ladder of a day; tell whether there is another one than before."""
        before = self._ladder
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

    def test_all(self, day: date, *, carried: bool = False) -> None:
        """Test everybody's rating against a ladder that has changed."""
        players = np.flatnonzero(self.rating)
        ratings = self.rating[players]
        self.test(Tested(players, ratings, ratings, day, carried=carried))

    def propose_carried(self, day: date, number: int) -> None:
        """Propose on the first list what was carried over and stands there still, untested."""
        players = np.flatnonzero(np.minimum(self._carried, self.rating))
        ladder, ratings = self._ladder, self.rating[players]
        if ladder is None or ladder.permanence != "committee":
            return
        came_to = reached(np.minimum(self._carried[players], ratings), ladder.categories)
        passed = np.where(came_to > self._stood[players], came_to, NONE)
        self._stood[players] = np.maximum(self._stood[players], passed)
        self._propose(Tested(players, ratings, ratings, day, number), passed, ladder)

    def test(self, tested: Tested) -> None:
        """Test ratings against the thresholds."""
        ladder, players, after = self._ladder, tested.players, tested.after
        unlisted = self.rating[players] == 0
        self.rating[players] = after
        if ladder is None:
            return
        self._place(tested, ladder, unlisted)
        proposes = ladder.permanence == "committee"
        if proposes and tested.carried:
            self._carried[players] = after
            return
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
        if proposes:
            self._propose(tested, passed, ladder)

    def _propose(self, tested: Tested, passed: Wide, ladder: Ladder) -> None:
        """Tell what has been passed above what is held."""
        held = self.held(tested.players)
        for at in np.flatnonzero(passed > held).tolist():
            self._tell(tested, at, "proposed", ladder.step(int(held[at]), int(passed[at])))

    def _place(self, tested: Tested, ladder: Ladder, unlisted: NDArray[np.bool_]) -> None:
        """Place who enters, or comes back, by the rating he enters with; never lower than before.

        Where a committee decides, he is placed lowest, and comes from below (`proposed_once`).
        """
        enters = np.where(tested.before > 0, tested.before, tested.after)
        new = (unlisted | (self._kept[tested.players] == NONE)) & (enters > 0)
        if new.any():
            who, enters = tested.players[new], enters[new]
            held, before = self.held(who), self._kept[who]
            lowest = ladder.permanence == "committee"
            place = np.where(lowest, 0, reached(enters, ladder.categories))
            self._stood[who], self._kept[who] = place, np.maximum(before, place)
            entering = replace(tested, players=who, before=enters, after=enters, enters=True)
            self._note(entering, held, before)

    def _note(self, tested: Tested, held: Wide, before: Wide) -> None:
        """Note whose category has changed: what was held, and reached, before is given.

        What is reached below an award is told too. Of a whole pool not who is placed, for he
        enters.
        """
        assert self._ladder is not None
        now, place = self.held(tested.players), self._kept[tested.players]
        moved = held != now
        self.since[tested.players[moved]] = tested.on.toordinal()
        if tested.enters and not self._tells_placed:
            return
        for at in np.flatnonzero(moved | (before != place)).tolist():
            how: How = "promoted" if place[at] > before[at] else "lowered"
            step = self._ladder.step(int(held[at]), int(now[at]))
            beside = "" if moved[at] else self._ladder.name(int(place[at]))
            self._tell(tested, at, "placed" if tested.enters else how, step, beside)

    def _tell(self, tested: Tested, at: int, how: How, step: Step, beside: str = "") -> None:
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
