"""How lists are laid out: CSV, JSON, and FIDE's two forms of a list of one kind.

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
    """Gives back what is written to it."""

    def write(self, text: str) -> str:
        return text


def as_csv(rows: Iterable[ListedPlayer], columns: Sequence[str]) -> Iterator[str]:
    """Write one line a player, first the names of the columns; UTF-8, line ends LF."""
    line = csv.writer(_Echo(), lineterminator="\n").writerow
    yield str(line([*PERSONAL, *map(_heading, columns)]))
    for each in rows:
        yield str(line([cell(str(value)) for value in _plain(each).values()]))


def as_json(rows: Iterable[ListedPlayer], about: Mapping[str, Any]) -> Iterator[str]:
    """Write one document; each row stands on a line of its own, so that `jq` and `grep` both do."""
    yield f'{{"about":{in_json(msgspec.json.encode(about, enc_hook=int).decode())},\n"rows":['
    before = "\n"
    for each in rows:
        yield before + in_json(msgspec.json.encode(_plain(each)).decode())
        before = ",\n"
    yield "\n]}\n"


def as_fixed(rows: Iterable[ListedPlayer], day: date) -> Iterator[str]:
    """Write FIDE's list of one kind: ASCII, 136 characters and CRLF a line.

    `day` gives the month over the ratings. A text longer than its column is cut: see `is_cut`.
    """
    month = _MONTHS[3 * day.month - 3 : 3 * day.month]
    yield _fixed_line((*_HEADINGS, f"{month}{day.year % 100:02d}", *_LAST_HEADINGS))
    for each in rows:
        title = in_ascii(each.title)
        yield _fixed_line(
            (
                each.number,
                in_ascii(each.name),
                each.person.federation,
                _SEXES[each.person.sex],
                title,
                title if title in _WOMENS else "",
                "",
                "",
                *_shown(each),
            )
        )


def is_cut(each: ListedPlayer) -> bool:
    """Tell whether a player's words are longer than FIDE's columns."""
    return len(in_ascii(each.name)) > _ROOM[1] or len(each.title) > _ROOM[4]


def as_xml(rows: Iterable[ListedPlayer]) -> Iterator[str]:
    """Write FIDE's list of one kind in XML, UTF-8 without a declaration, as FIDE does."""
    yield "<playerslist>\n"
    for each in rows:
        rating, games, k, birthday, flag = _shown(each)
        elements = {
            "fideid": each.number,
            "name": each.name,
            "country": each.person.federation,
            "sex": _SEXES[each.person.sex],
            "title": each.title,
            "w_title": each.title if each.title in _WOMENS else "",
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
    """Write a text in ASCII: letters without their marks, `?` for what has no likeness."""
    text = escaped(text)
    if text.isascii():
        return text
    bare = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    marks = "".join(each for each in bare if not unicodedata.combining(each))
    return marks.encode("ascii", "replace").decode("ascii")


def _plain(each: ListedPlayer) -> dict[str, Any]:
    """Give a row as CSV and JSON show it; "" is unknown."""
    return {
        "player": identities.show(each.player),
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


def _shown(each: ListedPlayer) -> tuple[str, str, str, str, str]:
    """Give rating, games of the period, K, year of birth and flag."""
    values, woman = each.values, "w" if each.person.sex == "w" else ""
    return (
        str(values["rating"]),
        str(values["period_games"]),
        str(values["k"]),
        str(each.person.birth_year),
        woman + ("i" if values["inactive"] == "i" else ""),
    )


def _fixed_line(cells: Sequence[str]) -> str:
    fields = (
        cell[:room].ljust(width) for cell, room, width in zip(cells, _ROOM, _WIDTHS, strict=True)
    )
    return "".join(fields) + CRLF
