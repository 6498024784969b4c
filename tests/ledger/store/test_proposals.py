"""Rows of proposals: once each, found by number, and emptied at their end."""

from dataclasses import replace

import pytest

from ledger import limits
from ledger.errors import LimitExceeded
from ledger.store.proposals import ERASED, Kept, Proposal, Proposals
from ledger.store.requests import event_id
from tests.support.new_ledgers import begun
from tests.support.store_facts import START, request

REQUEST = request("a")
NEW = Proposal(
    use_case="record",
    key=REQUEST.key,
    digest=bytes(32),
    event_id=event_id(REQUEST.key, REQUEST.print(), 0),
    types={"pool-opened.v1": 1},
    kinds=("decisions", "merges"),
    pools=("p", "q"),
    streams={"pool-p": 0},
    shown=b"[]",
    grounds=b'{"reason":"why"}',
    position=0,
    proposed_by="anna",
    proposed_at=START,
    expires_at=START + 10,
)
KEPT = Kept(b"{}", (b"one", b"two"))


@pytest.fixture
def rows(ledger):
    return Proposals(ledger.engine)


def test_a_proposal_is_read_as_it_was_stored_and_the_same_again_is_the_first(rows):
    stored = rows.add(NEW, KEPT)
    assert stored == replace(NEW, number=1) == rows.find(1)
    assert rows.add(NEW, KEPT) == replace(stored, shown=b"")
    assert rows.kept(1) == KEPT
    assert rows.add(replace(NEW, digest=bytes([1]) * 32), KEPT).number == 2
    assert [one.number for one in rows.all()] == [one.number for one in rows.waiting(START)]
    assert (rows.find(3), rows.kept(3)) == (None, None)


def test_what_is_larger_than_the_limit_is_refused(rows):
    with pytest.raises(LimitExceeded, match="bytes of a proposal"):
        rows.add(NEW, Kept(bytes(limits.PROPOSAL_BYTES + 1)))


def withdrawn(rows, _ledger):
    assert rows.withdraw(1, "anna", START)
    assert not rows.withdraw(1, "anna", START)


def expired(rows, _ledger):
    rows.erase_ended(START + 10)


def recorded(rows, ledger):
    receipt = ledger.append(REQUEST)
    rows.erase_ended(START)
    assert rows.find(1).recorded == receipt.first_position


def overtaken(rows, ledger):
    receipt = ledger.append(replace(REQUEST, fingerprint=bytes(32)))
    rows.erase_ended(START)
    found = rows.find(1)
    assert (found.recorded, found.overtaken) == (None, receipt.first_position)


@pytest.mark.parametrize("end", [withdrawn, expired, recorded, overtaken])
def test_a_proposal_that_ended_keeps_neither_grounds_nor_files(rows, ledger, end):
    """What is open keeps them. What was erased stays closed, also to a clock that was set back."""
    rows.add(NEW, KEPT)
    other = rows.add(
        replace(NEW, key="other", digest=b"x", event_id="0" * 32, expires_at=START + 99), KEPT
    )
    end(rows, ledger)
    found = rows.find(1)
    assert (found.grounds, rows.kept(1), found.is_open(START)) == (ERASED, None, False)
    assert rows.kept(other.number) == KEPT
    assert [one.number for one in rows.waiting(START)] == [other.number]


def test_no_byte_of_what_was_deleted_stays_in_the_file(clock, tmp_path):
    """Also on pages that are free now. The short text shares a page, the long one has many."""
    path = tmp_path / "ledger.db"
    with begun(str(path), "example.org", "Europe/Rome", clock) as ledger:
        rows = Proposals(ledger.engine)
        rows.add(NEW, Kept(b"Rossi moved", (b"Rossi moved" * 2_000,)))
        rows.withdraw(1, "anna", START)
    assert not path.with_name("ledger.db-wal").exists()  # it is part of the file now
    assert b"Rossi" not in path.read_bytes()
