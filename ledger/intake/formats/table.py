"""Tables as CSV files: UTF-8, commas or semicolons, a header line with the names of the columns."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ledger.intake.formats.problems import LONGEST_VALUE, Place, Problems
from ledger.intake.formats.rows import Row
from ledger.intake.formats.text import composed, visible
from ledger.spreadsheet import unmarked

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
            problems.refuse(Place("file"), "", "a header line and rows", "choose the file again")
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
        limit = f"at most {LONGEST_TABLE_BYTES:,} bytes"
        problems.refuse(Place("file"), f"{len(data):,} bytes", limit, "send it in parts")
        return ""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = Place("text", data.count(b"\n", 0, error.start) + 1)
        found = f"byte {data[error.start]:02X}"
        problems.refuse(place, found, "UTF-8 text", "save the file as UTF-8")
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
        remedy = "look at the quotation marks of this line; the rest was not read"
        problems.refuse(Place("text", line), str(error), "a row of a CSV file", remedy)


def has_width(line: int, cells: Sequence[str], width: int, problems: Problems) -> bool:
    """Return whether a row has the header's number of columns; refuse any other."""
    if len(cells) == width:
        return True
    expected = f"{width} columns, as in the header"
    problems.refuse(Place("columns", line), str(len(cells)), expected, "correct the row")
    return False


def check_length(place: Place, cell: str, problems: Problems) -> None:
    """Refuse a cell of more than LONGEST_VALUE characters."""
    if len(cell) > LONGEST_VALUE:
        limit = f"at most {LONGEST_VALUE} characters"
        problems.refuse(place, f"{len(cell)} characters", limit, "shorten it")


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
        expected = "one of " + ", ".join(known)
        problems.refuse(place, name, expected, "correct the name, or delete the column")
    for name in doubled:
        problems.refuse(place, name, "each column once", "delete one of the two")
    for name in missing:
        problems.refuse(place, "", f"the column {name}", "add it")
    return not (unknown or doubled or missing)
