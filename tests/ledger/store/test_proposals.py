"""Rows of proposals: once each, found by number, and emptied at their end."""

from dataclasses import fields, replace
from typing import Any

import pytest

from ledger.events.approval import ProposalWithdrawn
from ledger.store.incarnation import begin
from ledger.store.proposals import ERASED, RESTORED, Kept, Proposal, Proposals
from ledger.store.requests import NewEvent, Request, event_id
from tests.support.new_ledgers import begun
from tests.support.store_facts import START, request
from tests.support.two_persons import store_proposal

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
    salt=b"salt",
    number=1,
)
STATE = ("salt", "ended_because", "withdrawn_by", "withdrawn_at", "recorded", "overtaken")
"""Fields that follow from later events, or are deleted; the salt changes every commitment."""
KEPT = Kept(b"{}", (b"one", b"two"))


@pytest.fixture
def rows(ledger):
    return Proposals(ledger.engine)


def add(ledger, **changed):
    """Record a proposal, and keep the inputs."""
    new = replace(NEW, **changed)
    store_proposal(ledger, new, KEPT)
    return new


def test_a_proposal_is_read_as_it_was_stored(rows, ledger):
    stored = add(ledger)
    assert rows.find(1) == stored
    assert rows.kept(1) == KEPT
    assert stored.commits_to(KEPT) == rows.find(1).commits_to(rows.kept(1))
    add(ledger, number=2, digest=bytes([1]) * 32, event_id="0" * 32)
    assert [one.number for one in rows.all()] == [one.number for one in rows.waiting(START)]
    assert (rows.find(3), rows.kept(3)) == (None, None)


@pytest.mark.parametrize("name", [f.name for f in fields(Proposal) if f.name not in STATE])
def test_the_commitment_is_to_everything_that_is_proposed_and_shown(name):
    other: dict[type, Any] = {str: "x", bytes: b"x", int: 7, tuple: ("x",), dict: {"x": 1}}
    changed = replace(NEW, **{name: other[type(getattr(NEW, name))]})
    assert changed.commits_to(KEPT) != NEW.commits_to(KEPT)
    for kept in (Kept(b"{ }", KEPT.attachments), Kept(KEPT.inputs, KEPT.attachments[:1])):
        assert NEW.commits_to(kept) != NEW.commits_to(KEPT)


def test_a_row_without_its_event_waits_for_nobody(rows):
    rows.add(NEW, KEPT)
    assert rows.waiting(START) == []


def withdrawn(rows, ledger):
    ledger.append(Request("withdrawn", (NewEvent(ProposalWithdrawn(proposal=1)),)))
    rows.erase_ended(START)
    assert rows.find(1).withdrawn_by == "local"


def restored(rows, ledger):
    begin(ledger.engine, ledger.clock, by="local")
    other = add(ledger, number=3, event_id="1" * 32)
    rows.erase_ended(START)
    assert (rows.find(1).ended_because, rows.find(2).ended_because) == (RESTORED, RESTORED)
    assert rows.find(1).was_ended(START)
    return [other.number]


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


@pytest.mark.parametrize("end", [withdrawn, expired, recorded, overtaken, restored])
def test_a_proposal_that_ended_keeps_neither_grounds_nor_files(rows, ledger, end):
    """An open proposal keeps both. Erased grounds and files stay closed, also after the clock is
    set back.
    """
    add(ledger)
    add(ledger, number=2, key="other", digest=b"x", event_id="0" * 32, expires_at=START + 99)
    waiting = end(rows, ledger) or [2]
    found = rows.find(1)
    ended = (found.grounds, found.salt, rows.kept(1), found.is_open(START))
    assert ended == (ERASED, ERASED, None, False)
    assert rows.kept(waiting[0]) == KEPT
    assert [one.number for one in rows.waiting(START)] == waiting


def test_no_byte_of_what_was_deleted_stays_in_the_file(clock, tmp_path):
    """Also on free pages. The short text shares a page, the long text fills many."""
    path = tmp_path / "ledger.db"
    with begun(str(path), "example.org", "Europe/Rome", clock) as ledger:
        store_proposal(ledger, NEW, Kept(b"Rossi moved", (b"Rossi moved" * 2_000,)))
        Proposals(ledger.engine).erase_ended(START + 10)
    assert not path.with_name("ledger.db-wal").exists()  # it is part of the file now
    assert b"Rossi" not in path.read_bytes()
