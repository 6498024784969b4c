"""The names of all players as kept today, for the order of a list.

They follow from the stream `register`: whatever changes a name, also an erasure, is an event of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.register import identities
from ledger.register.words import read_words
from ledger.spelling import plain
from ledger.store.reading import Mark, Reader, Recorded

_NAME_BYTES: Final = 160
_AT_ONCE: Final = 10_000
"""Players read by one statement, at most."""


@dataclass(frozen=True)
class Names:
    """Names by register number, without accents, signs and capitals: ` rossi maria`."""

    mark: Mark
    """Their last event, of the stream `register`."""
    keys: dict[int, str]
    """Each word after a space; erased players are absent."""

    @property
    def size_bytes(self) -> int:
        """Bytes in memory, about."""
        return _NAME_BYTES * len(self.keys)

    @cached_property
    def places(self) -> NDArray[np.int64]:
        """The place in the order of names by register number; erased players come last."""
        players = np.array(sorted(self.keys, key=lambda player: (self.keys[player], player)))
        places = np.full(max(self.keys, default=0) + 1, len(players), dtype=np.int64)
        places[players.astype(np.int64)] = np.arange(len(players))
        return places

    def place_of(self, players: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the places of some players."""
        known = players < len(self.places)
        return np.where(known, self.places.take(players, mode="clip"), len(self.keys))


def names_of_all(read: Reader) -> Names:
    """Return the names of all players as kept today, which stay in memory.

    A later question reads the players named since.
    """

    def made(before: Names | None, mark: Mark) -> Names:
        if before is None:
            pages = read.all_subjects()
            return Names(mark, {who: _key(who, body) for page in pages for who, _, body in page})
        keys = dict(before.keys)
        for players in _together(players_named(read, before.mark.version)):
            kept = read.subjects(players)
            for player in players:
                keys.pop(player, None)
            keys |= {player: _key(player, body) for player, (_, body) in kept.items()}
        return Names(mark, keys)

    return read.followed("names", identities.STREAM, None, made)


def _key(player: int, body: bytes) -> str:
    return " " + " ".join(plain(read_words(player, body).name).split())


class _Players(msgspec.Struct):
    player: str = ""


class _Body(msgspec.Struct):
    payload: _Players


def players_named(read: Reader, after: int) -> Iterator[int]:
    """Yield the players of the events of the register after a version."""
    for recorded in read.in_stream(identities.STREAM, after=after):
        yield from _players_in(recorded)


def _players_in(recorded: Recorded) -> list[int]:
    event = msgspec.json.decode(recorded.body, type=_Body).payload
    players: list[int] = columns.read(event.player, columns.PLAYER).tolist()
    return players


def _together(players: Iterator[int]) -> Iterator[list[int]]:
    while some := list(islice(players, _AT_ONCE)):
        yield some
