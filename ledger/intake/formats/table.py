"""Tables as CSV files: UTF-8, commas or semicolons, a header line with the names of the columns."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ledger.intake.formats.problems import (
    LONGEST_VALUE,
    Place,
    Problems,
    characters,
    length_of,
    one_out_of,
)
from ledger.intake.formats.rows import SHORTEN_IT, Row
from ledger.intake.formats.text import CHOOSE_AGAIN, SAVE_AS_UTF_8, byte, composed, size_of, visible
from ledger.sentences import Amount, Sentence
from ledger.spreadsheet import unmarked

A_ROW: Final = Sentence("a row of a CSV file")
CORRECT_ROW: Final = Sentence("correct the row")
CORRECT_COLUMN: Final = Sentence("correct the name, or delete the column")
ONE_COLUMN: Final = Sentence("delete one of the two")
"""What is expected of tables, and the remedies."""


def missing_column(name: str) -> tuple[Sentence, Sentence]:
    """Return what is expected where a column is missing, and the remedy."""
    return Sentence("the column {name}", name=name), Sentence("add it")


LONGEST_TABLE_BYTES: Final = 64 << 20

_LINE_END: Final = re.compile("[\r\n]")


def read_table(
    data: bytes, known: Sequence[str], required: Sequence[str], problems: Problems
) -> Iterator[Row]:
    """Yield the rows of a table.

    The header names columns out of `known`, in any order, each once, `required` ones among them.
    Blank rows are left out, rows with other than the header's number of columns refused.
    """
    text = _decoded(data, problems)
    mark = delimiter_of(_LINE_END.split(text.lstrip(), maxsplit=1)[0])
    rows = csv_rows(io.StringIO(text, newline=""), mark, problems)
    line, header = next(rows, (0, None))
    if header is None:
        if not problems.refused:
            expected = Sentence("a header line and rows")
            problems.refuse(Place("file"), "", expected, CHOOSE_AGAIN)
        return
    names = [_clean(line, cell, problems).lower() for cell in header]
    if not _check_header(line, names, known, required, problems):
        return
    for line, texts in rows:
        cells = [_clean(line, cell, problems) for cell in texts]
        if has_width(line, cells, len(names), problems):
            yield Row(line, dict(zip(names, cells, strict=True)))


def _decoded(data: bytes, problems: Problems) -> str:
    if len(data) > LONGEST_TABLE_BYTES:
        limit = Sentence("at most {most} bytes", most=Amount(LONGEST_TABLE_BYTES))
        problems.refuse(Place("file"), size_of(len(data)), limit, Sentence("send it in parts"))
        return ""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = Place("text", data.count(b"\n", 0, error.start) + 1)
        problems.refuse(place, byte(data[error.start]), *SAVE_AS_UTF_8)
        return ""


def delimiter_of(header: str) -> str:
    """Return the delimiter of a CSV file: semicolon or comma, whichever is more frequent."""
    return ";" if header.count(";") > header.count(",") else ","


def csv_rows(
    texts: Iterable[str], mark: str, problems: Problems, first_line: int = 1
) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a CSV file, except blank rows, with the first line of each.

    A fault in the quotation marks is refused and ends the reading.
    """
    reader = csv.reader(texts, delimiter=mark, strict=True)
    line = first_line
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield line, cells
            line = first_line + reader.line_num
    except csv.Error as error:
        remedy = Sentence("look at the quotation marks of this line; the rest was not read")
        problems.refuse(Place("text", line), str(error), A_ROW, remedy)


def has_width(line: int, cells: Sequence[str], width: int, problems: Problems) -> bool:
    """Return whether a row has the header's number of columns; refuse any other."""
    if len(cells) == width:
        return True
    expected = Sentence("{number} columns, as in the header", number=width)
    problems.refuse(Place("columns", line), str(len(cells)), expected, CORRECT_ROW)
    return False


def check_length(place: Place, cell: str, problems: Problems) -> None:
    """Refuse a cell of more than LONGEST_VALUE characters."""
    if len(cell) > LONGEST_VALUE:
        problems.refuse(place, length_of(len(cell)), characters(LONGEST_VALUE), SHORTEN_IT)


def _clean(line: int, cell: str, problems: Problems) -> str:
    cell = unmarked(cell)
    if not (cell.isascii() and cell.isprintable()):
        cell = visible(cell, Place("text", line), problems)
    check_length(Place("text", line), cell, problems)
    return composed(cell)


def _check_header(
    line: int,
    names: Sequence[str],
    known: Sequence[str],
    required: Sequence[str],
    problems: Problems,
) -> bool:
    """Return whether the header is good; a misspelt column is refused, not ignored."""
    place = Place("header", line)
    unknown = [name for name in names if name not in known]
    doubled = [name for name, times in Counter(names).items() if times > 1 and name in known]
    missing = [name for name in required if name not in names]
    for name in unknown:
        problems.refuse(place, name, one_out_of(known), CORRECT_COLUMN)
    for name in doubled:
        problems.refuse(place, name, Sentence("each column once"), ONE_COLUMN)
    for name in missing:
        problems.refuse(place, "", *missing_column(name))
    return not (unknown or doubled or missing)
