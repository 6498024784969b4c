"""The state that a closing leaves, in parts, so that a process goes on where the last one stopped.

    facts               years of birth, announcements, reports of pools that are not opened
    pool/NAME           what is recorded of a pool
    standings/NAME      the standings of a pool that has closed a list

A part is MessagePack of plain structures and arrays (type, shape, bytes), without code. The
manifest names each part with the SHA-256 of its bytes, one line a part in the form that `sha256sum`
prints; `period-closed` records the SHA-256 of the manifest. The closing itself is not in the state:
its event is read from the ledger, which proves the state by it.
"""

from __future__ import annotations

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
from projections.rating.waiting import Waiting
from projections.state import Facts, YearCorrected
from projections.state.pool import PoolFacts
from projections.state.reports import Announcement, Order, Report
from projections.steps.capital_changes import Competition, Moved, Moves, Played
from projections.steps.standings import RATINGS_KEPT, Standings, Voided


class Array(msgspec.Struct, array_like=True, frozen=True):
    """An array of numbers."""

    kind: str
    shape: tuple[int, ...]
    data: bytes

    def restored(self) -> NDArray[Any]:
        """Give the array, writable."""
        return np.frombuffer(self.data, dtype=self.kind).reshape(self.shape).copy()


def keep(values: NDArray[Any]) -> Array:
    """Give an array as it is kept."""
    return Array(values.dtype.str, values.shape, values.tobytes())


class KeptMove(msgspec.Struct, array_like=True, frozen=True, tag=True):
    """What a step of a chain moved."""

    number: int
    phase: int
    order: Order
    player: Array
    points: Array
    entered: Array
    ceased: Array
    competition: tuple[int, date, dict[str, Array]] | None

    def restored(self) -> Moved:
        """Give it back."""
        of = self.competition
        return Moved(
            self.number,
            self.phase,
            self.order,
            self.player.restored(),
            self.points.restored(),
            self.entered.restored(),
            self.ceased.restored(),
            of
            and Competition(of[0], of[1], {name: each.restored() for name, each in of[2].items()}),
        )


def _keep_move(moved: Moved) -> KeptMove:
    of, kept = moved.competition, None
    if of is not None:
        kept = (of.position, of.begins, {name: keep(each) for name, each in of.kept.items()})
    return KeptMove(
        moved.number,
        moved.phase,
        moved.order,
        keep(moved.player),
        keep(moved.points),
        keep(moved.entered),
        keep(moved.ceased),
        kept,
    )


class KeptPlayed(msgspec.Struct, array_like=True, frozen=True, tag=True):
    """What tournaments of a chain moved, joined as a step left it."""

    number: int
    tournaments: tuple[tuple[Order, int, date], ...]
    first_entry: Array
    player: Array
    unit: Array
    moved: Array
    entered: Array
    kept: dict[str, Array]

    def restored(self) -> Played:
        """Give it back."""
        return Played(
            self.number,
            self.tournaments,
            self.first_entry.restored(),
            self.player.restored(),
            self.unit.restored(),
            self.moved.restored(),
            self.entered.restored(),
            {name: each.restored() for name, each in self.kept.items()},
        )


def _keep_played(played: Played) -> KeptPlayed:
    return KeptPlayed(
        played.number,
        played.tournaments,
        keep(played.first_entry),
        keep(played.player),
        keep(played.unit),
        keep(played.moved),
        keep(played.entered),
        {name: keep(each) for name, each in played.kept.items()},
    )


class KeptStandings(msgspec.Struct, frozen=True):
    """Standings of one pool."""

    state: dict[str, Array]
    touched: Array
    since: list[date]
    ratings: dict[int, Array]
    waiting: dict[str, Array]
    results: dict[int, Array]
    voided: list[Voided]
    entered: dict[int, Array]
    awaiting: dict[int, Array]
    moved: list[KeptMove | KeptPlayed]
    booked_to: Order | None
    shown: dict[str, dict[int, Array]]


class KeptFacts(msgspec.Struct, frozen=True):
    """What replay carries from one event to the next, besides pools."""

    birth_year: Array
    announcements: dict[str, Announcement]
    unclaimed: dict[str, list[Report]]
    corrected: dict[str, int]
    years_corrected: list[YearCorrected]


FACTS: Final = "facts"
TITLE: Final = f"state after a closing, format {FORMAT}"

_SUMS = "sum "
_encoder = msgspec.msgpack.Encoder()
_facts_decoder = msgspec.msgpack.Decoder(KeptFacts)
_pool_decoder = msgspec.msgpack.Decoder(PoolFacts)
_standings_decoder = msgspec.msgpack.Decoder(KeptStandings)


@dataclass(frozen=True)
class State:
    """The state that a closing left: its manifest, and its parts by name."""

    manifest: bytes
    parts: Mapping[str, bytes]

    @property
    def digest(self) -> str:
        """SHA-256 of the manifest, in hex: what `period-closed` records."""
        return sha256(self.manifest).hexdigest()


def write(facts: Facts, standings: Mapping[str, Standings]) -> State:
    """Write the state that a closing leaves.

    `facts` are those with the events of the closing taken in, but without the closed list itself.
    """
    parts = {FACTS: _encoder.encode(_keep_facts(facts))}
    for name, pool in sorted(facts.pools.items()):
        parts[f"pool/{name}"] = _encoder.encode(_in_order(pool))
        if name in standings and len(standings[name].since) > 1:
            parts[f"standings/{name}"] = _encoder.encode(_keep_standings(standings[name]))
    lines = [f"{sha256(data).hexdigest()}  {name}\n" for name, data in parts.items()]
    return State(f"{TITLE}\n{''.join(lines)}".encode(), parts)


def without_closing(facts: Facts, pool: str) -> Facts:
    """The facts without the list that a pool closed last."""
    before, of_pool = copy(facts), copy(facts.pools[pool])
    of_pool.closed = of_pool.closed[:-1]
    before.pools = {**facts.pools, pool: of_pool}
    return before


def part_names(manifest: bytes) -> dict[str, str]:
    """The digest of each part that a manifest names."""
    lines = manifest.decode("utf-8").splitlines()[1:]
    return {name: digest for digest, name in (line.split("  ") for line in lines)}


def read_facts(data: bytes, pools: Mapping[str, bytes]) -> Facts:
    """Read the facts of a state back, and its pools by name.

    Position and chain are those of the closing's event.
    """
    kept = _facts_decoder.decode(data)
    return Facts(
        birth_year=kept.birth_year.restored(),
        pools={name: _pool_decoder.decode(pool) for name, pool in pools.items()},
        announcements=kept.announcements,
        unclaimed=kept.unclaimed,
        corrected=kept.corrected,
        years_corrected=kept.years_corrected,
    )


def read_standings(data: bytes) -> Standings:
    """Read the standings of a pool back."""
    return _restore_standings(_standings_decoder.decode(data))


def _keep_facts(facts: Facts) -> KeptFacts:
    return KeptFacts(
        keep(facts.birth_year),
        facts.announcements,
        facts.unclaimed,
        facts.corrected,
        facts.years_corrected,
    )


def _in_order(pool: PoolFacts) -> PoolFacts:
    """The facts of a pool with its mappings in the order of their keys: the same bytes always."""
    ordered = copy(pool)
    for name, values in vars(pool).items():
        if isinstance(values, dict):
            setattr(ordered, name, dict(sorted(values.items())))
    return ordered


def _in_memory(standings: Standings) -> dict[int, Array]:
    """The ratings of list 0 and of the last lists; older ones were read for a moment only."""
    oldest = len(standings.since) - RATINGS_KEPT
    ratings = standings.ratings.items()
    return {number: keep(some) for number, some in ratings if number == 0 or number >= oldest}


def _without_room(values: NDArray[Any]) -> NDArray[Any]:
    """The values up to the last player of whom there is anything."""
    return np.trim_zeros(values, "b")


def _keep_standings(standings: Standings) -> KeptStandings:
    waiting = standings.waiting
    return KeptStandings(
        state={name: keep(_without_room(values)) for name, values in standings.state.items()},
        touched=keep(_without_room(standings.touched)),
        since=standings.since,
        ratings=_in_memory(standings),
        waiting={
            "player": keep(waiting.player),
            "ended": keep(waiting.ended),
            "position": keep(waiting.position),
            **{_SUMS + name: keep(values) for name, values in waiting.sums.items()},
        },
        results={number: keep(values) for number, values in standings.results.items()},
        voided=standings.voided,
        entered={number: keep(values) for number, values in standings.entered.items()},
        awaiting={number: keep(values) for number, values in standings.awaiting.items()},
        moved=[
            _keep_played(each) if isinstance(each, Played) else _keep_move(each)
            for each in standings.moved.kept
        ],
        booked_to=standings.booked_to,
        shown={
            name: {number: keep(values) for number, values in lists.items()}
            for name, lists in standings.shown.items()
        },
    )


def _restore_standings(kept: KeptStandings) -> Standings:
    arrays = {name: values.restored() for name, values in kept.waiting.items()}
    sums = {name[len(_SUMS) :]: values for name, values in arrays.items() if name.startswith(_SUMS)}
    return Standings(
        state={name: values.restored() for name, values in kept.state.items()},
        touched=kept.touched.restored(),
        since=kept.since,
        ratings={number: values.restored() for number, values in kept.ratings.items()},
        waiting=Waiting(arrays["player"], arrays["ended"], arrays["position"], sums),
        results={number: values.restored() for number, values in kept.results.items()},
        voided=kept.voided,
        entered={number: values.restored() for number, values in kept.entered.items()},
        awaiting={number: values.restored() for number, values in kept.awaiting.items()},
        moved=Moves(each.restored() for each in kept.moved),
        booked_to=kept.booked_to,
        shown={
            name: {number: values.restored() for number, values in lists.items()}
            for name, lists in kept.shown.items()
        },
    )
