"""Three replicas of the service on a ledger, killed and paused: each list closed exactly once.

Quick, 20 slots; LEDGER_TEST_FULL=1 tries 100, LEDGER_TEST_SOAK=1 a thousand.
"""

import time
from contextlib import closing
from datetime import date, timedelta

import pytest

from ledger.store import integrity
from ledger.store.ledger import Ledger
from ops.house import House
from ops.schedule import outbox
from projections.official import Official
from tests.support.closing_service import BEGIN, FIDE, a_service, at
from tests.support.counts import FROM, FULL, SEED, SOAK
from tests.support.due_instants import first_after
from tests.support.schedulers import (
    BOARD,
    Due,
    Slots,
    acts,
    composed_naively,
    months,
    replicas,
    slots,
)
from tests.support.soaking import report
from tests.support.verified_worlds import verify

pytestmark = pytest.mark.waits

POOLS = {"one": "Europe/Rome", "two": "America/Havana", "three": "Pacific/Apia",
         "four": "Asia/Kolkata", "five": "Australia/Lord_Howe"}  # fmt: skip
MONTHS = 200 if SOAK else 20 if FULL else 4
WAIT_SECONDS = 1_800 if SOAK else 120
HOUR_US = timedelta(hours=1) // timedelta(microseconds=1)


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request, tmp_path) -> str:
    """A ledger with five pools in five zones, to close and publish."""
    sqlite = request.param == "sqlite"
    made = str(tmp_path / "ledger") if sqlite else request.getfixturevalue("postgres_database")
    with a_service(made) as service:
        for pool, zone in POOLS.items():
            service.open(pool, law=FIDE, zone=zone)
            service.set(pool=pool, publish=True, mode="hold" if pool < "o" else "proceed")
    return made


def due_slots(pools: dict[str, str], periods: list[str]) -> Due:
    """Every list with the end of the day before, in the zone of the pool."""
    eves = {period: date.fromisoformat(f"{period}-01") - timedelta(days=1) for period in periods}
    return {
        (pool, period): first_after(eve, zone)
        for pool, zone in pools.items()
        for period, eve in eves.items()
    }


def test_each_list_is_closed_and_published_once_whatever_happens_to_replicas(
    address, record_testsuite_property
):
    """Time jumps from month to month, a few hours around each due instant."""
    periods = months("2025-08", MONTHS)
    due = due_slots(POOLS, periods)
    with (
        replicas(address, at(f"{BEGIN} 12:00"), SEED) as running,
        closing(Ledger.open(address)) as ledger,
    ):
        for number, period in enumerate(periods[FROM:], FROM + 1):
            for hours in (-16, -2, 16):  # before the first zone, amid them, after the last
                running.clock.value = at(f"{period}-01 00:00", "UTC") + hours * HOUR_US
                running.disturb()
            counts = {"kills": running.kills, "pauses": running.pauses}
            report("months with slots", number, MONTHS, counts)
        until = time.monotonic() + WAIT_SECONDS
        while acts(ledger) < 2 * len(due) and time.monotonic() < until:
            running.check()
            time.sleep(0.05)
        time.sleep(0.3)  # a further tick of each adds nothing
    after = at(f"{periods[-1]}-03 00:00", "UTC")
    with Ledger.open(address, lambda: after) as ledger:
        outbox.put(ledger.engine, BOARD.names, after)  # what a tick leaves that was killed
        assert slots(ledger, due) == Slots(double=0, missing=0, early=0, notices=0)
        assert list(integrity.faults(ledger.engine)) == []
        assert verify(ledger).faults == []
    kind = "PostgreSQL" if "://" in address else "SQLite"
    tried = f"{len(due)} slots, {running.kills} kills, {running.pauses} pauses"
    record_testsuite_property(f"replicas {kind}", tried)


AUGUST = due_slots({FIDE: "Europe/Rome"}, ["2025-08"])


def test_a_naive_scheduler_is_caught_by_the_same_check(tmp_path):
    """The negative control: two schedulers without an expected version."""
    with a_service(str(tmp_path / "ledger")) as service:
        service.open(FIDE)
        service.clock.now = at("2025-08-01 00:00")
        with closing(Official(service.ledger)) as other:
            houses = {"a": service.house, "b": House(service.ledger, other)}
            requests = [composed_naively(house, FIDE, who) for who, house in houses.items()]
        for request in requests:
            service.ledger.append(request)
        found = slots(service.ledger, AUGUST)
    assert (found.double, found.early) == (1, 0)


def test_a_list_left_out_or_closed_early_is_caught_by_the_same_check(tmp_path):
    """The negative control: a list due an hour later, and a month without closing."""
    with a_service(str(tmp_path / "ledger")) as service:
        service.open(FIDE)
        service.set()
        service.tick("2025-08-01 00:00")
        later = {slot: instant + HOUR_US for slot, instant in AUGUST.items()}
        found = slots(service.ledger, later | due_slots({FIDE: "Europe/Rome"}, ["2025-09"]))
    assert (found.early, found.missing) == (1, 3)  # September, and no publication of both
    assert found.notices == 1
