"""Overviews in the words of tables: persons, a player's ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ops.answers.documents import Row, cells
from ops.cli.words import force_words
from ops.words.states import NONE, games_so_far

if TYPE_CHECKING:
    from ops.answers.many_ratings import RatingFound
    from ops.answers.people import RatingInPool
    from ops.answers.player_ratings import PlayerRating


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
