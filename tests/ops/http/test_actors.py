"""Actors and API keys over HTTP: the right to make a key, and the text shown once."""

import logging
from pathlib import Path
from typing import Any

import pytest
import structlog
from litestar.testing import TestClient

from ops import logs
from ops.cli.exits import REFUSED
from ops.http.service import Service
from ops.http.serving import watched
from tests.support.command import run
from tests.support.served import ROLES, headers_of, served, settings_of, with_keys

PENDING = "/v1/pools/fide-standard/pending"


@pytest.fixture
def keyed(sample, tmp_path):
    """A copy of the sample season with an actor of each role."""
    return with_keys(sample, tmp_path)


@pytest.fixture
def administrator(keyed):
    """A client of the administrator."""
    with served(keyed.address, key=keyed.keys["administrator"]) as client:
        yield client


@pytest.fixture
def configured():
    """The log of a service, with every line; afterwards as before."""
    before, handlers = structlog.get_config(), logging.root.handlers[:]
    logs.of_service("debug")
    yield
    structlog.configure(**before)
    logging.root.handlers[:] = handlers


def made(client, **body):
    """Make a key; return the data of the answer."""
    answered = client.post("/v1/keys", json=body)
    assert answered.status_code == 201, answered.text
    return answered.json()["about"]


def test_a_new_key_answers_until_it_is_revoked(administrator):
    about = made(administrator, actor="auditor")
    key = headers_of(about["text"])
    assert administrator.get(PENDING, headers=key).status_code == 200
    revoked = administrator.post(f"/v1/keys/{about['key']}/revocation")
    assert revoked.json()["about"] == {"actor": "auditor", "key": about["key"]}
    assert administrator.get(PENDING, headers=key).json()["code"] == "key-revoked"


def test_a_key_has_its_limits(administrator):
    about = made(administrator, actor="auditor", pool=["fide-standard"])
    key = headers_of(about["text"])
    assert administrator.get(PENDING, headers=key).status_code == 200
    other = "/v1/pools/rubele-italiana/pending"
    assert administrator.get(other, headers=key).status_code == 403


def test_the_text_of_a_key_is_shown_once_and_kept_nowhere(keyed, configured, capsys):
    """Not in the ledger, a log line, a later answer, or an answer kept for a repetition."""
    headers = {**headers_of(keyed.keys["administrator"]), "Idempotency-Key": "one"}
    application: Any = watched(Service(settings_of(keyed.address)))
    with TestClient(application) as client:
        first = client.post("/v1/keys", json={"actor": "auditor"}, headers=headers)
        again = client.post("/v1/keys", json={"actor": "auditor"}, headers=headers)
        listed = client.get("/v1/keys", headers=headers)
        beside = [path.read_bytes() for path in Path(keyed.address).parent.iterdir()]
    assert first.headers["cache-control"] == "no-store"
    assert "etag" not in first.headers
    key, text = first.json()["about"]["key"], first.json()["about"]["text"]
    secret = text.rpartition(f"{key}_")[2]
    assert len(secret) == 43
    assert again.json()["about"]["key"] != key
    assert key in listed.text
    shown = capsys.readouterr()
    assert '"route": "/v1/keys"' in shown.err
    assert secret not in again.text + listed.text + shown.out + shown.err
    assert not any(secret.encode() in stored for stored in beside)


@pytest.mark.parametrize("role", [role for role in ROLES if role != "administrator"])
def test_only_an_administrator_makes_keys_and_grants_roles(keyed, role):
    with served(keyed.address, key=keyed.keys[role]) as client:
        asked = [
            ("/v1/keys", {"actor": role}),
            ("/v1/keys/000000000000/revocation", None),
            ("/v1/actors", {"actor": "new", "role": "auditor", "by": "council"}),
            (f"/v1/actors/{role}/roles", {"role": "administrator", "by": "council"}),
            (f"/v1/actors/{role}/roles/withdrawal", {"role": role, "by": "council"}),
            ("/v1/actors/auditor/disabling", {"by": "council"}),
        ]
        for path, body in asked:
            answered = client.post(path, json=body) if body else client.post(path)
            assert (answered.status_code, answered.json()["code"]) == (403, "not-allowed"), path
        assert client.get("/v1/keys").status_code == 403


def test_an_administrator_of_one_pool_grants_roles_there_and_makes_no_keys(sample, tmp_path):
    keyed = with_keys(sample, tmp_path, "fide-standard")
    role = {"role": "auditor", "pool": "fide-standard", "by": "council"}
    with served(keyed.address, key=keyed.keys["administrator"]) as client:
        path = "/v1/actors/club/roles"
        assert client.post(path, json=role).status_code == 201
        for pool in ("rubele-italiana", None):
            assert client.post(path, json=role | {"pool": pool}).status_code == 403
        assert client.post("/v1/keys", json={"actor": "club"}).status_code == 403


def test_a_key_of_an_unknown_actor_is_refused(administrator):
    refused = administrator.post("/v1/keys", json={"actor": "nobody"})
    assert (refused.status_code, refused.json()["code"]) == (422, "unknown-actor")
    past = administrator.post("/v1/keys", json={"actor": "auditor", "expires": "2020-01-01"})
    assert (past.status_code, past.json()["refusals"][0]["field"]) == (422, "expires")
    assert past.json()["code"] == "day-needed"


def test_an_unknown_actor_is_not_answered_as_if_known(administrator, keyed):
    """Actors with events, keys, a description or recordings are known."""
    for path in ("/v1/actors/nobody", "/v1/keys?actor=nobody"):
        refused = administrator.get(path)
        assert (refused.status_code, refused.json()["code"]) == (404, "unknown-actor")
    for actor in ("local", "auditor"):
        assert administrator.get(f"/v1/actors/{actor}").status_code == 200
        assert administrator.get(f"/v1/keys?actor={actor}").status_code == 200
    assert run("actor", "show", "nobody", "--ledger", keyed.address).code == REFUSED
