"""The upgrade of operator.md: the program before answers until the switch, the service after."""

import time

import httpx
import pytest
from sqlalchemy import text

from ledger.events.pool import PoolOpened
from ledger.store.requests import NewEvent, Request
from ledger.store.schema import REVISION
from tests.support.command import done, run
from tests.support.older_ledgers import at_step
from tests.support.serving import running_forked
from tests.support.store_facts import SetClock

BEFORE = "0002"
"""The step of the last program without a service."""

POOL = Request(
    "pool",
    (
        NewEvent(
            PoolOpened(
                pool="fide-standard",
                rulebook="fide-standard",
                zone="Europe/Rome",
                first_period="2026-01",
            )
        ),
    ),
)


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request, tmp_path):
    """Where the ledger is, on both databases."""
    if request.param == "sqlite":
        return str(tmp_path / "ratings.ledger")
    return request.getfixturevalue("postgres_database")


def test_the_program_before_answers_until_the_switch(place, tmp_path):
    clock = SetClock(time.time_ns() // 1_000 - 60_000_000)
    with at_step(place, clock, BEFORE, [POOL]) as of_before:

        def events():
            with of_before.connect().execution_options(reading=True) as connection:
                return connection.execute(text("SELECT count(*) FROM event")).scalar()

        assert events() == 2
        refused = run("serve", "--ledger", place)
        assert (refused.code, "ledger migrate" in refused.err) == (3, True)
        assert f"from step {BEFORE} to step {REVISION}" in done("migrate", "--ledger", place)
        assert events() == 2
        assert "0 faults" in done("verify", "--ledger", place)
        with running_forked(tmp_path, "--ledger", place) as service:
            ready = httpx.get(f"{service.url}/health/ready", timeout=60)
            assert (ready.status_code, ready.json()["status"]) == (200, "ready")
            found = httpx.get(f"{service.url}/v1/pools/fide-standard/lists", timeout=60)
            assert (found.status_code, found.json()["rows"]) == (200, [])
            assert events() == 2
            assert service.end() == 0
        assert "nothing to do" in done("migrate", "--ledger", place)
