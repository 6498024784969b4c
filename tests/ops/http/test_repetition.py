"""Requests repeated with the same key: recorded once, whatever happens in between."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from ledger.export.restoring import restore_backup
from ledger.store import drivers
from ledger.store.integrity import faults
from ledger.store.ledger import Ledger
from tests.support.command import done
from tests.support.served import office_key, served

CHESS, PLAYER, OTHER = "fide-standard", "fide:99000463", "fide:99000500"
ACT = {"article": "act 12"}
BONUS = f"/v1/players/{OTHER}/bonuses"
POINTS = {"pool": CHESS, "points": 5, "by": "body"}
THREADS = 8


BOTH = pytest.mark.parametrize("address", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture
def address(request, sample, tmp_path):
    """The sample season, in a file or in PostgreSQL."""
    if getattr(request, "param", "sqlite") == "sqlite":
        shutil.copy(sample, tmp_path / "ledger")
        return str(tmp_path / "ledger")
    url = request.getfixturevalue("postgres_database")
    engine = drivers.engine(str(sample))
    restore_backup(url, engine)
    engine.dispose()
    return url


@pytest.fixture
def client(address):
    """A client of the service."""
    with served(address, key=office_key(address)) as client:
        yield client


def post(client, path, body, key=None, **parameters):
    """Send a recording request, with the key."""
    headers = {} if key is None else {"Idempotency-Key": key}
    stated = ACT if path == BONUS else {}
    return client.post(path, json=body, headers=headers, params=stated | parameters)


@BOTH
def test_eight_at_once_with_one_key_are_recorded_once(client, address):
    before = head(address)
    gate = Barrier(THREADS, timeout=60)

    def send(_: int):
        gate.wait()
        return post(client, BONUS, POINTS, "one")

    with ThreadPoolExecutor(THREADS) as threads:
        answers = list(threads.map(send, range(THREADS)))
    assert sorted(answer.status_code for answer in answers) == [200] * 7 + [201]
    positions = {answer.json()["recorded"][0]["first_position"] for answer in answers}
    assert positions == {before}
    assert head(address) == before + 1


@BOTH
def test_eight_at_once_with_one_key_and_different_requests_record_one(client, address):
    before = head(address)
    gate = Barrier(THREADS, timeout=60)

    def send(points: int):
        gate.wait()
        return post(client, BONUS, POINTS | {"points": points}, "one")

    with ThreadPoolExecutor(THREADS) as threads:
        answers = list(threads.map(send, range(1, THREADS + 1)))
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 7
    refused = [answer.json() for answer in answers if answer.status_code == 409]
    assert {problem["code"] for problem in refused} == {"key-reused"}
    assert head(address) == before + 1


def test_a_key_gives_the_first_receipt_where_the_same_words_would_decide_again(client):
    """A bonus counts as the same until added by a list."""
    first = post(client, BONUS, POINTS, "one").json()
    assert post(client, f"/v1/pools/{CHESS}/closings", {"period": "2026-04"}).status_code == 201
    again = post(client, BONUS, POINTS, "one")
    assert again.status_code == 200
    request = again.json()["recorded"][0]
    assert request == first["recorded"][0] | {"replayed": True}
    assert post(client, BONUS, POINTS, "two").status_code == 201


def test_a_key_gives_the_first_receipt_where_the_same_request_would_be_refused(client):
    published = f"/v1/pools/{CHESS}/lists/2025-11/publication"
    first = post(client, published, {"on": "2025-11-02", "corrects": True}, "one")
    assert first.status_code == 201
    other = {"on": "2025-11-03", "corrects": True}
    assert post(client, published, other, "two").status_code == 201
    day = {"on": "2025-11-03"}
    assert post(client, published, day, "three").status_code == 200
    assert post(client, published, {"on": "2025-11-04", "corrects": True}).status_code == 201
    assert post(client, published, day).status_code == 422
    again = post(client, published, day, "three")
    assert again.status_code == 200
    assert again.json()["recorded"][0]["replayed"]


@BOTH
def test_what_the_command_line_recorded_is_known_and_takes_the_key(client, address, monkeypatch):
    """By the same actor: everybody has keys of their own."""
    monkeypatch.setenv("LEDGER_KEY", client.headers["Authorization"].partition(" ")[2])
    typed = ("--pool", CHESS, "--points", "5", "--by", "body", "--article", "act 12")
    done("player", "bonus", "grant", OTHER, *typed, "--ledger", address)
    assert post(client, BONUS, POINTS, "one").status_code == 200
    assert post(client, BONUS, POINTS | {"points": 6}, "one").status_code == 409
    with Ledger.open(address) as ledger:
        assert [*faults(ledger.engine)] == []


def test_a_key_stands_also_for_the_parameters(client):
    body = {"period": "2026-04"}
    path = f"/v1/pools/{CHESS}/closings"
    assert post(client, path, body, "one", preview="true").status_code == 200  # keeps no key
    assert post(client, path, body, "one").status_code == 201
    reused = post(client, path, body, "one", values_are_right="true")
    assert (reused.status_code, reused.json()["code"]) == (409, "key-reused")


def test_of_several_steps_a_repetition_goes_on(client, address):
    rapid = {"pool": "fide-rapid", "first_period": "2026-10"}
    assert post(client, "/v1/pools", rapid).status_code == 201
    whole = rapid | {"adopt": True}
    first = post(client, "/v1/pools", whole, "one")
    assert first.status_code == 201
    again = post(client, "/v1/pools", whole, "one")
    assert (again.status_code, again.json()["outcome"]) == (200, "recorded")
    numbers = [request["first_position"] for request in first.json()["recorded"]]
    assert [request["first_position"] for request in again.json()["recorded"]] == numbers
    assert post(client, "/v1/pools", rapid, "one").status_code == 409
    with Ledger.open(address) as ledger:
        assert [*faults(ledger.engine)] == []


def test_where_nothing_is_to_be_recorded_the_key_stays_free(client):
    path = f"/v1/players/{PLAYER}/changes"
    change = {"federation": "FRA", "on": "2026-01-01"}
    assert post(client, path, change).status_code == 201
    assert post(client, path, change, "one").json()["outcome"] == "done"
    back = {"federation": "ITA", "on": "2026-02-01"}
    assert post(client, path, back, "one").status_code == 201


@pytest.mark.parametrize("key", ["", "k" * 101, "a\tb"])
def test_a_key_is_short_printable_ascii(client, key):
    refused = post(client, BONUS, POINTS, key)
    assert (refused.status_code, refused.json()["code"]) == (400, "key-wrong")


def head(address):
    """Return the next position."""
    with Ledger.open(address) as ledger:
        return ledger.read.head().next_position
