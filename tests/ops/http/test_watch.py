"""Health: every failed check is named, and a busy service is not taken for dead."""

import json
from contextlib import closing
from threading import Event

import pytest
from sqlalchemy import text

from ledger.sentences import plain
from ledger.store.ledger import Ledger
from ops.http.service import Service
from ops.http.watch import Watch
from ops.upkeep.health import readiness
from projections.official.shared import SharedOfficial
from projections.official.stopping import ReplayStopped
from tests.support.asgi import asked
from tests.support.served import settings_of

pytestmark = pytest.mark.waits

MINUTE_US = 60_000_000


async def nothing(_scope, _receive, send):
    """Answer all other addresses."""
    await send({"type": "http.response.start", "status": 418, "headers": []})
    await send({"type": "http.response.body", "body": b""})


@pytest.fixture
def opened(copy):
    """A ledger with an official track."""
    with Ledger.open(str(copy)) as ledger:
        track = SharedOfficial(ledger)
        yield ledger, track
        track.close()


def failed(health):
    """Return the failed checks with their messages."""
    return {check.check: check.says for check in health.checks if not check.good}


def test_a_service_is_ready_where_everything_is_right(opened):
    health = readiness(*opened)
    assert (health.status, failed(health)) == ("ready", {})
    names = ["database", "tables", "clock", "recording", "replay"]
    assert [check.check for check in health.checks] == names


def test_a_ledger_that_can_only_be_read_is_not_ready(copy):
    with Ledger.open(str(copy), read_only=True) as ledger, closing(SharedOfficial(ledger)) as track:
        says = failed(readiness(ledger, track))
    assert set(says) == {"recording"}
    assert says["recording"].startswith("the ledger can only be read: ")


def test_a_standby_of_the_database_server_is_not_ready_and_says_so(
    postgres_server, postgres_database
):
    """The standby answers questions: a proxy must send no recordings, before or after a
    failover.
    """
    Ledger.create(postgres_database, "example.org", "Europe/Rome").close()
    with (
        postgres_server.as_standby(),
        Ledger.open(postgres_database) as ledger,
        closing(SharedOfficial(ledger)) as track,
    ):
        says = failed(readiness(ledger, track))
    assert "the ledger can only be read: the database server is a standby" in says["recording"]
    with Ledger.open(postgres_database) as ledger, closing(SharedOfficial(ledger)) as track:
        assert readiness(ledger, track).status == "ready"


def test_a_database_set_to_record_nothing_is_not_ready(postgres_database):
    Ledger.create(postgres_database, "example.org", "Europe/Rome").close()
    reading_only = f"{postgres_database}?options=-c%20default_transaction_read_only%3Don"
    with Ledger.open(reading_only) as ledger, closing(SharedOfficial(ledger)) as track:
        says = failed(readiness(ledger, track))
    assert "set to record nothing (default_transaction_read_only)" in says["recording"]


@pytest.mark.parametrize(("behind", "good"), [(5, True), (6, False)])
def test_a_clock_behind_the_last_event_is_not_ready(opened, behind, good):
    ledger, track = opened
    last = ledger.read.head().recorded_at
    ledger.clock = lambda: last - behind * MINUTE_US
    assert ("clock" not in failed(readiness(ledger, track))) is good


def test_a_ledger_without_events_for_years_is_ready(opened):
    ledger, track = opened
    last = ledger.read.head().recorded_at
    ledger.clock = lambda: last + 1_000 * 1_440 * MINUTE_US
    assert readiness(ledger, track).status == "ready"


@pytest.mark.at_fault
def test_tables_that_a_later_program_changed_are_not_ready(opened):
    ledger, track = opened
    with ledger.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    says = failed(readiness(ledger, track))
    assert "step 9999" in says["tables"]


def test_a_pool_that_stopped_is_named_and_only_all_of_them_are_not_ready(opened):
    ledger, track = opened
    with track.at_one_position() as official:
        stopped = official.stopped
    stopped["fide-standard"] = ReplayStopped(14, plain("cause"))
    health = readiness(ledger, track)
    (replay,) = [check for check in health.checks if check.check == "replay"]
    assert (health.status, replay.says) == ("ready", "fide-standard at event 14")
    stopped["rubele-italiana"] = ReplayStopped(15, plain("cause"))
    assert set(failed(readiness(ledger, track))) == {"replay"}


def test_a_database_that_does_not_answer_is_not_ready_and_the_others_are_not_asked(
    postgres_server, postgres_database
):
    with Ledger.create(postgres_database, "example.org", "Europe/Rome") as ledger:
        track = SharedOfficial(ledger)
        assert readiness(ledger, track).status == "ready"
        postgres_server.stop("immediate")
        try:
            health = readiness(ledger, track)
        finally:
            postgres_server.start()
        assert [check.check for check in health.checks] == ["database"]
        assert set(failed(health)) == {"database"}
        assert readiness(ledger, track).status == "ready"
        track.close()


def test_the_addresses_are_answered_before_all_others(copy):
    with Service(settings_of(copy)) as service:
        watch = Watch(nothing, service)
        status, headers, body = asked(watch, "GET", "/health/live")
        assert (status, json.loads(body)["status"]) == (200, "live")
        assert headers["cache-control"] == "no-store"
        assert headers["content-length"] == str(len(body))
        assert asked(watch, "HEAD", "/health/live") == (status, headers, b"")
        status, _, body = asked(watch, "GET", "/health/ready")
        assert (status, json.loads(body)["status"]) == (200, "ready")
        assert asked(watch, "HEAD", "/metrics")[2] == b""
        assert asked(watch, "POST", "/health/live")[0] == 418
        assert asked(watch, "GET", "/health")[0] == 418


def test_what_does_not_answer_in_time_is_not_ready(copy):
    answers = Event()
    with Service(settings_of(copy)) as service:
        service.ledger.clock = lambda: int(answers.wait(10))
        try:
            watch = Watch(nothing, service, limit_seconds=0.01)
            status, _, body = asked(watch, "GET", "/health/ready")
        finally:
            answers.set()
    assert status == 503
    assert "no answer within" in json.loads(body)["checks"][0]["says"]
