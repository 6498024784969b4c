"""An older copy in the ledger's place, over HTTP: answers warn, no key opens anything."""

import json
import shutil

import pytest

from ops.http.service import Service
from ops.http.serving import watched
from tests.support.asgi import asked
from tests.support.command import done
from tests.support.served import headers_of, served, settings_of, with_keys

BODY = {
    "pool": ["fide-standard"],
    "set": {"name": "Open", "start": "2027-05-01", "end": "2027-05-03"},
}


@pytest.fixture
def keyed(sample, tmp_path):
    """A ledger with keys, and a copy in the file `copy`."""
    made = with_keys(sample, tmp_path)
    shutil.copy(made.address, tmp_path / "copy")
    return made


def announced(address, keyed):
    """Announce a tournament; return the status and the code of the refusal, if any."""
    with served(address) as client:
        headers = headers_of(keyed.keys["rating-officer"])
        answered = client.post("/v1/tournaments", json=BODY, headers=headers)
    return answered.status_code, answered.json().get("code", "")


def ready(address):
    """Return the status of the address of health, and the failed checks."""
    with Service(settings_of(address)) as service:
        status, _, body = asked(watched(service), "GET", "/health/ready")
    return status, [one["check"] for one in json.loads(body)["checks"] if not one["good"]]


def warning(address, path="/v1/pools"):
    """The warning of an answer."""
    with served(address) as client:
        answered = client.get(path)
    assert answered.status_code == 200
    return answered.headers.get("ledger-warning", "")


def test_an_older_copy_warns_is_not_ready_and_takes_no_event(keyed, tmp_path):
    """At the end of the service, recordings over HTTP are known as the furthest event."""
    assert announced(keyed.address, keyed) == (201, "")
    assert ready(keyed.address) == (200, [])
    assert warning(keyed.address) == ""
    shutil.copy(tmp_path / "copy", keyed.address)
    assert "an older copy perhaps, took its place" in warning(keyed.address)
    assert "took its place" in warning(keyed.address, "/v1/pools/fide-standard/lists/2025-12.csv")
    assert ready(keyed.address) == (503, ["recording"])
    assert announced(keyed.address, keyed) == (401, "key-closed")
    done("restore", "--accept-older", "--ledger", keyed.address)
    assert ready(keyed.address) == (200, [])
    assert warning(keyed.address) == ""
    assert announced(keyed.address, keyed) == (401, "key-closed")
    done("key", "reopen", "--all-closed", "--ledger", keyed.address)
    assert announced(keyed.address, keyed) == (201, "")
