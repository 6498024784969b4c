"""The state of replay as bytes, so that a process goes on where the last one stopped.

MessagePack of plain structures and arrays (type, shape, bytes), compressed; no code in it.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from datetime import date
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from projections.facts import Facts, YearCorrected
from projections.facts.pool import PoolFacts
from projections.facts.reports import Announcement, Order, Report
from projections.official.stopping import (
    NOTHING_STOPPED,
    KeptStop,
    ReplayStopped,
    kept_stops,
    restored_stops,
)
from projections.rating.waiting import Waiting
from projections.steps.moves import Competition, Moved, Moves, Played
from projections.steps.standings import Standings, Voided


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


class Kept(msgspec.Struct, frozen=True):
    """Everything replay carries from one event to the next."""

    position: int
    birth_year: Array
    pools: dict[str, PoolFacts]
    announcements: dict[str, Announcement]
    unclaimed: dict[str, list[Report]]
    corrected: dict[str, int]
    years_corrected: list[YearCorrected]
    chain_hash: bytes
    standings: dict[str, KeptStandings]
    stopped: dict[str, KeptStop]


State = tuple[Facts, dict[str, Standings], dict[str, ReplayStopped]]
"""Facts, standings by pool, and the pools whose replay stopped."""

_SUMS = "sum "
_decoder = msgspec.msgpack.Decoder(Kept)


def write(
    facts: Facts,
    standings: Mapping[str, Standings],
    stopped: Mapping[str, ReplayStopped] = NOTHING_STOPPED,
) -> bytes:
    """Return the state as bytes."""
    kept = Kept(
        facts.position,
        keep(facts.birth_year),
        facts.pools,
        facts.announcements,
        facts.unclaimed,
        facts.corrected,
        facts.years_corrected,
        facts.chain_hash,
        {pool: _keep_standings(each) for pool, each in standings.items()},
        kept_stops(stopped),
    )
    return zlib.compress(msgspec.msgpack.encode(kept), level=1)


def read(data: bytes) -> State:
    """Give back what `write` took. Raises msgspec.MsgspecError or zlib.error for other bytes."""
    kept = _decoder.decode(zlib.decompress(data))
    facts = Facts(
        kept.position,
        kept.birth_year.restored(),
        kept.pools,
        kept.announcements,
        kept.unclaimed,
        kept.corrected,
        kept.years_corrected,
        kept.chain_hash,
    )
    standings = {pool: _restore_standings(each) for pool, each in kept.standings.items()}
    return facts, standings, restored_stops(kept.stopped)


def _keep_standings(standings: Standings) -> KeptStandings:
    waiting = standings.waiting
    return KeptStandings(
        state={name: keep(values) for name, values in standings.state.items()},
        since=standings.since,
        ratings={number: keep(values) for number, values in standings.ratings.items()},
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
