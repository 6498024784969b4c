"""Other bodies' numbers of players, compared with the committed words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import groupby
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection, Row, exists, select

from ledger import canonical
from ledger.store.schema import subject, subject_number
from ledger.store.snapshots import stream

_PAGE: Final = 1_000
_MODULUS: Final = 1 << 256


class _Words(msgspec.Struct):
    numbers: dict[str, str] = {}


class Kept(NamedTuple):
    """Stored data of a player: words, and numbers for the search."""

    player: int
    salt: bytes
    body: bytes
    numbers: frozenset[tuple[str, str]]
    """Scheme and number."""


def claimed(body: bytes) -> Mapping[str, str]:
    """Return the numbers in a player's words, by scheme; empty if the words have no numbers."""
    try:
        return msgspec.json.decode(body, type=_Words).numbers
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return {}


def differing(kept: Kept) -> list[str]:
    """Return the schemes with differing numbers in table and words, in order."""
    return sorted({scheme for scheme, _ in claimed(kept.body).items() ^ kept.numbers})


def pages(connection: Connection) -> Iterator[list[Kept]]:
    """Yield all players with stored words, by register number, in pages.

    A page is one statement: words and numbers that are replaced together are seen together.
    """
    after = -1 << 63
    while page := _page(connection, after):
        yield page
        after = page[-1].player


def _page(connection: Connection, after: int) -> list[Kept]:
    some = select(subject).where(subject.c.player > after).order_by(subject.c.player).limit(_PAGE)
    words, number = some.subquery(), subject_number.c
    statement = (
        select(words, number.scheme, number.number)
        .outerjoin(subject_number, number.player == words.c.player)
        .order_by(words.c.player)
    )
    rows = connection.execute(statement).all()
    return [_kept(list(same)) for _, same in groupby(rows, key=lambda row: row.player)]


def _kept(rows: list[Row[Any]]) -> Kept:
    words = rows[0]
    numbers = frozenset((row.scheme, row.number) for row in rows if row.scheme is not None)
    return Kept(words.player, bytes(words.salt), bytes(words.body), numbers)


def of_nobody(connection: Connection) -> Iterator[tuple[str, int]]:
    """Yield scheme and player of numbers without stored words of the player."""
    words = exists().where(subject.c.player == subject_number.c.player)
    statement = (
        select(subject_number.c.scheme, subject_number.c.player)
        .where(~words)
        .order_by(subject_number.c.player, subject_number.c.scheme)
    )
    for row in stream(connection, statement, _PAGE):
        yield row.scheme, row.player


class Balance:
    """Numbers in words compared with numbers in the table, in any order.

    Each counts as the SHA-256 of scheme, number and player; what is kept is the difference of the
    two sums modulo 2**256, so that memory does not grow.
    """

    def __init__(self) -> None:
        self._difference = 0

    def said(self, player: int, body: bytes) -> None:
        """Add the numbers in a player's words."""
        for scheme, number in claimed(body).items():
            self._difference += _weight(scheme, number, player)

    def stands(self, scheme: str, number: str, player: int) -> None:
        """Subtract a number of the table."""
        self._difference -= _weight(scheme, number, player)

    def agrees(self) -> bool:
        """Return whether words and table hold the same numbers."""
        return self._difference % _MODULUS == 0


def _weight(scheme: str, number: str, player: int) -> int:
    return int.from_bytes(sha256(canonical.encode([scheme, number, player])).digest())
