"""Ticks in the background of a process: by an interval, after a failure again, until stopped."""

import shutil
import time
from contextlib import contextmanager

import pytest
from apscheduler.jobstores.memory import MemoryJobStore
from structlog.testing import capture_logs

from ledger.events.pool import PoolZoneCorrected
from ledger.store.incarnation import KnownHead
from ledger.store.ledger import Ledger
from ops.schedule.recipients import Recipients
from ops.schedule.running import Plan, Running
from ops.upkeep.background_runs import Run, last_runs
from ops.upkeep.service_state import notices_by_state
from projections.official.furthest_head import furthest, keep
from tests.support.closing_service import a_service, at
from tests.support.receivers import a_receiver
from tests.support.recording import record
from tests.support.store_facts import SetClock
from tests.support.worlds import FIDE

pytestmark = pytest.mark.waits

WAIT_SECONDS = 60


@pytest.fixture
def address(tmp_path):
    """A ledger with a pool to close and publish."""
    made = str(tmp_path / "ledger")
    with a_service(made) as service:
        service.open()
        service.set(publish=True)
    return made


def eventually(happened) -> None:
    """Wait until something has happened."""
    until = time.monotonic() + WAIT_SECONDS
    while not happened() and time.monotonic() < until:
        time.sleep(0.01)
    assert happened()


@contextmanager
def running(address, clock, **said):
    """A service with quick ticks."""
    plan = Plan(clock=clock, tick_seconds=0.02, delivery_seconds=0.02, **said)
    with Running(address, plan):
        yield


def ticked(address) -> Run | None:
    """The last tick, as kept beside the ledger."""
    with Ledger.open(address) as ledger:
        return last_runs(ledger).get("tick")


def closed(address) -> list[str]:
    """The periods of the closed lists."""
    with Ledger.open(address) as ledger:
        return [found.decoded().payload.period for found in ledger.read.of_type("period-closed.v1")]


def sent(address) -> int:
    """The number of notices sent."""
    with Ledger.open(address) as ledger:
        return notices_by_state(ledger)["sent"]


def test_lists_are_closed_in_the_background_and_notices_sent(address, tmp_path):
    clock = SetClock(at("2025-07-02 00:00"))
    with a_receiver(tmp_path) as receiver:
        recipients = Recipients(webhooks=(receiver.webhook(),))
        with running(address, clock, recipients=recipients):
            eventually(lambda: ticked(address))
            assert closed(address) == []
            clock.now = at("2025-08-01 00:00")
            eventually(lambda: sent(address) == 2)
    assert closed(address) == ["2025-08"]
    last = ticked(address)
    assert last is not None
    assert (last.outcome, last.faults, last.ended_at) == ("good", 0, clock.now)


def test_a_stopped_service_closes_nothing_more(address):
    clock = SetClock(at("2025-07-02 00:00"))
    with running(address, clock):
        eventually(lambda: ticked(address))
    last, clock.now = ticked(address), at("2025-08-01 00:00")
    time.sleep(0.1)
    assert ticked(address) == last
    assert closed(address) == []


def test_after_a_failure_the_ledger_is_opened_anew(address, tmp_path):
    """The file is away for a while: a single alarm, however many ticks fail, and the next
    goes on.
    """
    away = tmp_path / "away"
    (tmp_path / "ledger").rename(away)
    clock = SetClock(at("2025-08-01 00:00"))
    with capture_logs() as logs, running(address, clock):
        eventually(lambda: any("alarm" in entry for entry in logs))
        time.sleep(0.1)
        away.rename(tmp_path / "ledger")
        eventually(lambda: closed(address))
    assert [entry["alarm"] for entry in logs if "alarm" in entry] == ["ledger-unavailable"]


def test_an_older_copy_in_the_place_of_the_ledger_has_its_own_alarm(address, tmp_path):
    shutil.copy(address, tmp_path / "older")
    clock = SetClock(at("2025-08-01 00:00"))
    with running(address, clock):
        eventually(lambda: closed(address))
    shutil.copy(tmp_path / "older", address)
    with capture_logs() as logs, running(address, clock):
        eventually(lambda: any("alarm" in entry for entry in logs))
    assert {entry["alarm"] for entry in logs if "alarm" in entry} == {"ledger-older"}
    assert closed(address) == []


def test_what_others_record_is_known_as_the_furthest_event_while_the_service_runs(address):
    """A killed service, without an orderly end, has forgotten at most a minute."""
    clock = SetClock(at("2025-07-02 00:00"))
    with running(address, clock), Ledger.open(address, clock) as ledger:
        eventually(lambda: ticked(address))
        record(ledger, "by others", PoolZoneCorrected(pool=FIDE, zone="Europe/Paris"))
        head = ledger.read.head()
        known = KnownHead(head.next_position - 1, head.chain_hash)
        eventually(lambda: furthest(ledger.engine) == known)


def test_an_older_copy_that_has_grown_further_is_not_kept_as_the_furthest(address, tmp_path):
    """Two events are recorded in place of the lost event."""
    shutil.copy(address, tmp_path / "older")
    with Ledger.open(address) as ledger:
        record(ledger, "lost", PoolZoneCorrected(pool=FIDE, zone="Europe/Paris"))
        keep(ledger)
        known = furthest(ledger.engine)
    shutil.copy(tmp_path / "older", address)
    with Ledger.open(address) as ledger, capture_logs() as logs:
        for zone in ("Europe/London", "Europe/Madrid"):
            record(ledger, zone, PoolZoneCorrected(pool=FIDE, zone=zone))
        keep(ledger)
        assert known is not None
        assert ledger.read.head().next_position - 1 > known.position
        assert furthest(ledger.engine) == known
    assert [entry["event"] for entry in logs] == ["furthest_head_is_not_kept"]


def test_jobs_are_in_memory_by_interval_one_at_a_time(address):
    """Without a shared store, and without a calendar of the scheduler."""
    service = Running(address, Plan(clock=SetClock()))
    service.start()
    try:
        (job,) = service._scheduler.get_jobs()
        assert isinstance(service._scheduler._lookup_jobstore("default"), MemoryJobStore)
        assert (job.coalesce, job.max_instances, job.misfire_grace_time) == (True, 1, None)
        assert str(job.trigger) == "interval[0:01:00]"
        assert str(job.trigger.timezone) == "UTC"
    finally:
        service.stop()


def test_two_services_in_two_threads_close_each_list_once(address):
    clock = SetClock(at("2025-07-02 00:00"))
    with running(address, clock), running(address, clock):
        for month in ("08", "09", "10"):
            clock.now = at(f"2025-{month}-01 00:00")
            time.sleep(0.05)
        eventually(lambda: len(closed(address)) == 3)
    assert closed(address) == ["2025-08", "2025-09", "2025-10"]
