"""Health: every failed check is named, and a busy service is not taken for a dead one."""

import json
from threading import Event

import pytest
from sqlalchemy import text

from ledger.store.ledger import Ledger
from ops.answers.health import readiness
from ops.http.service import Service
from ops.http.watch import Watch
from projections.official import Official
from projections.official.stopping import ReplayStopped
from tests.support.asgi import asked

MINUTE_US = 60_000_000


async def nothing(_scope, _receive, send):
    """Answer all other addresses."""
    await send({"type": "http.response.start", "status": 418, "headers": []})
    await send({"type": "http.response.body", "body": b""})


@pytest.fixture
def opened(copy):
    """A ledger with its official track."""
    with Ledger.open(str(copy)) as ledger:
        official = Official(ledger)
        official.catch_up()
        yield ledger, official
        official.close()


def failed(health):
    """The checks that failed, and what they say."""
    return {check.check: check.says for check in health.checks if not check.good}


def test_a_service_is_ready_where_everything_is_right(opened):
    health = readiness(*opened)
    assert (health.status, failed(health)) == ("ready", {})
    assert [check.check for check in health.checks] == ["database", "tables", "clock", "replay"]


@pytest.mark.parametrize(("behind", "good"), [(5, True), (6, False)])
def test_a_clock_behind_the_last_event_is_not_ready(opened, behind, good):
    ledger, official = opened
    last = ledger.read.head().recorded_at
    ledger.clock = lambda: last - behind * MINUTE_US
    assert ("clock" not in failed(readiness(ledger, official))) is good


def test_a_ledger_without_events_for_years_is_ready(opened):
    ledger, official = opened
    last = ledger.read.head().recorded_at
    ledger.clock = lambda: last + 1_000 * 1_440 * MINUTE_US
    assert readiness(ledger, official).status == "ready"


@pytest.mark.at_fault
def test_tables_that_a_later_program_changed_are_not_ready(opened):
    ledger, official = opened
    with ledger.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    says = failed(readiness(ledger, official))
    assert "step 9999" in says["tables"]


def test_a_pool_that_stopped_is_named_and_only_all_of_them_are_not_ready(opened):
    ledger, official = opened
    official.stopped["fide-standard"] = ReplayStopped(14, "", "cause")
    health = readiness(ledger, official)
    (replay,) = [check for check in health.checks if check.check == "replay"]
    assert (health.status, replay.says) == ("ready", "fide-standard at event 14")
    official.stopped["rubele-italiana"] = ReplayStopped(15, "", "cause")
    assert set(failed(readiness(ledger, official))) == {"replay"}


def test_a_database_that_does_not_answer_is_not_ready_and_the_others_are_not_asked(
    postgres_server, postgres_database
):
    with Ledger.create(postgres_database, "example.org", "Europe/Rome") as ledger:
        official = Official(ledger)
        assert readiness(ledger, official).status == "ready"
        postgres_server.stop("immediate")
        try:
            health = readiness(ledger, official)
        finally:
            postgres_server.start()
        assert set(failed(health)) == {"database"}
        assert [check.check for check in health.checks] == ["database", "replay"]
        assert readiness(ledger, official).status == "ready"
        official.close()


def test_the_addresses_are_answered_before_all_others(copy):
    with Service(str(copy)) as service:
        watch = Watch(nothing, service)
        status, headers, body = asked(watch, "GET", "/health/live")
        assert (status, json.loads(body)["status"]) == (200, "live")
        assert headers["cache-control"] == "no-store"
        status, _, body = asked(watch, "GET", "/health/ready")
        assert (status, json.loads(body)["status"]) == (200, "ready")
        assert asked(watch, "HEAD", "/metrics")[2] == b""
        assert asked(watch, "POST", "/health/live")[0] == 418
        assert asked(watch, "GET", "/health")[0] == 418


def test_what_does_not_answer_in_time_is_not_ready(copy):
    answers = Event()
    with Service(str(copy)) as service:
        service.ledger.clock = lambda: int(answers.wait())
        try:
            watch = Watch(nothing, service, limit_seconds=0.01)
            status, _, body = asked(watch, "GET", "/health/ready")
        finally:
            answers.set()
    assert status == 503
    assert "no answer within" in json.loads(body)["checks"][0]["says"]
