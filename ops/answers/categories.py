"""Categories and promotions as rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date

import numpy as np

from ledger.register import identities
from ledger.register.person_words import names_on
from ops.answers import in_force
from ops.answers.answer import check_limit
from ops.answers.rows import Row
from projections.categories.change import Change
from projections.explain.category_changes import rests_on
from projections.queries import NotCovered, PoolQuery, RatingList, categories
from projections.queries.categories import CategoriesOnDay, NoCategories


def of_pool(pool: PoolQuery, as_of: date | None, limit: int | None) -> list[Row]:
    """Give who holds which category, the highest first."""
    check_limit(limit)
    held = categories.on_day(pool, as_of)
    players = np.flatnonzero((held.place >= 0) | (held.title_place >= 0))
    ranks = (held.rating[players], held.title_place[players], held.place[players])
    order = np.lexsort((players, *(-each for each in ranks)))[:limit]
    chosen = players[order].tolist()
    names = identities.names(pool.official.ledger.read, chosen)
    return [
        {
            "player": identities.show(player),
            "name": names.get(player, ""),
            **_held_since(held, player),
            "rating": int(held.rating[player]) or "none",
        }
        for player in chosen
    ]


def _held_since(held: CategoriesOnDay, player: int) -> Row:
    """Give category and title, each with its day; the title in a pool that has any."""
    row: Row = {"category": held.name(player), "since": _day(held.since[player])}
    if held.ladder.titles:
        row |= {"title": held.title(player), "title_since": _day(held.title_since[player])}
    return row


def _day(ordinal: int) -> date | str:
    return in_force.shown(date.fromordinal(int(ordinal))) if ordinal else ""


def of_player(pool: PoolQuery, player: int, as_of: date | None) -> list[Row]:
    """Give the changes of a player's category and title up to a day, oldest first.

    The last one of each holds. `beside` names what was reached or decided below what is held.
    """
    changes = categories.on_day(pool, as_of, player).changes
    beside = any(each.outranked for each in changes)
    return [
        {
            "on": in_force.shown(each.on),
            **({"beside": each.outranked} if beside else {}),
            **_said(pool, each),
        }
        for each in changes
    ]


def bulletin(pool: PoolQuery, row: RatingList) -> list[Row]:
    """Give the changes of category that take force with a list: its bulletin."""
    changes = categories.changes_of_list(pool, row)
    players = [each.player for each in changes]
    names = names_on(pool.official.ledger.read, players, row.list_date)
    beside = any(each.outranked for each in changes)
    return [
        {
            "player": identities.show(each.player),
            "name": names.get(each.player, ""),
            **({"beside": each.outranked} if beside else {}),
            **_said(pool, each),
            "on": in_force.shown(each.on),
        }
        for each in changes
    ]


def _said(pool: PoolQuery, change: Change) -> Row:
    return {
        "how": change.how,
        "from": change.before or "none",
        "to": change.after or "none",
        "skipped": ", ".join(change.skipped),
        "rating_before": change.rating_before or "none",
        "rating_after": change.rating_after or "none",
        "rests_on": " ".join(rests_on(pool, change)),
        "list": _period(pool, change),
        "article": change.article,
    }


def _period(pool: PoolQuery, change: Change) -> str:
    return next((each.period for each in pool.lists() if each.number == change.number), "")


def held_by(pool: PoolQuery, player: int, as_of: date | None = None) -> CategoriesOnDay | None:
    """Give what a player holds on a day; None in a pool without categories."""
    return _or_none(lambda: categories.on_day(pool, as_of, player))


def _or_none(asked: Callable[[], CategoriesOnDay]) -> CategoriesOnDay | None:
    try:
        return asked()
    except (NoCategories, NotCovered):
        return None


def changes_of(pool: PoolQuery, player: int, on: RatingList) -> tuple[Change, ...] | None:
    """Give the changes of a player's category up to a list; None in a pool without categories."""
    held = _or_none(lambda: categories.with_list(pool, on, player))
    return None if held is None else held.changes


def on_list(pool: PoolQuery, row: RatingList) -> CategoriesOnDay | None:
    """Give who holds which category when a list takes force; None in a pool without categories."""
    return _or_none(lambda: categories.with_list(pool, row))


def beside(pool: PoolQuery, row: RatingList, rows: Sequence[Row]) -> list[Row]:
    """Give the rows of a list with what is held on its day, in a pool that has any categories.

    The title that was awarded stands as `awarded_title`: persons have titles of their own.
    """
    held = on_list(pool, row)
    return [{**each, **_listed(held, identities.parse(each["player"]))} for each in rows]


def _listed(held: CategoriesOnDay | None, player: int) -> Row:
    shown = said(held, player)
    return {"awarded_title" if name == "title" else name: shown[name] for name in shown}


def said(held: CategoriesOnDay | None, player: int) -> Row:
    """Give category and title as a row shows them; the title only in a pool that has any."""
    if held is None:
        return {}
    title = {"title": held.title(player)} if held.ladder.titles else {}
    return {"category": held.name(player), **title}


def fields_on_day(held: CategoriesOnDay | None, day: date) -> Row:
    """Give them of one player as they were on an earlier day."""
    if held is None:
        return {}
    title = {"title": _on(held.changes, day, title=True)} if held.ladder.titles else {}
    return {"category": category_on(held.changes, day), **title}


def category_on(changes: Sequence[Change], day: date) -> str:
    """Give the category that held on a day; "" is none."""
    return _on(changes, day, title=False)


def _on(changes: Sequence[Change], day: date, *, title: bool) -> str:
    mine = (each for each in changes if each.title == title and each.how != "proposed")
    held = [each.after for each in mine if each.on <= day]
    return held[-1] if held else ""


def held_on(pool: PoolQuery, player: int, on: RatingList) -> Row:
    """Give the category of a player on the day of a list, in a pool that has any; "" is none."""
    changes = changes_of(pool, player, on)
    return {} if changes is None else {"category": category_on(changes, on.in_force_from)}


def resting_on(pool: PoolQuery, player: int, on: RatingList) -> list[Change]:
    """Give the changes of a player's category that rest on a list."""
    changes = changes_of(pool, player, on) or ()
    mine = (each for each in changes if each.number == on.number and each.is_effective)
    return [each for each in mine if each.how != "placed"]


def rows_on(pool: PoolQuery, player: int, on: RatingList) -> list[Row]:
    """Give them as rows."""
    return [_said(pool, each) for each in resting_on(pool, player, on)]


def in_words(pool: PoolQuery, player: int, on: RatingList) -> Iterator[str]:
    """Give the category held on the day of a list, and what changed it there, a line each."""
    held = _or_none(lambda: categories.with_list(pool, on, player))
    for category in held_on(pool, player, on).values():
        by = f" [{held.ladder.article}]" if held and category else ""
        yield f"category {category or 'none'}{by}"
    for each in resting_on(pool, player, on):
        skipped = f", skipping {', '.join(each.skipped)}" if each.skipped else ""
        by = " ".join(rests_on(pool, each))
        step = f"{each.before or 'none'} -> {each.after or 'none'}"
        yield f"category {step}: {each.how}{skipped}, by {by} [{each.article}]"
