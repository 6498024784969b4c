"""The lines of the players, TRF16 record 001, and TRF26's national rating records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ledger.intake.formats import layout
from ledger.intake.formats.cells import cells_of
from ledger.intake.formats.layout import Field, in_columns, refuse_stray
from ledger.intake.formats.players import (
    NUMBER,
    POINTS,
    RATING,
    SEX,
    START_NUMBER,
    TITLE,
    Player,
    in_order,
    read_entrant,
    within_limits,
)
from ledger.intake.formats.problems import Problems
from ledger.intake.formats.rows import Row
from ledger.intake.formats.text import Line, whole
from ledger.tournaments.report import Entrant, NationalNumber

_FIELDS: Final = {field.name: field for field in layout.FIELDS}
_NATIONAL: Final = {
    name: field._replace(name=f"national {name}") for name, field in _FIELDS.items()
}
_OTHER_SEXES: Final = {"f": "w", "u": "unknown"}
"""Letters of other programs, and their meaning."""


def read_players(
    lines: Sequence[Line], problems: Problems, *, of_teams: bool = False
) -> tuple[Player, ...]:
    """Read the players by start number; `of_teams` for the report of a team tournament."""
    rounds = max((layout.rounds_of(line.text) for line in lines), default=0)
    if not within_limits(len(lines), rounds, problems):
        return ()
    read = [_player(in_columns(line, problems), problems, of_teams) for line in lines]
    return in_order([player for player in read if player], problems)


def _row(line: Line, fields: dict[str, Field]) -> Row:
    columns = {name: field.of(line.text) for name, field in fields.items()}
    return Row(line.number, columns, fields)


def _player(line: Line, problems: Problems, of_teams: bool) -> Player | None:
    row = _row(line, _FIELDS)
    number = START_NUMBER.read(row, problems)
    if not number:
        return None
    if refuse_stray(line, problems):
        nobody = Entrant(line.number, number, "", "", "", 0, "", "", "", None, None, None)
        return Player(nobody, None, row)
    entrant = read_entrant(row, problems, in_columns=True)
    assert entrant is not None
    sex = row.text(SEX.name).lower()
    if sex in _OTHER_SEXES:
        remedy = f"it was read as {_OTHER_SEXES[sex]}"
        problems.warn_once(row.place(SEX.name), sex, SEX.expected, remedy)
    if not row.text(POINTS.name):
        remedy = "the results were not checked against a total"
        problems.warn_once(row.place(POINTS.name), "", "the total of the points", remedy)
    return Player(entrant, cells_of(line, problems, of_teams=of_teams), row)


def with_national(
    players: Sequence[Player], lines: Sequence[Line], problems: Problems
) -> tuple[Player, ...]:
    """Return the players with the numbers and ratings of their national rating records.

    Columns 1-3 are the federation, the others those of record 001: 5-8 start number, 11-13 class,
    49-52 rating, 58-68 number. Source: TRF26, national rating support.
    """
    known: dict[int, dict[str, NationalNumber]] = {player.entrant.number: {} for player in players}
    first_lines: dict[tuple[int, str], int] = {}
    for line in (in_columns(line, problems) for line in lines):
        if refuse_stray(line, problems):
            continue
        row, federation = _row(line, _NATIONAL), line.code
        number = whole(row.text(START_NUMBER.name)) or 0
        national = NationalNumber(
            federation,
            NUMBER.read(row, problems),
            RATING.read(row, problems),
            row.text(TITLE.name),
        )
        first = first_lines.setdefault((number, federation), line.number)
        if number not in known:
            expected, remedy = (
                "the start number of a player (001)",
                "correct it, or delete the line",
            )
            row.refuse(START_NUMBER.name, expected, remedy, problems)
        elif first != line.number:
            place = Field("national federation", 1, 3).at(line.number)
            expected = f"one line of {federation} for player {number} (line {first} is one)"
            problems.refuse(place, federation, expected, "delete one of the two lines")
        else:
            known[number][federation] = national
    return tuple(
        replace(
            player,
            entrant=replace(player.entrant, national=tuple(known[player.entrant.number].values())),
        )
        for player in players
    )
