"""Acts of the owner of a database alone, done to see whether verification finds them."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Table, text

from ledger import hashing
from ledger.store import drivers, integrity
from ledger.store.faults import Fault
from ledger.store.incarnation import KnownHead
from ledger.store.ledger import Ledger
from ledger.store.schema import event, ledger_head


@contextmanager
def unguarded(engine: Engine) -> Iterator[Connection]:
    """Yield a transaction without guards; the guards return, byte for byte, at the end.

    Foreign keys do not hold in it either: they are no guard of what is evidence. SQLite does not
    wait for the disk.
    """
    with engine.connect() as connection:
        _settings(connection, "OFF", "OFF")
        with connection.begin():
            again = take_guards(connection)
            yield connection
            for statement in again:
                connection.exec_driver_sql(statement)
        _settings(connection, "ON", "FULL")


def _settings(connection: Connection, foreign_keys: str, synchronous: str) -> None:
    """Change settings of SQLite; no transaction may be open."""
    driver: Any = connection.connection.driver_connection
    if connection.dialect.name == "sqlite":
        driver.execute(f"PRAGMA foreign_keys = {foreign_keys}")
        driver.execute(f"PRAGMA synchronous = {synchronous}")


def take_guards(connection: Connection) -> list[str]:
    """Take the guards away; return the statements to restore the guards."""
    if connection.dialect.name == "sqlite":
        guards = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
        triggers = connection.execute(text(guards)).all()
        for name, _ in triggers:
            connection.exec_driver_sql(f"DROP TRIGGER {name}")
        return [sql for _, sql in triggers]
    guards = "SELECT tgname, tgrelid::regclass FROM pg_trigger WHERE NOT tgisinternal"
    again = []
    for name, table in connection.execute(text(guards)).all():
        connection.exec_driver_sql(f"ALTER TABLE {table} DISABLE TRIGGER {name}")
        again.append(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}")
    connection.exec_driver_sql("SET LOCAL session_replication_role = replica")
    return again


def rewritten(rows: list[dict[str, Any]], body: bytes, position: int) -> list[dict[str, Any]]:
    """Return the events with another body at a position, and every later hash computed anew."""
    chain, found = hashing.CHAIN_START, []
    for row in rows:
        said = row | ({"body": body} if row["position"] == position else {})
        numbers = (said["position"], said["recorded_at"], said["stream_version"])
        leaf = hashing.leaf_hash(*numbers, hashing.body_digest(said["body"]))
        chain = hashing.chain_hash(chain, leaf)
        found.append(said | {"leaf_hash": leaf, "chain_hash": chain})
    return found


def forgeries(rows: list[dict[str, Any]], body: bytes, position: int) -> tuple[Any, ...]:
    """Return the changes by which an owner writes an event anew, and every hash with the event."""
    forged = rewritten(rows, body, position)
    return (
        event.delete(),
        event.insert().values(forged),
        ledger_head.update().values(chain_hash=forged[-1]["chain_hash"]),
    )


class Tampered:
    """A ledger with changed rows, searched for faults, and restored unchanged.

    After each change the guards stand as they were, and nobody touched the head but the change:
    what is found is the change itself.
    """

    def __init__(self, ledger: Ledger) -> None:
        """Begin with a sound ledger."""
        self.ledger = ledger
        self.mutations = 0
        assert self.faults() == []

    def faults(self, *known: KnownHead) -> list[Fault]:
        """Return the faults."""
        return list(integrity.faults(self.ledger.engine, known=known))

    def places(self) -> str:
        """Return the places of the faults, in a single text."""
        return "; ".join(str(fault.place) for fault in self.faults())

    def rows(self, table: Table) -> list[dict[str, Any]]:
        """Return all rows of a table, in the order of the key."""
        query = table.select().order_by(*table.primary_key)
        with self.ledger.engine.connect().execution_options(reading=True) as connection:
            return [dict(row._mapping) for row in connection.execute(query)]

    def write(self, *changes: Any) -> None:
        """Change rows of any kind."""
        with unguarded(self.ledger.engine) as connection:
            for change in changes:
                connection.execute(change)

    @contextmanager
    def changed(self, *changes: Any) -> Iterator[None]:
        """Rows changed for a while."""
        before = {change.table: self.rows(change.table) for change in changes}
        self.write(*changes)
        try:
            yield
        finally:
            self.mutations += 1
            with unguarded(self.ledger.engine) as connection:
                for table, rows in before.items():
                    connection.execute(table.delete())
                    connection.execute(table.insert(), rows)


def overwrite_first_page(path: Path, table: str) -> None:
    """Make the first page of a table unreadable, as on a failing disk; nobody has the file open."""
    with closing(drivers.sqlite_module().connect(path)) as connection:
        asked = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        [page] = connection.execute(asked, (table,)).fetchone()
        [size] = connection.execute("PRAGMA page_size").fetchone()
    data = bytearray(path.read_bytes())
    data[(page - 1) * size : (page - 1) * size + 16] = b"\xff" * 16
    path.write_bytes(data)
