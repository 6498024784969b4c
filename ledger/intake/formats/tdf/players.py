"""The lines of the players in Vega's `.tdf`: record 001, fields between bars."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from ledger.intake.formats.cells import EMPTY, UNREADABLE, Cell
from ledger.intake.formats.layout import Field
from ledger.intake.formats.players import (
    BIRTH,
    FEDERATION,
    NAME,
    NATIONAL_NUMBER,
    NATIONAL_RATING,
    NUMBER,
    POINTS,
    RANK,
    RATING,
    SEX,
    START_NUMBER,
    TITLE,
    Player,
    read_entrant,
)
from ledger.intake.formats.problems import Place, Problems
from ledger.intake.formats.rows import Row
from ledger.intake.formats.text import Line
from ledger.tournaments.report import NationalNumber

BAR: Final = "|"

FIELDS: Final = tuple(
    spec.name
    for spec in (
        *(START_NUMBER, SEX, TITLE, NAME, RATING, FEDERATION, NUMBER),
        *(NATIONAL_RATING, NATIONAL_NUMBER, BIRTH, POINTS, RANK),
    )
)
"""The fields of a player's line before the rounds, in order."""

_ROUND: Final = re.compile("([0-9]{1,4}) *([wWbB-]) *([012+=-]?)")

_WITH_OPPONENT: Final = {"1": "1", "2": "=", "0": "0", "+": "+", "-": "-", "=": "D", "": ""}
"""TRF's codes for those of a game; `=` is a draw that is not rated, which TRF calls D; nothing
stands where a game has no result yet."""

_WITHOUT_OPPONENT: Final = {"+": "F", "=": "H", "-": "Z"}


@dataclass(frozen=True, slots=True)
class TdfPlayerReader:
    """Reads a player's line; faults go to `problems`."""

    line: Line
    row: Row
    federation: str
    """Federation of the tournament, and of national numbers and ratings; "" is unknown."""
    problems: Problems

    def player(self) -> Player | None:
        """Read the line; None if fields are missing or the start number is unreadable."""
        if len(self.row.texts) < len(FIELDS):
            found = f"{len(self.row.texts)} fields"
            expected = f"{len(FIELDS)} fields and the rounds"
            remedy = "let a bar | stand between the fields, empty ones too"
            self.problems.refuse(Place("fields", self.row.line), found, expected, remedy)
            return None
        entrant = read_entrant(self.row, self.problems, self._national())
        if entrant is None:
            return None
        fields = tuple(_fields(self.line)[len(FIELDS) :])
        cells = tuple(self._cell(field) for field in fields)
        return Player(entrant, cells, self.row, _RoundFields(fields))

    def _national(self) -> tuple[NationalNumber, ...]:
        number = NATIONAL_NUMBER.read(self.row, self.problems)
        rating = NATIONAL_RATING.read(self.row, self.problems)
        if not (number or rating):
            return ()
        if not self.federation:
            place, expected = Place(NATIONAL_NUMBER.name), "a federation in record 032"
            remedy = "national numbers and ratings were not read"
            self.problems.warn_once(place, "", expected, remedy)
            return ()
        return (NationalNumber(self.federation, number, rating),)

    def _cell(self, field: Field) -> Cell:
        text = field.of(self.line.text)
        if not text:
            return EMPTY
        match = _ROUND.fullmatch(text)
        if match is None:
            expected = '"opponent colour result", like "16 w 0" (1 won, 0 lost, 2 drawn), or empty'
            self._refuse(field, expected)
            return UNREADABLE
        opponent, colour = int(match[1]), match[2].lower()
        result = (_WITH_OPPONENT if opponent else _WITHOUT_OPPONENT).get(match[3])
        if result is None:
            self._refuse(field, "+, = or - after 0000, as there is no opponent")
        return Cell(opponent, colour, result)

    def _refuse(self, field: Field, expected: str) -> None:
        found = field.of(self.line.text)
        self.problems.refuse(field.at(self.line.number), found, expected, "correct this round")


@dataclass(frozen=True, slots=True)
class _RoundFields:
    """Fields of the rounds, from 1; the parts of a round have no columns of their own."""

    fields: tuple[Field, ...]

    def __call__(self, what: str, number: int, _within: slice) -> Field:
        _, first, last = self.fields[number - 1] if number <= len(self.fields) else ("", 0, 0)
        return Field(f"{what} of round {number}", first, last)


def row_of(line: Line) -> Row:
    """Split a line into the fields before the rounds."""
    fields = _fields(line)[: len(FIELDS)]
    texts = {field.name: field.of(line.text) for field in fields}
    return Row(line.number, texts, {field.name: field for field in fields})


def _fields(line: Line) -> list[Field]:
    """Return the fields of a line and their columns, without an empty last round."""
    texts, column = line.text[4:].split(BAR), 5
    if len(texts) > len(FIELDS) and not texts[-1]:
        texts.pop()
    fields = []
    for index, text in enumerate(texts):
        rounds = index - len(FIELDS) + 1
        name = FIELDS[index] if rounds < 1 else f"round {rounds}"
        fields.append(Field(name, column, column + len(text) - 1))
        column += len(text) + 1
    return fields
