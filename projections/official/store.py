"""The projection database: the records of closings, and the state to continue from.

One file `NAME.projections` beside a SQLite ledger; on PostgreSQL a schema beside the tables of the
ledger. It is a cache: each part read is checked against a digest in the ledger (see `proving`); an
unreadable file is named in one line and made anew.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from contextlib import AbstractContextManager
from copy import copy
from dataclasses import asdict, dataclass
from typing import Any, Final, TypeVar

from sqlalchemy import (
    Connection,
    Engine,
    and_,
    bindparam,
    delete,
    insert,
    inspect,
    select,
    update,
)
from sqlalchemy.exc import DBAPIError, IntegrityError

from ledger.errors import LedgerError
from ledger.logs import Logger
from ledger.store import drivers, sqlite_files
from ledger.store.ledger import Ledger
from ledger.store.one_reading import OneReading
from ledger.store.snapshots import Having, having, rows_having
from projections.official import tables
from projections.official.record import Record
from projections.official.snapshot import State, part_names

log = Logger(__name__)

NAME: Final = "official"

_PROGRESS: Final = select(tables.progress).where(tables.progress.c.name == bindparam("name"))
_PART: Final = tables.state_part.c
_PARTS: Final = having(select(_PART.digest, _PART.bytes), _PART.digest)
_STORED_PARTS: Final = having(select(_PART.digest), _PART.digest)
_A_PART: Final = update(tables.state_part).where(_PART.digest == bindparam("part"))
_UNUSED: Final = delete(tables.state_part).where(
    _PART.digest == bindparam("part"), _PART.stays.is_(False), _PART.revised.is_(False)
)
_MANIFEST: Final = select(tables.record.c.manifest).where(
    tables.record.c.position == bindparam("position")
)
_BLOCKS: Final = having(select(tables.block), tables.block.c.digest)

Answer = TypeVar("Answer")


class MovedOn(LedgerError):
    """Another process has stored a later state, to continue from."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The closing whose state is stored, and the version of the storing code.

    Of the index of named players: the last event in it, and the chain hash of that event.
    """

    version: str
    position: int
    manifest: bytes


def place_beside(ledger: Ledger) -> str:
    """Return the file of a ledger's projections, or in PostgreSQL their schema."""
    if ledger.engine.dialect.name == "sqlite":
        return f"{ledger.engine.url.database}.projections"
    return "projections"


def engine_beside(ledger: Ledger) -> Engine:
    """Return the database of a ledger's projections."""
    if ledger.engine.dialect.name == "sqlite":
        make = sqlite_files.temporary if drivers.unwritable(ledger.engine) else drivers.engine
        return make(place_beside(ledger))
    return ledger.engine.execution_options(schema_translate_map={None: "projections"})


class ProjectionStore:
    """The tables of a projection database; contents are not checked here."""

    _within: OneReading | None = None
    """The connection of a request; without it each question takes its own."""

    def __init__(self, engine: Engine, version: str) -> None:
        """Open, creating missing tables."""
        self.engine, self.version = engine, version
        self._for_reading = engine.execution_options(reading=True)
        if not self.query(self._is_made, nothing=True):
            with self.engine.begin() as connection:  # other processes wait
                drivers.lock_creation(connection)
                tables.metadata.create_all(connection)

    def within(self, reading: OneReading) -> "ProjectionStore":
        """Return this store for the questions of a request."""
        store = copy(self)
        store._within = reading
        return store

    def progress(self, name: str = NAME) -> Progress | None:
        """Return the stored progress of a projection, or None."""
        return self.query(lambda connection: progress_of(connection, name), None)

    def position(self) -> int:
        """Return the position of the closing of the stored state, or -1."""
        progress = self.progress()
        return -1 if progress is None else progress.position

    def parts(self, digests: Iterable[str]) -> dict[str, bytes]:
        """Return stored parts of states, by digest."""
        return self.bytes_of(_PARTS, digests)

    def earlier_state(self, until: int) -> tuple[int, bytes] | None:
        """Return position and manifest of the last state kept for good, up to a position."""
        at = tables.earlier_state.c
        manifests = select(tables.earlier_state).where(at.position <= until)
        for row in self.rows(manifests.order_by(at.position.desc()).limit(1)):
            return row.position, _bytes(row.manifest)
        return None

    def manifest(self, position: int) -> bytes:
        """Return the manifest of a closing's record; empty if missing."""
        rows = self.rows(_MANIFEST, position=position)
        return next((_bytes(row.manifest) for row in rows), b"")

    def blocks(self, digests: Sequence[str]) -> dict[str, bytes]:
        """Return the stored blocks of records, by digest."""
        return self.bytes_of(_BLOCKS, digests)

    def write(
        self,
        since: int,
        records: Mapping[int, Record],
        at: int,
        state: State,
        *,
        for_good: bool = False,
    ) -> None:
        """Store the records of closings, by position, and the state after the closing at `at`.

        All in one transaction. `since` is the position of the state before; `for_good`: this state
        stays when the next one is stored. Raises MovedOn if another process has stored a later
        state, or the file was unreadable and made anew.
        """

        def change(connection: Connection) -> None:
            before = progress_of(connection, NAME)
            self.advance(connection, NAME, since, Progress(self.version, at, state.manifest))
            _replace_state(connection, before.manifest if before else b"", state)
            if for_good:
                change_parts(connection, state.parts, stays=True)
                tables.replace_rows(connection, tables.earlier_state, [(at, state.manifest)])
            _add_records(connection, records)

        self.change(change)

    def add(self, records: Mapping[int, Record]) -> None:
        """Store the records of closings, without a state. Raises MovedOn as `write`."""
        self.change(lambda connection: _add_records(connection, records))

    def close(self, ledger: Ledger) -> None:
        """Release the connections, except those shared with the ledger."""
        if self.engine.pool is not ledger.engine.pool:
            self.engine.dispose()

    def empty(self) -> None:
        """Drop everything stored; a file with an unreadable page is made anew.

        Other processes wait, and find empty tables.
        """
        if faults := sqlite_files.page_faults(self.engine):
            self._remove(faults[0])
            return
        try:
            self._empty()
        except DBAPIError as error:
            if not drivers.is_unreadable(error):
                raise
            self._remove(str(error.orig))

    def _empty(self) -> None:
        with self.engine.begin() as connection:
            drivers.lock_creation(connection)
            tables.metadata.drop_all(connection)
            tables.metadata.create_all(connection)

    def change(self, change: Callable[[Connection], None]) -> None:
        """Apply a change in one transaction. Raises MovedOn as `write`."""
        try:
            with self.engine.begin() as connection:
                drivers.lock_projections(connection)
                change(connection)
        except DBAPIError as error:
            if not drivers.is_unreadable(error):
                raise
            self._remove(str(error.orig))
            raise MovedOn from error

    def _remove(self, cause: str) -> None:
        if self._within is not None:
            self._within.close()
        log.warning("projection_cannot_be_read_and_is_made_anew", cause=cause)
        drivers.remove(self.engine)
        self._empty()

    def advance(self, connection: Connection, name: str, since: int, to: Progress) -> None:
        """Store the progress of a projection, so far at `since` (-1: none stored).

        Raises MovedOn if another process was faster.
        """
        values, here = asdict(to), tables.progress.c
        if since < 0:
            try:
                connection.execute(insert(tables.progress).values(name=name, **values))
            except IntegrityError as error:
                raise MovedOn from error
            return
        as_it_was = and_(here.name == name, here.version == self.version, here.position == since)
        moved = connection.execute(update(tables.progress).where(as_it_was).values(**values))
        if moved.rowcount != 1:
            raise MovedOn

    def rows(self, statement: Any, **values: Any) -> Sequence[Any]:
        """Return the rows of a statement; none if the file was unreadable and made anew."""
        return self.query(lambda c: c.execute(statement, values).all(), nothing=[])

    def bytes_of(self, statement: Having, digests: Iterable[str]) -> dict[str, bytes]:
        """Return bytes by digest; `statement` has both, see `having`."""

        def ask(connection: Connection) -> dict[str, bytes]:
            found = rows_having(connection, statement, digests)
            return {str(row.digest): _bytes(row.bytes) for row in found}

        return self.query(ask, nothing={})

    def query(self, ask: Callable[[Connection], Answer], nothing: Answer) -> Answer:
        """Return an answer; `nothing` if the file was unreadable and made anew."""
        try:
            with self._connection() as connection:
                return ask(connection)
        except DBAPIError as error:
            if not drivers.is_unreadable(error):
                raise
            self._remove(str(error.orig))
            return nothing

    def _connection(self) -> AbstractContextManager[Connection]:
        return self._within.connection() if self._within else self._for_reading.connect()

    def _is_made(self, connection: Connection) -> bool:
        """Return whether the tables exist: a reader takes no lock to create them."""
        schemas = self.engine.get_execution_options().get("schema_translate_map", {})
        return inspect(connection).has_table(tables.naming.name, schema=schemas.get(None))


def progress_of(connection: Connection, name: str) -> Progress | None:
    """Return the progress of a projection as a transaction finds it, or None."""
    rows = connection.execute(_PROGRESS, {"name": name}).all()
    return next((Progress(r.version, r.position, _bytes(r.manifest)) for r in rows), None)


def _add_records(connection: Connection, records: Mapping[int, Record]) -> None:
    if not records:
        return
    blocks = {digest: data for record in records.values() for digest, data in record.blocks.items()}
    manifests = [(position, record.manifest) for position, record in records.items()]
    tables.replace_rows(connection, tables.record, manifests)
    tables.replace_rows(connection, tables.block, list(blocks.items()))


def _replace_state(connection: Connection, before: bytes, state: State) -> None:
    """Store a state in place of the state before; parts of both stay as they are."""
    add_parts(connection, state.parts)
    leave_parts(connection, set(part_names(before).values()) - state.parts.keys())


def stored_parts(connection: Connection, digests: Iterable[str]) -> set[str]:
    """Return which parts of states are stored."""
    return {str(row.digest) for row in rows_having(connection, _STORED_PARTS, digests)}


def add_parts(connection: Connection, parts: Mapping[str, bytes]) -> None:
    """Store the parts of a state that are not stored yet."""
    stored = stored_parts(connection, parts)
    new = [
        {"digest": digest, "bytes": data, "stays": False, "revised": False}
        for digest, data in parts.items()
        if digest not in stored
    ]
    if new:
        connection.execute(insert(tables.state_part), new)


def change_parts(connection: Connection, digests: Iterable[str], **values: bool) -> None:
    """Note which states have some parts."""
    if changed := [{"part": digest} for digest in digests]:
        connection.execute(_A_PART.values(**values), changed)


def leave_parts(connection: Connection, digests: Set[str]) -> None:
    """Drop parts that a state had, unless another state of either track has them."""
    official = progress_of(connection, NAME)
    used = part_names(official.manifest).values() if official else ()
    if gone := [{"part": digest} for digest in sorted(digests - {*used})]:
        connection.execute(_UNUSED, gone)


def _bytes(value: object) -> bytes:
    return bytes(value) if isinstance(value, bytes | bytearray | memoryview) else b""
