"""What replay found, kept between processes: the records of closings, and the state to go on from.

One file `NAME.projections` beside a SQLite ledger; on PostgreSQL a schema beside its tables. It is
a cache. Whoever reads a part holds it to a digest in the ledger (see `proving`); a file that cannot
be read is named in one line and made anew.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import structlog
from sqlalchemy import Connection, Engine, Table, and_, delete, insert, inspect, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from ledger.errors import LedgerError
from ledger.store import drivers, sqlite_files
from ledger.store.ledger import Ledger
from projections.official import tables
from projections.official.record import Record
from projections.official.snapshot import State

log = structlog.get_logger(__name__)

NAME: Final = "official"

_AT_ONCE: Final = 500
"""Blocks of one statement."""

Answer = TypeVar("Answer")


class MovedOn(LedgerError):
    """What is kept is another state by now: go on from that one."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Which closing left the state that is kept, by the version of what kept it."""

    version: str
    position: int
    """Of the event of the closing."""
    manifest: bytes


def beside(ledger: Ledger) -> Engine:
    """The database of a ledger's projections."""
    if ledger.engine.dialect.name == "sqlite":
        kept = f"{ledger.engine.url.database}.projections"
        made = sqlite_files.temporary if drivers.unwritable(ledger.engine) else drivers.engine
        return made(kept)
    return ledger.engine.execution_options(schema_translate_map={None: "projections"})


class Keeping:
    """The tables of one projection database. What they hold is not checked here."""

    def __init__(self, engine: Engine, version: str) -> None:
        """Open; tables are made where there are none."""
        self.engine, self.version = engine, version
        self._for_reading = engine.execution_options(reading=True)
        if not self.asked(self._is_made, nothing=True):
            self._make()

    def progress(self) -> Progress | None:
        """The progress that is kept; None where there is none."""
        rows = self.rows(select(tables.progress).where(tables.progress.c.name == NAME))
        return next((Progress(r.version, r.position, _bytes(r.manifest)) for r in rows), None)

    def position(self) -> int:
        """The position of the closing whose state is kept; -1 where there is none."""
        kept = self.progress()
        return -1 if kept is None else kept.position

    def parts(self, names: Sequence[str]) -> dict[str, bytes]:
        """Parts of the state, by name; without those that are gone or cannot be decompressed."""
        found = {}
        for row in self.rows(select(tables.state).where(tables.state.c.part.in_(names))):
            with suppress(zlib.error):
                found[str(row.part)] = zlib.decompress(_bytes(row.bytes))
        return found

    def manifest(self, position: int) -> bytes:
        """The manifest of a closing's record; nothing where there is none."""
        here = tables.record.c
        rows = self.rows(select(here.manifest).where(here.position == position))
        return next((_bytes(row.manifest) for row in rows), b"")

    def blocks(self, digests: Sequence[str]) -> dict[str, bytes]:
        """Blocks of records, by digest, as far as they are kept."""
        found = {}
        for start in range(0, len(digests), _AT_ONCE):
            some = tables.block.c.digest.in_(digests[start : start + _AT_ONCE])
            for row in self.rows(select(tables.block).where(some)):
                found[str(row.digest)] = _bytes(row.bytes)
        return found

    def write(self, since: int, records: Mapping[int, Record], at: int, state: State) -> None:
        """Keep the records of closings, by position, and the state that the one at `at` left.

        All in one transaction. `since` is the position kept before. Raises MovedOn where another
        process moved it on, or where the file could not be read and was made anew.
        """

        def change(connection: Connection) -> None:
            self._move(connection, since, at, state)
            _keep_records(connection, records)

        self.change(change)

    def keep(self, records: Mapping[int, Record]) -> None:
        """Keep the records of closings, by position; the state stays the one it is.

        Raises MovedOn where the file could not be read and was made anew.
        """
        self.change(lambda connection: _keep_records(connection, records))

    def empty(self) -> None:
        """Drop everything kept; others wait, and find the tables there, empty.

        A file in which a page cannot be read is made anew.
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
        """Change what is kept, in one transaction. Raises MovedOn as `write`."""
        try:
            with self.engine.begin() as connection:
                change(connection)
        except DBAPIError as error:
            if not drivers.is_unreadable(error):
                raise
            self._remove(str(error.orig))
            raise MovedOn from error

    def _remove(self, cause: str) -> None:
        """Take a file that cannot be read away, and make an empty one."""
        log.warning("projection_cannot_be_read_and_is_made_anew", cause=cause)
        drivers.remove(self.engine)
        self._empty()

    def _move(self, connection: Connection, since: int, position: int, state: State) -> None:
        values = {"version": self.version, "position": position, "manifest": state.manifest}
        if since < 0:
            _begin(connection, values)
        else:
            kept = tables.progress.c
            mine = and_(kept.name == NAME, kept.version == self.version)
            as_it_was = and_(mine, kept.position == since)
            moved = connection.execute(update(tables.progress).where(as_it_was).values(**values))
            if moved.rowcount != 1:
                raise MovedOn
        connection.execute(delete(tables.state).where(tables.state.c.part.not_in(state.parts)))
        parts = [(name, zlib.compress(data, level=1)) for name, data in state.parts.items()]
        _replace(connection, tables.state, parts)

    def rows(self, statement: Any) -> Sequence[Any]:
        """The rows of a statement; none where the file could not be read and was made anew."""
        return self.asked(lambda connection: connection.execute(statement).all(), nothing=[])

    def asked(self, ask: Callable[[Connection], Answer], nothing: Answer) -> Answer:
        """What a question finds; nothing where the file could not be read and was made anew."""
        try:
            with self._for_reading.connect() as connection:
                return ask(connection)
        except DBAPIError as error:
            if not drivers.is_unreadable(error):
                raise
            self._remove(str(error.orig))
            return nothing

    def _is_made(self, connection: Connection) -> bool:
        """Tell whether there are tables: who only asks takes no lock to make them."""
        schemas = self.engine.get_execution_options().get("schema_translate_map", {})
        return inspect(connection).has_table(tables.naming.name, schema=schemas.get(None))

    def _make(self) -> None:
        """Create the tables that are missing; of several processes one does, the others wait."""
        with self.engine.begin() as connection:
            drivers.lock_creation(connection)
            tables.metadata.create_all(connection)


def _begin(connection: Connection, values: Mapping[str, Any]) -> None:
    try:
        connection.execute(insert(tables.progress).values(name=NAME, **values))
    except IntegrityError as error:
        raise MovedOn from error


def _keep_records(connection: Connection, records: Mapping[int, Record]) -> None:
    """Keep manifests and blocks; those that are there already, under the same key, give way."""
    if not records:
        return
    blocks = {digest: data for record in records.values() for digest, data in record.blocks.items()}
    manifests = [(position, record.manifest) for position, record in records.items()]
    _replace(connection, tables.record, manifests)
    _replace(connection, tables.block, list(blocks.items()))


def _replace(connection: Connection, table: Table, rows: Sequence[tuple[Any, bytes]]) -> None:
    """Insert rows of a key and bytes with one statement; a row of the same key is replaced."""
    if not rows:
        return
    key, data = table.columns.keys()
    place = "%s" if connection.dialect.name == "postgresql" else "?"
    schema = connection.get_execution_options().get("schema_translate_map", {}).get(None)
    name = f"{schema}.{table.name}" if schema else table.name
    connection.exec_driver_sql(
        f"INSERT INTO {name} VALUES ({place}, {place}) "  # noqa: S608 - own names
        f"ON CONFLICT ({key}) DO UPDATE SET {data} = excluded.{data}",
        list(rows),
    )


def _bytes(value: object) -> bytes:
    """A column's bytes; nothing where something else stands there."""
    return bytes(value) if isinstance(value, bytes | bytearray | memoryview) else b""
