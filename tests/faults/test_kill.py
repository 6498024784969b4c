"""`kill -9`: acknowledged requests are recorded, and the same keys settle the rest.

A process appends and says what it was answered; it is killed at a moment that a seed decides.
Then the ledger is opened again. LEDGER_TEST_FULL=1 kills ten times as often.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ledger.errors import NotALedger
from ledger.store import integrity
from ledger.store.ledger import Ledger
from tests.support import appender
from tests.support.counts import FULL
from tests.support.processes import START

pytestmark = pytest.mark.waits

KILLS = {"sqlite": 200 if FULL else 20, "postgresql": 100 if FULL else 10}
ACKS, SECONDS = 20, 0.005
"""A process is killed after up to so many acknowledgements, and up to so much later."""


@dataclass
class Count:
    """The results of all kills."""

    acked: int = 0
    unacked: int = 0
    """Requests that were stored, but not acknowledged before the kill."""


@pytest.fixture(params=KILLS)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a ledger can be made."""
    if request.param == "sqlite":
        return str(tmp_path / "ledger.db")
    url: str = request.getfixturevalue("postgres_database")
    return url


@contextmanager
def killed(
    target: Callable[..., None], *arguments: Any, heard: int, seconds: float
) -> Iterator[list[Any]]:
    """Run a process, kill the process after so much output and time; return the output."""
    hear, say = START.Pipe(duplex=False)
    process = START.Process(target=target, args=(*arguments, say))
    process.start()
    say.close()
    assert hear.recv() is None
    first = [hear.recv() for _ in range(heard)]
    time.sleep(seconds)
    process.kill()
    yield [*first, *said(hear)]
    process.join()
    assert process.exitcode in (0, -9)
    process.close()
    hear.close()


def said(hear: Connection) -> Iterator[Any]:
    """Return all whole lines."""
    while True:
        try:
            yield hear.recv()
        except (EOFError, OSError):
            return


def settle(ledger: Ledger, tag: str, acked: list[appender.Acked], count: Count) -> None:
    """Repeat every request with the key, and two more: each is recorded once, in place."""
    for number, answer in enumerate(acked):
        again = ledger.append(appender.request(tag, number))
        assert again.replayed, f"{again.key} was acknowledged and is lost"
        assert (again.key, again.first_position, again.last_position, again.recorded_at) == answer
    following = ledger.append(appender.request(tag, len(acked)))
    assert not ledger.append(appender.request(tag, len(acked) + 1)).replayed
    count.acked += len(acked)
    count.unacked += following.replayed


def requests_stored(ledger: Ledger) -> int:
    """Return the number of requests, the opening included."""
    with ledger.engine.connect().execution_options(reading=True) as connection:
        return int(connection.exec_driver_sql("SELECT count(*) FROM append_request").scalar_one())


def test_nothing_acknowledged_is_lost_and_every_request_is_stored_once(
    address, record_testsuite_property
):
    """Kill after kill on a single ledger: no gap, no wrong byte, no request twice."""
    Ledger.create(address, "example.org", "Europe/Rome").close()
    kills = KILLS["postgresql" if "://" in address else "sqlite"]
    random, count = Random(20260201), Count()
    for kill in range(kills):
        heard, seconds = random.randrange(ACKS), random.uniform(0, SECONDS)
        appending = appender.append_until_killed, address, f"c{kill}"
        with (
            killed(*appending, heard=heard, seconds=seconds) as acked,
            Ledger.open(address) as ledger,
        ):
            settle(ledger, f"c{kill}", acked, count)
            if kill % (kills // 10) == 0:
                assert list(integrity.faults(ledger.engine)) == []
    with Ledger.open(address) as ledger:
        assert list(integrity.faults(ledger.engine)) == []
        requests = count.acked + 2 * kills  # those acknowledged, and two more for each kill
        assert requests_stored(ledger) == 1 + requests
    record_testsuite_property(
        "kills " + ("PostgreSQL" if "://" in address else "SQLite"), f"{kills}: {count}"
    )


def test_an_acknowledgement_before_the_commit_would_be_found(address):
    """The negative control: a writer with an acknowledgement before the commit."""
    Ledger.create(address, "example.org", "Europe/Rome").close()
    with (
        killed(appender.boast, address, "c", heard=1, seconds=0) as acked,
        Ledger.open(address) as ledger,
        pytest.raises(AssertionError, match="was acknowledged and is lost"),
    ):
        settle(ledger, "c", acked, Count())


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
def test_a_creation_that_is_killed_leaves_a_whole_ledger_or_none(
    address, record_testsuite_property
):
    """Whenever killed: the ledger is whole, or can be made."""
    random, whole = Random(20260202), 0
    for kill in range(KILLS["sqlite"]):
        path = f"{address}-{kill}"
        with killed(appender.create, path, heard=0, seconds=random.uniform(0, 0.1)):
            pass
        try:
            Ledger.create(path, "example.org", "Europe/Rome").close()
        except NotALedger:
            whole += 1
        with Ledger.open(path) as ledger:
            assert list(integrity.faults(ledger.engine)) == []
    record_testsuite_property("ledgers made before the kill", whole)
