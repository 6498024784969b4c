"""Ledgers as left by earlier programs."""

import lzma
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

import migrations
from ledger import hashing
from ledger.events.opening import LedgerOpened
from ledger.store import drivers, schema
from ledger.store.appending import append_within
from ledger.store.preparing import prepare
from ledger.store.reading_events import Head
from ledger.store.requests import NewEvent, Request
from ledger.store.tables import insert_head
from tests.support.store_facts import SetClock

STEP: str = "0002"
"""The step of the last program without a service."""

_STORED = Path(__file__).parents[1] / "samples" / "ledgers" / f"step-{STEP}.ledger.xz"
_IN_ORDER = (
    "ledger_head",
    *("event", "append_request", "document"),
    *("subject", "subject_number", "reported_name", "note", "actor", "import_slip"),
)
"""Its tables; a note comes after its event."""


def stored(file: Path) -> Path:
    """Return the file of the last program without a service: two lists of Italian draughts."""
    file.write_bytes(lzma.decompress(_STORED.read_bytes()))
    return file


@contextmanager
def as_it_was(address: str, folder: Path) -> Iterator[Engine]:
    """Put the ledger at an address; in PostgreSQL as rows, in the tables of the step."""
    engine = drivers.engine(address)
    if engine.dialect.name == "sqlite":
        stored(Path(address))
    else:
        _copied(stored(folder / "stored.ledger"), engine)
    try:
        yield engine
    finally:
        engine.dispose()


def _copied(file: Path, to: Engine) -> None:
    source = drivers.engine(str(file))
    with source.connect().execution_options(reading=True) as old, to.begin() as new:
        migrations.upgrade(new, STEP)
        for table in _IN_ORDER:
            rows = [dict(row) for row in old.execute(text(f"SELECT * FROM {table}")).mappings()]
            if rows:
                names = rows[0]
                values = ", ".join(f":{name}" for name in names)
                insert = text(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({values})")
                new.execute(insert, rows)
    source.dispose()


def after_every_step(
    address: str, clock: SetClock, requests: Iterable[Request]
) -> Iterator[tuple[str, Engine]]:
    """Yield the name of a step and the same ledger after the step, oldest step first.

    The documents of the requests are put there with the columns that they always had.
    """
    oldest, *later = reversed(migrations.steps())
    engine = drivers.engine(address)
    opened = LedgerOpened(origin="example.org", zone="Europe/Rome", format=hashing.FORMAT)
    first = Request("ledger-opened", (NewEvent(opened),))
    recorded = [first, *requests]
    with engine.begin() as connection:
        migrations.upgrade(connection, oldest)
        insert_head(connection, Head("example.org"))
        prepared = [prepare(replace(request, documents=()), clock) for request in recorded]
        append_within(connection.connection.cursor(), engine, clock, prepared)
        insert = text("INSERT INTO document (digest, kind, bytes) VALUES (:digest, :kind, :data)")
        for document in (each for request in recorded for each in request.documents):
            values = {"digest": document.digest, "kind": document.kind, "data": document.data}
            connection.execute(insert, values)
    try:
        yield oldest, engine
        for step in later:
            with engine.begin() as connection:
                migrations.upgrade(connection, step)
            yield step, engine
    finally:
        engine.dispose()


def tables(connection: Connection) -> dict[str, object]:
    """Everything the catalogue says of the ledger's tables."""
    looking = inspect(connection)
    looks = (
        looking.get_pk_constraint,
        looking.get_unique_constraints,
        looking.get_check_constraints,
        looking.get_foreign_keys,
        looking.get_indexes,
        looking.get_table_options,
    )
    return {
        name: [
            [
                (column["name"], repr(column["type"]), column["nullable"])
                for column in looking.get_columns(name)
            ],
            *(
                sorted(map(repr, found)) if isinstance(found := look(name), list) else found
                for look in looks
            ),
        ]
        for name in schema.metadata.tables
    }
