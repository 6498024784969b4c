"""Storage of the revised track beside the official one, for the next process to read (`stored`)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from hashlib import sha256
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, insert, literal, select

from ledger.store.snapshots import having
from projections.official import tables
from projections.official.documents import ListDocuments
from projections.official.record import Record
from projections.official.results import Computed
from projections.official.store import Progress, ProjectionStore
from projections.official.track import Track
from projections.state.closed_list import Closed
from projections.tracks.marks import Mark, Packed, StoredState, marked, packed
from projections.tracks.revised import RevisedTrack, in_order
from projections.tracks.stored import (
    NAME,
    OWNERS,
    PART,
    Manifest,
    code_version,
    forget_track,
)

MOST_BYTES: Final = 256 << 20
"""Of all parts. Beyond it the oldest lists are left out; who asks about one of these waits until
the track is computed from the beginning."""

_OFFICIAL_BLOCKS: Final = having(
    select(tables.block.c.digest, literal(b"").label("bytes")), tables.block.c.digest
)


class _ToStore:
    """The parts to store, by owner: a part of a state, a list or a record."""

    def __init__(self, stored: Mapping[str, int]) -> None:
        """Begin with the sizes of the stored owners."""
        self.stored, self.new = stored, dict[str, Packed]()
        self.wanted = set[str]()
        self.size_bytes = 0

    def add(self, owner: str, rows: Callable[[], Packed]) -> bool:
        """Add the rows of an owner, if not stored yet. False: there are no rows, or no room."""
        if owner in self.wanted:
            return True
        made = {} if owner in self.stored else rows()
        size = self.stored.get(owner, 0) + sum(map(len, made.values()))
        if not size or self.size_bytes + size > MOST_BYTES:
            return False
        self.wanted.add(owner)
        self.size_bytes += size
        if made:
            self.new[owner] = made
        return True


def store_track(store: ProjectionStore, made: RevisedTrack) -> None:
    """Store a track in place of another one.

    Stored parts are not written again, unless the whole track was computed: then a stored part
    may be damaged.
    """
    track = made.track
    order = in_order(track.facts)
    is_whole = made.computed_lists == len(order)
    to_store = _ToStore({} if is_whole else dict(store.rows(OWNERS)))
    last = _add_state(to_store, marked(len(order), track.facts, track.standings()))
    if last is None:
        return
    states = [_add_state(to_store, mark) for mark in reversed(made.marks)]
    for closed in reversed(order):
        _add_list(to_store, store, track, closed)
    manifest = written([*(one for one in reversed(states) if one is not None), last])
    progress = Progress(code_version(), last.position, manifest)
    store.change(lambda connection: _write(connection, to_store, progress))


def written(states: Sequence[StoredState]) -> bytes:
    """Return the manifest of states, behind its checksum."""
    data = msgspec.msgpack.encode(Manifest(list(states)))
    return sha256(data).digest() + data


def _add_state(to_store: _ToStore, mark: Mark) -> StoredState | None:
    """Add the parts of a state. None: the state is left out."""
    for digest in mark.stored.parts.values():
        if not to_store.add(digest, partial(mark.packed, [digest])):
            return None
    return mark.stored


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


def _write(connection: Connection, to_store: _ToStore, progress: Progress) -> None:
    """Replace the stored track, unless parts used again are gone; the last process wins."""
    stored = {str(owner) for owner, _ in connection.execute(OWNERS)}
    if not to_store.wanted - to_store.new.keys() <= stored:
        return
    for owner in stored - to_store.wanted:
        connection.execute(delete(tables.revised).where(PART.owner == owner))
    rows = [
        (part, owner, data) for owner, parts in to_store.new.items() for part, data in parts.items()
    ]
    tables.replace_rows(connection, tables.revised, rows)
    forget_track(connection)
    connection.execute(insert(tables.progress).values(name=NAME, **asdict(progress)))
