"""The games and byes of an explanation as rows."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

import msgspec

from ledger.register import identities
from projections.explain.sheets import Explanation, TournamentSheet


class GameRow(msgspec.Struct, frozen=True):
    """A game or a bye of an explanation, as a row; None: not of a bye."""

    tournament: str
    game: str | None
    round: int
    colour: str | None
    """w or b."""
    opponent: str | None
    result: str
    columns: Mapping[str, int | Fraction | None]
    why: str


def game_rows(explained: Explanation) -> tuple[GameRow, ...]:
    """Return the games and byes of an explanation, round by round."""
    played = [sheet for unit in explained.units for sheet in unit.tournaments]
    names = dict.fromkeys(name for sheet in played for game in sheet.games for name in game.cells)
    return tuple(row for sheet in played for row in _rounds(sheet, names))


def _rounds(sheet: TournamentSheet, names: Iterable[str]) -> list[GameRow]:
    tournament = sheet.booked.tournament
    rows = [
        GameRow(
            tournament,
            game.address,
            game.round,
            "w" if game.white else "b",
            identities.show(game.opponent),
            game.result,
            {name: game.cells[name].value if name in game.cells else None for name in names},
            game.cells["counts"].why,
        )
        for game in sheet.games
    ]
    for bye in sheet.byes:
        columns = {name: 0 if name == "counts" else None for name in names}
        rows.append(GameRow(tournament, None, bye.round, None, None, bye.code, columns, bye.why))
    return sorted(rows, key=lambda row: row.round)
