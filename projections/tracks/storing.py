"""Storage of the revised track beside the official one, for the next process to read (`stored`)."""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import asdict
from hashlib import sha256
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, insert, literal, select, update
from sqlalchemy.exc import SQLAlchemyError

from ledger.errors import LedgerError
from ledger.store.snapshots import having
from projections.official import tables
from projections.official.documents import ListDocuments
from projections.official.record import Record
from projections.official.results import Computed
from projections.official.store import (
    Progress,
    ProjectionStore,
    add_parts,
    change_parts,
    leave_parts,
    progress_of,
    stored_parts,
)
from projections.official.track import Track
from projections.state.closed_list import Closed
from projections.tracks.marks import Keep, Mark, Parts, StoredState, in_memory, marked
from projections.tracks.revised import RevisedTrack, in_order
from projections.tracks.stored import (
    NAME,
    OWNERS,
    PART,
    Manifest,
    code_version,
    forget_track,
    packed,
    states_of,
)

MOST_BYTES: Final = 256 << 20
"""Of all lists and records. Beyond it the oldest are left out; who asks about one of these waits
until the track is computed from the beginning."""

_OF_IT: Final = select(tables.state_part.c.digest).where(tables.state_part.c.revised)
_OFFICIAL_BLOCKS: Final = having(
    select(tables.block.c.digest, literal(b"").label("bytes")), tables.block.c.digest
)
_CHECKED_AT_ONCE: Final = 64
"""Parts read together, to compare them."""

Packed = Mapping[str, bytes]
"""A list, or manifest and blocks of a record, by digest, as they are stored."""


class _ToStore:
    """The lists and records to store: their rows, by owner."""

    def __init__(self, stored: Mapping[str, int]) -> None:
        """Begin with the sizes of the stored owners."""
        self.stored, self.new = stored, dict[str, Packed]()
        self.wanted = set[str]()
        self.size_bytes = 0

    def add(self, owner: str, rows: Callable[[], Packed]) -> None:
        """Add the rows of an owner, if not stored yet and if there is room."""
        if owner in self.wanted:
            return
        made = {} if owner in self.stored else rows()
        size = self.stored.get(owner, 0) + sum(map(len, made.values()))
        if not size or self.size_bytes + size > MOST_BYTES:
            return
        self.wanted.add(owner)
        self.size_bytes += size
        if made:
            self.new[owner] = made


def in_store(store: ProjectionStore | None, *, anew: bool) -> Keep:
    """Return what keeps states in a store; without a store, or where it fails, in memory.

    `anew`: the states are those of a whole track; a damaged part in the store is written anew.
    """
    beside = in_memory()
    if store is None:
        return beside

    def keep(stored: StoredState, parts: Parts) -> Mark:
        try:
            _keep(store, parts, anew=anew)
        except (LedgerError, SQLAlchemyError):  # nor is the track stored, which says so
            return beside(stored, parts)
        return Mark(stored, store.parts)

    return keep


def _keep(store: ProjectionStore, parts: Parts, *, anew: bool) -> None:
    """Store parts of states."""
    digests, changed = sorted(parts), set[str]()
    for at in range(0, len(digests) if anew else 0, _CHECKED_AT_ONCE):
        found = store.parts(digests[at : at + _CHECKED_AT_ONCE])
        changed |= {digest for digest, data in found.items() if data != parts[digest]}

    def change(connection: Connection) -> None:
        for digest in sorted(changed):
            here = tables.state_part.c.digest == digest
            connection.execute(update(tables.state_part).where(here).values(bytes=parts[digest]))
        add_parts(connection, parts)
        change_parts(connection, digests, revised=True)

    store.change(change)


def store_track(store: ProjectionStore, made: RevisedTrack) -> None:
    """Store a track in place of another one.

    What is stored is not written again, unless the whole track was computed: then a part of it may
    be damaged.
    """
    track = made.track
    order = in_order(track.facts)
    is_whole = made.computed_lists == len(order)
    keep = in_store(store, anew=is_whole)
    end = marked(len(order), track.facts, track.standings(), keep)
    states = [one.stored for one in (*made.marks, end) if _is_kept(store, one)]
    if end.stored not in states:
        return
    to_store = _ToStore({} if is_whole else dict(store.rows(OWNERS)))
    for closed in reversed(order):
        _add_list(to_store, store, track, closed)
    progress = Progress(code_version(), end.stored.position, written(states))
    store.change(lambda connection: _write(connection, to_store, states, progress))


def leave_unstored(store: ProjectionStore) -> None:
    """Drop the parts of states that no stored track has: another track was not stored."""

    def change(connection: Connection) -> None:
        states = states_of(progress_of(connection, NAME))
        _hold(connection, {part for state in states for part in state.parts.values()})

    store.change(change)


def written(states: Sequence[StoredState]) -> bytes:
    """Return the manifest of states, behind its checksum."""
    data = msgspec.msgpack.encode(Manifest(list(states)))
    return sha256(data).digest() + data


def _is_kept(store: ProjectionStore, mark: Mark) -> bool:
    """Store the parts of a state that are not stored yet; return whether all of them are."""
    digests = set(mark.stored.parts.values())
    there = store.query(lambda connection: stored_parts(connection, digests), set[str]())
    missing = digests - there
    parts = mark.parts(missing) if missing else {}
    if parts:
        _keep(store, parts, anew=False)
    return not missing - parts.keys()


def _add_list(to_store: _ToStore, store: ProjectionStore, track: Track, closed: Closed) -> None:
    """Add document and record of a list, if they differ from the official ones."""
    computed = track.results
    assert track.beside is not None
    assert isinstance(computed, Computed)
    facts = track.beside.facts.pools[closed.event.pool]
    official = facts.closed[closed.number - 1]
    document, record = closed.event.list_digest, closed.event.record_digest
    if document != official.event.list_digest:
        to_store.add(document, lambda: _document(computed.documents, document))
    there = (official.position, facts.record_digest(official.event))
    if there != (closed.position, record):
        to_store.add(record, lambda: _record(store, computed.records.get(closed.position)))


def _document(documents: ListDocuments, digest: str) -> Packed:
    data = documents.get(digest)
    return {} if data is None else {digest: packed(data)}


def _record(store: ProjectionStore, record: Record | None) -> Packed:
    """Return the manifest of a record, and the blocks missing on the official track."""
    if record is None:
        return {}
    there = store.bytes_of(_OFFICIAL_BLOCKS, record.blocks)
    own = {digest: data for digest, data in record.blocks.items() if digest not in there}
    return {record.digest: record.manifest, **own}


def _write(
    connection: Connection, to_store: _ToStore, states: Sequence[StoredState], progress: Progress
) -> None:
    """Replace the stored track, unless parts used again are gone; the last process wins."""
    stored = {str(owner) for owner, _ in connection.execute(OWNERS)}
    parts = {part for state in states for part in state.parts.values()}
    there = to_store.wanted - to_store.new.keys() <= stored
    if not there or not parts <= stored_parts(connection, parts):
        return
    _hold(connection, parts)
    for owner in stored - to_store.wanted:
        connection.execute(delete(tables.revised).where(PART.owner == owner))
    rows = [
        (part, owner, data) for owner, some in to_store.new.items() for part, data in some.items()
    ]
    tables.replace_rows(connection, tables.revised, rows)
    forget_track(connection)
    connection.execute(insert(tables.progress).values(name=NAME, **asdict(progress)))


def _hold(connection: Connection, parts: Set[str]) -> None:
    """Note the parts of the stored states; drop others that the official track does not have."""
    held = {str(row.digest) for row in connection.execute(_OF_IT)}
    change_parts(connection, parts - held, revised=True)
    change_parts(connection, held - parts, revised=False)
    leave_parts(connection, held - parts)
