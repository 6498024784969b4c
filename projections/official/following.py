"""Facts and standings of a ledger, advanced event by event.

Each closing is checked: where a list, or the record behind it, differs from the sealed one, the
replay of the pool stops there with the cause (`stopping`); the other pools continue.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from ledger.errors import Damaged, words_of
from ledger.events.pool import PeriodClosed, RatingsCarriedOver, RulebookAdopted
from ledger.events.register import PlayerDetailsCorrected
from ledger.logs import Logger
from ledger.sentences import Sentence
from ledger.store import kept
from ledger.store.ledger import Ledger
from ledger.store.reading import Recorded
from projections import list_document
from projections.list_document import ReadList
from projections.official import remembered, snapshot
from projections.official.comparing import OtherRecord, as_sealed
from projections.official.proving import ProvedState
from projections.official.recalling import Recalling, ratings_of_lists
from projections.official.record import Record, list_0_of
from projections.official.reopened import Before, before, check_follows, reopened
from projections.official.snapshot import State
from projections.official.stopping import STOPPING, ReplayStopped, pool_of, stopped_by
from projections.official.store import ProjectionStore
from projections.rating.external_lists import Lists
from projections.rating.official_lists import OfficialLists
from projections.rating.other_pools import Surroundings
from projections.rating.standings import Standings
from projections.replay import Replay
from projections.replay.closing import Closing
from projections.replay.counted_beside import counted_years
from projections.state import Facts
from projections.state.closed_list import Closed, horizon_of
from projections.state.law import due_of

log = Logger(__name__)


@dataclass(frozen=True, slots=True)
class Proved:
    """A closing computed as sealed, or as stated in a deviation."""

    pool: str
    position: int
    """Of the closing event."""
    closing: Closing
    record: Record


class Following:
    """Facts and standings in memory, advanced event by event."""

    track: ClassVar[str] = "official"
    """Name of the track, as answers say it."""

    def __init__(self, ledger: Ledger) -> None:
        """Start before position 0."""
        self.ledger = ledger
        self.facts = Facts(recall=ledger.read.stream, document=ledger.read.document)
        self.lists = Lists(ledger.read)
        self.stopped: dict[str, ReplayStopped] = {}
        """By pool, the error at which its replay stopped."""
        self.other_records: list[OtherRecord] | None = None
        """The lists behind which another record came out, where replay goes on from them."""
        self.news = False
        """Whether a stopped pool has events recorded after it stopped."""
        self.memory = remembered.nothing()
        """What stays in memory between questions."""
        self.before: dict[str, Before] = {}
        """By pool, the state before its last list was closed, if it was closed here."""
        self._replays: dict[str, Replay] = {}
        self._shared: set[str] = set()
        """The pools whose standings an earlier version of this track still shows."""
        self._kept_state: ProvedState | None = None
        """Source of standings not read yet."""

    @property
    def replays(self) -> Mapping[str, Replay]:
        """The replays loaded so far, by pool."""
        return self._replays

    def read_from(self, ledger: Ledger) -> None:
        """Read from now on through another reader of the same ledger."""
        self.ledger = ledger
        self.facts = copy(self.facts)
        self.facts.recall, self.facts.document = ledger.read.stream, ledger.read.document

    def check(self, pool: str) -> None:
        """Raise ReplayStopped for a stopped pool."""
        if pool in self.stopped:
            raise self.stopped[pool]

    def replay(self, pool: str) -> Replay:
        """Return the replay of a pool.

        Raises KeyError for an unknown pool, ReplayStopped, NotProved.
        """
        self.check(pool)
        if pool not in self._replays:
            self._replays[pool] = self._loaded(pool)
        replay = self._replays[pool]
        replay.surroundings = self.surroundings(pool)
        replay.birth_year = self.facts.birth_year
        replay.years_corrected = self.facts.years_corrected
        replay.recall = Recalling(self, pool)
        replay.official = self.official_lists(pool)
        return replay

    def official_lists(self, pool: str) -> OfficialLists | None:  # noqa: ARG002 - of other tracks
        """Return the official lists of a pool for another track; None on the official track."""
        return None

    def _loaded(self, pool: str) -> Replay:
        kept = self._kept_state.standings(pool) if self._kept_state else None
        replay = Replay(self.facts.pools[pool], self.facts.birth_year, kept)
        if kept is not None:
            kept.recall = ratings_of_lists(self, pool)
        return replay

    def surroundings(self, pool: str) -> Surroundings:
        """Return the other pools and external lists around a pool."""
        return Surroundings(
            self.facts, pool, lambda other: self.replay(other).begun(), self.lists, self.counted_in
        )

    def counted_in(self, pool: str, years: range, through: int) -> NDArray[np.int64]:
        """Return the years in which players had a valid event in a pool, as known at a position."""
        self.check(pool)
        facts = self.facts.pools[pool]
        return counted_years(facts, Recalling(self, pool), years, through, self.facts.players)

    def take(self, recorded: Recorded) -> Proved | None:
        """Apply the next event; return the proved closing, if any.

        An event that cannot be applied stops its pool (`stopped`), whose later events are left
        out. Raises ReplayStopped for an event of no pool, which stops all.
        """
        pool = pool_of(recorded)
        if pool in self.stopped:
            self.news |= recorded.position >= self.stopped[pool].seen
            self.facts.pass_by(recorded)
            return None
        try:
            return self._take(recorded)
        except STOPPING as error:
            if pool is None:
                raise ReplayStopped(recorded.position, words_of(error)) from error
            self._stop(pool, recorded, error)
            return None

    def _take(self, recorded: Recorded) -> Proved | None:
        self.facts.apply(recorded)
        if recorded.type == RatingsCarriedOver.TYPE:
            pool = recorded.stream.removeprefix("pool-")
            if self.facts.pools[pool].closed:
                raise ValueError("ratings carried over after the first list was closed")
            self._replays.pop(pool, None)
        if recorded.type == RulebookAdopted.TYPE:
            self._drop_printed(recorded.stream.removeprefix("pool-"))
        if recorded.type == PlayerDetailsCorrected.TYPE:
            for pool in self.facts.pools:
                self._drop_printed(pool)
        return self._prove(recorded) if recorded.type == PeriodClosed.TYPE else None

    def _stop(self, pool: str, recorded: Recorded, error: Exception) -> None:
        """Stop a pool at an event and drop its standings, which may be incomplete."""
        seen = self.ledger.read.head().next_position
        self.stopped[pool] = stopped_by(error, pool, recorded.position, seen)
        self._replays.pop(pool, None)
        if self.facts.position < recorded.position:
            self.facts.pass_by(recorded)
        log.warning("replay_stopped", pool=pool, position=recorded.position, cause=str(error))

    def standings(self) -> dict[str, Standings]:
        """Return the standings of the pools with a closed list."""
        pools = self.facts.pools.items()
        closed = [name for name, pool in pools if pool.closed and name not in self.stopped]
        return {name: self.replay(name).begun() for name in closed}

    def state_to_come(self, replay: Replay, record: Record, events: int) -> State | None:
        """Return the state after a closing to come of `events` events, from a fork of a replay.

        No other event may be recorded before it. None where a pool stopped: its standings are not
        known.
        """
        if self.stopped:
            return None
        pool, standings = replay.facts.opened.pool, replay.begun()
        standings.touched = record.touched
        facts, of_pool = copy(self.facts), copy(replay.facts)
        of_pool.version += events
        facts.pools = {**facts.pools, pool: of_pool}
        return snapshot.write(facts, {**self.standings(), pool: standings})

    def resume_from(self, kept: ProvedState | None) -> None:
        """Continue from a stored state; None: from before position 0."""
        facts = kept.facts() if kept is not None else Facts()
        facts.recall, facts.document = self.ledger.read.stream, self.ledger.read.document
        self.facts, self._kept_state, self._replays, self._shared = facts, kept, {}, set()
        self.stopped, self.news, self.before = {}, False, {}

    def _drop_printed(self, pool: str) -> None:
        """Drop standings of a pool without lists, after a change of law or of a year of birth."""
        if not self.facts.pools[pool].closed:
            self._replays.pop(pool, None)

    def _prove(self, recorded: Recorded) -> Proved:
        event: PeriodClosed = recorded.decoded().payload
        replay = self._before_closing(recorded.position, event)
        list_0 = list_0_of(replay, event.through_position)
        due, horizon = due_of(replay.facts, event), horizon_of(event)
        closing = replay.close(due, horizon, event.layout, event.printing)
        closing, record = as_sealed(self, recorded.position, event, closing, list_0)
        standings = replay.begun()
        standings.touched = record.touched
        replay.facts.closed.append(Closed(closing.number, recorded.position, event))
        standings.recall = ratings_of_lists(self, event.pool)
        return Proved(event.pool, recorded.position, closing, record)

    def _before_closing(self, position: int, event: PeriodClosed) -> Replay:
        """Return the replay from which a list is computed, and store its state."""
        pool = event.pool
        if event.printing > 1:
            check_follows(self.facts.pools[pool], event)
            self.use(reopened(self, pool))
            return self.replay(pool)
        self.before[pool] = before(self, pool, position)
        self._own_standings(pool)
        return self.replay(pool)

    def use(self, replay: Replay) -> None:
        """Go on from another replay of a pool, with its facts."""
        pool = replay.facts.opened.pool
        self.facts.pools[pool], self._replays[pool] = replay.facts, replay
        self._shared.discard(pool)

    def started_before(self, position: int) -> Following:
        """Return a track of its own somewhere before a position; here before position 0."""
        then = Following(self.ledger)
        then.lists = self.lists
        then.resume_from(self.stored_before(position))
        return then

    def stored_before(self, position: int) -> ProvedState | None:  # noqa: ARG002 - of others
        """Return a stored state before a position; None: nothing is stored."""
        return None

    def to_store_in(self) -> ProjectionStore | None:
        """Return the projection database, if what is computed from this track may be stored."""
        return None

    def _own_standings(self, pool: str) -> None:
        """Copy standings that an earlier version of this track still shows."""
        if pool in self._shared:
            self._replays[pool].standings = self._replays[pool].begun().fork()
            self._shared.remove(pool)

    def sealed(self, event: PeriodClosed) -> bytes:
        """Return the bytes of a sealed list. Raises Damaged where their digest differs."""
        data = self.ledger.read.document(event.list_digest) or b""
        if kept.list_digest(data) != event.list_digest:
            raise Damaged(
                Sentence(
                    "list {period} of {pool} is not kept as it was sealed",
                    period=event.period,
                    pool=event.pool,
                )
            )
        return data

    def closed_list(self, event: PeriodClosed) -> ReadList:
        """Return a sealed list as columns, which may not be changed. Raises Damaged."""
        found: ReadList | None = self.memory.lists.get(event.list_digest)
        if found is None:
            found = list_document.read(self.sealed(event))
            self.remember(event.list_digest, found)
        return found

    def remember(self, digest: str, found: ReadList) -> None:
        """Keep the columns of a list in memory; they may not be changed from now on."""
        for column in found.values.values():
            column.flags.writeable = False
        self.memory.lists.put(digest, found, found.size_bytes)
