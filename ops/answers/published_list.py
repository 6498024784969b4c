"""A list as the body publishes it: what its rows say, and who the players were on its day.

FIDE's regulations name the columns (7.1.2): title, federation, rating, number, games of the
period, year of birth, sex, K; and flags, `w` a woman, `i` inactive. The sealed document holds no
person: federation, sex and year stand in the register's events, and are those of the list's day as
known, like names and numbers; titles are the words kept today.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ledger.register import identities
from ledger.register.people import Described, details
from ledger.register.person_words import Words, words_on
from ops.answers.list_rows import scheme_of
from ops.answers.rows import Row
from projections.queries import PoolQuery, RatingList

_HEADINGS: Final = {"period_games": "games"}
_FLAG: Final = "inactive"


def with_persons(pool: PoolQuery, row: RatingList, rows: Sequence[Row]) -> list[Row]:
    """Give the rows of a list with the persons' columns; "" is unknown, or erased."""
    players = [identities.parse(each["player"]) for each in rows]
    read = pool.official.ledger.read
    known = details(read, pool.known, row.list_date)
    words = words_on(read, players, row.list_date)
    scheme = scheme_of(pool)
    return [
        _published(each, known[player], words.get(player, Words(identities.ERASED)), scheme)
        for each, player in zip(rows, players, strict=True)
    ]


def _published(row: Row, person: Described, said: Words, scheme: str) -> Row:
    listed = {_HEADINGS.get(name, name): row[name] for name in row if name != _FLAG}
    flag = ("w" if person.sex == "w" else "") + ("i" if row.get(_FLAG) == "i" else "")
    return {
        "no": listed.pop("no"),
        "player": listed.pop("player"),
        scheme: said.numbers.get(scheme, ""),
        "title": said.title,
        "name": listed.pop("name"),
        "federation": person.federation,
        **listed,
        "birth_year": person.birth_year or "",
        "sex": person.sex,
        "flag": flag,
    }
