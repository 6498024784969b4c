"""Rows of tables about pools."""

from typing import TYPE_CHECKING

from ops.doors.documents import Row, cells
from ops.words import said

if TYPE_CHECKING:
    from ops.answers.closing_conditions import UnmetCondition
    from ops.pools.overview import PoolNews
    from ops.pools.pools import PoolOverview


def news_row(row: "PoolNews") -> Row:
    """Return a pool with its lists, the first of its list in force, and who gained most."""
    return {
        "pool": row.pool,
        "in_force": row.in_force,
        "players": row.players,
        "next_list": row.next_list,
        "next_list_date": row.next_list_date,
        "next_cut_off": row.next_cut_off,
        "leaders": "; ".join(f"{of.name} {of.rating}" for of in row.leaders),
        "gains": "; ".join(f"{of.name} {of.change:+d}" for of in row.gains),
        "stopped": row.stopped,
    }


def pool_row(row: "PoolOverview") -> Row:
    """Return a pool with its lists and editions, without values common to all lists."""
    editions = ", ".join(one.edition for one in row.editions)
    unused = ("title", "chained", "first_period", "last_printing", "known_to", "in_force")
    return cells(row, dict.fromkeys(unused, ""), editions=editions)


def pending_row(row: "UnmetCondition") -> Row:
    """Return an unmet condition of a pool, names next to numbers."""
    others = f" ({'; '.join(row.opponents)})" if row.opponents else ""
    return cells(
        row,
        {"name": "", "player_name": "", "opponents": "", "remedies": ""},
        about=f"{row.about} {row.name}".strip(),
        player=f"{row.player} {row.player_name}".strip(),
        says=said(row.says) + others,
    )
