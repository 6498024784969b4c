"""Notices reach their receivers: signed, tried again, given up, silent after a restoration."""

import hmac
import json
from hashlib import sha256

import pytest
from structlog.testing import capture_logs

from ledger.store import incarnation
from ledger.store.ledger import Ledger
from ops.house import House
from ops.schedule import outbox
from ops.schedule.delivery import deliver
from ops.schedule.outbox import ATTEMPTS
from ops.schedule.recipients import Recipients
from ops.schedule.tick import Ticker
from ops.upkeep.service_state import notices_by_state
from tests.support.closing_service import FIDE, a_service, at
from tests.support.receivers import SECRET, a_receiver

pytestmark = pytest.mark.waits

MINUTE, HOUR = 60_000_000, 3_600_000_000


@pytest.fixture
def receiver(tmp_path):
    """An https receiver on the loopback."""
    with a_receiver(tmp_path) as made:
        yield made


@pytest.fixture
def address(request, tmp_path) -> str:
    """Where a ledger can be made; `on_both` takes PostgreSQL too."""
    if getattr(request, "param", "sqlite") == "sqlite":
        return str(tmp_path / "ledger")
    url: str = request.getfixturevalue("postgres_database")
    return url


on_both = pytest.mark.parametrize("address", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture
def service(address, receiver):
    """A service with a pool to close and publish, and a receiver."""
    with a_service(address, Recipients(webhooks=(receiver.webhook(),))) as made:
        made.open()
        made.set(publish=True)
        made.tick()
        yield made


def sent(service) -> tuple[int, int, int]:
    """Deliver once; how many were sent, failed, given up."""
    done = deliver(service.ledger, service.recipients)
    return done.sent, done.failed, done.given_up


def numbers(service) -> dict[str, int]:
    """The numbers of notices by state, without the states of none."""
    return {state: number for state, number in notices_by_state(service.ledger).items() if number}


# ------------------------------------------------------------------------------------------ what


@on_both
def test_a_closing_and_a_publication_are_each_told_once(service, receiver):
    assert service.tick("2025-08-01 00:00").notices == 2
    assert sent(service) == (2, 0, 0)
    assert sent(service) == (0, 0, 0)
    service.tick()
    assert sent(service) == (0, 0, 0)
    closed, published = (json.loads(body) for _, body in receiver.received)
    assert (closed["notice"], published["notice"]) == ("list-closed", "list-published")
    assert (closed["pool"], closed["period"], closed["list_date"]) == (
        FIDE,
        "2025-08",
        "2025-08-01",
    )
    assert published["published_on"] == "2025-08-01"
    stored = service.ledger.read.at([closed["position"]])[closed["position"]].decoded()
    assert closed["id"] == stored.event_id
    assert closed["list_digest"] == stored.payload.list_digest


def test_a_notice_is_signed_over_time_and_body(service, receiver):
    service.tick("2025-08-01 00:00")
    sent(service)
    headers, body = receiver.received[0]
    time = headers["ledger-time"]
    expected = hmac.new(SECRET.encode(), time.encode() + b"." + body, sha256).hexdigest()
    assert time == str(at("2025-08-01 00:00") // 1_000_000)
    assert headers["ledger-signature"] == f"sha256={expected}"
    assert headers["host"] == f"localhost:{receiver.port}"
    assert headers[":path"] == "/notices?to=us"


@on_both
def test_nothing_is_sent_of_what_was_before_the_recipient(service, receiver):
    service.tick("2025-08-01 00:00")
    other = receiver.webhook(name="other")
    both = Recipients(webhooks=(*service.recipients.webhooks, other))
    ticker = Ticker(service.house, both)
    assert ticker.tick().notices == 0
    service.clock.now = at("2025-09-01 00:00")
    assert ticker.tick().notices == 4


# ----------------------------------------------------------------------------------------- errors


def test_a_redirect_is_not_followed(service, receiver):
    receiver.statuses[:] = [302, 307]
    service.tick("2025-08-01 00:00")
    with capture_logs() as logs:
        assert sent(service) == (0, 2, 0)
    assert len(receiver.received) == 2
    assert logs[0]["cause"] == "status 302: a redirect is not followed"


def test_what_was_not_taken_is_tried_again_later_and_later(service, receiver):
    receiver.statuses[:] = [500, 200, 503]
    service.tick("2025-08-01 00:00")
    assert sent(service) == (1, 1, 0)
    service.clock.now += MINUTE - 1
    assert sent(service) == (0, 0, 0)
    service.clock.now += 1
    assert sent(service) == (0, 1, 0)
    service.clock.now += 2 * MINUTE
    assert sent(service) == (1, 0, 0)


@on_both
def test_a_notice_is_given_up_after_so_many_attempts_with_an_alarm(service, receiver):
    receiver.statuses[:] = [200, *[500] * 100]
    service.tick("2025-08-01 00:00")
    assert sent(service) == (1, 1, 0)
    with capture_logs() as logs:
        came = []
        for _ in range(ATTEMPTS):
            service.clock.now += 6 * HOUR
            came.append(sent(service))
    assert came == [(0, 1, 0)] * (ATTEMPTS - 2) + [(0, 0, 1), (0, 0, 0)]
    assert [entry["alarm"] for entry in logs if "alarm" in entry] == ["notice-given-up"]
    assert numbers(service) == {"sent": 1, "given-up": 1}


@on_both
def test_of_two_services_one_sends(service, receiver):
    service.tick("2025-08-01 00:00")
    engine, now = service.ledger.engine, service.clock.now
    entry, *_ = outbox.due(engine, ["board"], now)
    assert outbox.claim(engine, entry, now) is not None
    assert outbox.claim(engine, entry, now) is None
    assert sent(service) == (1, 0, 0)


def test_a_claim_of_a_service_that_ended_expires(service, receiver):
    service.tick("2025-08-01 00:00")
    engine, now = service.ledger.engine, service.clock.now
    for entry in outbox.due(engine, ["board"], now):
        outbox.claim(engine, entry, now)
    service.clock.now += outbox.CLAIM_US - 1
    assert sent(service) == (0, 0, 0)
    service.clock.now += 1
    assert sent(service) == (2, 0, 0)


def test_a_recipient_no_longer_configured_gets_nothing(service, receiver):
    service.tick("2025-08-01 00:00")
    assert deliver(service.ledger, Recipients()).sent == 0
    assert receiver.received == []


def test_the_role_of_the_application_may_fill_and_settle_the_outbox(
    postgres_server, postgres_database, receiver
):
    """The owner of a PostgreSQL ledger migrates; services connect as `ledger_app`."""
    recipients = Recipients(webhooks=(receiver.webhook(),))
    with a_service(postgres_database) as service:
        service.open()
        service.set()
        service.ledger.close()
        name = postgres_database.rpartition("/")[2]
        with Ledger.open(postgres_server.url(name, "ledger_app"), service.clock) as ledger:
            with House(ledger, by="schedule") as house:
                ticker = Ticker(house, recipients)
                ticker.tick()
                service.clock.now = at("2025-08-01 00:00")
                assert ticker.tick().notices == 1
                assert deliver(ledger, recipients).sent == 1
            assert outbox.resume(ledger.engine, 0) == 0


# ----------------------------------------------------------------------------------------- restore


def restored(service) -> None:
    """Begin a new incarnation, as `ledger restore` does."""
    incarnation.begin(service.ledger.engine, service.clock, by="local")


@on_both
def test_after_a_restoration_nothing_older_is_sent_without_a_command(service, receiver):
    service.tick("2025-08-01 00:00")
    restored(service)
    service.tick()
    assert sent(service) == (0, 0, 0)
    service.tick("2025-09-01 00:00")
    assert sent(service) == (2, 0, 0)
    assert outbox.resume(service.ledger.engine, service.clock.now) == 2
    service.tick()
    assert sent(service) == (2, 0, 0)
    periods = [json.loads(body)["period"] for _, body in receiver.received]
    assert periods == ["2025-09", "2025-09", "2025-08", "2025-08"]
    service.tick()
    assert sent(service) == (0, 0, 0)


@on_both
def test_a_second_restoration_silences_again(service, receiver):
    restored(service)
    service.tick("2025-08-01 00:00")
    outbox.resume(service.ledger.engine, service.clock.now)
    restored(service)
    service.tick()
    assert sent(service) == (0, 0, 0)
    assert numbers(service) == {"silent": 2}
