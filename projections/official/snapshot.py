"""The state after a closing, in parts, from which a later process continues.

    facts                            open announcements, reports of pools that are not opened
    facts/booked/BLOCK               announcements that lists have booked, 1,024 in a block
    facts/birth_year/BLOCK           years of birth
    pool/NAME                        the facts of a pool
    pool/NAME/carried/N              the ratings of a carried-over list, part by part
    standings/NAME                   the standings of a pool with a closed list
    standings/NAME/COLUMN/BLOCK      their columns: state, ratings of the last lists

A column has a number for each player, in blocks of 65,536 players: little-endian numbers in the
narrowest sufficient width. Any other part is MessagePack of plain structures and arrays (type,
shape, bytes), without code. Of a part longer than 4 MiB further pieces are NAME/rest/1, NAME/rest/2
and so on. The manifest names each part with the SHA-256 of its bytes, one line a part in the form
that `sha256sum` prints; `period-closed` records the SHA-256 of the manifest. Parts are stored under
their digest: one that a later state has too is not written again. The closing itself is not in the
state: its event is read from the ledger, which proves the state.
"""

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from itertools import count, takewhile
from typing import Any, Final

import msgspec
import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from projections.official.sheets import narrowest
from projections.rating.capital_changes import CapitalChange, HandedOver, PartChanges
from projections.rating.capital_history import CapitalChanges, Stored
from projections.rating.standings import RATINGS_KEPT, Joined, StandIn, Standings, Voided
from projections.rating.waiting import Waiting
from projections.state import Facts, YearCorrected
from projections.state.announcements import Announcements
from projections.state.merges import Merge
from projections.state.pool import PoolFacts
from projections.state.reports import Announcement, Order, Report

Numbers = NDArray[Any]


class _Array(msgspec.Struct, array_like=True, frozen=True):
    kind: str
    shape: tuple[int, ...]
    data: bytes


def _encode_array(values: object) -> _Array:
    assert isinstance(values, np.ndarray)
    return _Array(values.dtype.str, values.shape, values.tobytes())


def _decode_array(_: type, stored: tuple[str, list[int], bytes]) -> Numbers:
    kind, shape, data = stored
    return np.frombuffer(data, dtype=kind).reshape(shape).copy()


class _Step(msgspec.Struct, array_like=True, frozen=True, tag="step"):
    changes: CapitalChange


class _Tournaments(msgspec.Struct, array_like=True, frozen=True, tag="tournaments"):
    changes: PartChanges


class _HandedOver(msgspec.Struct, array_like=True, frozen=True, tag="handed over"):
    changes: HandedOver


class _Column(msgspec.Struct, array_like=True, frozen=True):
    """A column of players, whose blocks are parts of their own."""

    kind: str
    """In memory."""
    stored: str
    rows: int
    stored_rows: int
    """Up to the last player with a number; later ones have 0."""

    @property
    def blocks(self) -> int:
        """How many parts the column has."""
        return -(-self.stored_rows // BLOCK_PLAYERS)


class _Standings(msgspec.Struct, frozen=True):
    """Stored fields of `Standings`, under the same names, and the columns of players."""

    columns: dict[str, _Column]
    since: list[date]
    waiting: Waiting
    results: dict[int, Numbers]
    voided: list[Voided]
    joins: list[Joined]
    stand_ins: list[StandIn]
    entered: dict[int, Numbers]
    awaiting: dict[int, Numbers]
    moved: list[_Step | _Tournaments | _HandedOver]
    booked_to: Order | None


class _Facts(msgspec.Struct, frozen=True):
    """Stored fields of `Facts`, without the pools."""

    birth_year: _Column
    announcements: dict[str, Announcement]
    unclaimed: dict[str, list[Report]]
    corrected: dict[str, int]
    years_corrected: list[YearCorrected]
    merges: list[Merge]


FORMAT: Final = 22
"""Of states; after a change everything stored is made anew."""

BLOCK_PLAYERS: Final = 1 << 16
LONGEST_PART: Final = 4 << 20
"""Bytes. A database holds a value in memory several times while it is stored."""

FACTS: Final = "facts"
_BIRTH_YEAR: Final = "birth_year"
_CARRIED: Final = "carried"
_REST: Final = "/rest/"
_BOOKED: Final = f"{FACTS}/booked"
TITLE: Final = f"state after a closing, format {FORMAT}"

_encoder = msgspec.msgpack.Encoder(enc_hook=_encode_array)
_facts_decoder = msgspec.msgpack.Decoder(_Facts, dec_hook=_decode_array)
_pool_decoder = msgspec.msgpack.Decoder(PoolFacts)
_standings_decoder = msgspec.msgpack.Decoder(_Standings, dec_hook=_decode_array)


@dataclass(frozen=True)
class State:
    """The state after a closing: the manifest, and the parts by digest."""

    manifest: bytes
    parts: Mapping[str, bytes]

    @property
    def digest(self) -> str:
        """SHA-256 of the manifest, in hex, as in `period-closed`."""
        return sha256(self.manifest).hexdigest()


def write(facts: Facts, standings: Mapping[str, Standings]) -> State:
    """Write the state after a closing, from facts without the closed list itself."""
    parts, lines = dict[str, bytes](), list[str]()
    for name, data in _cut_long(_parts(facts, standings)):
        digest = sha256(data).hexdigest()
        parts[digest] = data
        lines.append(f"{digest}  {name}\n")
    return State(f"{TITLE}\n{''.join(lines)}".encode(), parts)


def _cut_long(parts: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    for name, data in parts:
        yield name, data[:LONGEST_PART]
        for place, at in enumerate(range(LONGEST_PART, len(data), LONGEST_PART), 1):
            yield f"{name}{_REST}{place}", data[at : at + LONGEST_PART]


def _whole(parts: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return parts, in the order of a manifest, with their further pieces behind the first."""
    found = dict[str, list[bytes]]()
    for name, data in parts.items():
        found.setdefault(name.partition(_REST)[0], []).append(data)
    return {name: b"".join(pieces) for name, pieces in found.items()}


def _parts(facts: Facts, standings: Mapping[str, Standings]) -> Iterator[tuple[str, bytes]]:
    """Yield name and bytes of each part."""
    stored = {name: getattr(facts, name) for name in _Facts.__struct_fields__}
    column, blocks = _cut(facts.birth_year)
    stored |= {_BIRTH_YEAR: column, "announcements": facts.announcements.open}
    yield FACTS, _encoder.encode(_Facts(**stored))
    yield from _named(f"{FACTS}/{_BIRTH_YEAR}", blocks)
    yield from _named(_BOOKED, facts.announcements.booked)
    for name, pool in sorted(facts.pools.items()):
        yield f"pool/{name}", _encoder.encode(_in_order(pool))
        yield from _named(f"pool/{name}/{_CARRIED}", (one.rows for one in pool.carried))
        if name in standings and len(standings[name].since) > 1:
            yield from _parts_of(f"standings/{name}", standings[name])


def _parts_of(part: str, standings: Standings) -> Iterator[tuple[str, bytes]]:
    cut = {name: _cut(values) for name, values in _columns(standings).items()}
    fields = {name: getattr(standings, name) for name in _Standings.__struct_fields__[1:]}
    fields["moved"] = [_stored_change(change) for change in standings.moved.stored]
    columns = {name: column for name, (column, _) in cut.items()}
    yield part, _encoder.encode(_Standings(columns, **fields))
    for name, (_, blocks) in cut.items():
        yield from _named(f"{part}/{name}", blocks)


def _columns(standings: Standings) -> dict[str, Numbers]:
    """Return the columns of players; of the ratings those of list 0 and of the last lists."""
    oldest = max(1, len(standings.since) - RATINGS_KEPT)
    grown = {f"state.{name}": values for name, values in standings.state.items()}
    grown["touched"] = standings.touched
    found = {name: values[: _used(values)] for name, values in grown.items()}
    for number, ratings in sorted(standings.ratings.items()):
        if number == 0 or number >= oldest:
            found[f"ratings.{number}"] = ratings
    for name, lists in standings.shown.items():
        found |= {f"shown.{name}.{number}": values for number, values in sorted(lists.items())}
    return found


def _cut(values: Numbers) -> tuple[_Column, Iterator[bytes]]:
    """Return a column, and the bytes of its blocks up to the last number."""
    known = values[: _used(values)]
    stored = narrowest(known)
    starts = range(0, len(known), BLOCK_PLAYERS)
    blocks = (known[at : at + BLOCK_PLAYERS].astype(stored).tobytes() for at in starts)
    return _Column(values.dtype.str, stored.str, len(values), len(known)), blocks


def _used(values: Numbers) -> int:
    """Return how many rows there are up to the last number, looking from the end."""
    end = len(values)
    while end and not values[max(end - BLOCK_PLAYERS, 0) : end].any():
        end = max(end - BLOCK_PLAYERS, 0)
    begin = max(end - BLOCK_PLAYERS, 0)
    return begin + len(np.trim_zeros(values[begin:end], "b"))


def _named(column: str, blocks: Iterable[bytes]) -> Iterator[tuple[str, bytes]]:
    return ((f"{column}/{at}", block) for at, block in enumerate(blocks))


def _joined(part: str, column: _Column, parts: Mapping[str, bytes]) -> Numbers:
    values = np.empty(column.rows, dtype=column.kind)
    values[column.stored_rows :] = 0
    for at in range(column.blocks):
        block = np.frombuffer(parts[f"{part}/{at}"], dtype=column.stored)
        values[at * BLOCK_PLAYERS : at * BLOCK_PLAYERS + len(block)] = block
    return values


def without_closing(facts: Facts, pool: str) -> Facts:
    """Return the facts without the last closed list of a pool."""
    before, of_pool = copy(facts), copy(facts.pools[pool])
    of_pool.closed = of_pool.closed[:-1]
    before.pools = {**facts.pools, pool: of_pool}
    return before


def part_names(manifest: bytes) -> dict[str, str]:
    """Return the digest of each part of a manifest, by name."""
    lines = manifest.decode("utf-8").splitlines()[1:]
    return {name: digest for digest, name in (line.split("  ") for line in lines)}


def of_facts(name: str) -> bool:
    """Return whether a part belongs to the facts, not to the standings of a pool."""
    return not name.startswith("standings/")


def of_standings(pool: str, name: str) -> bool:
    """Return whether a part belongs to the standings of a pool."""
    return name == f"standings/{pool}" or name.startswith(f"standings/{pool}/")


def read_facts(parts: Mapping[str, bytes]) -> Facts:
    """Read facts and pools from their parts by name, without position and chain hash."""
    parts = _whole(parts)
    stored = _facts_decoder.decode(parts[FACTS])
    fields = {name: getattr(stored, name) for name in stored.__struct_fields__}
    booked = takewhile(parts.__contains__, (f"{_BOOKED}/{at}" for at in count()))
    fields["announcements"] = Announcements(stored.announcements, map(parts.__getitem__, booked))
    fields[_BIRTH_YEAR] = _joined(f"{FACTS}/{_BIRTH_YEAR}", stored.birth_year, parts)
    pools = {
        name.removeprefix("pool/"): _pool(name, parts)
        for name in parts
        if name.startswith("pool/") and f"/{_CARRIED}/" not in name
    }
    return Facts(**fields, pools=pools)


def _pool(part: str, parts: Mapping[str, bytes]) -> PoolFacts:
    pool = _pool_decoder.decode(parts[part])
    pool.carried = [
        structs.replace(one, rows=parts[f"{part}/{_CARRIED}/{at}"])
        for at, one in enumerate(pool.carried)
    ]
    return pool


def read_standings(pool: str, parts: Mapping[str, bytes]) -> Standings:
    """Read the standings of a pool from their parts by name."""
    parts = _whole(parts)
    part = f"standings/{pool}"
    stored = _standings_decoder.decode(parts[part])
    fields = {name: getattr(stored, name) for name in stored.__struct_fields__[1:]}
    fields["moved"] = CapitalChanges(step.changes for step in stored.moved)
    fields |= {"state": {}, "ratings": {}, "shown": {}}
    for name, column in stored.columns.items():
        kind, *of = name.split(".")
        values = _joined(f"{part}/{name}", column, parts)
        if kind == "state":
            fields[kind][of[0]] = values
        elif kind == "ratings":
            fields[kind][int(of[0])] = values
        elif kind == "shown":
            fields[kind].setdefault(of[0], {})[int(of[1])] = values
        else:
            fields[kind] = values
    return Standings(**fields)


def _in_order(pool: PoolFacts) -> PoolFacts:
    """Return the facts of a pool with sorted mappings, for equal bytes of equal facts.

    Without the rows of carried-over lists.
    """
    ordered = copy(pool)
    ordered.carried = [structs.replace(one, rows=b"") for one in pool.carried]
    for name, values in vars(pool).items():
        if isinstance(values, dict):
            setattr(ordered, name, dict(sorted(values.items())))
    return ordered


def _stored_change(change: Stored) -> _Step | _Tournaments | _HandedOver:
    if isinstance(change, CapitalChange):
        return _Step(change)
    return _HandedOver(change) if isinstance(change, HandedOver) else _Tournaments(change)
