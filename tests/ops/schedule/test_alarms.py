"""Alarms of ticks: each with the cause, logged once an hour, and no hindrance to other pools."""

from datetime import date

import pytest
from structlog.testing import capture_logs

from ledger.events.pool import PoolOpened
from ops.schedule.tick import Ticker
from ops.upkeep.background_runs import last_runs
from tests.support.closing_service import FIDE, a_service, at
from tests.support.recording import record


@pytest.fixture
def service(tmp_path):
    """A service with a pool and no policy."""
    with a_service(str(tmp_path / "ledger")) as made:
        made.open()
        yield made


@pytest.fixture
def quarters(tmp_path):
    """A UISP pool: lists are closed ten days before the issue day."""
    with a_service(str(tmp_path / "ledger")) as service:
        service.open_quarters()
        yield service


def names(done) -> list[tuple[str, str]]:
    return [(alarm.name, alarm.pool) for alarm in done.alarms]


def test_nothing_announced_is_an_alarm_once_the_last_list_is_a_day_old(quarters):
    quarters.set(pool="uisp")
    assert names(quarters.tick("2025-09-26 00:00")) == [("nothing-announced", "uisp")]
    quarters.issue("2025-Q4", date(2025, 10, 5))
    assert names(quarters.tick()) == []
    assert quarters.closed("uisp") == ["2025-Q4"]
    assert names(quarters.tick("2025-10-05 23:59")) == []
    assert names(quarters.tick("2025-10-06 00:00")) == [("nothing-announced", "uisp")]


def test_a_list_held_past_its_date_is_an_alarm(service):
    service.set(mode="hold")
    service.announce("A", "2025-07-05", "2025-07-06")
    assert names(service.tick("2025-08-01 23:59")) == []
    assert names(service.tick("2025-08-02 00:00")) == [("held-past-list-date", FIDE)]


def test_a_clock_behind_the_ledger_is_an_alarm_and_nothing_is_closed(service):
    service.set()
    service.clock.now = at("2026-03-01 00:00")
    service.set(in_force_from=date(2026, 1, 1))
    done = service.tick("2025-08-05 00:00")
    assert names(done) == [("clock-wrong", "")]
    assert str(done.alarms[0].says) == "the clock is 208 days behind the last recorded event"
    assert service.closed() == []


def test_a_slow_tick_is_an_alarm(service):
    seconds = iter((0, 61 * 10**9))
    done = Ticker(service.house, steady=lambda: next(seconds)).tick()
    assert names(done) == [("tick-slow", "")]
    assert str(done.alarms[0].says) == "it took 61 s"
    kept = last_runs(service.ledger)["tick"]
    assert (kept.outcome, kept.faults, kept.detail) == ("faults", 1, "tick-slow")


def test_an_alarm_is_logged_once_an_hour_while_its_cause_lasts(service):
    service.set(mode="hold")
    service.announce("A", "2025-07-05", "2025-07-06")
    with capture_logs() as logs:
        for minute in ("02 00:00", "02 00:01", "02 00:59", "02 01:00"):
            service.tick(f"2025-08-{minute}")
    alarms = [(entry["event"], entry["alarm"], entry["pool"]) for entry in logs if "alarm" in entry]
    assert alarms == [("held_past_list_date", "held-past-list-date", FIDE)] * 2


def test_a_pool_without_adopted_law_is_refused_with_an_alarm_and_the_others_go_on(tmp_path):
    with a_service(str(tmp_path / "ledger")) as service:
        service.open("other", law=FIDE)
        service.open(FIDE)
        for pool in ("other", FIDE):
            service.set(pool=pool)
        unlawful = "fide-blitz"
        opened = PoolOpened(
            pool=unlawful, rulebook=unlawful, zone="Europe/Rome", first_period="2025-08",
            beside="other",
        )  # fmt: skip
        record(service.ledger, "open blitz", opened)
        service.set(pool=unlawful)
        rows = {row.pool: row.state for row in service.tick("2025-08-03 00:00").rows}
        assert rows == {"other": "coming", FIDE: "coming", unlawful: "refused"}
        assert service.closed("other") == service.closed(FIDE) == ["2025-08"]


def test_a_pool_in_a_zone_that_does_not_exist_does_not_hold_up_the_others(service):
    """Such pools exist in old ledgers, until `ledger pool correct-zone`."""
    service.set()
    opened = PoolOpened(pool="x", rulebook=FIDE, zone="Mars/Base", first_period="2025-08")
    record(service.ledger, "open x", opened)
    service.set(pool="x")
    done = service.tick("2025-08-01 00:00")
    assert [one.pool for one in done.closed] == [FIDE]
    assert names(done) == [("replay-stopped", "x")]
    assert "unknown time zone 'Mars/Base'" in str(service.row("x").waits_for[0])
