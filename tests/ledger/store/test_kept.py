"""Documents beside the events: under their digests, whole and of the right kind."""

from hashlib import sha256
from typing import Any

import pytest

from ledger import canonical
from ledger.store import integrity, kept
from ledger.store.ledger import Ledger
from ledger.store.requests import Document, SealedList
from ledger.store.schema import document
from tests.support import varied_ledger
from tests.support.event_samples import by_type
from tests.support.store_facts import digest, request

ROWS = [b"%08d 2012\n" % player for player in range(1, 8)]


def documents(ledger: Ledger) -> list[tuple[str, str, bytes]]:
    """Return all kept documents."""
    with ledger.engine.connect().execution_options(reading=True) as connection:
        rows = connection.execute(document.select().order_by(document.c.digest))
        return [(row.digest, row.kind, row.bytes) for row in rows]


def test_a_document_lies_under_its_sha256(ledger):
    """`sha256sum` of the bytes gives the key."""
    edition = Document("edition", b'{"k":20}')
    ledger.append(request("a", documents=(edition,)))
    assert documents(ledger) == [(digest(b'{"k":20}'), "edition", b'{"k":20}')]
    assert ledger.read.document(edition.digest) == edition.data


def test_the_same_document_again_is_kept_once(ledger):
    """In the same request, in a batch, or later: no fault, no second row."""
    edition = Document("edition", b"{}")
    ledger.append(request("a", documents=(edition, edition)))
    ledger.append_many([request("b", documents=(edition,)), request("c", documents=(edition,))])
    ledger.append(request("d", documents=(Document("edition", b"{}"),)))
    assert documents(ledger) == [(digest(b"{}"), "edition", b"{}")]


@pytest.mark.parametrize("kind", ["edition", "report"])
def test_a_document_that_no_event_speaks_of_is_found(ledger, kind):
    """Put in by hand, of any kind, with a right digest."""
    ledger.append(request("a", documents=(Document(kind, b"{}"),)))
    [fault] = integrity.faults(ledger.engine)
    assert str(fault.place) == f"document {digest(b'{}')}"
    assert (str(fault.found), str(fault.expected)) == (f"kind {kind}", "nothing by the events")


@pytest.mark.parametrize("data", [b"", b"\0", bytes(range(256)), b"x" * (3 << 20)], ids=len)
def test_documents_are_kept_byte_by_byte(ledger, data):
    """Nothing, every byte, megabytes."""
    ledger.append(request("a", documents=(Document("edition", data),)))
    assert ledger.read.document(digest(data)) == data


def test_documents_of_a_refused_request_are_not_kept(ledger):
    """A request is a single transaction with everything beside."""
    edition = Document("edition", b"{}")
    ledger.append_many([request("a", expected={"ledger": 9}, documents=(edition,)), request("b")])
    assert documents(ledger) == []


def test_a_list_lies_under_the_digest_of_its_head(ledger):
    """`head -n 5 list | sha256sum` for four blocks of rows."""
    sealed = varied_ledger.sealed(ROWS)
    head = b"".join(sealed.data.splitlines(keepends=True)[: 1 + 4])
    assert sealed.digest == sha256(head).hexdigest() != digest(sealed.data)
    assert kept.document_digest("list", sealed.data) == sealed.digest
    ledger.append(request("a", documents=(sealed,)))
    assert ledger.read.document(sealed.digest) == sealed.data


@pytest.mark.parametrize("count", [1, 2, 3, 4, 7])
@pytest.mark.parametrize("per_block", [1, 2, 7, 100])
def test_a_list_of_any_length_is_proved_by_its_head(count, per_block):
    """Full blocks, an unfinished last block, or a single block."""
    sealed = varied_ledger.sealed(ROWS[:count], per_block)
    assert kept.list_digest(sealed.data) == sealed.digest


def test_a_list_of_nobody_is_a_list():
    """The header alone."""
    header = canonical.encode({"block_rows": 1024, "row_width": 10, "rows": 0}) + b"\n"
    assert kept.list_digest(header) == digest(header)


def listed(**said: Any) -> bytes:
    """A list with a wrong header."""
    header = {"block_rows": 2, "row_width": len(ROWS[0]), "rows": len(ROWS), **said}
    _, _, rest = varied_ledger.sealed(ROWS).data.partition(b"\n")
    return canonical.encode(header) + b"\n" + rest


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "unreadable header"),
        (b"{}", "unreadable header"),
        (b"[]\n", "unreadable header"),
        (b'"x"\n', "unreadable header"),
        (b"\xff\n", "unreadable header"),
        (listed(rows="7"), "unreadable header"),
        (listed(rows=-7), "unreadable header"),
        (listed(rows=None), "unreadable header"),
        (listed(row_width=0), "unreadable header"),
        (listed(row_width=0, rows=10**15), "unreadable header"),
        (listed(block_rows=0), "unreadable header"),
        (listed(block_rows=-1), "unreadable header"),
        (listed(rows=8), "bytes of rows"),
        (listed(rows=6), "bytes of rows"),
        (listed(rows=10**15), "bytes of rows"),
        (listed(row_width=15), "bytes of rows"),
        (listed(block_rows=3), "bytes of rows"),
        (listed()[:-1], "bytes of rows"),
        (listed() + b"x", "bytes of rows"),
        (listed().replace(b"00000003", b"00000004"), "row block 2"),
        (listed().replace(b"2012", b"2013", 1), "row block 1"),
    ],
)
def test_a_list_that_does_not_fit_its_head_gives_words_in_place_of_a_digest(data, why):
    """Never an exception, never a digest that could be right."""
    found = kept.list_digest(data)
    assert why in found
    assert len(found) != 64


def test_a_document_that_an_event_speaks_of_must_be_there(ledger):
    """The event alone does not bring the report back."""
    adopted = by_type()["rulebook-adopted.v1"]
    ledger.append(varied_ledger.asked("a", varied_ledger.changed(adopted, document="d" * 64)))
    [fault] = integrity.faults(ledger.engine)
    assert str(fault.place) == f"document {'d' * 64}"
    assert "edition" in str(fault.expected)


def test_only_a_report_may_be_empty():
    """Bytes may be gone, never changed; lists and editions stay."""
    assert [kept.is_emptied("report", data) for data in (b"", b"\0", b"x")] == [True, False, False]
    assert not any(kept.is_emptied(kind, b"") for kind in ("edition", "list"))


def test_a_report_that_never_held_a_byte_is_not_told_as_emptied(ledger):
    """Such a report lies under the digest of nothing."""
    ledger.append(request("a", documents=(Document("report", b""),)))
    assert kept.emptied(ledger.engine) == 0


def test_the_key_of_a_sealed_list_needs_its_length():
    """Without `head_bytes` a list has the digest of nothing, and fails the check."""
    assert SealedList("list", b"x").digest == digest(b"")
