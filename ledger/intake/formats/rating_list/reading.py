"""A list of another body, read from a file row by row, in any format."""

import codecs
from array import array
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from errno import EINVAL
from hashlib import blake2b
from pathlib import Path
from typing import ClassVar, Final

import numpy as np

from ledger.intake.files import opened
from ledger.intake.formats.manual_facts import check_scheme
from ledger.intake.formats.problems import Place, Problems, ReportRefused
from ledger.intake.formats.rating_list.fixed import is_fixed, read_fixed
from ledger.intake.formats.rating_list.received_files import (
    BROKEN,
    ONE_COUNTRY,
    ZIP,
    Received,
    count_rows,
    lines,
    received,
    refuse_zip,
)
from ledger.intake.formats.rating_list.rows import (
    KINDS,
    SINGLE,
    ExternalRow,
    Heading,
    RowReader,
    check_month,
)
from ledger.intake.formats.rating_list.spread import check_columns, read_spread
from ledger.intake.formats.rating_list.tagged import read_tagged
from ledger.intake.formats.rows import CORRECT_IT, Row
from ledger.register.identities import is_scheme
from ledger.sentences import Amount, Input, Sentence

FORMS: Final = ("auto", "fide", "fide-xml", "csv")

MOST_ROWS: Final = 3_000_000
"""Rows of a list; FIDE's combined list of 2026 has about 1 800 000."""

_FEWEST_ROW_BYTES: Final = 4
"""Of a number, a rating, what parts them and a line end: less are not counted beforehand."""

Progress = Callable[[int, int], None]
"""Called with the bytes read and the bytes there are."""

_TOLD_EVERY: Final = 2_000
_LONGEST_BEGINNING: Final = 512
_HASHED: Final = 1 << 63


class ListRefused(ReportRefused):
    """The list is refused; `problems` lists all its faults."""

    WHAT: ClassVar[Sentence] = Sentence("list")


@dataclass(frozen=True, slots=True)
class Written:
    """How a list is written: format, scheme of numbers, kind of rating.

    `columns` says for CSV which heading holds what, e.g. {"rating": "Elo"}; `kind` names the
    rating of a list that holds one and does not say which. `month_as_given` takes a list for the
    month asked for, whatever month its heading names.
    """

    form: str = "auto"
    scheme: str = "fide"
    kind: str = ""
    columns: Mapping[str, str] = field(default_factory=dict)
    month_as_given: bool = False


def check_written(written: Written, problems: Problems) -> None:
    """Refuse impossible options."""
    check_scheme(written.scheme, problems)
    check_columns(written.columns, problems)
    for what, given, known in (("form", written.form, FORMS), ("kind", written.kind, ("", *KINDS))):
        if given not in known:
            expected = Sentence("one of {known}", known=[*filter(None, known)])
            problems.refuse(Place(what), given, expected, CORRECT_IT)


class ListFile:
    """A list in a file, to be read once."""

    def __init__(
        self, path: Path, written: Written, problems: Problems, progress: Progress | None = None
    ) -> None:
        self._path, self._written = path, written
        self._problems, self._progress = problems, progress
        self._seen, self._lines = array("Q"), array("Q")
        self.digest = ""
        """SHA-256 of the file as received, once all rows are read."""
        self.headings: list[Heading] = []
        """Of the file: once the first row is read, of XML once all are."""

    @property
    def count(self) -> int:
        """Number of rows read."""
        return len(self._seen)

    def rows(self) -> Iterator[ExternalRow]:
        """Yield the rows in order; unreadable and repeated rows are refused."""
        check_written(self._written, self._problems)
        if not is_scheme(self._written.scheme):
            return
        try:
            with received(self._path, self._problems) as received_list:
                if received_list is None or self._has_too_many(received_list):
                    return
                yield from self._rows(received_list)
                self.digest = received_list.digest()
        except BROKEN as error:
            refuse_zip(error, self._problems)
        except OSError as error:
            if error.errno != EINVAL:  # a .zip whose directory points before its beginning
                raise
            refuse_zip(error, self._problems)
        self._check_once()

    def _has_too_many(self, received_list: Received) -> bool:
        """Refuse too many rows before reading: counting is a hundred times faster.

        Raises one of BROKEN.
        """
        if received_list.unpacked < _FEWEST_ROW_BYTES * MOST_ROWS:
            return False
        with received(self._path, self._problems) as counted_list:
            rows = count_rows(counted_list.stream) if counted_list else 0
        if rows > MOST_ROWS:
            self._refuse_rows(f"{rows:,}")
        return rows > MOST_ROWS

    def _refuse_rows(self, rows: str) -> None:
        limit = Sentence("at most {most} rows", most=Amount(MOST_ROWS))
        self._problems.refuse(Place("file"), f"{rows} rows", limit, ONE_COUNTRY)

    def check_month(self, day: date, what: str | Sentence) -> None:
        """Refuse a list, after reading, with another month in the heading than the day's.

        `what` names the day. Lists that name no month are taken.
        """
        if not self._written.month_as_given:
            check_month(self.headings, day, what, self._problems)

    def _rows(self, opened: Received) -> Iterator[ExternalRow]:
        reader = RowReader(self._written.scheme, self._problems)
        for listed in self._read(opened):
            row = reader.row(listed)
            if row is None:
                continue
            self._note(row)
            if self.count > MOST_ROWS:
                self._refuse_rows(f"more than {MOST_ROWS:,}")
                return
            if self._progress is not None and self.count % _TOLD_EVERY == 0:
                self._progress(opened.done(), opened.size)
            yield self._of_kind(row)
        if not (self.count or self._problems.refused):
            expected, remedy = Sentence("a list of players"), Sentence("choose the file")
            self._problems.refuse(Place("file"), "no rows", expected, remedy)

    def _read(self, opened: Received) -> Iterator[Row]:
        form = self._written.form
        beginning = opened.stream.peek(_LONGEST_BEGINNING)
        if beginning.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            remedy = Sentence("save it as UTF-8")
            self._problems.refuse(Place("file"), "UTF-16 text", Sentence("UTF-8 text"), remedy)
            return iter(())
        if form == "auto":
            form = _form_of(beginning)
        if form == "fide-xml":
            return read_tagged(opened.stream, self._problems, self.headings)
        texts = lines(opened.stream, self._problems)
        if form == "fide":
            return read_fixed(texts, self._problems, self.headings)
        return read_spread(texts, self._written.columns, self._problems, self.headings)

    def _note(self, row: ExternalRow) -> None:
        """Keep 16 bytes of a row, to find a second row of the same player.

        A number with letters is kept as a 63-bit hash, above all numbers of digits.
        """
        number = row.number
        digest = b"" if number.isdigit() else blake2b(number.encode(), digest_size=8).digest()
        self._seen.append(int.from_bytes(digest, "big") | _HASHED if digest else int(number))
        self._lines.append(row.line)

    def _of_kind(self, row: ExternalRow) -> ExternalRow:
        kind = self._written.kind
        if not kind or SINGLE not in row.values:
            return row
        named = {name.replace(SINGLE, kind): value for name, value in row.values.items()}
        return replace(row, values=named)

    def _check_once(self) -> None:
        keys = np.array(self._seen, np.uint64)
        order = np.argsort(keys, kind="stable")
        keys = keys[order]
        for at in (np.flatnonzero(keys[1:] == keys[:-1]) + 1).tolist():
            first, second = self._lines[order[at - 1]], self._lines[order[at]]
            found = str(keys[at]) if keys[at] < _HASHED else "the number of this line"
            expected = Sentence("each player once (line {line} is the same player)", line=first)
            remedy = Sentence("the list contradicts itself: ask its body")
            self._problems.refuse(Place("number", second), found, expected, remedy)


def is_list(path: Path) -> bool:
    """Return whether a file is a FIDE list or a .zip; a CSV file may be anything."""
    with opened(path) as file:
        beginning = file.read(_LONGEST_BEGINNING)
    return beginning.startswith(ZIP) or _form_of(beginning) != "csv"


def _form_of(beginning: bytes) -> str:
    text = beginning.removeprefix(codecs.BOM_UTF8).lstrip()
    if text.startswith(b"<"):
        return "fide-xml"
    return "fide" if is_fixed(text) else "csv"


def rating_in(values: Mapping[str, int], kind: str, problems: Problems) -> str:
    """Return the rating's column: the kind asked for, else the only kind.

    "" where it is not there or several are, with a problem.
    """
    available = [name for name in (SINGLE, *KINDS) if name in values]
    if kind in available or (not kind and len(available) == 1):
        return kind or available[0]
    expected = Sentence("one kind of rating")
    if kind:
        expected = Sentence("a rating of the kind {kind}", kind=kind)
    remedy = Sentence(
        "state the {kind}: {available}", kind=Input("kind"), available="|".join(available)
    )
    problems.refuse(Place("kind"), ", ".join(available), expected, remedy)
    return ""
