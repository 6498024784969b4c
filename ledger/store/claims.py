"""Other bodies' numbers of players, compared with the committed words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import groupby
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import Connection, exists, select

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


def subjects(connection: Connection) -> Iterator[Kept]:
    """Yield all players with stored words, by register number; use a fixed snapshot."""
    number = subject_number.c
    statement = (
        select(subject, number.scheme, number.number)
        .outerjoin(subject_number, number.player == subject.c.player)
        .order_by(subject.c.player)
    )
    rows = stream(connection, statement, _PAGE)
    for player, same_player in groupby(rows, key=lambda row: int(row.player)):
        first, *others = same_player
        numbers = {(row.scheme, row.number) for row in (first, *others) if row.scheme is not None}
        yield Kept(player, bytes(first.salt), bytes(first.body), frozenset(numbers))


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

    def add_words(self, player: int, body: bytes) -> None:
        """Add the numbers in a player's words."""
        for scheme, number in claimed(body).items():
            self._difference += _weight(scheme, number, player)

    def subtract(self, scheme: str, number: str, player: int) -> None:
        """Subtract a number of the table."""
        self._difference -= _weight(scheme, number, player)

    def agrees(self) -> bool:
        """Return whether words and table hold the same numbers."""
        return self._difference % _MODULUS == 0


def _weight(scheme: str, number: str, player: int) -> int:
    return int.from_bytes(sha256(canonical.encode([scheme, number, player])).digest())
