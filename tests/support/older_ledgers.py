"""A ledger as older programs left it: at one step of the migrations, or at each in turn."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, inspect

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


@contextmanager
def at_step(
    address: str, clock: SetClock, step: str, requests: Iterable[Request]
) -> Iterator[Engine]:
    """A new ledger at a step, with some requests recorded."""
    engine = drivers.engine(address)
    opened = LedgerOpened(origin="example.org", zone="Europe/Rome", format=hashing.FORMAT)
    first = Request("ledger-opened", (NewEvent(opened),))
    with engine.begin() as connection:
        migrations.upgrade(connection, step)
        insert_head(connection, Head("example.org"))
        prepared = [prepare(each, clock) for each in (first, *requests)]
        append_within(connection.connection.cursor(), engine, clock, prepared)
    try:
        yield engine
    finally:
        engine.dispose()


def after_every_step(
    address: str, clock: SetClock, requests: Iterable[Request]
) -> Iterator[tuple[str, Engine]]:
    """Name of a step and the same ledger after it, oldest step first."""
    oldest, *later = reversed(migrations.steps())
    with at_step(address, clock, oldest, requests) as engine:
        yield oldest, engine
        for step in later:
            with engine.begin() as connection:
                migrations.upgrade(connection, step)
            yield step, engine


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
                (each["name"], repr(each["type"]), each["nullable"])
                for each in looking.get_columns(name)
            ],
            *(
                sorted(map(repr, found)) if isinstance(found := look(name), list) else found
                for look in looks
            ),
        ]
        for name in schema.metadata.tables
    }
