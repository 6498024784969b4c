"""A running service without database: a full disk, a locked file, a restarting server.

Requests are answered 503 with Retry-After and a code, nothing is recorded half, and the service
goes on by itself. Clients repeat their requests with the same key meanwhile. Each outage happens
once; LEDGER_TEST_FULL=1 tries twenty, LEDGER_TEST_SOAK=1 a hundred.
"""

import json
import sys
import time
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from random import Random

import pytest

from ledger.store import drivers
from tests.support.command import done
from tests.support.counts import FROM, FULL, SEED, SOAK
from tests.support.media import filled, small_disk
from tests.support.recorders import CHESS, connection, recorders
from tests.support.service_ledgers import (
    WITHOUT_SCHEDULE,
    announce_league,
    check_recorded,
    sample_in,
)
from tests.support.serving import running, running_forked
from tests.support.soaking import report

pytestmark = pytest.mark.waits

OUTAGES = 100 if SOAK else 20 if FULL else 1
AN_OUTAGE = 1_000_000
"""Numbers of recordings between two outages."""

BLOCK = 4_096
IMPATIENT = (
    sys.executable,
    "-c",
    "import sys; from ledger.store import drivers; drivers.LOCK_TIMEOUT_MS = 100; "
    "from ops.cli import main; sys.exit(main())",
)
"""The command `ledger`, which waits a tenth of a second for other writers."""

running_impatient = (
    partial(running, program=IMPATIENT) if FULL else partial(running_forked, lock_timeout_ms=100)
)

QUESTIONS = (
    f"/v1/pools/{CHESS}/lists/2026-02",
    f"/v1/pools/{CHESS}/players/fide:99000463/rating",
    "/v1/tournaments",
    "/health/ready",
)


@contextmanager
def full_disk(folder, random, _server):
    """Leave a few blocks of the disk, for each run to fill the disk at another moment."""
    with filled(folder, random.choice([0, 1, 3, 11, 20]) * BLOCK):
        yield


@contextmanager
def locked_file(folder, _random, _server):
    """Another program writes for a long time."""
    library = drivers.sqlite_module()
    with closing(library.connect(folder / "ledger.db", isolation_level=None)) as other:
        until = time.monotonic() + 30
        while True:
            try:
                other.execute("BEGIN IMMEDIATE")
                break
            except library.OperationalError:
                assert time.monotonic() < until
        yield
        other.execute("ROLLBACK")


@contextmanager
def server_away(_folder, random, server):
    """The database server is stopped, in order or by a crash, and started."""
    server.stop(random.choice(["fast", "immediate"]))
    try:
        yield
    finally:
        server.start()


CASES = {"full disk": full_disk, "locked file": locked_file, "server away": server_away}


@pytest.mark.parametrize("outage", CASES)
def test_the_service_refuses_with_503_and_goes_on_by_itself(
    outage, sample, tmp_path, tmp_path_factory, request, record_testsuite_property
):
    server, address = None, str(tmp_path / "disk" / "ledger.db")
    (tmp_path / "disk").mkdir()
    with ExitStack() as stack:
        if outage == "server away":
            server = request.getfixturevalue("postgres_server")
            address = request.getfixturevalue("postgres_database")
        if outage == "full disk":
            stack.enter_context(small_disk(tmp_path / "disk", 64 << 10))
        key = sample_in(address, sample, tmp_path_factory)
        service = stack.enter_context(
            running_impatient(tmp_path, "--ledger", address, **WITHOUT_SCHEDULE)
        )
        http = stack.enter_context(connection(key))
        announce_league(service.url, key)
        for number in range(FROM, OUTAGES):
            random = Random(f"{SEED}-{outage}-{number}")
            with recorders(service.url, key, number * AN_OUTAGE) as clients:
                clients.wait(3 + random.randrange(10))
                with CASES[outage](tmp_path / "disk", random, server):
                    clients.wait_refused(4)
                    statuses = {http.get(f"{service.url}{path}").status_code for path in QUESTIONS}
                    assert statuses <= {200, 503}
                clients.wait(8)
            check_recorded(address, clients.acknowledged)
            assert [http.get(f"{service.url}{path}").status_code for path in QUESTIONS] == [200] * 4
            report(outage, number + 1, OUTAGES, clients.answers)
        assert service.end() == 0
        assert faults_in(service.log) == []
        done("verify", "--ledger", address)
    record_testsuite_property(f"service, {outage}", f"{OUTAGES}: {dict(clients.answers)}")


def faults_in(log):
    """Return the lines of a log about faults of the program."""
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    return [
        line for line in lines if line.get("status") == 500 or line.get("alarm") == "request-failed"
    ]
