"""A list as the body publishes it: what its rows say, and who the players were on its day.

FIDE's regulations name the columns (7.1.2): title, federation, rating, number, games of the
period, year of birth, sex, K; and flags, `w` a woman, `i` inactive. The sealed document holds no
person: federation, sex and year stand in the register's events, and are those of the list's day as
known; names, titles and numbers are the words kept today.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from ledger import register
from ledger.people import Described, details
from ops.list_rows import scheme_of
from projections.answers import ListRow, Pool

Row = dict[str, Any]

_HEADINGS: Final = {"period_games": "games"}
_FLAG: Final = "inactive"


def with_persons(pool: Pool, row: ListRow, rows: Sequence[Row]) -> list[Row]:
    """Give the rows of a list with the persons' columns; "" is unknown, or erased."""
    players = [register.parse(each["player"]) for each in rows]
    read = pool.official.ledger.read
    known, words = details(read, pool.known, row.list_date), read.subjects(players)
    scheme = scheme_of(pool)
    return [
        _published(each, known[player], _said(words, player), scheme)
        for each, player in zip(rows, players, strict=True)
    ]


def _said(words: Mapping[int, tuple[bytes, bytes]], player: int) -> Row:
    said: Row = msgspec.json.decode(words[player][1]) if player in words else {}
    return said


def _published(row: Row, person: Described, said: Row, scheme: str) -> Row:
    listed = {_HEADINGS.get(name, name): row[name] for name in row if name != _FLAG}
    flag = ("w" if person.sex == "w" else "") + ("i" if row.get(_FLAG) == "i" else "")
    return {
        "no": listed.pop("no"),
        "player": listed.pop("player"),
        scheme: said.get("numbers", {}).get(scheme, ""),
        "title": said.get("title", ""),
        "name": listed.pop("name"),
        "federation": person.federation,
        **listed,
        "birth_year": person.birth_year or "",
        "sex": person.sex,
        "flag": flag,
    }
