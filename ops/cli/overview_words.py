"""Overviews in the words of tables: pools, persons, a player's ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ops.answers.documents import Row, cells
from ops.cli.words import force_words
from ops.words.states import NONE, games_so_far

if TYPE_CHECKING:
    from ops.answers.many_ratings import RatingFound
    from ops.answers.people import PersonFound, RatingInPool
    from ops.answers.player_ratings import PlayerRating
    from ops.answers.pools import PoolOverview


def pool_row(row: PoolOverview) -> Row:
    """Return a pool with its lists and editions, without values common to all lists."""
    editions = ", ".join(one.edition for one in row.editions)
    unused = ("title", "chained", "first_period", "last_printing", "known_to", "in_force")
    return cells(row, dict.fromkeys(unused, ""), editions=editions)


def found_row(row: PersonFound) -> Row:
    """Return a person found, without the column of merges if nobody was merged."""
    return cells(row, merged=row.merged or None)


def overview_row(row: RatingInPool) -> Row:
    """Return a player's rating in a pool."""
    unused = ("force", "known_to", "printing", "merged_number", "games_at_least")
    return cells(
        row,
        {"k": "K", **dict.fromkeys(unused, "")},
        pool=f"{row.pool}, as {row.merged_number}" if row.merged_number else row.pool,
        rating=row.rating or NONE,
        games_so_far=games_so_far(row.games_so_far, at_least=row.games_at_least),
        in_force_from=force_words(row.in_force_from, row.force),
    )


def rating_row(row: PlayerRating) -> Row:
    """Return a player's rating."""
    return cells(
        row,
        {"k": "K", "printing": "", "force": "", "games_at_least": ""},
        rating=row.rating or NONE,
        games_so_far=games_so_far(row.games_so_far, at_least=row.games_at_least),
        in_force_from=force_words(row.in_force_from, row.force),
    )


def rating_found(row: RatingFound) -> Row:
    """Return a rating of many that were asked for."""
    games = games_so_far(row.games_so_far, at_least=row.games_at_least)
    return cells(row, {"games_at_least": ""}, games_so_far=games)
