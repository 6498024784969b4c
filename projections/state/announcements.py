"""The announcements of tournaments: of those that lists may still wait for, and of all others.

An announcement leaves the open ones when lists have booked its tournament. It can still be asked;
a program that opens the ledger reads its bytes, and decodes it only when it is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from datetime import date
from functools import cached_property
from itertools import islice
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from projections.state.reports import Announcement

_TOURNAMENTS: Final = 1_024
"""Of a block; a full block does not change any more."""

Pools = tuple[tuple[str, ...], ...]
"""The pools of each of some tournaments."""


class Ended(NamedTuple):
    """Some tournaments, as columns."""

    names: NDArray[Any]
    last_days: NDArray[np.int32]
    """As ordinals; 0: not announced."""
    reported: NDArray[np.bool_]
    """Whether a report, or a part of one, was ever recorded."""
    decided: NDArray[np.bool_]
    """Whether anything was decided about it."""

    def where(self, wanted: NDArray[Any]) -> Ended:
        """Return the tournaments for which a column is true."""
        return Ended(*(column[wanted] for column in self))


class _Told(msgspec.Struct, frozen=True):
    decided: tuple[Any, ...] = ()


class _Announced(msgspec.Struct, frozen=True):
    """What a register of tournaments goes by: much faster to decode than an announcement."""

    pools: tuple[str, ...]
    days: tuple[date, date] | None = None
    reported: bool = False
    about: _Told = _Told()


class Listed:
    """Some announcements as a register of tournaments goes by them, as columns."""

    def __init__(self, some: Mapping[str, _Announced | Announcement]) -> None:
        """Take announcements by tournament."""
        self._pools = tuple(one.pools for one in some.values())
        self._in_pool: dict[str, NDArray[np.bool_]] = {}

        def column(values: Iterable[Any], kind: type[Any]) -> NDArray[Any]:
            return np.fromiter(values, kind, len(some))

        self.every = Ended(
            column(some, object),
            column((one.days[1].toordinal() if one.days else 0 for one in some.values()), np.int32),
            column((one.reported for one in some.values()), np.bool_),
            column((bool(one.about.decided) for one in some.values()), np.bool_),
        )

    def ended(self, pool: str, until: date | None, later: Set[str]) -> Ended:
        """Return the tournaments of a pool, but for some, that ended by a day."""
        names, last_days, _, _ = self.every
        if pool not in self._in_pool:
            here = (pool in pools for pools in self._pools)
            self._in_pool[pool] = np.fromiter(here, bool, len(names))
        wanted = self._in_pool[pool] & (last_days > 0)
        if until is not None:
            wanted &= last_days <= until.toordinal()
        again = later & set(names.tolist())
        if again:
            wanted &= ~np.isin(names, sorted(again))
        return self.every.where(wanted)


_decoder: Final = msgspec.msgpack.Decoder(dict[str, msgspec.Raw])
_listed: Final = msgspec.msgpack.Decoder(dict[str, _Announced])
_announcement: Final = msgspec.msgpack.Decoder(Announcement)


class Block:
    """Some announcements, in the bytes of their part of a state."""

    def __init__(self, data: bytes) -> None:
        """Take MessagePack of announcements by tournament."""
        self.data = data

    @cached_property
    def encoded(self) -> dict[str, msgspec.Raw]:
        """The bytes of each announcement, by tournament."""
        return _decoder.decode(self.data)

    @cached_property
    def listed(self) -> Listed:
        """Its tournaments as columns."""
        return Listed(_listed.decode(self.data))


class Announcements(Mapping[str, Announcement]):
    """The announcement of each tournament, by its id."""

    def __init__(
        self, open_ones: Mapping[str, Announcement] | None = None, booked: Iterable[bytes] = ()
    ) -> None:
        """Begin with the open announcements, and with blocks of those that lists have booked."""
        self.open: dict[str, Announcement] = dict(open_ones or {})
        """Those that lists may still wait for; also those changed after lists have booked them."""
        self._booked = [Block(data) for data in booked]

    def fork(self) -> Announcements:
        """Return an independent copy."""
        forked = Announcements(self.open)
        forked._booked = list(self._booked)
        return forked

    @property
    def booked(self) -> list[bytes]:
        """The blocks of the announcements that are not open, in the order of booking."""
        return [block.data for block in self._booked]

    def leave(self, tournaments: Iterable[str]) -> None:
        """Move open announcements behind the others, in order of their ids."""
        leaving = {name: msgspec.Raw(_encode(self.open.pop(name))) for name in sorted(tournaments)}
        if self._booked and len(self._booked[-1].encoded) < _TOURNAMENTS:
            leaving = self._booked.pop().encoded | leaving
        rows = iter(leaving.items())
        while some := dict(islice(rows, _TOURNAMENTS)):
            self._booked.append(Block(_encode(some)))

    def __setitem__(self, tournament: str, announcement: Announcement) -> None:
        self.open[tournament] = announcement

    def __getitem__(self, tournament: str) -> Announcement:
        found = self.open.get(tournament)
        if found is not None:
            return found
        for block in reversed(self._booked):
            encoded = block.encoded.get(tournament)
            if encoded is not None:
                return _announcement.decode(encoded)
        raise KeyError(tournament)

    def ended(self, pool: str, until: date | None) -> Ended:
        """Return the tournaments of a pool that ended by a day.

        Without a day also those that have not ended yet; without announced days none.
        """
        found, later = [Listed(self.open).ended(pool, until, set())], set(self.open)
        for block in reversed(self._booked):
            found.append(block.listed.ended(pool, until, later))
            later.update(block.listed.every.names.tolist())
        return Ended(*map(np.concatenate, zip(*found, strict=True)))

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    @property
    def _names(self) -> dict[str, None]:
        names = dict[str, None]()
        for block in self._booked:
            names |= dict.fromkeys(block.encoded)
        return names | dict.fromkeys(self.open)


def _encode(value: Announcement | dict[str, msgspec.Raw]) -> bytes:
    return msgspec.msgpack.encode(value)
