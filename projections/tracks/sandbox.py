"""A track with computed lists, in place of the proved lists of the official track.

Everything stays in memory. What stores a projection, or continues the official track, refuses it.
"""

from collections.abc import Sequence
from typing import Final, NoReturn, Protocol

from msgspec import structs

from ledger.events.pool import PeriodClosed
from ledger.store.remembered import Remembered
from projections.official import Following, Official, Progress
from projections.official.computing import as_computed, compute_list, not_sealed, remember_columns
from projections.official.earlier import EarlierTracks
from projections.official.record import Record
from projections.official.remembered import Memory
from projections.official.stopping import STOPPING, stopped_by
from projections.official.store import ProjectionStore
from projections.replay import Replay
from projections.rulebooks.engine.calendars import Due
from projections.state.closed_list import Closed, Horizon
from projections.state.law import due_of
from projections.tracks.documents import ListDocuments

_MIB: Final = 1 << 20


class Sandbox(Official):
    """A track with computed lists, beside the official track at the same position."""

    store: "ComputedRecords"

    def __init__(self, official: Following) -> None:
        """Begin before position 0, beside an official track."""
        Following.__init__(self, official.ledger)
        self.beside, self.lists = official, official.lists
        self.stopped = dict(official.stopped)
        self.store, self.earlier = ComputedRecords(), EarlierTracks()
        blocks, lists = official.memory.blocks, official.memory.lists
        self.memory = Memory(
            Remembered(32 * _MIB, blocks), Remembered(64 * _MIB, lists), Remembered(32 * _MIB)
        )
        self.documents = ListDocuments()
        """Lists that the official track does not have."""

    def replay(self, pool: str) -> Replay:
        """Return the replay of a pool. Raises KeyError for an unknown pool, ReplayStopped."""
        return Following.replay(self, pool)

    def catch_up(self, batch: int = 2_000, progress: Progress | None = None) -> None:
        """Stay at the position."""

    def compute(self, official: Closed, horizon: Horizon) -> None:
        """Compute a list of the official track anew, from what is recorded up to a horizon.

        Where this is impossible the pool stops there.
        """
        pool = official.event.pool
        if pool in self.stopped:
            return
        try:
            due = due_of(self.facts.pools[pool], official.event)
            self._compute(official, due, horizon)
        except STOPPING as error:
            seen = self.facts.position + 1
            self.stopped[pool] = stopped_by(error, pool, official.position, seen)
            self._replays.pop(pool, None)

    def _compute(self, official: Closed, due: Due, horizon: Horizon) -> None:
        event, facts = official.event, self.facts.pools[official.event.pool]
        self.replay(event.pool)
        self._own_standings(event.pool)
        closing, record = compute_list(self, event.pool, due, horizon, event.layout)
        digest = closing.document.digest
        if digest != event.list_digest:
            self.documents.put(digest, closing.document.data)
            remember_columns(self, event.pool, closing)
        self.store.computed[official.position] = record
        computed = structs.replace(official, event=as_computed(event, closing, record))
        facts.closed.append(self.as_closed(computed))

    def close_next(self, pool: str, due: Due) -> None:
        """Compute the next list of a pool on given days, with everything known.

        Raises OutsideRulebook where no adopted edition covers the list, LawChanged.
        """
        law, through = self.replay(pool).law.rulebook, self.facts.position
        self.facts.position += 1
        event = not_sealed(pool, due, through, law)
        number = len(self.facts.pools[pool].closed) + 1
        self._compute(Closed(number, self.facts.position, event), due, Horizon.at(through))

    def as_closed(self, computed: Closed) -> Closed:
        """Return a computed list as the facts of its pool keep it."""
        return computed

    def sealed(self, event: PeriodClosed) -> bytes:
        """Return the bytes of a list. Raises Damaged where an equal official list is damaged."""
        data = self.documents.get(event.list_digest)
        return super().sealed(event) if data is None else data

    def to_store_in(self) -> ProjectionStore | None:
        """Return None: what rests on this track is not stored."""
        return None

    def rebuild(self, *_: object, **__: object) -> NoReturn:
        """Refuse: a computed track stores nothing. Raises TypeError."""
        raise TypeError("a computed track stores nothing")

    def _resume(self) -> NoReturn:
        """Refuse: the state stored is that of the official track."""
        raise TypeError("a computed track does not begin anew")

    def _remake(self) -> None:
        """Refuse: the records are in memory."""
        raise TypeError("a computed track stores nothing")

    def close(self) -> None:
        """Release nothing: the connections are those of the official track."""


class StoredRecords(Protocol):
    """Records of computed lists that an earlier process stored; contents are not checked here."""

    def manifest(self, position: int) -> bytes:
        """Return the manifest of a list's record; empty if missing."""

    def blocks(self, digests: Sequence[str]) -> dict[str, bytes]:
        """Return blocks of records, by digest."""

    def forget(self) -> None:
        """Let the next process store a track anew: something stored is changed or gone."""


class ComputedRecords(ProjectionStore):
    """The records of computed lists, in memory. Raises TypeError for all that stores."""

    def __init__(self, stored: StoredRecords | None = None) -> None:
        """Begin without records in memory; `stored` has those of an earlier process."""
        self.computed: dict[int, Record] = {}
        """By position of the official closing."""
        self.stored = stored

    def manifest(self, position: int) -> bytes:
        """Return the manifest of a list's record."""
        if position in self.computed or self.stored is None:
            return self.computed[position].manifest
        return self.stored.manifest(position)

    def blocks(self, digests: Sequence[str]) -> dict[str, bytes]:
        """Return blocks of records, by digest."""
        wanted, found = set(digests), dict[str, bytes]()
        for record in self.computed.values():
            found |= {digest: record.blocks[digest] for digest in record.blocks.keys() & wanted}
        missing = sorted(wanted - found.keys())
        return found | self.stored.blocks(missing) if self.stored and missing else found

    def empty(self) -> NoReturn:
        """Refuse to drop what is stored. Raises TypeError."""
        raise TypeError("a computed track stores nothing")

    def change(self, _change: object) -> NoReturn:
        """Refuse to store. Raises TypeError."""
        raise TypeError("a computed track stores nothing")

    def query(self, _ask: object, nothing: object) -> NoReturn:  # noqa: ARG002 - as its base
        """Refuse to ask a database. Raises TypeError."""
        raise TypeError("a computed track has no database")
