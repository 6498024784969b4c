"""Categories of players on a day, with all changes up to the day.

Categories follow the lists in force: the ratings of a list are tested against the thresholds of its
day, and a category counts from that day on. In a chain the rating after each tournament is tested,
so that a peak between two lists counts. Nothing is stored: the changes are derived again.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ledger.clock import today
from ledger.errors import Refused
from ledger.sentences import Remedy, Sentence, tabled
from projections.categories.change import Change
from projections.categories.ladder import CATEGORIES, KEPT, NONE, Ladder, days_of_law, ladder_on
from projections.categories.timeline import DatedList, Timeline
from projections.queries import NOT_IN_FORCE, NotCovered, PoolQuery, RatingList
from projections.state.law import Law, parameter_on
from projections.state.pool import CategoryDecision


class NoCategories(Refused):
    """Neither the text nor the body has stated the categories of a pool."""


_IN_MEMORY: Final = 60
"""Bytes in memory for each player, about."""


@dataclass(frozen=True, slots=True)
class CategoriesOnDay:
    """The categories and titles of a pool on a day. Arrays by register number."""

    ladder: Ladder
    rating: NDArray[np.int64]
    """On the list in force; 0 is none."""
    place: NDArray[np.int64]
    """Of the category; -1 is none."""
    since: NDArray[np.int64]
    """First day of the category, as an ordinal; 0 without one."""
    title_place: NDArray[np.int64]
    """Of the highest title; -1 is none."""
    title_since: NDArray[np.int64]
    """First day of the title, as an ordinal."""
    changes: tuple[Change, ...]
    """In order: of one player all; of a whole pool without the first placements."""

    def name(self, player: int) -> str:
        """Return the category of a player; "" is none."""
        return self.ladder.name(int(self.place[player]))

    def title(self, player: int) -> str:
        """Return the highest title of a player; "" is none."""
        return self.ladder.title(int(self.title_place[player]))


def on_day(
    pool: PoolQuery, as_of: date | None = None, player: int | None = None
) -> CategoriesOnDay:
    """Return the categories on a day: of a player, or of all.

    By default today, or the day of the last list if later. Raises NoCategories where the pool has
    none on that day.
    """
    day = as_of or _last_day(pool)
    ladder = required(pool, day)
    return _result(_timeline(pool, day, player), ladder)


def with_list(pool: PoolQuery, row: RatingList, player: int | None = None) -> CategoriesOnDay:
    """Return the categories when a list takes force. Raises NoCategories.

    For an unpublished list: by the law and decisions of the list date, after the unpublished lists
    before it.
    """
    if row.in_force_from != NOT_IN_FORCE:
        return on_day(pool, row.in_force_from, player)
    day = _earliest_publication(pool, row)
    return _result(_timeline(pool, day, player, row.number), required(pool, day))


def _earliest_publication(pool: PoolQuery, row: RatingList) -> date:
    """Return the first day on which an unpublished list can be in force: not before older lists."""
    before = (older.in_force_from for older in pool.lists() if older.number < row.number)
    return max(row.list_date, *(day for day in before if day != NOT_IN_FORCE))


def after_list(
    pool: PoolQuery,
    player: int,
    following: RatingList,
    rating_changes: NDArray[np.int64],
    year_ends: Collection[int] = (),
) -> CategoriesOnDay:
    """Return the categories of a player with a list still to be closed.

    `rating_changes` as of `PoolQuery.rating_changes`; `year_ends` are places on the list. Raises
    NoCategories where the pool has none on the date of the list.
    """
    ladder, last = required(pool, following.in_force_from), following.number - 1
    day = min(_last_day(pool), following.in_force_from)
    timeline = _timeline(pool, day, player, last)
    rows = np.concatenate([pool.rating_changes(last, player), rating_changes])
    timeline.advance_by(_dated(following), rows, year_ends)
    return _result(timeline, ladder)


def change_by(pool: PoolQuery, decision: CategoryDecision) -> Change | None:
    """Return the change of category caused by a decision.

    None where no list was in force, or no category.
    """
    try:
        categories = _timeline(pool, decision.on, decision.player).categories
    except NotCovered:
        return None
    count = len(categories.changes)
    categories.decide(decision)
    return categories.changes[-1] if len(categories.changes) > count else None


def decisions_without_effect(pool: PoolQuery, player: int) -> list[CategoryDecision]:
    """Return the awards and withdrawals of a player without effect."""
    try:
        changes = on_day(pool, None, player).changes
    except (NoCategories, NotCovered):
        return []
    positions = {change.decided_at for change in changes if change.how == "no effect"}
    decisions = pool.facts.category_decisions
    return [d for d in decisions if d.player == player and d.position in positions]


def _timeline(pool: PoolQuery, day: date, player: int | None, through: int = 0) -> Timeline:
    """Return the timeline up to a day, and up to unpublished lists with numbers to `through`."""
    in_force = pool.list_in_force(day)
    registered = max(pool.official.facts.players, player or 0)  # a player may be registered later
    timeline = Timeline(pool, registered + 1, pool.facts.category_decisions, player)
    lists = [
        (row.in_force_from, _dated(row))
        for row in pool.lists()
        if row.number <= in_force.number and row.in_force_from <= day
    ]
    unpublished = [
        (_earliest_publication(pool, row), _dated(row))
        for row in pool.lists()
        if in_force.number < row.number <= through and row.in_force_from == NOT_IN_FORCE
    ]
    timeline.advance([*lists, *unpublished], max([day, *(own for own, _ in unpublished)]))
    return timeline


def _dated(row: RatingList) -> DatedList:
    return DatedList(row.number, row.list_date, row.in_force_from)


def _result(timeline: Timeline, ladder: Ladder) -> CategoriesOnDay:
    of = timeline.categories
    category, title = (of.places(), of.since), (of.awards.title, of.title_since)
    return CategoriesOnDay(ladder, of.rating, *category, *title, tuple(of.changes))


def _last_day(pool: PoolQuery) -> date:
    """Return today, or the day of the last list in force if later."""
    lists = [row.in_force_from for row in pool.lists() if row.in_force_from < NOT_IN_FORCE]
    return max([today(pool.official.ledger.clock, pool.facts.opened.zone), *lists])


def changes_of_list(pool: PoolQuery, row: RatingList) -> list[Change]:
    """Return the changes for the bulletin of a list.

    First the changes by ratings, highest category first; then awards, withdrawals and changes of
    law since the list before, by day. Placements are left out. Empty for a list that never was in
    force.
    """
    if pool.overtaken_by(row) is not None:
        return []
    days = (older.in_force_from for older in pool.lists() if older.number < row.number)
    before = max((day for day in days if day < row.in_force_from), default=date.min)
    found = with_list(pool, row)
    changes = [
        change
        for change in found.changes
        if change.takes_force
        and (change.number == row.number or (change.number is None and change.on > before))
    ]
    place = {name: at for at, name in enumerate(found.ladder.names)}
    by_rating = [change for change in changes if change.number is not None]
    by_rating.sort(key=lambda change: -place.get(change.after, NONE))
    return [*by_rating, *(change for change in changes if change.number is None)]


def required(pool: PoolQuery, day: date) -> Ladder:
    """Return the ladder of a pool on a day. Raises NoCategories with the command to run."""
    found = ladder_on(pool.facts, day, pool.known)
    if found is not None:
        return found
    edition = Law(pool.facts, pool.known).edition_on(day)
    if edition is None and any(CATEGORIES in other.numbers for other in pool.law.editions):
        raise NoCategories(
            Sentence(
                "{pool} has no categories on {day}: {rulebook} states them, and no edition of it "
                "is adopted for that day; adopt one first: {adopt}",
                pool=pool.name,
                day=day,
                rulebook=tabled(pool.law.title),
                adopt=Remedy("adopt-edition", pool=pool.name, edition=None),
            )
        )
    stated = edition is not None and CATEGORIES in edition.numbers
    first = first_open_day(pool, day)
    record = partial(
        Remedy, "decide-parameter-set", pool=pool.name, in_force_from=first, by="the-body"
    )
    keep = record(name=KEPT, word="permanent")
    if stated or parameter_on(pool.facts, CATEGORIES, day, pool.known):
        raise NoCategories(
            Sentence(
                "{pool} has no categories on {day}: nothing says how long one is kept; the body "
                "sets it (permanent, follows or committee): {keep}",
                pool=pool.name,
                day=day,
                keep=keep,
            )
        )
    rows = '[["Third", 0], ["Second", 1500]]'
    raise NoCategories(
        Sentence(
            "{pool} has no categories on {day}: {rulebook} states none, and the body has set none; "
            "it does with {set}, and how long one is kept (permanent, follows or committee) with "
            "{keep}",
            pool=pool.name,
            day=day,
            rulebook=tabled(pool.law.title),
            set=record(name=CATEGORIES, unit="points", rows=rows),
            keep=keep,
        )
    )


def settled_through(pool: PoolQuery) -> date:
    """Return the last day of law used by a closed list: a list date or day of publication."""
    lists = pool.lists()[1:]
    published = [row.in_force_from for row in lists if row.in_force_from != NOT_IN_FORCE]
    return max([row.list_date for row in lists] + published, default=date.min)


def first_open_day(pool: PoolQuery, day: date) -> date:
    """Return a day, or the first later day on which no closed list depends."""
    return max(day, settled_through(pool) + timedelta(days=1))


def first_on_or_after(pool: PoolQuery, day: date) -> Ladder:
    """Return the ladder of a day, or the next ladder. Raises NoCategories."""
    later = (change for change in days_of_law(pool.facts, pool.known) if change > day)
    ladders = (ladder_on(pool.facts, start, pool.known) for start in (day, *later))
    return next((ladder for ladder in ladders if ladder is not None), None) or required(pool, day)


def on_list(pool: PoolQuery, row: RatingList, player: int | None = None) -> CategoriesOnDay | None:
    """Return the categories held when a list takes force; None in a pool without categories.

    Those of all players stay in memory between the requests of a service, until the next event of
    the pool: they are asked about players of the list only.
    """
    official = pool.official
    if player is not None or pool.known != official.facts.position:
        return or_none(lambda: with_list(pool, row, player))
    key = ("categories", pool.name, pool.facts.version, row.position)
    found: CategoriesOnDay | None = official.memory.answers.get(key)
    if found is None:
        found = or_none(lambda: with_list(pool, row))
        if found is not None:
            official.memory.answers.put(key, found, _IN_MEMORY * len(found.place))
    return found


def or_none(asked: Callable[[], CategoriesOnDay]) -> CategoriesOnDay | None:
    """Return what is asked; None in a pool without categories."""
    try:
        return asked()
    except (NoCategories, NotCovered):
        return None
