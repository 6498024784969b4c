"""The revised track between processes: stored beside the official one, and continued from there.

Stored are the state after the last list, the states before some lists (`marks`), and the lists and
records that the official track does not have. Each part lies under its digest; a manifest names the
states, with the last position and its chain hash, and the code that computed them. What is changed,
cut off, of another history or of other code is not used: the track is computed from the beginning.

No event names these digests, as closings name those of official states: they show damage, and prove
nothing. `ledger rebuild` drops everything stored.
"""

import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.exc import SQLAlchemyError

import ledger
import projections
from ledger.errors import LedgerError
from ledger.logs import Logger
from ledger.store import kept
from ledger.store.snapshots import having
from projections.official import Following, sheets, snapshot, tables
from projections.official.record import Record
from projections.official.store import Progress, ProjectionStore, replace_rows
from projections.rating.standings import Standings
from projections.state import Facts
from projections.state.closed_list import Closed, RevisedList
from projections.tracks.documents import ListDocuments
from projections.tracks.marks import LoadedState, Mark, StoredState
from projections.tracks.revised import Revised, in_order
from projections.tracks.sandbox import ComputedRecords

log = Logger(__name__)

NAME: Final = "revised"

MOST_BYTES: Final = 256 << 20
"""Of all parts. Beyond it the oldest lists are left out; who asks about one of these waits until
the track is computed from the beginning."""

_PART: Final = tables.revised.c
_PARTS: Final = having(select(_PART.digest, _PART.bytes), _PART.digest)
_OWNERS: Final = select(_PART.owner, func.sum(func.length(_PART.bytes))).group_by(_PART.owner)
_OFFICIAL_BLOCKS: Final = having(select(tables.block.c.digest), tables.block.c.digest)
_AT_ONCE: Final = 500
"""Digests of one statement."""


class Gone(Exception):
    """A stored part was changed, or another process has stored another track in its place."""


class _Manifest(msgspec.Struct, frozen=True):
    states: list[StoredState]
    """In their order; the last one is the state after the last list."""


@cache
def code_version() -> str:
    """Return the digest of all code and all rulebooks that a list rests on."""
    digest = sha256()
    for package in (ledger, projections):
        folder = Path(str(package.__file__)).parent
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".toml"):
                name = path.relative_to(folder).as_posix()
                digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


# ------------------------------------------------------------------------------------- reading


class Parts:
    """The stored parts of a track."""

    def __init__(self, store: ProjectionStore) -> None:
        """Read from a projection database."""
        self.store = store

    def manifest(self) -> list[StoredState]:
        """Return the stored states; none where nothing is stored that can be used."""
        progress = self.store.progress(NAME)
        if progress is None or progress.version != code_version():
            return []
        checksum, data = progress.manifest[:32], progress.manifest[32:]
        if sha256(data).digest() != checksum:
            log.warning("stored_revised_track_is_damaged", position=progress.position)
            return []
        return msgspec.msgpack.decode(data, type=_Manifest).states

    def state(self, stored: StoredState) -> LoadedState:
        """Return a stored state. Raises Gone."""
        found = self._rows(stored.parts.values())
        parts = {name: _unpacked(found.get(part, b"")) for name, part in stored.parts.items()}
        for name, data in parts.items():
            if sheets.digest_of(data) != stored.parts[name]:
                raise Gone(f"{name} before list {stored.first} is changed or gone")
        return _loaded(parts, stored)

    def document(self, digest: str) -> bytes | None:
        """Return a stored list; None if it is changed or gone."""
        data = _unpacked(self._rows([digest]).get(digest, b""))
        return data if _list_digest(data) == digest else None

    def blocks(self, digests: Iterable[str]) -> dict[str, bytes]:
        """Return manifests and blocks of records, by digest: stored ones, else official ones."""
        wanted = list(digests)
        found = self._rows(wanted)
        return found | self.store.blocks([digest for digest in wanted if digest not in found])

    def forget(self) -> None:
        """Drop the manifest, as a part was changed or gone: the next process stores anew."""
        with suppress(LedgerError, SQLAlchemyError):
            self.store.change(_forget)

    def _rows(self, digests: Iterable[str]) -> dict[str, bytes]:
        wanted, found = list(digests), {}
        for start in range(0, len(wanted), _AT_ONCE):
            for row in self.store.rows(_PARTS, wanted=wanted[start : start + _AT_ONCE]):
                found[str(row.digest)] = bytes(row.bytes)
        return found


class _Records:
    """The stored records of lists; those that are official ones lie with these."""

    def __init__(self, parts: Parts, facts: Facts) -> None:
        self._parts = parts
        of_pools = (closed for pool in facts.pools.values() for closed in pool.closed)
        self._digests = {closed.position: closed.event.record_digest for closed in of_pools}

    def manifest(self, position: int) -> bytes:
        digest = self._digests[position]
        stored = self._parts.blocks([digest]).get(digest)
        return self._parts.store.manifest(position) if stored is None else stored

    def blocks(self, digests: Sequence[str]) -> dict[str, bytes]:
        return self._parts.blocks(digests)

    def forget(self) -> None:
        self._parts.forget()


class StoredTrack:
    """A stored revised track, from which another one is continued. Reading may raise Gone."""

    def __init__(self, parts: Parts, states: Sequence[StoredState]) -> None:
        """Take what is stored, and the states that it has."""
        *marks, end = (Mark(one.first, _loading(parts, one), one) for one in states)
        self.marks, self._end, self.stopped = marks, end, dict[str, Any]()
        self.documents = ListDocuments(parts.document)
        self.store = ComputedRecords(_Records(parts, self.facts))

    @property
    def facts(self) -> Facts:
        """Everything known at its position."""
        return self._end.state.facts

    def standings(self) -> Mapping[str, Standings]:
        """Return the standings of the pools after their last lists."""
        return self._end.state.standings


def stored_track(store: ProjectionStore, official: Following) -> StoredTrack | None:
    """Return the stored track, if of the history of an official track and not later than it."""
    parts = Parts(store)
    states = parts.manifest()
    if not states or states[-1].position > official.facts.position:
        return None
    last = official.ledger.read.at([states[-1].position]).get(states[-1].position)
    if last is None or last.chain_hash != states[-1].chain_hash:
        return None
    try:
        return StoredTrack(parts, states)
    except Gone as error:
        log.warning("stored_revised_track_is_damaged", what=str(error))
        return None


def damaged(store: ProjectionStore) -> Iterator[str]:
    """Yield what of a stored track is gone, or not what its digest says.

    A track of other code is not looked at: it is not used.
    """
    progress = store.progress(NAME)
    if progress is None or progress.version != code_version():
        return
    states, owners = Parts(store).manifest(), {str(row.owner) for row in store.rows(_OWNERS)}
    if not states:
        yield "its manifest"
    if not owners >= {part for state in states for part in state.parts.values()}:
        yield "a part of its states"
    for owner in sorted(owners):
        for row in store.rows(select(tables.revised).where(_PART.owner == owner)):
            data = bytes(row.bytes)
            unpacked = _unpacked(data)
            digests = (sheets.digest_of(data), sheets.digest_of(unpacked), _list_digest(unpacked))
            if row.digest not in digests:
                yield f"the part {row.digest}"


def _list_digest(data: bytes) -> str:
    return kept.list_digest(data) if data else ""


def _loading(parts: Parts, stored: StoredState) -> Callable[[], LoadedState]:
    return lambda: parts.state(stored)


def _loaded(parts: Mapping[str, bytes], stored: StoredState) -> LoadedState:
    of_pools = _named(parts, "pool/")
    facts = snapshot.read_facts(parts[snapshot.FACTS], of_pools)
    facts.position, facts.chain_hash = stored.position, stored.chain_hash
    for pool in facts.pools.values():
        pool.closed = [
            RevisedList(one.number, one.position, one.event, stored.position) for one in pool.closed
        ]
    standings = _named(parts, "standings/")
    return LoadedState(
        facts, {name: snapshot.read_standings(data) for name, data in standings.items()}
    )


def _named(parts: Mapping[str, bytes], beginning: str) -> dict[str, bytes]:
    return {
        name.removeprefix(beginning): data
        for name, data in parts.items()
        if name.startswith(beginning)
    }


def _unpacked(data: bytes) -> bytes:
    try:
        return zlib.decompress(data)
    except zlib.error:
        return b""


# ------------------------------------------------------------------------------------- storing

Rows = Mapping[str, bytes]
"""Parts by digest."""


class _Laid:
    """What is to be stored, by owner: a part of a state, a list or a record."""

    def __init__(self, stored: Mapping[str, int]) -> None:
        """Begin with the sizes of the owners that are stored."""
        self.stored, self.new = stored, dict[str, Rows]()
        self.wanted = set[str]()
        self.size_bytes = 0

    def lay(self, owner: str, rows: Callable[[], Rows]) -> bool:
        """Lay an owner's rows, if they are not stored; False without rows, or without room."""
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


def store_track(store: ProjectionStore, track: Revised) -> None:
    """Store a track in place of another one.

    What is stored already is not written again, unless the whole track was computed: then
    something stored may be damaged.
    """
    order = in_order(track.facts)
    is_whole = track.computed_lists == len(order)
    laid = _Laid({} if is_whole else dict(store.rows(_OWNERS)))
    end = LoadedState(track.facts, track.standings())
    last = _lay_state(laid, Mark(len(order), lambda: end))
    if last is None:
        return
    states = [_lay_state(laid, mark) for mark in reversed(track.marks)]
    for closed in reversed(order):
        _lay_list(laid, store, track, closed)
    manifest = written([*(one for one in reversed(states) if one is not None), last])
    progress = Progress(code_version(), last.position, manifest)
    store.change(lambda connection: _write(connection, laid, progress))


def written(states: Sequence[StoredState]) -> bytes:
    """Return the manifest of states, behind its checksum."""
    data = msgspec.msgpack.encode(_Manifest(list(states)))
    return sha256(data).digest() + data


def _lay_state(laid: _Laid, mark: Mark) -> StoredState | None:
    """Lay the parts of a state; one that is stored is not encoded again. None: it is left out."""
    parts: Mapping[str, bytes] = {}
    if mark.stored is None or not laid.stored.keys() >= set(mark.stored.parts.values()):
        try:
            facts, standings = mark.state
        except Gone:
            return None
        written = snapshot.write(facts, standings)
        digests, parts = snapshot.part_names(written.manifest), written.parts
        mark.stored = StoredState(mark.first, facts.position, facts.chain_hash, digests)
    for name, digest in mark.stored.parts.items():
        if not laid.lay(digest, partial(_packed, digest, parts.get(name, b""))):
            return None
    return mark.stored


def _packed(digest: str, data: bytes) -> Rows:
    return {digest: zlib.compress(data, level=1)}


def _lay_list(laid: _Laid, store: ProjectionStore, track: Revised, closed: Closed) -> None:
    """Lay document and record of a list, where the official ones are others."""
    facts = track.beside.facts.pools[closed.event.pool]
    official = facts.closed[closed.number - 1]
    document, record = closed.event.list_digest, closed.event.record_digest
    if document != official.event.list_digest:
        laid.lay(document, lambda: _document(track.documents, document))
    there = (official.position, facts.record_digest(official.event))
    if there != (closed.position, record):
        laid.lay(record, lambda: _record(store, track.store.computed.get(closed.position)))


def _document(documents: ListDocuments, digest: str) -> Rows:
    data = documents.get(digest)
    return {} if data is None else _packed(digest, data)


def _record(store: ProjectionStore, record: Record | None) -> Rows:
    """Return the manifest of a record, and its blocks that the official track does not have."""
    if record is None:
        return {}
    there, digests = set[str](), list(record.blocks)
    for start in range(0, len(digests), _AT_ONCE):
        some = digests[start : start + _AT_ONCE]
        there |= {str(row.digest) for row in store.rows(_OFFICIAL_BLOCKS, wanted=some)}
    own = {digest: data for digest, data in record.blocks.items() if digest not in there}
    return {record.digest: record.manifest, **own}


def _write(connection: Connection, laid: _Laid, progress: Progress) -> None:
    """Replace what is stored, unless parts to go on with are gone; the last process wins."""
    stored = {str(owner) for owner, _ in connection.execute(_OWNERS)}
    if not laid.wanted - laid.new.keys() <= stored:
        return
    for owner in stored - laid.wanted:
        connection.execute(delete(tables.revised).where(_PART.owner == owner))
    rows = [(part, owner, data) for owner, of in laid.new.items() for part, data in of.items()]
    replace_rows(connection, tables.revised, rows)
    _forget(connection)
    connection.execute(insert(tables.progress).values(name=NAME, **asdict(progress)))


def _forget(connection: Connection) -> None:
    connection.execute(delete(tables.progress).where(tables.progress.c.name == NAME))
