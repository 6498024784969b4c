"""Overviews of pools in the words of tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ops.answers.documents import Row, cells

if TYPE_CHECKING:
    from ops.answers.pools import PoolOverview


def pool_row(row: PoolOverview) -> Row:
    """Return a pool with its lists and editions, without values common to all lists."""
    editions = ", ".join(one.edition for one in row.editions)
    unused = ("title", "chained", "first_period", "last_printing", "known_to", "in_force")
    return cells(row, dict.fromkeys(unused, ""), editions=editions)
