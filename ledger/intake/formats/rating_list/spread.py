"""Lists as CSV files of any body: a column map assigns headings to fields.

Headings that everybody understands need no map. What no map and no heading names is left out.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from ledger.intake.formats.problems import Place, Problems
from ledger.intake.formats.rating_list.rows import FIELDS, KINDS, SINGLE, Cells
from ledger.intake.formats.rows import Row

_OTHER_NAMES: Final = {
    "id": "number",
    "id number": "number",
    "fide id": "number",
    "id fide": "number",
    "fideid": "number",
    "cognome": "name",
    "last name": "name",
    "surname": "name",
    "nome": "first_name",
    "first name": "first_name",
    "given name": "first_name",
    "fed": "federation",
    "federazione": "federation",
    "country": "federation",
    "sesso": "sex",
    "birth year": "birth_year",
    "born": "birth_year",
    "b-day": "birth_year",
    "birthday": "birth_year",
    "anno di nascita": "birth_year",
    "titolo": "title",
    "elo": SINGLE,
    "elo italia": SINGLE,
    "k": f"{SINGLE}_k",
    "games": f"{SINGLE}_games",
    "partite": f"{SINGLE}_games",
}
_KNOWN: Final = {**{name: name for name in FIELDS}, **_OTHER_NAMES}

_LONGEST_CELL: Final = 200
_BOM: Final = b"\xef\xbb\xbf"
_DELIMITERS: Final = (",", ";", "\t")


def check_columns(columns: Mapping[str, str], problems: Problems) -> None:
    """Refuse a column map with an unknown field, or with a heading for two fields."""
    for name in columns:
        if name not in FIELDS:
            expected, remedy = "one of " + ", ".join(FIELDS), "correct the name"
            problems.refuse(Place("column"), name, expected, remedy)
    headings = [_plain(heading) for heading in columns.values()]
    for heading in {heading for heading in headings if headings.count(heading) > 1}:
        problems.refuse(Place("column"), heading, "each heading once", "correct the column map")


def read_spread(
    lines: Iterable[tuple[int, bytes]], columns: Mapping[str, str], problems: Problems
) -> Iterator[Row]:
    """Read the rows of a CSV file, the header first."""
    texts = _Texts(lines, problems)
    header = next((text for text in texts if text.strip()), "")
    delimiter = max(_DELIMITERS, key=header.count)
    try:
        headings = next(csv.reader([header], delimiter=delimiter, strict=True), [])
        fields = _fields(texts.line, headings, columns, problems)
        if not problems.refused:
            yield from _rows(texts, delimiter, fields, problems)
    except csv.Error as error:
        remedy = "look at the quotation marks of this line; the rest was not read"
        problems.refuse(Place("text", texts.line), str(error), "a row of a CSV file", remedy)


class _Texts:
    def __init__(self, lines: Iterable[tuple[int, bytes]], problems: Problems) -> None:
        self._lines, self._problems = iter(lines), problems
        self.line = 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        self.line, data = next(self._lines)
        if self.line == 1:
            data = data.removeprefix(_BOM)
        try:
            return data.decode("utf-8") + "\n"
        except UnicodeDecodeError as error:
            found, place = f"byte {data[error.start]:02X}", Place("text", self.line)
            remedy = "it was read as Latin-1: look at the names"
            self._problems.warn_once(place, found, "UTF-8", remedy)
            return data.decode("latin-1") + "\n"


def _rows(
    texts: _Texts, delimiter: str, fields: list[str | None], problems: Problems
) -> Iterator[Row]:
    first = texts.line + 1
    for cells in csv.reader(texts, delimiter=delimiter, strict=True):
        line, first = first, texts.line + 1
        if not any(cells):
            continue
        if len(cells) != len(fields):
            expected, remedy = f"{len(fields)} columns, as in the header", "correct the row"
            problems.refuse(Place("columns", line), str(len(cells)), expected, remedy)
        else:
            yield Row(line, _named(line, fields, cells, problems))


def _named(line: int, fields: list[str | None], cells: list[str], problems: Problems) -> Cells:
    named = {field: cell.strip() for field, cell in zip(fields, cells, strict=True) if field}
    for field, cell in named.items():
        if len(cell) > _LONGEST_CELL:
            limit = f"at most {_LONGEST_CELL} characters"
            problems.refuse(Place(field, line), f"{len(cell)} characters", limit, "shorten it")
    return named


def _fields(
    line: int, headings: list[str], columns: Mapping[str, str], problems: Problems
) -> list[str | None]:
    """Return the field of each column: by the map, else by the heading; None is left out."""
    mapped = {_plain(heading): name for name, heading in columns.items()}
    known = {heading: name for heading, name in _KNOWN.items() if name not in columns}
    plain = [_plain(heading) for heading in headings]
    fields = [mapped.get(heading) or known.get(heading) for heading in plain]
    place, shown = Place("header", line), ", ".join(plain)
    for name, heading in columns.items():
        if _plain(heading) not in plain:
            problems.refuse(place, shown, f"a column {heading!r} (for {name})", "correct the map")
    for name in {field for field in fields if field and fields.count(field) > 1}:
        expected, remedy = f"one column for {name}", f"say which: --column {name}=HEADING"
        problems.refuse(place, shown, expected, remedy)
    for what, names in (("number", {"number"}), (SINGLE, {SINGLE, *KINDS})):
        if not names & set(fields) and what not in columns:
            expected, remedy = f"a column for {what}", f"say which: --column {what}=HEADING"
            problems.refuse(place, shown, expected, remedy)
    return fields


def _plain(heading: str) -> str:
    return " ".join(heading.split()).lower()
