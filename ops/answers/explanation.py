"""The explanation of a rating as a document, and its games as rows.

A program needs `explanation(pool, explain(pool, player, row))`, and an encoder of msgspec structs
with a hook for register numbers and fractions: `ops/guide/asking.md` has the lines.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Final

import msgspec

from ledger.register.identities import RegisterNumber
from ops.answers import categories
from ops.answers.categories import CategoryChange
from projections.queries import PoolQuery
from projections.queries.explain.sheets import Explanation, TournamentSheet

VERSION: Final = 3
"""Version of the document."""


class ExplanationDocument(Explanation, frozen=True, kw_only=True, omit_defaults=True):
    """The explanation of a player's rating on a list, with what a reader needs beside it."""

    version: int
    known_to: int
    """Position of the last event known."""
    categories: tuple[CategoryChange, ...]
    category: str | None = None
    """Category on the day of the list; empty: none. Missing in a pool without categories."""


def explanation(pool: PoolQuery, explained: Explanation) -> ExplanationDocument:
    """Return an explanation as a document."""
    player, on = explained.player, explained.list
    on_list = categories.on_list(pool, on, player)
    return ExplanationDocument(
        **msgspec.structs.asdict(explained),
        version=VERSION,
        known_to=pool.known,
        categories=categories.changes_on(pool, player, on),
        category=categories.held_before(on_list, on.in_force_from).category,
    )


class GameRow(msgspec.Struct, frozen=True):
    """A game or a bye of an explanation, as a row; None: not of a bye."""

    tournament: str
    game: str | None
    round: int
    colour: str | None
    """w or b."""
    opponent: RegisterNumber | None
    result: str
    columns: Mapping[str, int | Fraction | None]
    why: str


def game_rows(explained: Explanation) -> tuple[GameRow, ...]:
    """Return the games and byes of an explanation, round by round."""
    played = [sheet for unit in explained.units for sheet in unit.tournaments]
    names = dict.fromkeys(name for sheet in played for game in sheet.games for name in game.cells)
    return tuple(
        row for sheet in played for row in sorted(_rows(sheet, names), key=lambda row: row.round)
    )


def _rows(sheet: TournamentSheet, names: Iterable[str]) -> Iterator[GameRow]:
    for game in sheet.games:
        yield GameRow(
            sheet.tournament,
            game.address,
            game.round,
            "w" if game.white else "b",
            game.opponent,
            game.result,
            {name: game.cells[name].value if name in game.cells else None for name in names},
            game.cells["counts"].why,
        )
    for bye in sheet.byes:
        columns = {name: 0 if name == "counts" else None for name in names}
        yield GameRow(sheet.tournament, None, bye.round, None, None, bye.code, columns, bye.why)
