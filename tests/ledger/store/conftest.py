"""A new ledger for each test, on both databases."""

import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from ledger.store import drivers
from ledger.store.ledger import Ledger
from ledger.store.schema import ERASABLE, SERVICE
from tests.support.new_ledgers import begun
from tests.support.postgres import PostgresServer
from tests.support.store_facts import SetClock
from tests.support.tampering import unguarded

DATABASES = ["sqlite", "postgresql"]


@pytest.fixture(params=DATABASES)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a ledger can be made: a path, or an empty PostgreSQL database."""
    if request.param == "sqlite":
        return str(tmp_path / "ledger.db")
    url: str = request.getfixturevalue("postgres_database")
    return url


@pytest.fixture
def clock() -> SetClock:
    """A clock that stands until a test moves the hands."""
    return SetClock()


@pytest.fixture
def new_ledger(address: str, clock: SetClock) -> Iterator[Ledger]:
    """A ledger in an own database, for tests that change more than rows."""
    with Ledger.create(address, "example.org", "Europe/Rome", clock) as made:
        yield made


@pytest.fixture(params=DATABASES)
def ledger(request: pytest.FixtureRequest, tmp_path: Path, clock: SetClock) -> Iterator[Ledger]:
    """A ledger with a first event.

    In PostgreSQL it is one for all tests, put back by its owner to what it was when it was made: a
    new database takes longer than most tests.
    """
    if request.param == "sqlite":
        made = begun(str(tmp_path / "ledger.db"), "example.org", "Europe/Rome", clock)
    else:
        url = request.getfixturevalue("postgres_ledger")
        put_back(url)
        made = Ledger.open(url, clock)
    with made:
        yield made


@pytest.fixture(scope="session")
def postgres_ledger(postgres_server: PostgresServer) -> str:
    """A ledger in PostgreSQL."""
    name = f"contract_{secrets.token_hex(4)}"
    postgres_server.create_database(name)
    url = postgres_server.url(name)
    Ledger.create(url, "example.org", "Europe/Rome", SetClock()).close()
    return url


def put_back(url: str) -> None:
    """Leave nothing but the first event."""
    engine = drivers.engine(url)
    with unguarded(engine) as connection:
        _empty(connection)
    engine.dispose()


def _empty(connection: Connection) -> None:
    for table in (*ERASABLE, *SERVICE, "document"):
        connection.execute(text(f"DELETE FROM {table}"))
    connection.execute(text("DELETE FROM append_request WHERE first_position > 0"))
    connection.execute(text("DELETE FROM event WHERE position > 0"))
    connection.execute(
        text(
            "UPDATE ledger_head SET next_position = 1, incarnation = 1,"
            " chain_hash = event.chain_hash, recorded_at = event.recorded_at FROM event"
        )
    )
