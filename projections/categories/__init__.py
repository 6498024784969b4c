"""Categories: who reaches which, on what it rests, and who holds it on a day.

Categories follow the list in force: what a list shows is tested against the thresholds of its day
and holds from that day on. In a chain every tournament's final rating is tested, so that a peak
between two lists counts. Nothing is kept: the changes of the ratings are walked again.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray

from ledger.clock import today
from projections.categories.ladders import NoCategories, required
from projections.holding.change import Change
from projections.holding.ladders import NONE, Ladder
from projections.holding.walking import Walk
from projections.queries import NOT_IN_FORCE, NotCovered, PoolQuery, RatingList
from projections.queries.overtaken import overtaken_by
from projections.state.pool import CategoryDecision


@dataclass(frozen=True, slots=True)
class Held:
    """Who holds which category on a day, and which title beside it, as known."""

    ladder: Ladder
    rating: NDArray[np.int64]
    """By player, on the list in force; 0 is none."""
    place: NDArray[np.int64]
    """By player, of the category held; -1 is none."""
    since: NDArray[np.int64]
    """By player, the day from which it is held, as an ordinal; 0: it is not."""
    title_place: NDArray[np.int64]
    """By player, of the highest title held; -1 is none."""
    title_since: NDArray[np.int64]
    """By player, the day from which that is held, as an ordinal."""
    changes: tuple[Change, ...]
    """In their order: of one player, all; of a whole pool, those of who had a category before."""

    def name(self, player: int) -> str:
        """Give the category of a player; "" is none."""
        return self.ladder.name(int(self.place[player]))

    def title(self, player: int) -> str:
        """Give the highest title of a player; "" is none."""
        return self.ladder.title(int(self.title_place[player]))


def held(pool: PoolQuery, as_of: date | None = None, player: int | None = None) -> Held:
    """Give who holds which category on a day (None: today, or on the last list if that is later).

    Raises NoCategories where the pool has none on that day; with a player, only his is told.
    """
    day = as_of or _last_day(pool)
    ladder = required(pool, day)
    return _held(_walked(pool, day, player), ladder)


def held_with(pool: PoolQuery, row: RatingList, player: int | None = None) -> Held:
    """Give who holds which category when a list takes force.

    Of one that is not published: by the law and the decisions up to its own day, and after those
    closed before it that are to be published, each by the law of its own. Raises NoCategories.
    """
    if row.in_force_from != NOT_IN_FORCE:
        return held(pool, row.in_force_from, player)
    day = _settled(pool, row)
    return _held(_walked(pool, day, player, row.number), required(pool, day))


def _settled(pool: PoolQuery, row: RatingList) -> date:
    """Give the day on which a list that is not published could be: after those before it are."""
    before = (each.in_force_from for each in pool.lists() if each.number < row.number)
    return max(row.list_date, *(day for day in before if day != NOT_IN_FORCE))


def held_after(
    pool: PoolQuery,
    player: int,
    following: RatingList,
    moves: NDArray[np.int64],
    turns: Collection[int] = (),
) -> Held:
    """Give what a player would hold with a list that is not closed yet.

    `moves` as `PoolQuery.moves`.

    `turns` are the places of the ends of years on it.

    Raises NoCategories where the pool has none on its day.
    """
    ladder, last = required(pool, following.in_force_from), following.number - 1
    day = min(_last_day(pool), following.in_force_from)
    walk = _walked(pool, day, player, last)
    walk.go_on(following, np.concatenate([pool.moves(last, player), moves]), turns)
    return _held(walk, ladder)


def brought_by(pool: PoolQuery, decided: CategoryDecision) -> Change | None:
    """Give what a decision brings on its day; None where nothing was in force, or no category."""
    try:
        walk = _walked(pool, decided.on, decided.player)
    except NotCovered:
        return None
    told = len(walk.holding.changes)
    walk.holding.decide(decided)
    return walk.holding.changes[-1] if len(walk.holding.changes) > told else None


def without_effect(pool: PoolQuery, player: int) -> list[CategoryDecision]:
    """Give what was decided about a player and has nothing to act on; none without categories."""
    try:
        changes = held(pool, None, player).changes
    except (NoCategories, NotCovered):
        return []
    vain = {each.decided_at for each in changes if each.how == "no effect"}
    decisions = pool.facts.category_decisions
    return [each for each in decisions if each.player == player and each.position in vain]


def _walked(pool: PoolQuery, day: date, player: int | None, through: int = 0) -> Walk:
    """Walk up to a day; with lists up to a number that are to be published, as on their own."""
    in_force = pool.list_in_force(day)
    size, decided = pool.official.facts.players + 1, pool.facts.category_decisions
    walk = Walk(pool, size, decided, player)
    lists = [
        (each.in_force_from, each)
        for each in pool.lists()
        if each.number <= in_force.number and each.in_force_from <= day
    ]
    waiting = [
        (_settled(pool, each), each)
        for each in pool.lists()
        if in_force.number < each.number <= through and each.in_force_from == NOT_IN_FORCE
    ]
    walk.go([*lists, *waiting], max([day, *(own for own, _ in waiting)]))
    return walk


def _held(walk: Walk, ladder: Ladder) -> Held:
    of = walk.holding
    category, title = (of.held(), of.since), (of.awards.title, of.title_since)
    return Held(ladder, of.rating, *category, *title, tuple(of.changes))


def _last_day(pool: PoolQuery) -> date:
    """Give today, or the day of the last list; what is in force on the last of days never is."""
    lists = [each.in_force_from for each in pool.lists() if each.in_force_from < date.max]
    return max([today(pool.official.ledger.clock, pool.facts.opened.zone), *lists])


def of_list(pool: PoolQuery, row: RatingList) -> list[Change]:
    """Give the changes of category that take force with a list: since the one before it.

    Who enters is placed, not promoted. What the list brings comes first, the highest before the
    others; then every award and withdrawal, and what the law moved, by day. A list that never was
    in force brings nothing.
    """
    if overtaken_by(pool, row) is not None:
        return []
    days = (each.in_force_from for each in pool.lists() if each.number < row.number)
    before = max((day for day in days if day < row.in_force_from), default=date.min)
    found = held_with(pool, row)
    mine = [
        each
        for each in found.changes
        if each.number == row.number or (each.number is None and each.on > before)
    ]
    taking_force = [each for each in mine if each.takes_force]
    place = {name: at for at, name in enumerate(found.ladder.names)}
    brought = [each for each in taking_force if each.number is not None]
    brought.sort(key=lambda each: -place.get(each.after, NONE))
    return [*brought, *(each for each in taking_force if each.number is None)]
