"""What replay found, kept between processes: rows to be asked, and the state to go on from.

One file `NAME.projections` beside a SQLite ledger; on PostgreSQL a schema beside its tables.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
import structlog
from sqlalchemy import Connection, Engine, and_, insert, inspect, select, update
from sqlalchemy.exc import IntegrityError

from ledger.errors import LedgerError
from ledger.store import drivers, sqlite_files
from ledger.store.ledger import Ledger
from ledger.store.reading import Reader
from projections.facts import Facts
from projections.official import rows, snapshot, tables
from projections.replay.closing import Closing

log = structlog.get_logger(__name__)

NAME = "official"


class MovedOn(LedgerError):
    """Another process kept a later state meanwhile: go on from that one."""


@dataclass(frozen=True, slots=True)
class Proved:
    """A closing that came out as it was sealed."""

    pool: str
    position: int
    through_position: int
    closing: Closing
    carried: list[rows.Row]
    """For a pool's first list: the rows of list 0."""


def beside(ledger: Ledger) -> Engine:
    """Give the database of a ledger's projections."""
    if ledger.engine.dialect.name == "sqlite":
        kept = f"{ledger.engine.url.database}.projections"
        made = sqlite_files.temporary if drivers.unwritable(ledger.engine) else drivers.engine
        return made(kept)
    return ledger.engine.execution_options(schema_translate_map={None: "projections"})


class Keeping:
    """The rows and the state of one projection database."""

    def __init__(self, engine: Engine, version: str) -> None:
        """Open; what is of another version is dropped."""
        self.engine, self._version = engine, version
        if not self._is_made():
            self._make()

    def restore(self, read: Reader) -> snapshot.State | None:
        """Give the state kept; None where there is none of this version and this history.

        A ledger made again, or an older state of it put back, finds here what was kept of the
        ledger that stood at its address before: that is dropped.
        """
        with self.engine.connect().execution_options(reading=True) as connection:
            row = connection.execute(select(tables.progress)).first()
        if row is None:
            self._make()  # tables that an older version, which kept nothing, did not have
            return None
        if row.version != self._version:
            log.info("projection_is_made_anew", found=row.version, wanted=self._version)
            self.empty()
            return None
        try:
            state = snapshot.read(bytes(row.state))
        except (msgspec.MsgspecError, zlib.error) as error:
            log.warning("projection_is_damaged_and_made_anew", cause=str(error))
            self.empty()
            return None
        facts = state[0]
        if not _is_of(read, facts):
            log.warning("projection_of_another_history", position=facts.position)
            self.empty()
            return None
        return state

    def empty(self) -> None:
        """Drop everything kept; others wait, and find the tables there, empty."""
        with self.engine.begin() as connection:
            drivers.lock_creation(connection)
            tables.metadata.drop_all(connection)
            tables.metadata.create_all(connection)

    def position(self) -> int:
        """Give the position of the state kept; -1 where there is none."""
        with self.engine.connect().execution_options(reading=True) as connection:
            kept = connection.execute(select(tables.progress.c.position)).scalar()
        return -1 if kept is None else kept

    def write(self, since: int, proved: list[Proved], state: snapshot.State) -> None:
        """Keep the rows of closings and the state after them, in one transaction.

        `since` is the position kept before. Raises MovedOn where somebody else moved it on.
        """
        with self.engine.begin() as connection:
            self._move(connection, since, state[0].position, snapshot.write(*state))
            for each in proved:
                _write(connection, each)

    def _move(self, connection: Connection, since: int, position: int, state: bytes) -> None:
        values = {"version": self._version, "position": position, "state": state}
        if since < 0:
            self._begin(connection, values)
            return
        kept = tables.progress.c
        as_it_was = and_(kept.position == since, kept.version == self._version)
        moved = connection.execute(update(tables.progress).where(as_it_was).values(**values))
        if moved.rowcount != 1:
            raise MovedOn

    def _begin(self, connection: Connection, values: Mapping[str, Any]) -> None:
        try:
            connection.execute(insert(tables.progress).values(name=NAME, **values))
        except IntegrityError as error:
            raise MovedOn from error

    def _is_made(self) -> bool:
        """Tell whether there are tables: who only asks takes no lock to make them."""
        schemas = self.engine.get_execution_options().get("schema_translate_map", {})
        with self.engine.connect().execution_options(reading=True) as connection:
            return inspect(connection).has_table(tables.progress.name, schema=schemas.get(None))

    def _make(self) -> None:
        """Create the tables that are missing; of several processes one does, the others wait."""
        with self.engine.begin() as connection:
            drivers.lock_creation(connection)
            tables.metadata.create_all(connection)


def _is_of(read: Reader, facts: Facts) -> bool:
    """Tell whether facts were folded from the very events a ledger holds up to their position."""
    last = read.at([facts.position]).get(facts.position)
    return last is not None and bytes(last.chain_hash) == facts.chain_hash


def _write(connection: Connection, proved: Proved) -> None:
    closing = proved.closing
    pool = _pool_id(connection, proved.pool)
    if closing.number == 1:
        tables.insert_rows(connection, tables.history, [(pool, *row[1:]) for row in proved.carried])
    tables.insert_rows(connection, tables.history, rows.of_history(pool, closing))
    tables.insert_rows(connection, tables.booking, rows.of_bookings(pool, closing))
    tables.insert_rows(connection, tables.turn, rows.of_turns(pool, closing))
    tables.insert_rows(connection, tables.entry, rows.of_entries(pool, closing))
    tables.insert_rows(connection, tables.waiting, rows.of_waiting(pool, closing))
    tables.insert_rows(connection, tables.correction, rows.of_corrections(pool, closing))
    tables.insert_rows(connection, tables.recount, rows.of_recounts(pool, closing))
    tables.insert_rows(connection, tables.restated, rows.of_restated(pool, closing))
    tables.insert_rows(connection, tables.rating_list, [_list(pool, proved)])


def _list(pool: int, proved: Proved) -> rows.Row:
    closing = proved.closing
    return (
        pool,
        closing.number,
        closing.due.period,
        closing.due.list_date.isoformat(),
        proved.position,
        proved.through_position,
        closing.document.digest,
        closing.rows,
    )


def _pool_id(connection: Connection, name: str) -> int:
    rows = connection.execute(select(tables.pool.c.name, tables.pool.c.id))
    known: dict[str, int] = {row.name: row.id for row in rows}
    if name not in known:
        known[name] = len(known) + 1
        connection.execute(insert(tables.pool).values(id=known[name], name=name))
    return known[name]
