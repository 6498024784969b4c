"""Categories and promotions as rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

import numpy as np

from ledger import register
from ledger.errors import Refused
from ops import in_force
from projections import categories
from projections.answers import ListRow, NotCovered, Pool
from projections.category_changes import Change
from projections.ladders import NoCategories

Row = dict[str, Any]


def of_pool(pool: Pool, as_of: date | None, limit: int | None) -> list[Row]:
    """Give who holds which category, the highest first."""
    if limit is not None and limit < 0:
        raise Refused("--limit: write how many rows; 0 for all")
    held = categories.held(pool, as_of)
    players = np.flatnonzero(held.place >= 0)
    order = np.lexsort((players, -held.rating[players], -held.place[players]))[:limit]
    chosen = players[order].tolist()
    names = register.names(pool.official.ledger.read, chosen)
    return [
        {
            "player": register.show(player),
            "name": names.get(player, ""),
            "category": held.name(player),
            "since": in_force.shown(date.fromordinal(int(held.since[player]))),
            "rating": int(held.rating[player]) or "none",
        }
        for player in chosen
    ]


def of_player(pool: Pool, player: int, as_of: date | None) -> list[Row]:
    """Give the changes of a player's category up to a day, oldest first: the last one holds."""
    changes = categories.held(pool, as_of, player).changes
    return [{"on": in_force.shown(each.on), **_said(pool, each)} for each in changes]


def bulletin(pool: Pool, row: ListRow) -> list[Row]:
    """Give the changes of category that take force with a list: its bulletin."""
    changes = categories.of_list(pool, row)
    names = register.names(pool.official.ledger.read, [each.player for each in changes])
    return [
        {
            "player": register.show(each.player),
            "name": names.get(each.player, ""),
            **_said(pool, each),
            "on": in_force.shown(each.on),
        }
        for each in changes
    ]


def _said(pool: Pool, change: Change) -> Row:
    return {
        "how": change.how,
        "from": change.before or "none",
        "to": change.after or "none",
        "skipped": ", ".join(change.skipped),
        "rating_before": change.rating_before or "none",
        "rating_after": change.rating_after or "none",
        "rests_on": " ".join(categories.rests_on(pool, change)),
        "list": _period(pool, change),
        "article": change.article,
    }


def _period(pool: Pool, change: Change) -> str:
    return next((each.period for each in pool.lists() if each.number == change.number), "")


def changes_of(pool: Pool, player: int, as_of: date | None = None) -> tuple[Change, ...] | None:
    """Give the changes of a player's category; None in a pool without categories."""
    try:
        return categories.held(pool, as_of, player).changes
    except (NoCategories, NotCovered):
        return None


def on_list(pool: Pool, row: ListRow) -> categories.Held | None:
    """Give who holds which category when a list takes force; None in a pool without categories."""
    try:
        return categories.held(pool, row.in_force_from)
    except NoCategories:
        return None


def beside(pool: Pool, row: ListRow, rows: Sequence[Row]) -> list[Row]:
    """Give the rows of a list with the categories held on its day, in a pool that has any."""
    held = on_list(pool, row)
    if held is None:
        return list(rows)
    return [{**each, "category": held.name(register.parse(each["player"]))} for each in rows]


def category_on(changes: Sequence[Change], day: date) -> str:
    """Give the category that held on a day; "" is none."""
    held = [each.after for each in changes if each.on <= day and each.how != "proposed"]
    return held[-1] if held else ""


def held_on(pool: Pool, player: int, on: ListRow) -> Row:
    """Give the category of a player on the day of a list, in a pool that has any; "" is none."""
    changes = changes_of(pool, player, on.in_force_from)
    return {} if changes is None else {"category": category_on(changes, on.in_force_from)}


def resting_on(pool: Pool, player: int, on: ListRow) -> list[Change]:
    """Give the changes of a player's category that rest on a list."""
    changes = changes_of(pool, player, on.in_force_from) or ()
    return [each for each in changes if each.number == on.number and each.how != "placed"]


def rows_on(pool: Pool, player: int, on: ListRow) -> list[Row]:
    """Give them as rows."""
    return [_said(pool, each) for each in resting_on(pool, player, on)]


def in_words(pool: Pool, player: int, on: ListRow) -> Iterator[str]:
    """Give the category held on the day of a list, and what changed it there, a line each."""
    for category in held_on(pool, player, on).values():
        yield f"category {category or 'none'}"
    for each in resting_on(pool, player, on):
        skipped = f", skipping {', '.join(each.skipped)}" if each.skipped else ""
        by = " ".join(categories.rests_on(pool, each))
        step = f"{each.before or 'none'} -> {each.after or 'none'}"
        yield f"category {step}: {each.how}{skipped}, by {by} [{each.article}]"
