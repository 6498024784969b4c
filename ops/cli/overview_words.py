"""Overviews in the words of tables: pools, and a player's ratings in all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ops.cli.words import Row, cells, in_force

if TYPE_CHECKING:
    from ops.answers.people import RatingInPool
    from ops.answers.pools import PoolOverview


def pool_row(row: PoolOverview) -> Row:
    """Return a pool with its lists and editions, without what is the same for all lists."""
    editions = ", ".join(one.edition for one in row.editions)
    unused = ("title", "chained", "first_period", "last_printing", "known_to", "in_force")
    return cells(row, dict.fromkeys(unused, ""), editions=editions)


def overview_row(row: RatingInPool) -> Row:
    """Return a player's rating in a pool."""
    from_day = in_force(row.in_force_from, row.force)
    names = {"k": "K", "force": "", "known_to": "", "printing": ""}
    return cells(row, names, rating=row.rating or "none", in_force_from=from_day)
