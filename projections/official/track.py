"""A track: what is known at a moment. It is asked, and never changes.

The official track proves each closing; a computed one has lists that differ from the official ones
(see `projections.tracks`). `advance` moves a track on; `earlier` gives it as known at an earlier
position, `without_lists` without lists that a reader may not see, `tentative` with requests that
are not recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence, Set
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Literal, NamedTuple, Protocol, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from ledger.clock import local_day, today
from ledger.errors import Damaged
from ledger.events.pool import PeriodClosed
from ledger.logs import Logger
from ledger.sentences import Sentence
from ledger.store import kept
from ledger.store.ledger import Ledger
from ledger.store.reading import Head
from ledger.tournaments.current_report import uncorrected_report
from projections import list_document
from projections.list_document import ReadList
from projections.official.proving import NotProved, ProvedState, Records, Results
from projections.official.record import Record
from projections.official.remembered import Memory, nothing
from projections.official.stopping import ReplayStopped
from projections.official.store import MovedOn, ProjectionStore
from projections.rating.external_lists import Lists
from projections.rating.official_lists import OfficialLists
from projections.rating.other_pools import Surroundings
from projections.rating.standings import Standings
from projections.replay import Replay
from projections.replay.closing import Closing
from projections.replay.counted_beside import counted_years
from projections.state import Facts
from projections.state.closed_list import Horizon
from projections.state.history import tournament_history
from projections.state.merges import names_at
from projections.state.printings import closed_under, in_force
from projections.state.reports import Report, report_of

log = Logger(__name__)

T = TypeVar("T")

Name = Literal["official", "revised", "supposed"]


class Before(NamedTuple):
    """The state of a pool before one of its lists was computed."""

    closing: int
    """Position of the closing."""
    facts: Facts
    """Facts of this pool alone, folded up to the event before the closing or later."""
    standings: Standings | None
    """None: before the first list."""

    @property
    def size_bytes(self) -> int:
        """Bytes of the standings, about."""
        if self.standings is None:
            return 0
        arrays = (
            *self.standings.state.values(),
            *self.standings.ratings.values(),
            *self.standings.recalled.values(),
        )
        return sum(values.nbytes for values in arrays)


class Ahead(NamedTuple):
    """A list computed from a track at its position, with the standings after it."""

    chain_hash: bytes
    """Of the last event of the track: whose history this is."""
    events: int
    """From the first event that seals the list to its closing."""
    closing: Closing
    record: Record
    standings: Standings


class Past(Protocol):
    """Gives a track as known at earlier positions."""

    def at(self, track: Track, position: int) -> Track:
        """Return the track at a position, kept in memory. Raises EarlierPositionsBusy."""

    def computed(self, track: Track, position: int) -> Track:
        """Return the track at a position, computed for this question alone."""


@dataclass(frozen=True, eq=False)
class Track:
    """Facts, standings and lists as known at a moment, with a reader of the ledger."""

    ledger: Ledger
    facts: Facts
    lists: Lists
    """Lists of other bodies."""
    results: Results
    """Records of the lists, and lists that the ledger does not have."""
    memory: Memory = field(default_factory=nothing)
    """What stays in memory between questions."""
    name: Name = "official"
    """As answers say it."""
    moment: Literal["present", "earlier"] = "present"
    """At its end it is today, or the day of the last event."""
    stopped: dict[str, ReplayStopped] = field(default_factory=dict)
    """By pool, the error at which its replay stopped."""
    before: dict[str, Before] = field(default_factory=dict)
    """By pool, the state before its last list was closed, where it is in memory."""
    store: ProjectionStore | None = None
    """Where what rests on this track may be stored: on the official track at its head alone."""
    beside: Track | None = None
    """Of a computed track the official one at the same position."""
    past: Past | None = None
    """Of the official track."""
    kept: ProvedState | None = None
    """Source of standings that are not loaded yet; None: they begin with the pool."""
    shows: Track | None = None
    """The track whose standings this one shows, in place of loading them itself."""
    replays: dict[str, Replay] = field(default_factory=dict)
    """The replays loaded so far, by pool."""
    derived: dict[Hashable, Any] = field(default_factory=dict)
    """See `once`."""
    ahead: dict[str, Ahead] = field(default_factory=dict)
    """By pool, the next list as it was computed to be sealed: for the first track that takes it."""

    def read_through(self, ledger: Ledger, results: Results | None = None) -> Track:
        """Return the track for one thread, with a reader of its own of the same ledger."""
        facts = copy(self.facts)
        facts.read_from(ledger.read)
        shown = self.results if results is None else results
        return replace(self, ledger=ledger, facts=facts, results=shown, shows=self, replays={})

    def known_at(self, position: int) -> Track:
        """Return the track as known at a position. Raises EarlierPositionsBusy."""
        if position >= self.facts.position:
            return self
        assert self.past is not None  # a computed track is asked at its own position
        return self.past.at(self, position)

    def once(self, key: Hashable, derive: Callable[[], T]) -> T:
        """Return a result that all readers of this track share, derived by the first.

        It may hold no reader of a request, and rests on what is known at the position alone.
        """
        if key not in self.derived:
            self.derived[key] = derive()
        return cast(T, self.derived[key])

    def is_at(self, head: Head) -> bool:
        """Return whether the head is that of the last applied event."""
        facts = self.facts
        return (facts.position, facts.chain_hash) == (head.next_position - 1, head.chain_hash)

    def day_of(self, position: int, zone: str) -> date:
        """Return the day of a position in a zone: today for the last, else of the event."""
        if position >= self.facts.position and self.moment == "present":
            return today(self.ledger.clock, zone)
        return local_day(self.ledger.read.true_instant(position), zone)

    # ------------------------------------------------------------------------------- standings

    def check(self, pool: str) -> None:
        """Raise ReplayStopped for a stopped pool."""
        if pool in self.stopped:
            raise self.stopped[pool]

    def replay(self, pool: str) -> Replay:
        """Return the replay of a pool, whose standings may not be moved on.

        Raises KeyError for an unknown pool, ReplayStopped.
        """
        self.check(pool)
        replay = self.loaded(pool)
        replay.surroundings = self.surroundings(pool)
        replay.birth_year = self.facts.birth_year
        replay.years_corrected = self.facts.years_corrected
        replay.recall = Recalling(self, pool)
        replay.official = self.official_lists(pool)
        if replay.standings is not None:
            replay.standings.recall = ratings_of_lists(self, pool)
        return replay

    def loaded(self, pool: str) -> Replay:
        """Return the replay of a pool, not yet prepared for questions."""
        if pool not in self.replays:
            self.replays[pool] = self._load(pool)
        return self.replays[pool]

    def _load(self, pool: str) -> Replay:
        facts = self.facts.pools[pool]
        if self.shows is not None:
            return self.shows.loaded(pool).shared(facts)
        try:
            standings = self.kept.standings(pool) if self.kept else None
        except (MovedOn, NotProved) as error:
            if self.past is None:
                raise
            return self._computed(pool, self.past, error)
        return Replay(facts, self.facts.birth_year, standings)

    def _computed(self, pool: str, past: Past, error: Exception) -> Replay:
        """Return computed standings in place of stored ones that were replaced or damaged."""
        if isinstance(error, NotProved):
            log.warning("projection_is_wrong_and_is_made_anew", what=str(error))
            self.results.remake()
        return past.computed(self, self.facts.position).replay(pool).shared(self.facts.pools[pool])

    def load(self, pools: Set[str] | None = None) -> None:
        """Load the standings of pools that have not stopped, before the store replaces them.

        None: of all pools.
        """
        wanted = self.facts.pools.keys() if pools is None else pools
        for pool in wanted - self.stopped.keys():
            self.replay(pool).begun()

    def standings(self) -> dict[str, Standings]:
        """Return the standings of the pools with a closed list."""
        pools = self.facts.pools.items()
        closed = [name for name, pool in pools if pool.closed and name not in self.stopped]
        return {name: self.replay(name).begun() for name in closed}

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

    def official_lists(self, pool: str) -> OfficialLists | None:
        """Return the official lists on which decisions of the revised track rest; else None."""
        if self.name != "revised" or self.beside is None:
            return None
        official, horizon = self.beside, Horizon.at(self.beside.facts.position)
        facts = official.facts.pools[pool]
        printings = in_force(facts, horizon.facts)
        return OfficialLists(
            facts.closed,
            replace(official.replay(pool).begun(), printings=printings),
            lambda: official.surroundings(pool).pools_at(horizon),
            names_at(facts.merges, horizon.facts),
        )

    # ----------------------------------------------------------------------------------- lists

    def records(self, pool: str) -> Records:
        """Return the records of a pool's closings."""
        return Records(self.results, self.facts.pools[pool], self.memory.blocks)

    def sealed(self, event: PeriodClosed) -> bytes:
        """Return the bytes of a list. Raises Damaged where their digest differs."""
        data = self._document(event.list_digest)
        if data is None and self.name == "revised":
            self.results.remake()  # it is not stored any more
            data = self._document(event.list_digest)
        if data is None:
            raise Damaged(
                Sentence(
                    "list {period} of {pool} is not kept as it was sealed",
                    period=event.period,
                    pool=event.pool,
                )
            )
        return data

    def _document(self, digest: str) -> bytes | None:
        computed = self.results.document(digest)
        if computed is not None:
            return computed
        data = self.ledger.read.document(digest)
        return data if data is not None and kept.list_digest(data) == digest else None

    def closed_list(self, event: PeriodClosed) -> ReadList:
        """Return a list as columns, which may not be changed. Raises Damaged."""
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


class Recalling:
    """The reports and ratings behind the closed lists of a pool, read from the ledger again."""

    def __init__(self, track: Track, pool: str) -> None:
        """Read for a pool."""
        self._track, self._pool = track, pool

    def reports(self, positions: Sequence[int], through: int) -> list[Report]:
        """Return booked reports as known at a position, with the booked positions."""
        read, facts = self._track.ledger.read, self._track.facts
        found = []
        for position, recorded in sorted(read.at(list(positions)).items()):
            tournament = recorded.stream.removeprefix("tournament-")
            if tournament not in facts.corrected:
                announcement = facts.announcements[tournament]
                found.append(report_of(uncorrected_report(recorded), announcement))
                continue
            history = tournament_history(read.stream(recorded.stream), through)
            if self._pool in history.announcement.pools:
                found += history.replacements(position)
        return found

    def last_booking(self, report: Report, closings: Sequence[int]) -> int:
        """Return the list of a report as known at the last of some closings."""
        return self._track.facts.last_booking(self._pool, report, closings)

    def listed(self, number: int) -> Mapping[str, NDArray[np.int64]]:
        """Return the columns of a closed list, which may not be changed."""
        event = self._track.facts.pools[self._pool].closed[number - 1].event
        return self._track.closed_list(event).values


def ratings_of_lists(track: Track, pool: str) -> Callable[[int], NDArray[np.int16]]:
    """Return a reader of the ratings of a pool's older lists from their documents.

    It takes the number of a list, or the key of an earlier printing.
    """

    def ratings_of(number: int) -> NDArray[np.int16]:
        event = closed_under(track.facts.pools[pool], number).event
        sealed = list_document.read(track.sealed(event), ("player", "rating"))
        ratings = np.zeros(len(track.facts.birth_year), dtype=np.int16)
        ratings[sealed.values["player"]] = sealed.values["rating"]
        return ratings

    return ratings_of
