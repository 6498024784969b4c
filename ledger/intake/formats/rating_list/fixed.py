"""FIDE's lists in columns of fixed width: combined, of a single kind, legacy, and as in 2011.

No layout is written down here: the header line names the columns and shows where they begin.
A text too long for its column pushes the rest of its line to the right; by how much, the length
of the line tells, if the blanks at its end are still there.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from ledger.intake.formats.problems import Place, Problems
from ledger.intake.formats.rating_list.rows import KINDS, SINGLE, VALUES, Cells, Heading
from ledger.intake.formats.rows import Row
from ledger.sentences import Sentence

_HEADINGS: Final = {
    "number": "ID ?Number",
    "name": "Name",
    "w_title": "WTit",
    "o_title": "OTit",
    "title": "Tit(?:le?)?",
    "foa": "FOA",
    "federation": "Fed",
    "sex": "Sex",
    **{
        f"{kind}{part}": f"{kind[0]}{heading}"
        for kind in KINDS
        for part, heading in (("", "Rtng"), ("_games", "Gms?"), ("_k", "K"))
    },
    "birth_year": "B-day|Born",
    "flag": "Flag",
    f"{SINGLE}_games": "Games|Gms?",
    SINGLE: "[A-Z]{3,4}[0-9]{2}",
    f"{SINGLE}_k": r"K(?!\S)",
    "unknown": r"\S+",
}
"""Columns and how a header writes them; a month's name and two digits stand over the rating."""

_HEADER: Final = re.compile(
    "|".join(f"(?P<{name}>{heading})" for name, heading in _HEADINGS.items()), re.IGNORECASE
)
_BEGINNING: Final = re.compile(rb"\s*ID ?Number\s*Name", re.IGNORECASE)
_NUMBERS: Final = frozenset({*VALUES, "birth_year"})
_BLANK: Final = " "
_TITLES_WIDTH: Final = 15
"""A text of other titles that is as long fills its column."""
_ONLINE: Final = frozenset({"AGM", "AIM", "AFM", "ACM"})
_LAST_WIDTH: Final = 4


class Column(NamedTuple):
    """A column: field, first offset, and first offset of the next column."""

    field: str
    start: int
    end: int


def is_fixed(beginning: bytes) -> bool:
    """Return whether a file begins with the header of such a list."""
    return _BEGINNING.match(beginning) is not None


@dataclass(frozen=True)
class Layout:
    """The columns of a list, in order."""

    columns: tuple[Column, ...]

    @cached_property
    def width(self) -> int:
        """Length of a line in which nothing overflows."""
        return self.columns[-1].start + _LAST_WIDTH

    def cells(self, text: str) -> Cells | None:
        """Split a line; None where a number stands across an edge of a column.

        None too where a text overflows and the blanks at the end of the line are not there: by
        how much the rest is pushed, nobody can tell then.
        """
        columns = self._placed(text)
        edges = [edge for name, *ends in columns if name in _NUMBERS for edge in ends]
        if any(_is_crossed(text, edge) for edge in edges):
            return None
        cells = {name: text[start:end].strip() for name, start, end in columns}
        return _with_titles_whole(cells) or None

    def _placed(self, text: str) -> tuple[Column, ...]:
        """Return the columns in a line, moved behind an overflowing text; () if not possible."""
        overflowing = [
            at
            for at, column in enumerate(self.columns)
            if column.field not in _NUMBERS and _is_crossed(text, column.end)
        ]
        if not overflowing:
            return self.columns
        ends_in_flag = self.columns[-1].field == "flag"
        is_whole = ends_in_flag and len(text) >= self.width and text.endswith(_BLANK)
        return self._shifted(overflowing[0], len(text) - self.width) if is_whole else ()

    def _shifted(self, first: int, by: int) -> tuple[Column, ...]:
        """Move the columns behind an overflowing text by the excess length of the line."""
        field, start, end = self.columns[first]
        moved = (
            Column(name, start + by, end + by) for name, start, end in self.columns[first + 1 :]
        )
        return (*self.columns[:first], Column(field, start, end + by), *moved)


def _with_titles_whole(cells: Cells) -> Cells:
    """Join titles written over the beginning of the next column, where no online title follows."""
    titles, online = cells.get("o_title", ""), cells.get("foa", "")
    if len(titles) < _TITLES_WIDTH or not online or online in _ONLINE:
        return cells
    return {**cells, "o_title": titles + online, "foa": ""}


def _is_crossed(text: str, at: int) -> bool:
    return 0 < at < len(text) and text[at] != _BLANK and text[at - 1] != _BLANK


def read_fixed(
    lines: Iterable[tuple[int, bytes]], problems: Problems, headings: list[Heading]
) -> Iterator[Row]:
    """Read the rows of a list, the header line first; `headings` takes its headings."""
    layout: Layout | None = None
    for line, data in lines:
        text = data.decode("latin-1").removesuffix("\x1a")
        if not text.strip():
            continue
        if layout is None:
            layout = _layout(line, text, problems, headings)
            if layout is None:
                return
        elif cells := layout.cells(text):
            yield Row(line, _decoded(cells))
        else:
            expected = Sentence("columns as in the header, with the blanks at the end of the line")
            remedy = Sentence("a column has moved: take the file as its body gives it out")
            problems.refuse(Place("columns", line), text.strip(), expected, remedy)


def _layout(line: int, text: str, problems: Problems, headings: list[Heading]) -> Layout | None:
    found = [
        (heading.lastgroup or "", heading.start(), heading.group())
        for heading in _HEADER.finditer(text)
    ]
    ends = [start for _, start, _ in found[1:]] + [1 << 16]
    names = [name for name, _, _ in found]
    _check_headings(line, found, problems)
    wanted = {"number": "ID Number", "name": "Name"}
    missing = [heading for name, heading in wanted.items() if name not in names]
    if not {SINGLE, *KINDS} & set(names):
        missing.append("a rating")
    for heading in missing:
        expected = Sentence("a column for {heading}", heading=heading)
        remedy = Sentence("check that it is one of FIDE’s lists")
        problems.refuse(Place("header", line), text, expected, remedy)
    if missing:
        return None
    headings.extend(
        Heading(line, heading, "" if name == "unknown" else name) for name, _, heading in found
    )
    return Layout(
        tuple(Column(name, start, end) for (name, start, _), end in zip(found, ends, strict=True))
    )


def _check_headings(line: int, found: list[tuple[str, int, str]], problems: Problems) -> None:
    seen: set[str] = set()
    for name, _, heading in found:
        if name == "unknown":
            expected = Sentence("a column of FIDE’s lists")
            remedy = Sentence("the column is left out")
            problems.warn(Place("header", line), heading, expected, remedy)
        elif name in seen:
            once, remedy = Sentence("each column once"), Sentence("check that it is whole")
            problems.refuse(Place("header", line), heading, once, remedy)
        seen.add(name)


def _decoded(cells: Cells) -> Cells:
    """Read a non-ASCII name as UTF-8 if possible; columns count bytes."""
    if not cells["name"].isascii():
        with suppress(UnicodeDecodeError):
            cells["name"] = cells["name"].encode("latin-1").decode("utf-8")
    return cells
