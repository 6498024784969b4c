"""Notices reach their receivers: signed, tried again, given up, silent after a restoration."""

import hmac
import json
from email.message import Message
from hashlib import sha256

import pytest
from structlog.testing import capture_logs

from ledger.store import incarnation
from ops.schedule import addresses, mail, outbox, webhooks
from ops.schedule.addresses import NotDelivered
from ops.schedule.delivery import deliver
from ops.schedule.outbox import ATTEMPTS
from ops.schedule.recipients import Mailbox, MailServer, Recipients, of_settings
from ops.schedule.tick import Ticker
from ops.settings import Secret, Settings, Webhook
from tests.support.closing_service import FIDE, a_service, at
from tests.support.receivers import SECRET, a_mail_server, a_receiver

MINUTE, HOUR = 60_000_000, 3_600_000_000


@pytest.fixture
def receiver(tmp_path):
    """An https receiver on the loopback."""
    with a_receiver(tmp_path) as made:
        yield made


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request, tmp_path) -> str:
    """Where a ledger can be made."""
    if request.param == "sqlite":
        return str(tmp_path / "ledger")
    url: str = request.getfixturevalue("postgres_database")
    return url


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


# ------------------------------------------------------------------------------------------ what


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
    assert outbox.counts(service.ledger.engine) == {"sent": 1, "given-up": 1}


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


# ----------------------------------------------------------------------------------------- restore


def restored(service) -> None:
    """Begin a new incarnation, as `ledger restore` does."""
    incarnation.begin(service.ledger.engine, service.clock, by="local")


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


def test_a_second_restoration_silences_again(service, receiver):
    restored(service)
    service.tick("2025-08-01 00:00")
    outbox.resume(service.ledger.engine, service.clock.now)
    restored(service)
    service.tick()
    assert sent(service) == (0, 0, 0)
    assert outbox.counts(service.ledger.engine) == {"silent": 2}


# -------------------------------------------------------------------------------------- addresses


@pytest.mark.parametrize(
    "host", ["localhost", "127.0.0.1", "[::1]", "10.0.0.1", "192.168.1.1", "169.254.169.254",
             "[::ffff:127.0.0.1]", "[fd00::1]", "0.0.0.1", "[2002:7f00:1::]", "100.64.0.1",
             "224.0.0.1"]
)  # fmt: skip
def test_private_addresses_are_refused_unless_allowed(host):
    with pytest.raises(NotDelivered, match="an address that is not public"):
        addresses.resolved(host.strip("[]"), 443, private=False)
    assert addresses.resolved(host.strip("[]"), 443, private=True)


@pytest.mark.parametrize("host", ["8.8.8.8", "2606:4700::1"])
def test_public_addresses_are_allowed(host):
    assert addresses.resolved(host, 443, private=False) == [host]


def test_a_webhook_with_a_private_address_is_not_called(receiver):
    with pytest.raises(NotDelivered, match="private_addresses = true"):
        webhooks.post(receiver.webhook(private_addresses=False), b"{}", 0)
    assert receiver.received == []


def test_a_certificate_that_nobody_signed_is_refused(receiver):
    with pytest.raises(NotDelivered, match="certificate verify failed"):
        webhooks.post(receiver.webhook(ca_file=None), b"{}", 0)
    assert receiver.received == []


def test_a_certificate_of_another_name_is_refused(tmp_path):
    with (
        a_receiver(tmp_path, name="other.example") as receiver,
        pytest.raises(NotDelivered, match="certificate"),
    ):
        webhooks.post(receiver.webhook(), b"{}", 0)
    assert receiver.received == []


def test_a_host_that_does_not_answer_is_named(receiver):
    closed = receiver.webhook(url="https://localhost:1/")
    with pytest.raises(NotDelivered, match=r"localhost \(.*\) cannot be reached"):
        webhooks.post(closed, b"{}", 0)


# ------------------------------------------------------------------------------------------- mail


def test_a_notice_is_mailed_where_a_mail_server_is_set(tmp_path, monkeypatch):
    letters: list[Message] = []
    with a_mail_server(tmp_path, letters) as port:
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "made.pem"))
        server = MailServer("localhost", "ledger@example.org", port, "tls")
        recipients = Recipients((), (Mailbox("office", "office@example.org"),), server)
        with a_service(str(tmp_path / "ledger"), recipients) as service:
            service.open()
            service.set()
            service.tick()
            service.tick("2025-08-01 00:00")
            assert sent(service) == (1, 0, 0)
    (letter,) = letters
    assert letter["To"] == "office@example.org"
    assert letter["Subject"] == "fide-standard 2025-08: list closed"
    assert "list_date: 2025-08-01" in letter.get_payload()


def test_a_mail_server_with_an_unknown_certificate_gets_nothing(tmp_path):
    letters: list[Message] = []
    with a_mail_server(tmp_path, letters) as port:
        server = MailServer("localhost", "ledger@example.org", port, "tls")
        with pytest.raises(NotDelivered, match="certificate verify failed"):
            mail.post(server, Mailbox("office", "office@example.org"), b"{}")
    assert letters == []


def test_without_a_mail_server_no_mail_is_sent(tmp_path):
    recipients = Recipients(mailboxes=(Mailbox("office", "office@example.org"),))
    with a_service(str(tmp_path / "ledger"), recipients) as service:
        service.open()
        service.set()
        assert service.tick("2025-08-01 00:00").notices == 0


# --------------------------------------------------------------------------------------- settings


def test_recipients_are_those_of_the_settings():
    hook = Webhook("board", "https://board.example/", Secret(SECRET))
    mailed = Settings(
        webhooks=(hook,),
        mail_server="mail.example.org",
        mail_sender="ledger@example.org",
        mail_recipients=("office=office@example.org",),
    )
    found = of_settings(mailed)
    assert found.names == ("board", "office")
    assert found.mailboxes == (Mailbox("office", "office@example.org"),)
    assert found.mail_server == MailServer(
        "mail.example.org", "ledger@example.org", 587, "starttls"
    )
    assert SECRET not in repr(found)
    assert of_settings(Settings()) == Recipients()
