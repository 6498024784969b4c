"""Round robins as a matrix: row i, column j is the score of i against j.

Such a table does not say in which round a game was played. A report needs rounds, so games are put
in them by start number (every player one game in each). A warning says so, though nobody need do
anything: worksheets and `ledger tournament correct result` name games by them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ledger.intake.formats.cells import EMPTY, Cell
from ledger.intake.formats.cross_table.sheet import CODES, WRITTEN, Columns, Sheet
from ledger.intake.formats.layout import Field
from ledger.intake.formats.players import Player, read_entrant
from ledger.intake.formats.problems import Place, Problems
from ledger.intake.formats.rows import Row
from ledger.tournaments.report import Entrant
from ledger.wording import counted

_SELF: Final = frozenset({"X", "■", "*", "-", ""})
"""Texts on the diagonal."""

Opponents = Mapping[int, int]
"""Opponents in a round, by start number; 0 is none."""


@dataclass(frozen=True, slots=True)
class MatrixReader:
    """Reads the players of a matrix; faults go to `problems`."""

    sheet: Sheet
    columns: Columns
    problems: Problems

    def players(self) -> list[Player]:
        """Read all rows and assign the games to rounds; [] if rows and columns do not fit."""
        read = [(read_entrant(row, self.problems), row, texts) for row, texts in self.sheet.rows]
        known = [(entrant, row, texts) for entrant, row, texts in read if entrant]
        if not self._fits([entrant.number for entrant, _, _ in known]):
            return []
        cells = {entrant.number: self._cells(entrant, row, texts) for entrant, row, texts in known}
        rounds = [opponents for opponents in circle(sorted(cells)) if _has_game(opponents, cells)]
        self._warn_of_rounds(len(rounds))
        return [_player(entrant, row, cells[entrant.number], rounds) for entrant, row, _ in known]

    def _fits(self, numbers: Sequence[int]) -> bool:
        if sorted(numbers) == sorted(self.columns.opponents):
            return True
        place, expected = Place("header"), "a column for each start number, and no other"
        unmatched = sorted(set(numbers) ^ set(self.columns.opponents))
        found = ", ".join(map(str, unmatched)) or "a start number twice"
        self.problems.refuse(place, found, expected, "let rows and columns be the same players")
        return False

    def _cells(self, entrant: Entrant, row: Row, texts: Sequence[str]) -> dict[int, Cell]:
        found = {number: texts[index] for number, index in self.columns.opponents.items()}
        own = found.pop(entrant.number)
        if own.upper() not in _SELF:
            expected, remedy = "X on the diagonal", "correct the row"
            self.problems.refuse(_place(entrant.number, row), own, expected, remedy)
        return {number: self._cell(number, row, text) for number, text in found.items()}

    def _cell(self, number: int, row: Row, text: str) -> Cell:
        if not text:
            return EMPTY
        result = CODES.get(text.upper())
        if result is None:
            expected = "2, 1 or 0 in one game; + or - if forfeited; or nothing"
            self.problems.refuse(_place(number, row), text, expected, "correct the score")
        return Cell(number, "-", result)

    def _warn_of_rounds(self, rounds: int) -> None:
        expected = "the round of each game"
        put = f"games were put in {counted(rounds, 'round')} by start number"
        remedy = f"{put}, not those that were played; corrections name games by these"
        self.problems.warn(Place("rounds"), "", expected, remedy)


def circle(numbers: Sequence[int]) -> list[Opponents]:
    """Pair all players with each other, in rounds: the last seat is fixed, the others rotate.

    An odd number of players leaves out one in each round.
    """
    seats = [*numbers, 0] if len(numbers) % 2 else [*numbers]
    rounds: list[Opponents] = []
    for _ in range(len(seats) - 1):
        rounds.append(dict(zip(seats, reversed(seats), strict=True)))
        seats[:-1] = [seats[-2], *seats[:-2]]
    return rounds


def _has_game(opponents: Opponents, cells: Mapping[int, Mapping[int, Cell]]) -> bool:
    return any(
        opponent and not cells[number][opponent].empty
        for number, opponent in opponents.items()
        if number
    )


def _player(
    entrant: Entrant, row: Row, cells: Mapping[int, Cell], rounds: Sequence[Opponents]
) -> Player:
    order = tuple(opponents[entrant.number] for opponents in rounds)
    in_rounds = tuple(cells[opponent] if opponent else EMPTY for opponent in order)
    return Player(entrant, in_rounds, row, _OpponentFields(order), WRITTEN)


@dataclass(frozen=True, slots=True)
class _OpponentFields:
    """Fields of a player's rounds, named by opponent, as the table has no rounds."""

    opponents: tuple[int, ...]

    def __call__(self, what: str, number: int, _within: slice) -> Field:
        return Field(f"{what} against {self.opponents[number - 1]}", 0, 0)


def _place(number: int, row: Row) -> Place:
    return Place(f"score against {number}", row.line)
