"""Categories and titles: the holders on a day, the changes of a player, the bulletin of a list."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

import msgspec
import numpy as np

from ledger.register import identities
from ledger.register.words import names_on
from ledger.sentences import Sentence, plain
from ops.answers.answer import check_limit
from projections.categories.change import Change, How
from projections.queries import NOT_IN_FORCE, PoolQuery, RatingList, categories
from projections.queries.categories import CategoriesOnDay
from projections.state.merges import names_at


class CategoryHolder(msgspec.Struct, frozen=True):
    """A player with a category or a title; None: the pool has no titles, or the list no day yet."""

    player: str
    name: str
    category: str
    since: date | None
    title: str | None
    title_since: date | None
    rating: int | None


class CategoryChange(msgspec.Struct, frozen=True):
    """A change of category or title; None for `before` and `after`: none."""

    player: str
    name: str
    outranked: str | None
    """Category reached or decided below the present one; None: no such change in the answer."""
    how: How
    before: str | None
    after: str | None
    skipped: tuple[str, ...]
    rating_before: int | None
    rating_after: int | None
    rests_on: tuple[Sentence, ...]
    """Tournaments by id, decisions by position (#40), ends of years."""
    tournaments: Mapping[str, str]
    """Names of these tournaments, by id."""
    list: str | None
    article: str
    on: date | None
    """First day; None: the list is not published."""


class Held(NamedTuple):
    """Category and title of a player; empty: none, None: the pool has no such thing."""

    category: str | None = None
    title: str | None = None


def holders(pool: PoolQuery, as_of: date | None, limit: int | None) -> tuple[CategoryHolder, ...]:
    """Return the holders of categories and titles, the highest first; no merged numbers."""
    check_limit(limit)
    found = categories.on_day(pool, as_of)
    players = np.flatnonzero((found.place >= 0) | (found.title_place >= 0))
    players = players[~np.isin(players, [*names_at(pool.facts.merges, pool.known)])]
    ranks = (found.rating[players], found.title_place[players], found.place[players])
    order = np.lexsort((players, *(-rank for rank in ranks)))[:limit]
    chosen = players[order].tolist()
    names = identities.names(pool.official.ledger.read, chosen)
    titles = bool(found.ladder.titles)
    return tuple(
        CategoryHolder(
            identities.show(player),
            names.get(player, ""),
            found.name(player),
            _day(found.since[player]),
            found.title(player) if titles else None,
            _day(found.title_since[player]) if titles else None,
            int(found.rating[player]) or None,
        )
        for player in chosen
    )


def _day(ordinal: int) -> date | None:
    return known_day(date.fromordinal(int(ordinal))) if ordinal else None


def known_day(day: date) -> date | None:
    """Return a day in force; None: the list is not published."""
    return None if day == NOT_IN_FORCE else day


def of_player(pool: PoolQuery, player: int, as_of: date | None) -> tuple[CategoryChange, ...]:
    """Return the changes of a player's category and title up to a day, oldest first."""
    names = identities.names(pool.official.ledger.read, [player])
    return _rows(pool, categories.on_day(pool, as_of, player).changes, names)


def changes_by_lists(pool: PoolQuery, player: int) -> tuple[CategoryChange, ...]:
    """Return the changes of a player's category that lists caused; none without categories."""
    found = categories.on_list(pool, pool.lists()[-1], player)
    changes = [one for one in (found.changes if found else ()) if one.number is not None]
    effective = [one for one in changes if one.is_effective and one.how != "placed"]
    return _rows(pool, effective, {})


def bulletin(pool: PoolQuery, row: RatingList) -> tuple[CategoryChange, ...]:
    """Return the changes of category in force with a list."""
    changes = categories.changes_of_list(pool, row)
    players = [change.player for change in changes]
    return _rows(pool, changes, names_on(pool.official.ledger.read, players, row.list_date))


def _rows(
    pool: PoolQuery, changes: Sequence[Change], names: Mapping[int, str]
) -> tuple[CategoryChange, ...]:
    from projections.queries.explain.category_changes import rests_on

    periods = {listed.number: listed.period for listed in pool.lists()}
    outranked = any(change.outranked for change in changes)
    causes = {change: rests_on(pool, change) for change in changes}
    return tuple(
        CategoryChange(
            identities.show(change.player),
            names.get(change.player, ""),
            change.outranked if outranked else None,
            change.how,
            change.before or None,
            change.after or None,
            tuple(change.skipped),
            change.rating_before or None,
            change.rating_after or None,
            tuple(map(plain, causes[change])),
            _names(pool, causes[change]),
            periods.get(change.number) if change.number is not None else None,
            change.article,
            known_day(change.on),
        )
        for change in changes
    )


def _names(pool: PoolQuery, causes: Sequence[str | Sentence]) -> dict[str, str]:
    """Return the names of the tournaments among causes, by id."""
    announced = pool.official.facts.announcements
    ids = (one for one in causes if isinstance(one, str) and one in announced)
    return {one: announced[one].name for one in ids}


# ---------------------------------------------------------------------- beside other answers


def on_day(
    pool: PoolQuery, player: int | None, as_of: date | None = None
) -> CategoriesOnDay | None:
    """Return the categories of a player, or of all (None); None in a pool without categories."""
    return categories.or_none(lambda: categories.on_day(pool, as_of, player))


def held(found: CategoriesOnDay | None, player: int) -> Held:
    """Return category and title of a player."""
    if found is None:
        return Held()
    return Held(found.name(player), found.title(player) if found.ladder.titles else None)


def held_before(found: CategoriesOnDay | None, day: date) -> Held:
    """Return category and title as of an earlier day, from the categories of a single player."""
    if found is None:
        return Held()
    title = _after(found.changes, day, title=True) if found.ladder.titles else None
    return Held(_after(found.changes, day, title=False), title)


def _after(changes: Sequence[Change], day: date, *, title: bool) -> str:
    mine = (one for one in changes if one.title == title and one.how != "proposed")
    names = [change.after for change in mine if change.on <= day]
    return names[-1] if names else ""


def changes_on(pool: PoolQuery, player: int, on: RatingList) -> tuple[CategoryChange, ...]:
    """Return the changes of a player's category caused by a list."""
    found = categories.on_list(pool, on, player)
    mine = (one for one in (found.changes if found else ()) if one.number == on.number)
    effective = [one for one in mine if one.is_effective and one.how != "placed"]
    return _rows(pool, effective, {})
