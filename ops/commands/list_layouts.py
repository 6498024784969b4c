"""Layouts of lists: CSV, JSON, and FIDE's two forms for a single kind of rating.

FIDE's layout of fixed width is ASCII: there, and only there, names lose what ASCII lacks. No
function here holds more than one row.
"""

from __future__ import annotations

import csv
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Final
from xml.sax.saxutils import escape

import msgspec

from ledger.register import identities
from ledger.spreadsheet import cell
from ledger.visible import escaped, in_json
from ops.answers.rating_lists import ListedPlayer

CRLF: Final = "\r\n"

PERSONAL: Final = ("player", "number", "name", "title", "federation", "sex", "birth_year")
"""What a row says of the player, before the columns of the list."""

_MONTHS: Final = "JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC"
_WOMENS: Final = frozenset({"WGM", "WIM", "WFM", "WCM"})
_SEXES: Final = {"m": "M", "w": "F", "": ""}

_HEADINGS: Final = ("ID Number", "Name", "Fed", "Sex", "Tit", "WTit", "OTit", "FOA")
_LAST_HEADINGS: Final = ("Gms", "K", "B-day", "Flag")
_WIDTHS: Final = (15, 61, 4, 4, 5, 5, 15, 4, 6, 4, 3, 6, 4)
"""FIDE's list of one kind: from the beginning of a column to that of the next; 136 in all."""
_ROOM: Final = (*(width - 1 for width in _WIDTHS[:-1]), _WIDTHS[-1])
"""What a text may fill: a blank stands behind it, but in the last column."""

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


class _Echo:
    """A file for csv.writer: returns each written text."""

    def write(self, text: str) -> str:
        return text


def as_csv(rows: Iterable[ListedPlayer], columns: Sequence[str]) -> Iterator[str]:
    """Yield a line for each player, after the names of the columns; UTF-8, line ends LF."""
    line = csv.writer(_Echo(), lineterminator="\n").writerow
    yield str(line([*PERSONAL, *map(_heading, columns)]))
    for row in rows:
        yield str(line([cell(str(value)) for value in _plain(row).values()]))


def as_json(rows: Iterable[ListedPlayer], about: Mapping[str, Any]) -> Iterator[str]:
    """Yield a document with each row on a line, for `jq` and `grep`."""
    yield f'{{"about":{in_json(msgspec.json.encode(about, enc_hook=int).decode())},\n"rows":['
    before = "\n"
    for row in rows:
        yield before + in_json(msgspec.json.encode(_plain(row)).decode())
        before = ",\n"
    yield "\n]}\n"


def as_fixed(rows: Iterable[ListedPlayer], day: date) -> Iterator[str]:
    """Yield FIDE's list of fixed width: ASCII, 136 characters and CRLF a line.

    `day` gives the month over the ratings. A text longer than its column is cut: see `is_cut`.
    """
    month = _MONTHS[3 * day.month - 3 : 3 * day.month]
    yield _fixed_line((*_HEADINGS, f"{month}{day.year % 100:02d}", *_LAST_HEADINGS))
    for row in rows:
        title = in_ascii(row.title)
        yield _fixed_line(
            (
                row.number,
                in_ascii(row.name),
                row.person.federation,
                _SEXES[row.person.sex],
                title,
                title if title in _WOMENS else "",
                "",
                "",
                *_shown(row),
            )
        )


def is_cut(row: ListedPlayer) -> bool:
    """Whether a player's words are longer than FIDE's columns."""
    return len(in_ascii(row.name)) > _ROOM[1] or len(row.title) > _ROOM[4]


def as_xml(rows: Iterable[ListedPlayer]) -> Iterator[str]:
    """Yield FIDE's list in XML, UTF-8 without a declaration, as FIDE does."""
    yield "<playerslist>\n"
    for row in rows:
        rating, games, k, birthday, flag = _shown(row)
        elements = {
            "fideid": row.number,
            "name": row.name,
            "country": row.person.federation,
            "sex": _SEXES[row.person.sex],
            "title": row.title,
            "w_title": row.title if row.title in _WOMENS else "",
            "o_title": "",
            "foa_title": "",
            "rating": rating,
            "games": games,
            "k": k,
            "birthday": birthday,
            "flag": flag,
        }
        inner = "".join(
            f"<{name}>{escape(escaped(text))}</{name}>\n" for name, text in elements.items()
        )
        yield f"<player>\n{inner}</player>\n"
    yield "</playerslist>\n"


def in_ascii(text: str) -> str:
    """Return a text in ASCII: letters without marks, `?` for other signs."""
    text = escaped(text)
    if text.isascii():
        return text
    bare = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    marks = "".join(row for row in bare if not unicodedata.combining(row))
    return marks.encode("ascii", "replace").decode("ascii")


def _plain(row: ListedPlayer) -> dict[str, Any]:
    """Return a row for CSV and JSON; empty: unknown."""
    return {
        "player": identities.show(row.player),
        "number": row.number,
        "name": row.name,
        "title": row.title,
        "federation": row.person.federation,
        "sex": row.person.sex,
        "birth_year": row.person.birth_year or "",
        **{_heading(name): "" if value == "-" else value for name, value in row.values.items()},
    }


def _heading(column: str) -> str:
    """Return the name of a column on other bodies' lists."""
    return "games" if column == "period_games" else column


def _shown(row: ListedPlayer) -> tuple[str, str, str, str, str]:
    """Return rating, games of the period, K, year of birth and flag."""
    values, woman = row.values, "w" if row.person.sex == "w" else ""
    return (
        str(values["rating"]),
        str(values["period_games"]),
        str(values["k"]),
        str(row.person.birth_year),
        woman + ("i" if values["inactive"] == "i" else ""),
    )


def _fixed_line(cells: Sequence[str]) -> str:
    fields = (
        cell[:room].ljust(width) for cell, room, width in zip(cells, _ROOM, _WIDTHS, strict=True)
    )
    return "".join(fields) + CRLF
