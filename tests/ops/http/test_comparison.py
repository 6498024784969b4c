"""Our list compared with a file over HTTP, and ratings accepted from it, as on the command line."""

import shutil

import pytest

from ledger.events.access_kinds import Role
from ledger.register import identities
from tests.support.actors import open_keys_at
from tests.support.command import run
from tests.support.served import headers_of, office_key, served, with_keys
from tests.support.their_list import CHESS, RATING, their_file, their_rows

MAY: list[tuple[Role, int, int]] = [
    ("submitter", 403, 403),
    ("auditor", 200, 403),
    ("committee", 200, 201),
]
"""Status of a comparison, and of one that accepts a rating."""
ACCEPTED = "accepted-ratings"
BYTES = {"Content-Type": "application/octet-stream"}


@pytest.fixture
def theirs(pool, tmp_path):
    """Another body's list, made of the last list with two ratings higher: the name, the file, the
    two players.
    """
    period = pool.lists()[-1].period
    rows = their_rows(pool, period)
    two = sorted(rows)[:2]
    for at, player in enumerate(two, 1):
        rows[player][RATING] += 10 * at
    return period, their_file(tmp_path, rows.values()), [identities.show(one) for one in two]


def sent(client, period, path, to="comparison", **parameters):
    """Send the file of the other body."""
    address = f"/v1/pools/{CHESS}/lists/{period}/{to}"
    return client.post(address, content=path.read_bytes(), params=parameters, headers=BYTES)


def without_instants(document):
    """Return an outcome without the values that differ between two runs."""
    recorded = [{**request, "recorded_at": ""} for request in document["recorded"]]
    return {**document, "recorded": recorded}


def test_both_doors_compare_and_accept_alike(sample, theirs, tmp_path, monkeypatch):
    period, path, (first, _) = theirs
    sent_to = shutil.copy(sample, tmp_path / "served.ledger")
    key = office_key(sent_to)
    typed = shutil.copy(sent_to, tmp_path / "typed.ledger")
    open_keys_at(typed)
    monkeypatch.setenv("LEDGER_KEY", key)
    words = (CHESS, period, path, "--ledger", typed, "--format", "json")
    accept = ("--player", first, "--by", "fsi", "--article", "7.1")
    with served(sent_to, key=key) as client:
        compared = sent(client, period, path)
        assert compared.status_code == 200
        assert compared.json() == run("external-list", "compare", *words).document
        assert compared.json()["about"]["differences"] == {"rating": 2}
        given = {"player": first, "by": "fsi", "article": "7.1"}
        accepted = sent(client, period, path, ACCEPTED, **given)
        assert accepted.status_code == 201
        document = run("external-list", "accept", *words, *accept).document
        assert without_instants(accepted.json()) == without_instants(document)
        unequal = sent(client, period, path, ACCEPTED, player="fide:1", by="fsi")
        assert unequal.json()["code"] == "unknown-player"


def test_who_may_compare_and_who_may_accept(sample, theirs, tmp_path):
    period, path, (first, _) = theirs
    keyed = with_keys(sample, tmp_path)
    with served(keyed.address) as client:
        assert sent(client, period, path).status_code == 401
        for role, compares, accepts in MAY:
            client.headers.update(headers_of(keyed.keys[role]))
            assert sent(client, period, path).status_code == compares, role
            accepted = sent(client, period, path, ACCEPTED, player=first, by="fsi")
            assert accepted.status_code == accepts, role
