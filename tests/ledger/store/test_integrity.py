"""Tampering with a few rows at once: exchanged, cut off, numbered or written anew.

`test_tampering` changes one value at a time. With LEDGER_TEST_FULL=1 every byte and row.
"""

from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import Table, Update, update

from ledger import canonical
from ledger.errors import Refused
from ledger.events import catalogue
from ledger.store import integrity, schema
from ledger.store.faults import Fault
from ledger.store.incarnation import KnownHead, known_head
from ledger.store.ledger import Ledger
from tests.support import varied_ledger
from tests.support.counts import FULL
from tests.support.store_facts import request
from tests.support.tampering import Tampered, forgeries, rewritten, unguarded

LAST = sum(len(one.events) for one in varied_ledger.requests()) + 2
"""Position of the last event of the sample, after its first, the clock and the restoration."""

EVENT, REQUEST, DOCUMENT, HEAD = (
    schema.event,
    schema.append_request,
    schema.document,
    schema.ledger_head,
)
QUICK = {"sqlite": 20, "postgresql": 40}


@pytest.fixture
def tampered(ledger: Ledger) -> Tampered:
    """The sample ledger, laid open."""
    varied_ledger.fill(ledger)
    return Tampered(ledger)


def test_an_untouched_ledger_has_no_fault(ledger):
    """The control: no fault is found where none is."""
    varied_ledger.fill(ledger)
    assert list(integrity.faults(ledger.engine)) == []
    types = {recorded.type for recorded in ledger.read.events()}
    assert types == catalogue.DEFINITIONS.keys()


def looked_at(tampered: Tampered, table: Table) -> list[dict[str, Any]]:
    """Return the rows to be changed or deleted in turn."""
    return tampered.rows(table)[:: step(tampered)]


def step(tampered: Tampered) -> int:
    """Return the step: in quick runs a row or byte of ten is changed, and fewer where checks take
    longer.
    """
    return 1 if FULL else QUICK[tampered.ledger.engine.dialect.name]


@pytest.mark.parametrize("position", [8] if not FULL else range(LAST + 1))
def test_every_byte_of_a_body_counts(tampered, position):
    """A bit of each byte, byte after byte."""
    body = tampered.rows(EVENT)[position]["body"]
    for index in indices(tampered, body):
        tampered.write(at(position).values(body=flipped(body, index)))
        assert f"event {position}" in tampered.places(), index
    tampered.write(at(position).values(body=body))


@pytest.mark.parametrize("kind", ["list"] if not FULL else ["list", "report", "edition"])
def test_every_byte_of_a_document_counts(tampered, kind):
    """Header, block lines and rows of a list, a report as received, the text of an edition."""
    row = next(row for row in tampered.rows(DOCUMENT) if row["kind"] == kind)
    change = update(DOCUMENT).where(DOCUMENT.c.digest == row["digest"])
    for index in indices(tampered, row["bytes"]):
        tampered.write(change.values(bytes=flipped(row["bytes"], index)))
        assert f"document {row['digest']}" in tampered.places(), index
    tampered.write(change.values(bytes=row["bytes"]))


def indices(tampered: Tampered, data: bytes) -> range:
    """Return the bytes to be changed in turn."""
    return range(0, len(data), step(tampered))


def flipped(data: bytes, index: int) -> bytes:
    """Return bytes with a changed bit."""
    return data[:index] + bytes([data[index] ^ (1 << index % 8)]) + data[index + 1 :]


def test_two_events_that_change_places_are_found(tampered):
    """Bodies swapped, or whole rows: every pair of neighbours."""
    rows = tampered.rows(EVENT)
    neighbours = list(enumerate(pairwise(rows)))
    for position, (one, two) in neighbours[:: step(tampered)]:
        bodies = at(position).values(body=two["body"]), at(position + 1).values(body=one["body"])
        whole = [one | {"position": position + 1}, two | {"position": position}]
        pair = EVENT.delete().where(EVENT.c.position.in_([position, position + 1]))
        for changes in (bodies, (pair, EVENT.insert().values(whole))):
            with tampered.changed(*changes):
                assert f"event {position}" in tampered.places()


def at(position: int) -> Update:
    """Change an event."""
    return update(EVENT).where(EVENT.c.position == position)


@pytest.mark.parametrize("count", [1, 2, LAST])
def test_a_tail_that_is_cut_off_is_missed(tampered, count):
    """The head knows where the ledger ended."""
    with tampered.changed(EVENT.delete().where(EVENT.c.position > LAST - count)):
        assert "head" in tampered.places()


@pytest.mark.parametrize("first", [0, 5, LAST])
def test_events_that_are_numbered_anew_are_found(tampered, first):
    """Moving the later events up hides a gap; the leaves disagree."""
    rows = tampered.rows(EVENT)
    kept = [row for row in rows if row["position"] != first]
    moved = [row | {"position": index} for index, row in enumerate(kept)]
    with tampered.changed(EVENT.delete(), EVENT.insert().values(moved)):
        assert tampered.faults()
    with tampered.changed(
        EVENT.delete(),
        EVENT.insert().values([row | {"position": row["position"] + 1} for row in rows]),
    ):
        assert "event 1, the first" in tampered.places()


def test_events_put_in_by_hand_are_found(tampered):
    """Behind the end, before the beginning, and with the head moved along."""
    row = tampered.rows(EVENT)[LAST]
    strange = row | {"event_id": "0" * 32, "stream": "pool-strange"}
    for position, where in (
        (LAST + 1, f"event {LAST + 1}, the last"),
        (LAST + 9, f"event {LAST + 9}, the last"),
        (-1, "event -1, the first"),
    ):
        with tampered.changed(EVENT.insert().values(strange | {"position": position})):
            assert where in tampered.places()
    with tampered.changed(
        EVENT.insert().values(strange | {"position": LAST + 1}),
        update(HEAD).values(next_position=LAST + 2),
    ):
        assert f"event {LAST + 1}" in tampered.places()


def test_a_request_put_in_by_hand_is_found(tampered):
    """Keys for nothing, behind the end, or over other events."""
    row = tampered.rows(REQUEST)[0]
    for first, last in ((LAST + 1, LAST + 1), (3, 3), (0, LAST), (-1, -1)):
        strange = row | {"key": "strange", "first_position": first, "last_position": last}
        with tampered.changed(REQUEST.insert().values(strange)):
            assert "request" in tampered.places()


def test_documents_that_are_exchanged_are_found(tampered):
    """Bytes under another document's digest."""
    one, two, *_ = tampered.rows(DOCUMENT)
    with tampered.changed(
        *(
            update(DOCUMENT).where(DOCUMENT.c.digest == a["digest"]).values(bytes=b["bytes"])
            for a, b in ((one, two), (two, one))
        )
    ):
        assert tampered.places().count("document") == 2


def noted(ledger: Ledger) -> KnownHead:
    """Return the head of a ledger as noted down by somebody."""
    head = ledger.read.head()
    return KnownHead(head.next_position - 1, head.chain_hash)


def test_a_rewriting_of_everything_shows_only_against_a_hash_noted_down(tampered):
    """The documented limit: an owner who computes all hashes anew leaves no contradiction.

    The chain noted down before does not fit any more: that is what it is for.
    """
    before, early = noted(tampered.ledger), KnownHead(8, tampered.rows(EVENT)[8]["chain_hash"])
    assert tampered.faults(before, early) == []
    rows = tampered.rows(EVENT)
    said = canonical.decode(rows[9]["body"])
    assert said["payload"]["after"] == "2020"
    said["payload"]["after"] = "2222"
    forged = rewritten(rows, canonical.encode(said), 9)
    with tampered.changed(*forgeries(rows, canonical.encode(said), 9)):
        assert tampered.faults(early) == [], "what was noted before the change still fits"
        [fault] = tampered.faults(early, before)
        assert str(fault.place) == f"event {LAST}, noted hash"
        assert str(fault.expected) == before.chain_hash.hex()
    half = [row | {"chain_hash": old["chain_hash"]} for row, old in zip(forged, rows, strict=True)]
    with tampered.changed(EVENT.delete(), EVENT.insert().values(half)):
        assert "event 9, chain hash" in tampered.places()


def test_a_tail_that_is_taken_away_whole_shows_only_against_a_hash_noted_down(tampered):
    """The same limit: an older state is a whole ledger, as after the return of a backup."""
    before = noted(tampered.ledger)
    last = tampered.rows(EVENT)[LAST - 1]
    with tampered.changed(
        REQUEST.delete().where(REQUEST.c.first_position == LAST),
        EVENT.delete().where(EVENT.c.position == LAST),
        update(HEAD).values(
            next_position=LAST,
            incarnation=1,
            chain_hash=last["chain_hash"],
            recorded_at=last["recorded_at"],
        ),
    ):
        assert tampered.faults() == []
        [fault] = tampered.faults(before)
        assert str(fault.found) == f"no event: the ledger ends at {LAST - 1}"


@pytest.mark.parametrize("text", ["", "3", "3:", ":ab", "3:AB", "x:" + "0" * 64, "3:" + "0" * 63])
def test_what_is_no_position_and_hash_is_refused(text):
    """In a sentence with the expected form."""
    with pytest.raises(Refused, match="expected POSITION:HASH"):
        known_head(text)


def test_a_hash_is_noted_down_as_it_is_shown():
    """Written and read again."""
    known = KnownHead(37, bytes(range(32)))
    assert known_head(str(known)) == known_head(f" #{known}\n") == known


def test_a_ledger_may_be_looked_at_while_it_grows(ledger):
    """Events recorded meanwhile are neither checked nor taken for a fault."""
    varied_ledger.fill(ledger)
    looking = integrity.faults(ledger.engine)
    with unguarded(ledger.engine) as connection:
        connection.execute(at(2).values(type="x"))
    first = next(looking)
    assert str(first.place) == "event 2"
    ledger.append(request("meanwhile"))
    assert all(str(fault.place).startswith("event 2") for fault in looking)
    with unguarded(ledger.engine) as connection:
        connection.execute(at(2).values(type="pool-opened.v1"))
    assert list(integrity.faults(ledger.engine)) == []


def test_a_fault_is_one_line():
    """Place, found, expected."""
    assert str(Fault("head", "chain 00", "01")) == "head: found chain 00, expected 01"
