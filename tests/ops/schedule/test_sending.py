"""Where notices are sent: public addresses, verified certificates, mail servers of the settings."""

from email.message import Message

import pytest

from ops.schedule import addresses, mail, webhooks
from ops.schedule.delivery import deliver
from ops.schedule.recipients import Mailbox, MailServer, NotDelivered, Recipients, of_settings
from ops.settings import Secret, Settings, Webhook
from tests.support.closing_service import a_service
from tests.support.receivers import SECRET, a_mail_server, a_receiver


@pytest.fixture
def receiver(tmp_path):
    """An https receiver on the loopback."""
    with a_receiver(tmp_path) as made:
        yield made


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
            assert deliver(service.ledger, recipients).sent == 1
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
