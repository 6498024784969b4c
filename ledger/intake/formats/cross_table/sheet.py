"""The sheet of a cross table: rows of the tournament, then rows of the players."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from ledger.intake.formats.layout import Field
from ledger.intake.formats.players import (
    BIRTH,
    FEDERATION,
    NAME,
    NUMBER,
    POINTS,
    RANK,
    RATING,
    SEX,
    START_NUMBER,
    TITLE,
    points_in,
)
from ledger.intake.formats.problems import LONGEST_VALUE, Place, Problems
from ledger.intake.formats.rows import Row
from ledger.intake.formats.table import delimiter_of
from ledger.intake.formats.text import Line, composed
from ledger.intake.formats.trf.records import SEVERAL

PO: Final = points_in("po")


COLUMNS: Final = {
    "number": START_NUMBER.name,
    "player": NUMBER.name,
    "name": NAME.name,
    "title": TITLE.name,
    "ci": RATING.name,
    "federation": FEDERATION.name,
    "birth": BIRTH.name,
    "birth_year": BIRTH.name,
    "sex": SEX.name,
    "points": POINTS.name,
    "rank": RANK.name,
    "po": PO.name,
}
"""Fields by name of the column."""


REQUIRED: Final = ("number", "name")


LEFT_ALONE: Final = frozenset({"category", "club", "pa", "d", "s", "v", "q", "cf"})
"""Columns that a cross table often has and the ledger works out, or does not need."""


KEYS: Final = {
    "name": "012",
    "place": "022",
    "federation": "032",
    "start": "042",
    "end": "052",
    "type": "092",
    "time_control": "122",
    "arbiter": "102",
    "deputy": "112",
}
"""TRF records by key of the rows before the players'."""


ITALIAN: Final = {
    "n": "number",
    "n.": "number",
    "numero": "number",
    "tessera": "player",
    "nome": "name",
    "giocatore": "name",
    "titolo": "title",
    "capitale": "ci",
    "federazione": "federation",
    "nascita": "birth",
    "anno": "birth_year",
    "sesso": "sex",
    "punti": "points",
    "posto": "rank",
    "categoria": "category",
    "società": "club",
    "luogo": "place",
    "inizio": "start",
    "fine": "end",
    "tipo": "type",
    "cadenza": "time_control",
    "arbitro": "arbiter",
    "collaboratore": "deputy",
}
"""Names of columns and keys in Italian."""


def word_of(cell: str) -> str:
    """Return the English name of a column or key, in small letters."""
    word = composed(cell).lower().rstrip(":")
    return ITALIAN.get(word, word)


_ROUND: Final = re.compile("[rt]([1-9][0-9]{0,2})")
_OPPONENT: Final = re.compile("[1-9][0-9]{0,3}")


class Columns(NamedTuple):
    """Indices of the fields, rounds and opponents in a row."""

    names: tuple[str, ...]
    """As written."""
    fields: dict[str, int]
    rounds: dict[int, int]
    opponents: dict[int, int]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rows of a cross table: the tournament's by TRF record, and the players'."""

    tournament: dict[str, Line] = field(default_factory=dict)
    arbiters: dict[str, list[Line]] = field(default_factory=dict)
    columns: Columns | None = None
    rows: list[tuple[Row, tuple[str, ...]]] = field(default_factory=list)
    """Each player's row, and its texts in the order of the columns."""


def begins_players(cells: Sequence[str]) -> bool:
    """Return whether a row names the players' columns: number and name."""
    return set(REQUIRED) <= {word_of(cell) for cell in cells}


def header_line(lines: Sequence[Line]) -> Line | None:
    """Return the line with the names of the players' columns, if any."""
    return next((line for line in lines if begins_players(_split(line.text))), None)


def read_sheet(lines: Sequence[Line], problems: Problems) -> Sheet:
    """Read the rows of a CSV file."""
    header = header_line(lines)
    if header is None:
        expected = "a row that names the columns, number and name among them"
        problems.refuse(Place("header"), "", expected, "add it above the players")
        return Sheet()
    mark = delimiter_of(header.text)
    sheet = Sheet(columns=_columns(header, _cells(header, mark, problems), problems))
    for line in lines:
        if line.number < header.number:
            _take_key(line, _cells(line, mark, problems), sheet, problems)
        elif line.number > header.number and sheet.columns:
            _take_row(line, _cells(line, mark, problems), sheet, sheet.columns, problems)
    return sheet


def _split(text: str) -> list[str]:
    """Split a line into cells, without problems."""
    try:
        return next(csv.reader([text], delimiter=delimiter_of(text)), [])
    except csv.Error:
        return []


def _cells(line: Line, mark: str, problems: Problems) -> list[str]:
    """Split a line into cells, stripped and in NFC; no cell continues on the next line."""
    try:
        cells = next(csv.reader([line.text], delimiter=mark, strict=True), [])
    except csv.Error as error:
        remedy = "look at the quotation marks of this line"
        problems.refuse(Place("text", line.number), str(error), "a row of a CSV file", remedy)
        return []
    for cell in cells:
        if len(cell) > LONGEST_VALUE:
            found, limit = f"{len(cell)} characters", f"at most {LONGEST_VALUE} characters"
            problems.refuse(Place("text", line.number), found, limit, "shorten it")
    return [composed(cell) for cell in cells]


def _take_key(line: Line, cells: Sequence[str], sheet: Sheet, problems: Problems) -> None:
    key, *values = [*cells, ""]
    given_values = [value for value in values if value]
    place = Place(key or "row", line.number)
    if not (key or given_values):
        return
    code = KEYS.get(word_of(key))
    if code is None:
        expected = "one of " + ", ".join(KEYS)
        problems.refuse(place, key, expected, "correct it, or delete the row")
    elif len(given_values) > 1:
        remedy = "put quotation marks around the value"
        problems.refuse(place, ", ".join(given_values), "one value in this row", remedy)
    elif code in SEVERAL:
        sheet.arbiters.setdefault(code, []).append(
            Line(line.number, f"{code} {''.join(given_values)}")
        )
    elif code in sheet.tournament:
        expected = f"once (line {sheet.tournament[code].number} says it)"
        problems.refuse(place, key, expected, "delete one of the two rows")
    else:
        sheet.tournament[code] = Line(line.number, f"{code} {''.join(given_values)}")


def _columns(line: Line, cells: Sequence[str], problems: Problems) -> Columns | None:
    found = Columns(tuple(cells), {}, {}, {})
    place, good = Place("header", line.number), True
    for index, cell in enumerate(cells):
        if cell and not _take_column(index, cell, found):
            expected = f"R1, R2, …, or one of {', '.join([*COLUMNS, *sorted(LEFT_ALONE)])}"
            problems.refuse(place, cell, expected, "correct the name, or delete the column")
            good = False
    good = _check_doubled(place, cells, problems) and good
    return found if _check_kind(place, found, problems) and good else None


def _take_column(index: int, cell: str, columns: Columns) -> bool:
    word = word_of(cell)
    if match := _ROUND.fullmatch(word):
        columns.rounds[int(match[1])] = index
    elif _OPPONENT.fullmatch(word):
        columns.opponents[int(word)] = index
    elif word in COLUMNS:
        columns.fields[COLUMNS[word]] = index
    else:
        return word in LEFT_ALONE
    return True


def _check_doubled(place: Place, cells: Sequence[str], problems: Problems) -> bool:
    """Refuse two columns of the same meaning, such as birth and birth_year."""
    words = [word_of(cell) for cell in cells]
    times = Counter(COLUMNS.get(word, word.replace("t", "r", 1)) for word in words if word)
    doubled = [what for what, number in times.items() if number > 1]
    for what in doubled:
        problems.refuse(place, what, "one column for it", "delete one of the two")
    return not doubled


def _check_kind(place: Place, columns: Columns, problems: Problems) -> bool:
    """Refuse a table without rounds, with a missing round, or with rounds and opponents."""
    rounds, opponents = columns.rounds, columns.opponents
    if bool(rounds) == bool(opponents):
        found = "rounds and opponents" if rounds else ""
        expected = "either columns R1, R2, … (a round each) or 1, 2, … (an opponent each)"
        problems.refuse(place, found, expected, "name the columns of the games so")
        return False
    missing = sorted(set(range(1, max(rounds, default=0) + 1)) - set(rounds))
    if missing:
        problems.refuse(place, "", f"the column R{missing[0]}", "add it")
    return not missing


def _take_row(
    line: Line, cells: Sequence[str], sheet: Sheet, columns: Columns, problems: Problems
) -> None:
    """Keep a player's row, with a cell for every named column."""
    if not any(cells):
        return
    width = max(index for index, name in enumerate(columns.names, 1) if name)
    if len(cells) < width or any(cells[width:]):
        expected, remedy = f"{width} columns, as in the header", "correct the row"
        problems.refuse(Place("columns", line.number), str(len(cells)), expected, remedy)
        return
    texts = {what: cells[index] for what, index in columns.fields.items()}
    fields: Mapping[str, Field] = {
        what: Field(columns.names[index], 0, 0) for what, index in columns.fields.items()
    }
    sheet.rows.append((Row(line.number, texts, fields), tuple(cells)))


CODES: Final = {
    "2": "1",
    "1": "=",
    "0": "0",
    **{code: code for code in "+-WDL"},
}
"""TRF's code of each score: won, drawn, lost; forfeited; the first three in less than a move."""


WRITTEN: Final = {code: score for score, code in CODES.items()}
"""The score by code."""
