"""The receiver of the page about notices takes notices of the service, and nothing else."""

import json
import re
import ssl
import time
from http.server import HTTPServer
from threading import Thread

import pytest
from msgspec import structs

from ops.schedule import webhooks
from ops.schedule.messages import signed
from ops.schedule.recipients import NotDelivered
from ops.settings import Secret, Webhook
from tests.support.receivers import SECRET, certificate_files
from tests.support.shown_pages import ROOT

PAGE = ROOT / "ops" / "guide" / "notices.md"
BODY = json.dumps({"id": "ab", "pool": "fide-standard", "period": "2025-08"}).encode()


def now() -> int:
    return time.time_ns() // 1_000


@pytest.fixture
def program(monkeypatch):
    """The receiver of the page."""
    (text,) = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.M | re.S)
    monkeypatch.setenv("NOTICES_SECRET", SECRET)
    names = {"__name__": "receiver"}
    exec(compile(text, str(PAGE), "exec"), names)  # noqa: S102 - the page is ours
    return names


@pytest.fixture
def webhook(program, tmp_path):
    """The receiver, running over https."""
    certificate, key = certificate_files(tmp_path, "localhost")
    program["Receiver"].log_message = lambda *_: None
    with HTTPServer(("127.0.0.1", 0), program["Receiver"]) as server:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(certificate, key)
        server.socket = tls.wrap_socket(server.socket, server_side=True)
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield Webhook(
            name="board",
            url=f"https://localhost:{server.server_address[1]}/",
            secret=Secret(SECRET),
            ca_file=str(certificate),
            private_addresses=True,
        )
        server.shutdown()
        thread.join()


def test_the_receiver_acts_once_on_what_the_service_sends_twice(program, webhook):
    webhooks.post(webhook, BODY, now())
    webhooks.post(webhook, BODY, now())
    assert program["ACTED"] == {"ab"}


def test_the_receiver_refuses_another_secret_and_an_old_time(program, webhook):
    other = structs.replace(webhook, secret=Secret("f" * 32))
    for hook, instant in ((other, now()), (webhook, now() - 400_000_000)):
        with pytest.raises(NotDelivered, match="status 401"):
            webhooks.post(hook, BODY, instant)
    assert program["ACTED"] == set()


@pytest.mark.parametrize("change", ["body", "time", "signature", "nothing said"])
def test_a_changed_notice_is_not_genuine(program, change):
    headers, body = signed(BODY, SECRET, now()), BODY
    assert program["is_genuine"](headers, body)
    if change == "body":
        body += b" "
    elif change == "time":
        headers["Ledger-Time"] = str(int(headers["Ledger-Time"]) + 1)
    elif change == "signature":
        headers["Ledger-Signature"] = headers["Ledger-Signature"][:-1] + "é"
    else:
        headers = {}
    assert not program["is_genuine"](headers, body)
