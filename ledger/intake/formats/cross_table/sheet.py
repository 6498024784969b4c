"""The sheet of a cross table: rows of the tournament, then rows of the players."""

import csv
import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from ledger.intake.formats import players
from ledger.intake.formats.layout import Field
from ledger.intake.formats.problems import Place, Problems, one_out_of
from ledger.intake.formats.rows import Row
from ledger.intake.formats.table import (
    A_ROW,
    CORRECT_COLUMN,
    ONE_COLUMN,
    check_length,
    delimiter_of,
    has_width,
    missing_column,
)
from ledger.intake.formats.text import Line, composed
from ledger.intake.formats.trf.records import SEVERAL, Records
from ledger.sentences import Sentence

PO: Final = players.points_in("po")

COLUMNS: Final = {
    "number": players.START_NUMBER.name,
    "player": players.NUMBER.name,
    "name": players.NAME.name,
    "title": players.TITLE.name,
    "ci": players.RATING.name,
    "federation": players.FEDERATION.name,
    "birth": players.BIRTH.name,
    "birth_year": players.BIRTH.name,
    "sex": players.SEX.name,
    "points": players.POINTS.name,
    "rank": players.RANK.name,
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
    """Columns of the players: either with rounds or, in a matrix, with opponents."""

    indices: dict[str, int]
    """By field of the row; a round is `R1`, a game of a matrix has the opponent, `1`."""
    rounds: set[int]
    opponents: list[int]


class Sheet(NamedTuple):
    """The rows of a cross table: the tournament's by TRF record, and the players'."""

    records: Records
    columns: Columns
    rows: list[Row]


def header_line(lines: Sequence[Line]) -> Line | None:
    """Return the line with the names of the players' columns, if any."""
    return next((line for line in lines if _names_players(line.text)), None)


def _names_players(text: str) -> bool:
    try:
        cells = next(csv.reader([text], delimiter=delimiter_of(text)), [])
    except csv.Error:
        return False
    return set(REQUIRED) <= {word_of(cell) for cell in cells}


def read_sheet(lines: Sequence[Line], problems: Problems) -> Sheet | None:
    """Read the rows of a CSV file; None without a good header."""
    header = header_line(lines)
    if header is None:
        expected = Sentence("a row that names the columns, number and name among them")
        problems.refuse(Place("header"), "", expected, Sentence("add it above the players"))
        return None
    mark = delimiter_of(header.text)
    names = _cells(header, mark, problems)
    columns = _columns(header, names, problems)
    records, rows = Records(), list[Row | None]()
    for line in lines:
        if line.number < header.number:
            _take_key(line, _cells(line, mark, problems), records, problems)
        elif line.number > header.number and columns:
            rows.append(_row(line, _cells(line, mark, problems), names, columns, problems))
    return Sheet(records, columns, [row for row in rows if row]) if columns else None


def _cells(line: Line, mark: str, problems: Problems) -> list[str]:
    """Split a line into cells, stripped and in NFC; no cell continues on the next line."""
    try:
        cells = next(csv.reader([line.text], delimiter=mark, strict=True), [])
    except csv.Error as error:
        remedy = Sentence("look at the quotation marks of this line")
        problems.refuse(Place("text", line.number), str(error), A_ROW, remedy)
        return []
    for cell in cells:
        check_length(Place("text", line.number), cell, problems)
    return [composed(cell) for cell in cells]


def _take_key(line: Line, cells: Sequence[str], records: Records, problems: Problems) -> None:
    key, *others = [*cells, ""]
    values = [value for value in others if value]
    place = Place(key or "row", line.number)
    if not (key or values):
        return
    code = KEYS.get(word_of(key))
    if code is None:
        remedy = Sentence("correct it, or delete the row")
        problems.refuse(place, key, one_out_of([*KEYS]), remedy)
    elif len(values) > 1:
        remedy = Sentence("put quotation marks around the value")
        problems.refuse(place, ", ".join(values), Sentence("one value in this row"), remedy)
    elif code in records.tournament:
        expected = Sentence("once (line {line} says it)", line=records.tournament[code].number)
        problems.refuse(place, key, expected, Sentence("delete one of the two rows"))
    else:
        record = Line(line.number, f"{code} {''.join(values)}")
        if code in SEVERAL:
            records.several.setdefault(code, []).append(record)
        else:
            records.tournament[code] = record


def _columns(line: Line, names: Sequence[str], problems: Problems) -> Columns | None:
    columns, place = Columns({}, set(), []), Place("header", line.number)
    unknown = [
        name for index, name in enumerate(names) if name and not _take_column(index, name, columns)
    ]
    for name in unknown:
        known = ", ".join([*COLUMNS, *sorted(LEFT_ALONE)])
        expected = Sentence("R1, R2, …, or one of {names}", names=known)
        problems.refuse(place, name, expected, CORRECT_COLUMN)
    words = [word_of(name) for name in names]
    times = Counter(COLUMNS.get(word, word.replace("t", "r", 1)) for word in words if word)
    doubled = [meaning for meaning, number in times.items() if number > 1]
    for meaning in doubled:
        problems.refuse(place, meaning, Sentence("one column for it"), ONE_COLUMN)
    is_good = _check_kind(place, columns, problems) and not (unknown or doubled)
    return columns if is_good else None


def _take_column(index: int, name: str, columns: Columns) -> bool:
    """Keep a column; return whether the name is known."""
    word = word_of(name)
    if match := _ROUND.fullmatch(word):
        columns.rounds.add(int(match[1]))
        columns.indices[f"R{match[1]}"] = index
    elif _OPPONENT.fullmatch(word):
        columns.opponents.append(int(word))
        columns.indices[word] = index
    elif word in COLUMNS:
        columns.indices[COLUMNS[word]] = index
    else:
        return word in LEFT_ALONE
    return True


def _check_kind(place: Place, columns: Columns, problems: Problems) -> bool:
    """Refuse a table without rounds, with a missing round, or with rounds and opponents."""
    rounds, opponents = columns.rounds, columns.opponents
    if bool(rounds) == bool(opponents):
        found = Sentence("rounds and opponents") if rounds else ""
        expected = Sentence("either columns R1, R2, … (a round each) or 1, 2, … (an opponent each)")
        problems.refuse(place, found, expected, Sentence("name the columns of the games so"))
        return False
    missing = sorted(set(range(1, max(rounds, default=0) + 1)) - rounds)
    if missing:
        problems.refuse(place, "", *missing_column(f"R{missing[0]}"))
    return not missing


_FIELDS: Final = frozenset(COLUMNS.values())


def _row(
    line: Line, cells: Sequence[str], names: Sequence[str], columns: Columns, problems: Problems
) -> Row | None:
    """Return a player's row, with a cell for every named column; None for a blank row."""
    if not any(cells):
        return None
    width = max(index for index, name in enumerate(names, 1) if name)
    if not any(cells[width:]):
        cells = cells[:width]
    if not has_width(line.number, cells, width, problems):
        return None
    texts = {name: cells[index] for name, index in columns.indices.items()}
    shown = {name: names[index] for name, index in columns.indices.items() if name in _FIELDS}
    return Row(line.number, texts, {name: Field(text, 0, 0) for name, text in shown.items()})


CODES: Final = {"2": "1", "1": "=", "0": "0", **{code: code for code in "+-WDL"}}
"""TRF's code of each score: won, drawn, lost; forfeited; the first three in less than a move."""

WRITTEN: Final = {code: score for score, code in CODES.items()}
"""The score by code."""
