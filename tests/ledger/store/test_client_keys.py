"""Keys chosen by clients: further keys of the events recorded for a client."""

import io
from hashlib import sha256

import pytest
from sqlalchemy import text

from ledger.errors import BadEvent, KeyReused, LimitExceeded, StreamMoved
from ledger.export.restoring import restore
from ledger.export.whole import dump
from ledger.store import client_keys
from ledger.store.integrity import faults
from ledger.store.ledger import Ledger
from ledger.store.requests import ClientKey
from tests.support.store_facts import request
from tests.support.tampering import unguarded


def key(name: str = "k", sent: bytes = b"sent", **said) -> ClientKey:
    """A key of the client `local`."""
    return ClientKey("local", name, sha256(sent).digest(), **said)


def test_a_repeated_key_gives_the_first_receipt_also_for_another_request(ledger):
    """The same words may make another request later."""
    first = ledger.append(request("a", client=key()))
    again = ledger.append(request("b", client=key()))
    assert (again.key, again.first_position, again.replayed) == ("a", first.first_position, True)
    assert ledger.read.request("b") is None
    assert ledger.append(request("a", client=key())).replayed


def test_a_key_stands_for_what_the_client_sent(ledger):
    ledger.append(request("a", client=key()))
    with pytest.raises(KeyReused) as refused:
        ledger.append(request("b", client=key(sent=b"other")))
    assert refused.value.code == "key-reused"
    with pytest.raises(KeyReused):
        ledger.read.of_client(key(sent=b"other"))
    assert ledger.read.head().next_position == 2


def test_keys_belong_to_their_actor(ledger):
    ledger.append(request("a", client=key()))
    other = ClientKey("u-17", "k", sha256(b"other").digest())
    assert not ledger.append(request("b", client=other)).replayed
    assert key("b:c").stored != ClientKey("local/b", "c", b"").stored


def test_a_refused_request_leaves_its_key_free(ledger):
    with pytest.raises(StreamMoved):
        ledger.append(request("a", client=key(), expected={"pool-fide-standard": 7}))
    assert ledger.read.of_client(key()) is None
    assert not ledger.append(request("a", client=key())).replayed


def test_of_several_steps_the_key_stands_for_the_first_and_steps_have_their_own(ledger):
    several = key(several=True)
    first = ledger.append(request("a", client=several))
    second = ledger.append(request("b", client=several))
    assert second.first_position == first.last_position + 1
    assert ledger.append(request("a", client=several)).replayed
    assert ledger.read.of_client(several).key == "a"
    with pytest.raises(KeyReused):
        ledger.append(request("c", client=key(sent=b"other", several=True)))


def test_a_key_is_kept_for_events_recorded_before(ledger):
    first = ledger.append(request("a"))
    client_keys.keep(ledger.engine, key(), first)
    client_keys.keep(ledger.engine, key(), first)
    assert ledger.read.of_client(key()).key == "a"
    with pytest.raises(KeyReused):
        client_keys.keep(ledger.engine, key(sent=b"other"), first)


@pytest.mark.parametrize("name", ["", "à", "a\n", "a\0"])
def test_a_key_is_printable_ascii(ledger, name):
    with pytest.raises(BadEvent):
        ledger.append(request("a", client=key(name)))
    with pytest.raises(BadEvent):
        client_keys.keep(ledger.engine, key(name), ledger.read.requests("")[0])


def test_a_key_has_a_limit(ledger):
    with pytest.raises(LimitExceeded):
        ledger.append(request("a", client=key("k" * 200)))


def test_no_request_of_ours_has_a_key_of_a_client(ledger):
    with pytest.raises(BadEvent):
        ledger.append(request("client:local/k"))


def test_verification_a_dump_and_a_restored_ledger_know_keys_of_clients(ledger, tmp_path):
    ledger.append(request("z", client=key("a")))
    client_keys.keep(ledger.engine, key("b"), ledger.append(request("y", client=key("c"))))
    assert [*faults(ledger.engine)] == []
    lines: list[bytes] = []
    dump(ledger.engine, lines.append)
    restore(str(tmp_path / "again"), io.BytesIO(b"".join(lines)))
    with Ledger.open(str(tmp_path / "again")) as again:
        assert [*faults(again.engine)] == []
        assert again.read.of_client(key("b")) == ledger.read.of_client(key("b"))
        assert again.append(request("x", client=key("a"))).key == "z"


@pytest.mark.parametrize(
    "change",
    ["last_position = 1", "first_position = 2", "first_position = 3", "fingerprint = 'xyz'"],
)
def test_a_key_of_no_request_is_a_fault(ledger, change):
    """Also a key in the middle of a request, or with a fingerprint of another size."""
    two = request("a").events + request("b").events
    ledger.append(request("a", *two, client=key()))
    ledger.append(request("c"))
    change = change.replace("'xyz'", "CAST('xyz' AS BLOB)")
    if ledger.engine.dialect.name == "postgresql":
        change = change.replace("BLOB", "bytea")
    with unguarded(ledger.engine) as connection:
        connection.execute(text(f"UPDATE append_request SET {change} WHERE key LIKE 'client:%'"))
    assert any("client" in str(fault.place) for fault in faults(ledger.engine))
