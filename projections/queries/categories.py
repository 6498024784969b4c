"""Categories: who reaches which, on what it rests, and who holds it on a day.

Categories follow the list in force: what a list shows is tested against the thresholds of its day
and holds from that day on. In a chain every tournament's final rating is tested, so that a peak
between two lists counts. Nothing is kept: the changes of the ratings are walked again.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np
from numpy.typing import NDArray

from ledger.clock import today
from ledger.errors import Refused
from projections.categories.change import Change
from projections.categories.ladder import CATEGORIES, KEPT, NONE, Ladder, days_of_law, ladder_on
from projections.categories.timeline import Walk
from projections.queries import NOT_IN_FORCE, NotCovered, PoolQuery, RatingList
from projections.queries.overtaken import overtaken_by
from projections.state.law import Law
from projections.state.parameters import parameter_on
from projections.state.pool import CategoryDecision


class NoCategories(Refused):
    """Neither the text nor the body has said which categories there are."""


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


def required(pool: PoolQuery, day: date) -> Ladder:
    """Give the ladder of a pool on a day. Raises NoCategories: what is missing, what to do."""
    found = ladder_on(pool.facts, day, pool.known)
    if found is not None:
        return found
    edition = Law(pool.facts, pool.known).edition_on(day)
    if edition is None and any(CATEGORIES in each.numbers for each in pool.law.editions):
        raise NoCategories(
            f"{pool.name} has no categories on {day}: {pool.law.title} states them, and no edition "
            f"of it is adopted for that day; adopt one first: `ledger adopt {pool.name} EDITION`"
        )
    stated = edition is not None and CATEGORIES in edition.numbers
    first = first_open_day(pool, day)
    record = f"ledger record parameter-set --pool {pool.name} --in-force-from {first} --by the-body"
    keep = f"`{record} --name {KEPT} --word permanent`, or follows, or committee"
    if stated or parameter_on(pool.facts, CATEGORIES, day, pool.known):
        why = "nothing says how long one is kept"
        raise NoCategories(f"{pool.name} has no categories on {day}: {why}; the body says {keep}")
    rows = """'[["Third", 0], ["Second", 1500]]'"""
    raise NoCategories(
        f"{pool.name} has no categories on {day}: {pool.law.title} states none, and the body has "
        f"set none; it does with `{record} --name {CATEGORIES} --unit points --rows {rows}`, "
        f"and how long one is kept with {keep}"
    )


def settled_through(pool: PoolQuery) -> date:
    """Give the last day on which a sealed list rests: its own, or that of its publication."""
    lists = pool.lists()[1:]
    published = [each.in_force_from for each in lists if each.in_force_from != NOT_IN_FORCE]
    return max([each.list_date for each in lists] + published, default=date.min)


def first_open_day(pool: PoolQuery, day: date) -> date:
    """Give the first day on which no sealed list rests: a day itself, or the first one after."""
    return max(day, settled_through(pool) + timedelta(days=1))


def first_on_or_after(pool: PoolQuery, day: date) -> Ladder:
    """Give the ladder of a day, or the first one that comes later. Raises NoCategories."""
    later = (each for each in days_of_law(pool.facts, pool.known) if each > day)
    found = (
        ladder
        for each in (day, *later)
        if (ladder := ladder_on(pool.facts, each, pool.known)) is not None
    )
    return next(found, None) or required(pool, day)
