"""A sealed rating list as a file: CSV, JSON, or FIDE's layouts of a list of one kind of rating.

Rows come from the sealed document, in the order of register numbers, a block at a time: a list of
any length is written in the memory of its numbers, one block and three columns of the register.

FIDE's two layouts name players by FIDE numbers; players without a number are left out, and counted.
The layout of fixed width is ASCII: only there names lose letters outside ASCII. A birth year that
is not known stands as the list printed it from which the player came (0000, 0 or nothing).
"""

import csv
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice
from operator import gt
from typing import Any, Final, Literal, TextIO
from xml.sax.saxutils import escape

import msgspec

from ledger.errors import Refused
from ledger.register import identities
from ledger.register.words import Titles
from ledger.sentences import Remedy, Sentence
from ledger.spreadsheet import cell
from ledger.visible import escaped, in_json, is_plain
from ledger.wording import counted
from ops.answers.abouts import About
from ops.answers.rating_lists import ListedPlayer, basis, listed_players, printed_columns
from projections.queries import PoolQuery, RatingList

Form = Literal["csv", "jsonl", "txt", "xml"]

_FIDE_COLUMNS: Final = {"rating", "k", "period_games", "inactive"}
"""Columns a list must have to be written as FIDE writes its lists."""


CRLF: Final = "\r\n"

PERSONAL: Final = (
    *("player", "number", "name", *Titles._fields),
    *("federation", "sex", "birth_year"),
)
"""What a row says of the player, before the columns of the list."""

_MONTHS: Final = "JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC"
_SEXES: Final = {"m": "M", "w": "F", "": ""}

_HEADINGS: Final = ("ID Number", "Name", "Fed", "Sex", "Tit", "WTit", "OTit", "FOA")
"""FIDE's list of one kind: the columns before the ratings, which are under their month."""
_LAST_HEADINGS: Final = ("Gms", "K", "B-day", "Flag")
_WIDTHS: Final = (15, 61, 4, 4, 5, 5, 15, 4, 6, 4, 3, 6, 4)
"""From the beginning of a column to that of the next; 136 in all."""
_ROOM: Final = (*(width - 1 for width in _WIDTHS[:-1]), _WIDTHS[-1])
"""What a text may fill: a blank follows it, except in the last column."""
_OTHER, _ONLINE = _HEADINGS.index("OTit"), _HEADINGS.index("FOA")
_UNCUT: Final = tuple(sys.maxsize if at == _OTHER else room for at, room in enumerate(_ROOM))
"""How long a text may be that is written whole; other titles push the line."""
_LINE: Final = "".join(f"%-{width}.{room}s" for width, room in zip(_WIDTHS, _ROOM, strict=True))

_ELEMENTS: Final = (
    *("fideid", "name", "country", "sex", "title", "w_title", "o_title", "foa_title"),
    *("rating", "games", "k", "birthday", "flag"),
)
"""The names of the columns in the XML form."""
_PLAYER: Final = "".join(f"<{name}>%s</{name}>\n" for name in _ELEMENTS)
_MARKUP: Final = frozenset("&<>")

_LETTERS: Final = str.maketrans(
    {
        "ß": "ss",
        "æ": "ae",
        "Æ": "Ae",
        "œ": "oe",
        "Œ": "Oe",
        "ø": "o",
        "Ø": "O",
        "ł": "l",
        "Ł": "L",
        "đ": "d",
        "Đ": "D",
        "ð": "d",
        "Ð": "D",
        "þ": "th",
        "Þ": "Th",
        "\u0131": "i",
        "\u2018": "'",
        "\u2019": "'",
        "–": "-",
    }
)
"""Letters that do not fall apart into an ASCII letter and a mark."""


_LINES: Final = 500
"""Of one piece of text."""


class Echo:
    """A file for csv.writer: returns each written text."""

    def write(self, text: str) -> str:
        """Return the text."""
        return text


@dataclass(slots=True)
class Count:
    """Numbers of rows written, left out and cut."""

    written: int = 0
    without_number: int = 0
    """Left out: FIDE's layouts know players by their numbers."""
    cut: int = 0
    """Written with a text cut to its columns."""

    def remarks(self) -> Iterator[str]:
        """Yield remarks on rows left out or cut."""
        if self.without_number:
            yield f"left out: {counted(self.without_number, 'player')} without a number"
        if self.cut:
            yield f"cut to their columns: names or titles of {counted(self.cut, 'player')}"


def check(pool: PoolQuery, listed: RatingList, form: Form) -> None:
    """Refuse a pool without a closed list, and a form without the needed columns."""
    if listed.number == 0:
        problem = Sentence(
            "{pool}: no list is closed that could be written ({close})",
            pool=pool.name,
            close=Remedy("close-list", pool=pool.name, period=None),
        )
        raise Refused(problem, code="no-list", field="period")
    columns = {column.name for column in printed_columns(pool)}
    if form in {"txt", "xml"} and not columns >= _FIDE_COLUMNS:
        raise Refused(
            Sentence(
                "{pool}: its lists have {columns}, which FIDE's layout cannot show; write it as "
                "csv or jsonl",
                pool=pool.name,
                columns=sorted(columns),
            ),
            code="layout-cannot-show",
            field="form",
            found=form,
            expected=Sentence("csv or jsonl"),
        )


def write(pool: PoolQuery, listed: RatingList, form: Form, out: TextIO) -> Count:
    """Write a list; return the numbers of rows written, left out and cut.

    Raises Refused as `check` does; Damaged where the document is not what was sealed.
    """
    count = Count()
    out.writelines(pieces(pool, listed, form, count))
    return count


def pieces(
    pool: PoolQuery, listed: RatingList, form: Form, count: Count | None = None
) -> Iterator[str]:
    """Return a list as pieces of text, a block of rows in memory; `count` counts the rows.

    Raises Refused as `check` does; Damaged where the document is not what was sealed.
    """
    check(pool, listed, form)
    count = count or Count()
    rows = _counted(listed_players(pool, listed), form, count)
    match form:
        case "csv":
            return as_csv(rows, [column.name for column in printed_columns(pool)])
        case "jsonl":
            return as_json(rows, basis(pool, listed))
        case "txt":
            return as_fixed(rows, listed.list_date, count)
        case "xml":
            return as_xml(rows)


def _counted(rows: Iterable[ListedPlayer], form: Form, count: Count) -> Iterator[ListedPlayer]:
    for row in rows:
        if not row.number and form in {"txt", "xml"}:
            count.without_number += 1
            continue
        count.written += 1
        yield row


# ---------------------------------------------------------------------------------------- layouts


def as_csv(rows: Iterable[ListedPlayer], columns: Sequence[str]) -> Iterator[str]:
    """Yield a line for each player, after the names of the columns; UTF-8, line ends LF."""
    line = csv.writer(Echo(), lineterminator="\n").writerow
    yield str(line([*PERSONAL, *map(heading, columns)]))
    cells = map(_cells, rows)
    while some := [*islice(cells, _LINES)]:
        yield "".join(map(str, map(line, some)))


def as_json(rows: Iterable[ListedPlayer], about: About) -> Iterator[str]:
    """Yield a document with each row on a line, for `jq` and `grep`."""
    yield f'{{"about":{in_json(msgspec.json.encode(about, enc_hook=int).decode())},\n"rows":['
    before = "\n"
    for row in rows:
        yield before + in_json(msgspec.json.encode(_plain(row)).decode())
        before = ",\n"
    yield "\n]}\n"


def as_fixed(rows: Iterable[ListedPlayer], day: date, count: Count) -> Iterator[str]:
    """Yield FIDE's list of fixed width: ASCII, 136 characters and CRLF a line.

    `day` gives the month over the ratings. A text longer than its column is cut, and counted.
    """
    month = _MONTHS[3 * day.month - 3 : 3 * day.month]
    yield _fixed_line((*_HEADINGS, f"{month}{day.year % 100:02d}", *_LAST_HEADINGS))
    for cells in map(_fide_cells, rows):
        written = cells if is_plain("".join(cells)) else tuple(map(in_ascii, cells))
        count.cut += any(map(gt, map(len, written), _UNCUT))
        yield _fixed_line(written)


def as_xml(rows: Iterable[ListedPlayer]) -> Iterator[str]:
    """Yield FIDE's list in XML, UTF-8 without a declaration, as FIDE does."""
    yield "<playerslist>\n"
    for cells in map(_fide_cells, rows):
        whole = "".join(cells)
        plain = is_plain(whole) and _MARKUP.isdisjoint(whole)
        written = cells if plain else tuple(escape(escaped(text)) for text in cells)
        yield f"<player>\n{_PLAYER % written}</player>\n"
    yield "</playerslist>\n"


def in_ascii(text: str) -> str:
    """Return a text in ASCII: letters without marks, `?` for other signs."""
    text = escaped(text)
    if text.isascii():
        return text
    bare = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    marks = "".join(row for row in bare if not unicodedata.combining(row))
    return marks.encode("ascii", "replace").decode("ascii")


def _cells(row: ListedPlayer) -> list[int | str]:
    """Return the values of `_plain` for a spreadsheet: no name in them becomes a formula."""
    person = row.person
    words = map(cell, (row.number, row.name, *row.titles, person.federation))
    of_list = ("" if value == "-" else value for value in row.values.values())
    number, year = identities.show(row.player), person.birth_year or ""
    return [number, *words, person.sex, year, *of_list]


def _plain(row: ListedPlayer) -> dict[str, Any]:
    return {
        "player": identities.show(row.player),
        "number": row.number,
        "name": row.name,
        **row.titles._asdict(),
        "federation": row.person.federation,
        "sex": row.person.sex,
        "birth_year": row.person.birth_year or "",
        **{heading(name): "" if value == "-" else value for name, value in row.values.items()},
    }


def heading(column: str) -> str:
    """Return the heading of a column of a list."""
    return "games" if column == "period_games" else column


def _fide_cells(row: ListedPlayer) -> tuple[str, ...]:
    """Return the columns of a row in FIDE's layouts, see `_ELEMENTS`."""
    values, person, titles = row.values, row.person, row.titles
    woman = "w" if person.sex == "w" else ""
    return (
        *(row.number, row.name, person.federation, _SEXES[person.sex]),
        *(titles.title, titles.women_title, titles.other_titles, titles.online_title),
        *(str(values["rating"]), str(values["period_games"]), str(values["k"])),
        str(person.birth_year or _unknown_year(row)),
        woman + ("i" if values["inactive"] == "i" else ""),
    )


def _unknown_year(row: ListedPlayer) -> str:
    return "" if row.birth.strip("0") else row.birth


def _fixed_line(cells: tuple[str, ...]) -> str:
    if not cells[_OTHER]:
        return _LINE % cells + CRLF
    fields = [
        cell[:room].ljust(width) for cell, room, width in zip(cells, _ROOM, _WIDTHS, strict=True)
    ]
    fields[_OTHER : _ONLINE + 1] = [_other_titles(cells[_OTHER], fields[_ONLINE])]
    return "".join(fields) + CRLF


def _other_titles(titles: str, online: str) -> str:
    """Write titles over the empty column behind; what has no room there pushes the line."""
    width = _WIDTHS[_OTHER] + _WIDTHS[_ONLINE]
    if not online.strip() and len(titles) < width:
        return titles.ljust(width)
    return titles.ljust(_WIDTHS[_OTHER]) + online
