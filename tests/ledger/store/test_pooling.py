"""Connections of a process with many threads: kept, bounded, each used by a single
thread at a time.
"""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from threading import Barrier
from typing import Any

import pytest
from sqlalchemy import event, inspect, text
from sqlalchemy.exc import OperationalError, ResourceClosedError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from ledger.errors import Unavailable
from ledger.store import causes, drivers
from ledger.store.ledger import Ledger
from ledger.store.one_reading import OneReading
from ledger.store.pooling import CONNECTIONS
from tests.support.new_ledgers import begun
from tests.support.store_facts import request

THREADS = 32


def test_all_requests_of_a_process_at_once_have_two_connections_each(ledger):
    """More connections are closed after use."""
    gate = Barrier(THREADS, timeout=60)

    def ask(_: int) -> int:
        with OneReading(ledger.engine) as one, OneReading(ledger.engine, one_moment=False) as other:
            for reading in (one, other):
                with reading.connection() as connection:
                    assert connection.execute(text("SELECT 1")).scalar() == 1
            gate.wait()
            return ledger.within(one).read.head().next_position

    with ThreadPoolExecutor(THREADS) as threads:
        assert set(threads.map(ask, range(THREADS))) == {1}
    assert CONNECTIONS == 2 * THREADS
    assert ledger.engine.pool.checkedout() == 0
    assert ledger.engine.pool.checkedin() <= CONNECTIONS // 8


def test_one_connection_too_many_waits_and_is_refused_as_unavailable(ledger, monkeypatch):
    """Below and at the limit all answer."""
    monkeypatch.setattr(ledger.engine.pool, "_timeout", 0.01)
    with ExitStack() as opened:
        for _ in range(CONNECTIONS):
            reading = opened.enter_context(OneReading(ledger.engine))
            assert ledger.within(reading).read.head().next_position == 1
        with pytest.raises(PoolTimeout) as caught:
            ledger.read.head()
        assert isinstance(causes.of_database(caught.value), Unavailable)
    assert ledger.read.head().next_position == 1


def test_connections_are_used_again(ledger):
    """A hundred questions in a row open no other connection."""
    opened: list[int] = []
    event.listen(ledger.engine, "connect", lambda *_: opened.append(1))
    ledger.read.head()
    before = len(opened)
    for _ in range(100):
        ledger.read.head()
    assert len(opened) == before


def test_each_thread_of_sqlite_writes_ahead_and_waits_for_the_others(tmp_path, clock):
    """The settings are the settings of a ledger, for a connection of any thread."""
    with begun(str(tmp_path / "ledger.db"), "example.org", "UTC", clock) as made:
        gate = Barrier(8, timeout=60)

        def settings(number: int) -> tuple[Any, ...]:
            with OneReading(made.engine) as reading, reading.connection() as connection:
                gate.wait()
                names = ("journal_mode", "busy_timeout", "synchronous", "foreign_keys")
                row = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]
            made.append(request(f"of-{number}"))
            return tuple(row)

        with ThreadPoolExecutor(8) as threads:
            found = set(threads.map(settings, range(8)))
        assert made.read.head().next_position == 9
    assert found == {("wal", drivers.LOCK_TIMEOUT_MS, 2, 1)}


@pytest.mark.parametrize(("more", "seconds"), [("", "10"), ("?connect_timeout=3", "3")])
def test_a_server_is_reached_in_time(postgres_database, more, seconds):
    """Unless the address says how long to wait."""
    engine = drivers.engine(postgres_database + more)
    with engine.connect() as connection:
        driver = connection.connection.dbapi_connection
        assert driver is not None
        assert driver.info.get_parameters()["connect_timeout"] == seconds
    engine.dispose()


def test_connections_that_the_server_closed_are_replaced(postgres_database, clock):
    """The next question notices before asking."""
    with Ledger.create(postgres_database, "example.org", "UTC", clock) as made:
        with made.engine.connect() as other, made.engine.connect() as connection:
            other.execute(text("SELECT 1"))
            connection.execute(
                text(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
            )
            other.invalidate()
        assert [made.read.head().next_position for _ in range(3)] == [1, 1, 1]


def test_a_connection_that_gets_no_lock_runs_nothing_without_it(tmp_path, monkeypatch):
    """SQLAlchemy's reflection goes on after the refusal of a BEGIN, outside any transaction."""
    monkeypatch.setattr(drivers, "LOCK_TIMEOUT_MS", 10)
    engine = drivers.engine(str(tmp_path / "ledger.db"))
    with engine.begin() as writer, engine.connect() as other:
        writer.execute(text("CREATE TABLE mark (id INTEGER PRIMARY KEY)"))
        with pytest.raises(OperationalError, match="locked"):
            other.execute(text("SELECT 1"))
        with pytest.raises(ResourceClosedError):
            other.execute(text("SELECT 1"))
        with pytest.raises((OperationalError, ResourceClosedError)):
            inspect(engine).get_pk_constraint("mark")
    engine.dispose()
