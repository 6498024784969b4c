"""The revised track between processes: stored beside the official one, and read back.

Stored are the state after the last list, the states before some lists (`marks`), and the lists and
records that the official track does not have. The parts of states lie beside those of the official
track, each under its digest: what both have is stored once. A manifest names the states, with the
last position and its chain hash, and the code that computed them. What is changed, cut off, of
another history or of other code is not used: the track is computed from the beginning.

No event names these digests, as closings name those of official states: they show damage, and prove
nothing. `ledger rebuild` drops everything stored. `storing` writes it.
"""

import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final, Self

import msgspec
from sqlalchemy import Connection, delete, func, select
from sqlalchemy.exc import SQLAlchemyError

import ledger
import projections
from ledger.errors import LedgerError
from ledger.logs import Logger
from ledger.sentences import Sentence
from ledger.store import kept
from ledger.store.reading import Reader
from ledger.store.snapshots import having
from projections.official import sheets, tables
from projections.official.results import Computed
from projections.official.store import Progress, ProjectionStore
from projections.official.track import Track
from projections.replay import Replay
from projections.tracks.marks import Gone, Mark, StoredState
from projections.tracks.revised import RevisedTrack, computed_beside

log = Logger(__name__)

NAME: Final = "revised"

PART: Final = tables.revised.c
_PARTS: Final = having(select(PART.digest, PART.bytes), PART.digest)
OWNERS: Final = select(PART.owner, func.sum(func.length(PART.bytes))).group_by(PART.owner)


class Manifest(msgspec.Struct, frozen=True):
    """The states of a stored track."""

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


def packed(data: bytes) -> bytes:
    """Return a list as it is stored."""
    return zlib.compress(data, level=1)


def unpacked(data: bytes) -> bytes:
    """Return a list; nothing for one that is gone or damaged."""
    try:
        return zlib.decompress(data)
    except zlib.error:
        return b""


def states_of(progress: Progress | None) -> list[StoredState]:
    """Return the states that a manifest names; none where it cannot be used."""
    if progress is None or progress.version != code_version():
        return []
    checksum, data = progress.manifest[:32], progress.manifest[32:]
    if sha256(data).digest() != checksum:
        log.warning("stored_revised_track_is_damaged", position=progress.position)
        return []
    return msgspec.msgpack.decode(data, type=Manifest).states


class StoredTrack:
    """What is stored of a track."""

    def __init__(self, store: ProjectionStore) -> None:
        """Read from a projection database."""
        self.store = store

    def manifest(self) -> list[StoredState]:
        """Return the stored states; none where nothing is stored that can be used."""
        return states_of(self.store.progress(NAME))

    def document(self, digest: str) -> bytes | None:
        """Return a stored list; None if it is changed or gone."""
        data = unpacked(self.packed([digest]).get(digest, b""))
        return data if _list_digest(data) == digest else None

    def blocks(self, digests: Iterable[str]) -> dict[str, bytes]:
        """Return manifests and blocks of records by digest, stored or official."""
        wanted = list(digests)
        found = self.packed(wanted)
        return found | self.store.blocks([digest for digest in wanted if digest not in found])

    def forget(self) -> None:
        """Drop the manifest, as a part was changed or gone: the next process stores anew."""
        with suppress(LedgerError, SQLAlchemyError):
            self.store.change(forget_track)

    def packed(self, digests: Iterable[str]) -> dict[str, bytes]:
        """Return stored lists, and parts of records, by digest, as they are stored."""
        return self.store.bytes_of(_PARTS, digests)


@dataclass(frozen=True, eq=False)
class StoredResults:
    """Records and lists of the stored track; records equal to official ones are official rows."""

    stored: StoredTrack
    digests: Mapping[int, str]
    """Of the records, by position of the official closing."""
    anew: Callable[[], None] | None = None
    """Computes what is not stored any more, for who asks."""

    def manifest(self, position: int) -> bytes:
        """Return the manifest of a list's record; empty if missing."""
        digest = self.digests.get(position, "")
        stored = self.stored.blocks([digest]).get(digest)
        return self.stored.store.manifest(position) if stored is None else stored

    def blocks(self, digests: Sequence[str]) -> dict[str, bytes]:
        """Return blocks of records, by digest."""
        return self.stored.blocks(digests)

    def document(self, digest: str) -> bytes | None:
        """Return a stored list; None if it is changed or gone."""
        return self.stored.document(digest)

    def state(self, read: Reader, until: int) -> None:
        """Return None: no state here is an official one."""

    def remake(self) -> None:
        """Drop the stored track, and compute its lists anew for the reader."""
        self.stored.forget()
        if self.anew is not None:
            self.anew()

    def fork(self) -> Self:
        """Return this object: stored results do not change."""
        return self


def stored_track(store: ProjectionStore, official: Track) -> RevisedTrack | None:
    """Return the stored track, if of the history of an official track and not later than it."""
    stored = StoredTrack(store)
    states = stored.manifest()
    if not states or states[-1].position > official.facts.position:
        return None
    last = official.ledger.read.at([states[-1].position]).get(states[-1].position)
    if last is None or last.chain_hash != states[-1].chain_hash:
        return None
    try:
        return _track(stored, states, official)
    except Gone as error:
        log.warning("stored_revised_track_is_damaged", what=str(error))
        return None


def _track(stored: StoredTrack, states: Sequence[StoredState], official: Track) -> RevisedTrack:
    """Return the stored track at its last state. Raises Gone."""
    *marks, end = (Mark(one, stored.store.parts) for one in states)
    facts, standings = end.state
    closed = (one for pool in facts.pools.values() for one in pool.closed)
    digests = {one.position: one.event.record_digest for one in closed}
    track = computed_beside(official, "revised", Computed(StoredResults(stored, digests)))
    replays = {
        name: Replay(facts.pools[name], facts.birth_year, one) for name, one in standings.items()
    }
    facts.read_from(official.ledger.read)
    return RevisedTrack(replace(track, facts=facts, replays=replays), marks)


def damaged(store: ProjectionStore) -> list[Sentence]:
    """Return the names of missing parts, and of parts that differ from their digests.

    The track of another version of the code is passed over: nothing reads it. What another process
    replaces meanwhile is looked at again.
    """
    while True:
        progress = store.progress(NAME)
        if progress is None or progress.version != code_version():
            return []
        found = [*_damaged(store, StoredTrack(store).manifest())]
        if store.progress(NAME) == progress:
            return found


def _damaged(store: ProjectionStore, states: Sequence[StoredState]) -> Iterator[Sentence]:
    if not states:
        yield Sentence("its manifest")
    for digest in sorted({part for state in states for part in state.parts.values()}):
        data = store.parts([digest]).get(digest)
        if data is None:
            yield Sentence("a part of its states")
        elif sheets.digest_of(data) != digest:
            yield Sentence("the part {digest}", digest=digest)
    for owner in sorted(str(row.owner) for row in store.rows(OWNERS)):
        for row in store.rows(select(tables.revised).where(PART.owner == owner)):
            data = bytes(row.bytes)
            if row.digest not in (sheets.digest_of(data), _list_digest(unpacked(data))):
                yield Sentence("the part {digest}", digest=row.digest)


def forget_track(connection: Connection) -> None:
    """Drop the manifest, so that no part is used."""
    connection.execute(delete(tables.progress).where(tables.progress.c.name == NAME))


def _list_digest(data: bytes) -> str:
    return kept.list_digest(data) if data else ""
