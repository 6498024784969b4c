"""The category and title of each player, and the changes of both.

Reading `passing`: a rating reaches a category by passing its threshold. After a withdrawal the
player reaches the category again by falling below the threshold and passing it anew.

Reading `given_back`: the rating changes of a year end are not earned by play. A player whom a year
end takes below a threshold has to pass it anew; a player whom it takes to a threshold is promoted
with the next event played. Where categories follow the list, the list decides both ways. A
correction by the body promotes: it states what the final rating should have been.

Reading `proposed_once`: where a committee decides, a new player gets the lowest category, and the
category of the entry rating is proposed on the player's first list; for a player carried over, on
the first list of the pool. Later lists propose it only after the threshold is passed anew.

Reading `awarded_beside`: an awarded category lasts until withdrawn; the player holds the higher of
the awarded and the reached category.

Reading `titles_beside`: a title is awarded, never reached by a rating, and is independent of the
category. The highest of several titles is shown.

Reading `withdraws_what_it_names`: a withdrawal acts on the award or category it names, whatever
else the player holds; a withdrawal of nothing is reported.

Reading `left_with_what_he_held`: a withdrawal returns the player to the category held before the
one withdrawn, whatever was skipped; after a placement, to the next lower category. By `passing` it
stays until the player falls below a higher threshold and passes it anew.

Reading `law_leaves_a_row`: a category that the law renames or removes changes on the day of the
law: into the category of the same name, or of its threshold; a title that is removed lapses.
"""

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
from projections.rulebooks.engine.categories import reached, retained
from projections.state.pool import CategoryDecision


@dataclass(frozen=True, slots=True)
class RatingsTest:
    """Ratings to test against the thresholds: those of a list, or all after a change of law."""

    players: Wide
    before: Wide
    after: Wide
    on: date
    number: int | None = None
    place: int = 0
    may_promote: bool = True
    """False for the ratings after a year end."""
    first_listed: bool = False
    carried_over: bool = False
    """Before the first list: proposals wait for it."""


class PlayerCategories:
    """Categories and titles by register number, changed by ratings, decisions and the law."""

    def __init__(self, size: int, *, records_placements: bool) -> None:
        self._records_placements = records_placements
        self._ladder: Ladder | None = None
        self.rating, self.since, self.title_since = np.zeros((3, size), dtype=np.int64)
        self._carried_over = np.zeros(size, dtype=np.int64)  # ratings not on a list yet
        self._by_rating, self._tested = np.full((2, size), NONE, dtype=np.int64)
        # the category reached and kept, and that of the last rating tested
        self._risen_from: dict[int, set[int]] = defaultdict(set)
        self.awards = Awards(size)
        self._before_law: list[CategoryDecision] = []
        self.changes: list[Change] = []

    def places(self, players: Wide | slice = slice(None)) -> Wide:
        """Return the place of each player's category, the higher of reached and awarded."""
        return np.maximum(self._by_rating[players], self.awards.category[players])

    def amend(self, ladder: Ladder | None, day: date) -> bool:
        """Adopt the ladder of a day; return whether it differs from the one before."""
        before = self._ladder
        if ladder is None or ladder == before:
            return False
        self._ladder = ladder
        if before is not None:
            self._translate(before, ladder, day)
        waiting, self._before_law = self._before_law, []
        for decision in waiting:
            self.decide(decision)
        return True

    def _translate(self, before: Ladder, ladder: Ladder, day: date) -> None:
        categories, titles = self.places(), self.awards.title.copy()
        translated = [ladder.place_of_old(before, at) for at in range(len(before.categories))]
        places = np.array([*translated, NONE], dtype=np.int64)  # the last is that of NONE
        self._by_rating, self._tested = places[self._by_rating], places[self._tested]
        for player, lower in self._risen_from.items():
            self._risen_from[player] = {int(places[place]) for place in lower}
        self.awards.amend(before, ladder)
        self._record_law(renamed(before.name, ladder.name, categories, self.places()), day)
        now = self.awards.title
        self._record_law(renamed(before.title, ladder.title, titles, now), day, title=True)

    def _record_law(self, changes: Iterable[Renamed], day: date, *, title: bool = False) -> None:
        assert self._ladder is not None
        since = self.title_since if title else self.since
        for player, before, after in changes:
            rating, since[player] = int(self.rating[player]), day.toordinal()
            step = (before, after, (), rating, rating, self._ladder.article)
            self.changes.append(Change(player, day, "amended", *step, title=title))

    def test_all(self, day: date, *, carried_over: bool = False) -> None:
        """Test all ratings against a changed ladder."""
        players = np.flatnonzero(self.rating)
        ratings = self.rating[players]
        self.test(RatingsTest(players, ratings, ratings, day, carried_over=carried_over))

    def propose_carried_over(self, day: date, number: int) -> None:
        """Propose on the first list the categories of ratings carried over and not tested yet."""
        players = np.flatnonzero(np.minimum(self._carried_over, self.rating))
        ladder, ratings = self._ladder, self.rating[players]
        if ladder is None or ladder.permanence != "committee":
            return
        lower = np.minimum(self._carried_over[players], ratings)
        passed = self._passed(players, reached(lower, ladder.categories))
        self._tested[players] = np.maximum(self._tested[players], passed)
        self._propose(RatingsTest(players, ratings, ratings, day, number), passed, ladder)

    def _passed(self, players: Wide, places: Wide) -> Wide:
        return np.where(places > self._tested[players], places, NONE)

    def test(self, ratings: RatingsTest) -> None:
        """Test ratings against the thresholds of the ladder in force."""
        ladder, players, after = self._ladder, ratings.players, ratings.after
        unlisted = self.rating[players] == 0
        self.rating[players] = after
        if ladder is None:
            return
        self._place(ratings, ladder, unlisted)
        proposes = ladder.permanence == "committee"
        if proposes and ratings.carried_over:
            self._carried_over[players] = after
            return
        places = np.where(after > 0, reached(after, ladder.categories), NONE)
        if not ratings.may_promote and ladder.permanence != "follows":
            self._tested[players] = np.minimum(self._tested[players], places)
            return
        passed = self._passed(players, places)
        self._tested[players] = places
        self._reach(ratings, places if ladder.permanence == "follows" else passed, ladder)
        if proposes:
            self._propose(ratings, passed, ladder)

    def _reach(self, ratings: RatingsTest, places: Wide, ladder: Ladder) -> None:
        players = ratings.players
        held, before = self.places(players), self._by_rating[players]
        self._by_rating[players] = retained(before, places, ladder.permanence)
        risen = (self._by_rating[players] > before) & (before > NONE)
        for at in np.flatnonzero(risen).tolist():
            self._risen_from[int(players[at])].add(int(before[at]))
        self._record(ratings, held, before)

    def _propose(self, ratings: RatingsTest, passed: Wide, ladder: Ladder) -> None:
        held = self.places(ratings.players)
        for at in np.flatnonzero(passed > held).tolist():
            self._add(ratings, at, "proposed", ladder.step(int(held[at]), int(passed[at])))

    def _place(self, ratings: RatingsTest, ladder: Ladder, unlisted: NDArray[np.bool_]) -> None:
        """Place new and returning players by their entry ratings, never lower than before.

        Where a committee decides, in the lowest category (`proposed_once`).
        """
        entry = np.where(ratings.before > 0, ratings.before, ratings.after)
        new = (unlisted | (self._by_rating[ratings.players] == NONE)) & (entry > 0)
        if new.any():
            players, entry = ratings.players[new], entry[new]
            held, before = self.places(players), self._by_rating[players]
            lowest = ladder.permanence == "committee"
            place = np.where(lowest, 0, reached(entry, ladder.categories))
            self._tested[players], self._by_rating[players] = place, np.maximum(before, place)
            placed = replace(ratings, players=players, before=entry, after=entry, first_listed=True)
            self._record(placed, held, before)

    def _record(self, ratings: RatingsTest, held: Wide, before: Wide) -> None:
        """Record changes, also of a category reached below an awarded one.

        `held` and `before` are the places, held and reached, before the test.
        """
        assert self._ladder is not None
        now, by_rating = self.places(ratings.players), self._by_rating[ratings.players]
        changed = held != now
        self.since[ratings.players[changed]] = ratings.on.toordinal()
        if ratings.first_listed and not self._records_placements:
            return
        for at in np.flatnonzero(changed | (before != by_rating)).tolist():
            how: How = "promoted" if by_rating[at] > before[at] else "lowered"
            step = self._ladder.step(int(held[at]), int(now[at]))
            outranked = "" if changed[at] else self._ladder.name(int(by_rating[at]))
            self._add(ratings, at, "placed" if ratings.first_listed else how, step, outranked)

    def _add(
        self, ratings: RatingsTest, at: int, how: How, step: Step, outranked: str = ""
    ) -> None:
        assert self._ladder is not None
        player, before, after = (
            int(values[at]) for values in (ratings.players, ratings.before, ratings.after)
        )
        by = (before, after, self._ladder.article)
        on_list = (ratings.number, ratings.place)
        change = Change(player, ratings.on, how, *step, *by, *on_list, outranked=outranked)
        self.changes.append(change)

    def decide(self, decision: CategoryDecision) -> None:
        """Apply a decision of a committee; record also a decision without effect."""
        ladder = self._ladder
        if ladder is None:
            self._before_law.append(decision)
            return
        before = self._place_concerned(decision, ladder)
        if decision.withdrawn:
            acted = self._withdraw(decision, ladder)
        else:
            acted = self.awards.give(decision.player, decision.category, ladder)
        how: How = "withdrawn" if decision.withdrawn else "awarded"
        self._record_decision(decision, how if acted else "no effect", before, ladder)

    def _place_concerned(self, decision: CategoryDecision, ladder: Ladder) -> int:
        places = self.awards.title if decision.category in ladder.titles else self.places()
        return int(places[decision.player])

    def _withdraw(self, decision: CategoryDecision, ladder: Ladder) -> bool:
        """Withdraw an award, and the category if reached; return whether anything changed."""
        player, place = decision.player, ladder.place(decision.category)
        acted = self.awards.withdraw(player, decision.category, ladder)
        if self._by_rating[player] == place > 0 and ladder.permanence != "follows":
            lower = (at for at in self._risen_from[player] if at < place)
            self._by_rating[player] = max(lower, default=place - 1)
            return True
        return acted

    def _record_decision(
        self, decision: CategoryDecision, how: How, before: int, ladder: Ladder
    ) -> None:
        player, title = decision.player, decision.category in ladder.titles
        now = self._place_concerned(decision, ladder)
        step = (ladder.title(before), ladder.title(now), ()) if title else ladder.step(before, now)
        if now != before:
            (self.title_since if title else self.since)[player] = decision.on.toordinal()
        rating, article = int(self.rating[player]), decision.article or ladder.article
        change = Change(player, decision.on, how, *step, rating, rating, article, title=title)
        outranked = "" if now != before else decision.category
        self.changes.append(replace(change, decided_at=decision.position, outranked=outranked))
