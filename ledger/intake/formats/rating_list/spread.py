"""Lists as CSV files of any body: a column map assigns headings to fields.

Headings that everybody understands need no map. What no map and no heading names is left out.
"""

import codecs
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Final

from ledger.intake.formats.problems import Place, Problems
from ledger.intake.formats.rating_list.rows import FIELDS, KINDS, SINGLE, Cells, Heading
from ledger.intake.formats.rows import Row
from ledger.intake.formats.table import check_length, csv_rows, has_width
from ledger.sentences import Input, Sentence

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
    "women_title": "w_title",
    "other_titles": "o_title",
    "online_title": "foa",
    "elo": SINGLE,
    "elo italia": SINGLE,
    "k": f"{SINGLE}_k",
    "games": f"{SINGLE}_games",
    "partite": f"{SINGLE}_games",
}
_KNOWN: Final = {**{name: name for name in FIELDS}, **_OTHER_NAMES}

_DELIMITERS: Final = (",", ";", "\t")


def check_columns(columns: Mapping[str, str], problems: Problems) -> None:
    """Refuse a column map with an unknown field, or with a heading for two fields."""
    for name in columns:
        if name not in FIELDS:
            expected = Sentence("one of {known}", known=FIELDS)
            problems.refuse(Place("column"), name, expected, Sentence("correct the name"))
    headings = [_plain(heading) for heading in columns.values()]
    for heading in {heading for heading in headings if headings.count(heading) > 1}:
        expected, remedy = Sentence("each heading once"), Sentence("correct the column map")
        problems.refuse(Place("column"), heading, expected, remedy)


def read_spread(
    lines: Iterable[tuple[int, bytes]],
    columns: Mapping[str, str],
    problems: Problems,
    headings: list[Heading],
) -> Iterator[Row]:
    """Read the rows of a CSV file, the header first; `headings` takes its headings."""
    texts = _decoded(lines, problems)
    line, header = next(((line, text) for line, text in texts if text.strip()), (0, ""))
    delimiter = max(_DELIMITERS, key=header.count)
    rows = csv_rows(chain([header], (text for _, text in texts)), delimiter, problems, line)
    _, texts_of_header = next(rows, (line, None))
    if texts_of_header is None and header:
        return
    fields = _fields(line, texts_of_header or [], columns, problems)
    if problems.refused:
        return
    of_fields = zip(texts_of_header or [], fields, strict=True)
    headings.extend(Heading(line, text, name or "") for text, name in of_fields)
    for line, cells in rows:
        if has_width(line, cells, len(fields), problems):
            yield Row(line, _cells_by_field(line, fields, cells, problems))


def _decoded(lines: Iterable[tuple[int, bytes]], problems: Problems) -> Iterator[tuple[int, str]]:
    for line, data in lines:
        text = data.removeprefix(codecs.BOM_UTF8) if line == 1 else data
        try:
            yield line, text.decode("utf-8") + "\n"
        except UnicodeDecodeError as error:
            found = f"byte {text[error.start]:02X}"
            remedy = Sentence("it was read as Latin-1: look at the names")
            problems.warn_once(Place("text", line), found, "UTF-8", remedy)
            yield line, text.decode("latin-1") + "\n"


def _cells_by_field(
    line: int, fields: list[str | None], cells: list[str], problems: Problems
) -> Cells:
    named = {field: cell.strip() for field, cell in zip(fields, cells, strict=True) if field}
    for field, cell in named.items():
        check_length(Place(field, line), cell, problems)
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
            expected = Sentence("a column “{heading}” (for {name})", heading=heading, name=name)
            problems.refuse(place, shown, expected, Sentence("correct the map"))
    for name in {field for field in fields if field and fields.count(field) > 1}:
        expected = Sentence("one column for {heading}", heading=name)
        problems.refuse(place, shown, expected, _name_it(name))
    for what, names in (("number", {"number"}), (SINGLE, {SINGLE, *KINDS})):
        if not names & set(fields) and what not in columns:
            expected = Sentence("a column for {heading}", heading=what)
            problems.refuse(place, shown, expected, _name_it(what))
    return fields


def _name_it(field: str) -> Sentence:
    return Sentence("name it with {column} {field}=HEADING", column=Input("column"), field=field)


def _plain(heading: str) -> str:
    return " ".join(heading.split()).lower()
