"""The state after a closing, in parts, from which a later process continues.

    facts               years of birth, announcements, reports of pools that are not opened
    pool/NAME           the facts of a pool
    standings/NAME      the standings of a pool with a closed list

A part is MessagePack of plain structures and arrays (type, shape, bytes), without code. The
manifest names each part with the SHA-256 of its bytes, one line a part in the form that `sha256sum`
prints; `period-closed` records the SHA-256 of the manifest. The closing itself is not in the state:
its event is read from the ledger, which proves the state.
"""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from projections.official.record import FORMAT
from projections.rating.capital_changes import CapitalChange, HandedOver, PartChanges
from projections.rating.capital_history import CapitalChanges, Stored
from projections.rating.standings import RATINGS_KEPT, Joined, StandIn, Standings, Voided
from projections.rating.waiting import Waiting
from projections.state import Facts, YearCorrected
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


class _Standings(msgspec.Struct, frozen=True):
    """Stored fields of `Standings`, under the same names."""

    state: dict[str, Numbers]
    touched: Numbers
    since: list[date]
    ratings: dict[int, Numbers]
    waiting: Waiting
    results: dict[int, Numbers]
    voided: list[Voided]
    joins: list[Joined]
    stand_ins: list[StandIn]
    entered: dict[int, Numbers]
    awaiting: dict[int, Numbers]
    moved: list[_Step | _Tournaments | _HandedOver]
    booked_to: Order | None
    shown: dict[str, dict[int, Numbers]]


class _Facts(msgspec.Struct, frozen=True):
    """Stored fields of `Facts`, without the pools."""

    birth_year: Numbers
    announcements: dict[str, Announcement]
    unclaimed: dict[str, list[Report]]
    corrected: dict[str, int]
    years_corrected: list[YearCorrected]
    merges: list[Merge]


FACTS: Final = "facts"
TITLE: Final = f"state after a closing, format {FORMAT}"

_encoder = msgspec.msgpack.Encoder(enc_hook=_encode_array)
_facts_decoder = msgspec.msgpack.Decoder(_Facts, dec_hook=_decode_array)
_pool_decoder = msgspec.msgpack.Decoder(PoolFacts)
_standings_decoder = msgspec.msgpack.Decoder(_Standings, dec_hook=_decode_array)


@dataclass(frozen=True)
class State:
    """The state after a closing: the manifest, and the parts by name."""

    manifest: bytes
    parts: Mapping[str, bytes]

    @property
    def digest(self) -> str:
        """SHA-256 of the manifest, in hex, as in `period-closed`."""
        return sha256(self.manifest).hexdigest()


def write(facts: Facts, standings: Mapping[str, Standings]) -> State:
    """Write the state after a closing, from facts without the closed list itself."""
    stored = _Facts(**{name: getattr(facts, name) for name in _Facts.__struct_fields__})
    parts = {FACTS: _encoder.encode(stored)}
    for name, pool in sorted(facts.pools.items()):
        parts[f"pool/{name}"] = _encoder.encode(_in_order(pool))
        if name in standings and len(standings[name].since) > 1:
            parts[f"standings/{name}"] = _encoder.encode(_stored_standings(standings[name]))
    lines = [f"{sha256(data).hexdigest()}  {name}\n" for name, data in parts.items()]
    return State(f"{TITLE}\n{''.join(lines)}".encode(), parts)


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


def read_facts(data: bytes, pools: Mapping[str, bytes]) -> Facts:
    """Read facts and pools, without position and chain hash."""
    stored = _facts_decoder.decode(data)
    facts = {name: getattr(stored, name) for name in stored.__struct_fields__}
    return Facts(**facts, pools={name: _pool_decoder.decode(pool) for name, pool in pools.items()})


def read_standings(data: bytes) -> Standings:
    """Read the standings of a pool."""
    stored = _standings_decoder.decode(data)
    fields = {name: getattr(stored, name) for name in stored.__struct_fields__}
    return Standings(**{**fields, "moved": CapitalChanges(step.changes for step in stored.moved)})


def _in_order(pool: PoolFacts) -> PoolFacts:
    """Return the facts of a pool with sorted mappings, for equal bytes of equal facts."""
    ordered = copy(pool)
    for name, values in vars(pool).items():
        if isinstance(values, dict):
            setattr(ordered, name, dict(sorted(values.items())))
    return ordered


def _stored_standings(standings: Standings) -> _Standings:
    """Return the stored fields, with the ratings of list 0 and of the last lists."""
    fields = {name: getattr(standings, name) for name in _Standings.__struct_fields__}
    oldest = max(1, len(standings.since) - RATINGS_KEPT)
    changes = standings.moved.stored
    fields |= {
        "state": {name: np.trim_zeros(values, "b") for name, values in standings.state.items()},
        "touched": np.trim_zeros(standings.touched, "b"),
        "ratings": {n: some for n, some in standings.ratings.items() if n == 0 or n >= oldest},
        "moved": [_stored_change(change) for change in changes],
    }
    return _Standings(**fields)


def _stored_change(change: Stored) -> _Step | _Tournaments | _HandedOver:
    if isinstance(change, CapitalChange):
        return _Step(change)
    return _HandedOver(change) if isinstance(change, HandedOver) else _Tournaments(change)
