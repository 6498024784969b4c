"""A sealed rating list as a file: CSV, JSON, or as FIDE writes its lists.

Rows come from the sealed document, in the order of register numbers, a block at a time: a list of
any length is written in the memory of one block and three columns of the register. Names and
numbers are those the register keeps today; where they are erased, a list says so.

FIDE's layout of fixed width is ASCII: there, and only there, names lose what ASCII lacks. FIDE's
two layouts number players by FIDE's numbers; who has none is left out, and counted.
"""

from __future__ import annotations

import csv
import json
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from io import StringIO
from typing import Any, Final, Literal, TextIO
from xml.sax.saxutils import escape

import msgspec
import numpy as np

from ledger import register
from ledger.errors import Refused
from ledger.persons import Person, Persons, registered
from ledger.store.reading import Reader
from ops import views
from projections.answers import ListRow, Pool
from projections.rulebooks.rulebook import ListColumn

Form = Literal["csv", "json", "fide", "fide-xml"]

BLOCK_ROWS: Final = 5_000

CRLF: Final = "\r\n"

_NUMBER_BYTES: Final = 11
_SCHEMES: Final = {"fide-standard": "fide", "rubele-italiana": "fid"}
"""Whose numbers stand on the lists of a rulebook."""
_FIDE_COLUMNS: Final = {"rating", "k", "period_games", "inactive"}
"""Columns a list must have to be written as FIDE writes its lists."""

_PERSONAL: Final = ("player", "number", "name", "title", "federation", "sex", "birth_year")
_MONTHS: Final = "JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC"
_WOMENS: Final = frozenset({"WGM", "WIM", "WFM", "WCM"})
_SEXES: Final = {"m": "M", "w": "F", "": ""}

_WIDTHS: Final = (15, 61, 4, 4, 5, 5, 15, 4, 6, 4, 3, 6, 4)
"""FIDE's list of one kind: from the beginning of a column to that of the next; 136 in all."""
_ROOM: Final = (*(width - 1 for width in _WIDTHS[:-1]), _WIDTHS[-1])
"""What a text may fill: a blank stands behind it, but in the last column."""
_HEADINGS: Final = ("ID Number", "Name", "Fed", "Sex", "Tit", "WTit", "OTit", "FOA")
_LAST_HEADINGS: Final = ("Gms", "K", "B-day", "Flag")
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


@dataclass(frozen=True, slots=True)
class Listed:
    """One row of a list, with who it is about; "" is unknown."""

    player: int
    number: str
    name: str
    title: str
    person: Person
    values: Mapping[str, int | str]
    """By list column but `player`; letters as letters, `-` is none."""


@dataclass(slots=True)
class Count:
    """What became of a list's rows."""

    written: int = 0
    without_number: int = 0
    """Left out: FIDE's layouts know players by their numbers."""
    shortened: int = 0
    """Rows with a text longer than its columns, cut."""

    def told(self) -> Iterator[str]:
        """Say what the file lacks."""
        if self.without_number:
            yield f"left out: {self.without_number} players without a number"
        if self.shortened:
            yield f"cut to their columns: texts of {self.shortened} players"


@dataclass(slots=True)
class ListFile:
    """One sealed list on its way into a file."""

    pool: Pool
    row: ListRow
    count: Count = field(default_factory=Count)

    def check(self, form: Form) -> None:
        """Raise Refused for what is no list yet, or cannot be shown in a form."""
        if self.row.number == 0:
            raise Refused(f"{self.pool.name}: no list is closed that could be written")
        held = {each.name for each in self.columns}
        if form in {"fide", "fide-xml"} and not held >= _FIDE_COLUMNS:
            raise Refused(
                f"{self.pool.name}: its lists have {', '.join(sorted(held))}, which FIDE's layout "
                "cannot show; write it as csv or json"
            )

    def write(self, form: Form, out: TextIO) -> Count:
        """Write the list; give how many rows are written, and how many had no number.

        Raises Refused as `check` does; Damaged where the document is not what was sealed.
        """
        self.check(form)
        for piece in _FORMS[form](self):
            out.write(piece)
        return self.count

    @property
    def columns(self) -> tuple[ListColumn, ...]:
        """Give the list's columns but the player's."""
        return tuple(each for each in self.pool.law.list_columns if each.name != "player")

    def about(self) -> dict[str, Any]:
        """Say which list this is, and what it rests on."""
        return views.rests_on(self.pool, self.row)

    def rows(self) -> Iterator[Listed]:
        """Give the rows in the order of register numbers, a block in memory at a time."""
        values = views.sealed(self.pool, self.row).values
        read = self.pool.official.ledger.read
        people, numbers = registered(read), _numbers(read, _SCHEMES.get(self.pool.law.name, "fide"))
        for start in range(0, len(values["player"]), BLOCK_ROWS):
            block = {name: each[start : start + BLOCK_ROWS] for name, each in values.items()}
            yield from _listed(read, self.columns, block, people, numbers)

    def numbered(self) -> Iterator[Listed]:
        """Give the rows of players who have a number; count the others."""
        for each in self.rows():
            if each.number:
                self.count.written += 1
                yield each
            else:
                self.count.without_number += 1

    def counted(self) -> Iterator[Listed]:
        """Give all rows."""
        for each in self.rows():
            self.count.written += 1
            yield each


def _numbers(read: Reader, scheme: str) -> Any:
    """Give everybody's number by register number, ASCII in eleven bytes; b"" is none."""
    known = read.numbers_of(scheme)
    numbers = np.zeros(1 + max(known.values(), default=0), dtype=f"S{_NUMBER_BYTES}")
    for number, player in known.items():
        numbers[player] = number.encode("ascii")
    return numbers


def _listed(
    read: Reader,
    columns: Sequence[ListColumn],
    block: Mapping[str, Any],
    people: Persons,
    numbers: Any,
) -> Iterator[Listed]:
    players = block["player"].tolist()
    words = read.subjects(players)
    cells = [_cells(column, block[column.name]) for column in columns]
    names = [column.name for column in columns]
    for player, *values in zip(players, *cells, strict=True):
        said = msgspec.json.decode(words[player][1]) if player in words else {}
        yield Listed(
            player=player,
            number=numbers[player].decode() if player < len(numbers) else "",
            name=said.get("name", register.ERASED),
            title=said.get("title", ""),
            person=people[player],
            values=dict(zip(names, values, strict=True)),
        )


def _cells(column: ListColumn, values: Any) -> list[int] | list[str]:
    """Give a column's cells: whole numbers, or letters."""
    numbers: list[int] = values.tolist()
    return [column.letters[value] for value in numbers] if column.letters else numbers


# ------------------------------------------------------------------------------------------ forms


def _as_csv(file: ListFile) -> Iterator[str]:
    """Write one line a player, first the names of the columns."""
    names = [_heading(column.name) for column in file.columns]
    yield _csv_line([*_PERSONAL, *names])
    for each in file.counted():
        yield _csv_line(list(_plain(each).values()))


def _csv_line(cells: Sequence[Any]) -> str:
    line = StringIO()
    csv.writer(line, lineterminator="\n").writerow(cells)
    return line.getvalue()


def _as_json(file: ListFile) -> Iterator[str]:
    """Write one document; each row stands on a line of its own, so that `jq` and `grep` both do."""
    about = json.dumps(file.about(), default=date.isoformat, ensure_ascii=False)
    yield f'{{"about": {about},\n"rows": ['
    before = "\n"
    for each in file.counted():
        yield before + json.dumps(_plain(each), ensure_ascii=False)
        before = ",\n"
    yield "\n]}\n"


def _plain(each: Listed) -> dict[str, Any]:
    return {
        "player": register.show(each.player),
        "number": each.number,
        "name": each.name,
        "title": each.title,
        "federation": each.person.federation,
        "sex": each.person.sex,
        "birth_year": each.person.birth_year or "",
        **{_heading(name): "" if value == "-" else value for name, value in each.values.items()},
    }


def _heading(column: str) -> str:
    """Name a column as lists of other bodies do."""
    return "games" if column == "period_games" else column


def _as_fixed(file: ListFile) -> Iterator[str]:
    """Write FIDE's list of one kind: ASCII, 136 characters and CRLF a line."""
    day = file.row.in_force_from
    token = f"{_MONTHS[3 * day.month - 3 : 3 * day.month]}{day.year % 100:02d}"
    yield _fixed_line((*_HEADINGS, token, *_LAST_HEADINGS))
    for each in file.numbered():
        cells = _fixed_cells(each)
        file.count.shortened += any(map(_is_too_long, cells, _ROOM))
        yield _fixed_line(cells)


def _fixed_cells(each: Listed) -> tuple[str, ...]:
    title = _in_ascii(each.title)
    return (
        each.number,
        _in_ascii(each.name),
        each.person.federation,
        _SEXES[each.person.sex],
        title,
        title if title in _WOMENS else "",
        "",
        "",
        *_shown(each),
    )


def _is_too_long(cell: str, room: int) -> bool:
    return len(cell) > room


def _shown(each: Listed) -> tuple[str, str, str, str, str]:
    """Give rating, games of the period, K, year of birth and flag."""
    values = each.values
    return (
        str(values["rating"]),
        str(values["period_games"]),
        str(values["k"]),
        str(each.person.birth_year),
        _flag(each),
    )


def _flag(each: Listed) -> str:
    """Give w for a woman, i for who is inactive."""
    return ("w" if each.person.sex == "w" else "") + ("i" if each.values["inactive"] == "i" else "")


def _fixed_line(cells: Sequence[str]) -> str:
    fields = (
        cell[:room].ljust(width) for cell, room, width in zip(cells, _ROOM, _WIDTHS, strict=True)
    )
    return "".join(fields) + CRLF


def _in_ascii(text: str) -> str:
    """Write a text in ASCII: letters without their marks, `?` for what has no likeness."""
    bare = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    marks = "".join(each for each in bare if not unicodedata.combining(each))
    return marks.encode("ascii", "replace").decode("ascii")


def _as_xml(file: ListFile) -> Iterator[str]:
    """Write FIDE's list of one kind in XML, UTF-8 without a declaration, as FIDE does."""
    yield "<playerslist>\n"
    for each in file.numbered():
        women = each.title if each.title in _WOMENS else ""
        rating, games, k, birthday, flag = _shown(each)
        elements = {
            "fideid": each.number,
            "name": each.name,
            "country": each.person.federation,
            "sex": _SEXES[each.person.sex],
            "title": each.title,
            "w_title": women,
            "o_title": "",
            "foa_title": "",
            "rating": rating,
            "games": games,
            "k": k,
            "birthday": birthday,
            "flag": flag,
        }
        inner = "".join(f"<{name}>{escape(text)}</{name}>\n" for name, text in elements.items())
        yield f"<player>\n{inner}</player>\n"
    yield "</playerslist>\n"


_FORMS: Final[Mapping[str, Callable[[ListFile], Iterator[str]]]] = {
    "csv": _as_csv,
    "json": _as_json,
    "fide": _as_fixed,
    "fide-xml": _as_xml,
}
