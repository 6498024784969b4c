"""Incarnations: each restored copy begins another, and events count the incarnations."""

from hashlib import sha256

import pytest
from sqlalchemy import text

from ledger.events.opening import LedgerRestored
from ledger.store import incarnation, integrity
from ledger.store.incarnation import KnownHead, OlderLedger
from tests.support.store_facts import request
from tests.support.tampering import unguarded

LOST = KnownHead(40, sha256(b"lost").digest())


def head_of(ledger):
    """The last event of a ledger."""
    head = ledger.read.head()
    return KnownHead(head.next_position - 1, head.chain_hash)


def restored(ledger, position):
    """The restoration recorded at a position."""
    [event] = ledger.read.at([position]).values()
    return event.decoded().payload


@pytest.mark.parametrize("expects", [False, True])
def test_a_restoration_names_the_next_incarnation_and_the_last_event(ledger, expects):
    """Twice: 2 and 3; the events count the incarnations, the head agrees. An expected event that
    was not lost is not named.
    """
    known = head_of(ledger) if expects else None
    ledger.append(request("a"))
    for number, position in ((2, 2), (3, 3)):
        last = head_of(ledger)
        begun = incarnation.begin(ledger.engine, ledger.clock, known, by="b")
        assert begun.first_position == position
        assert ledger.read.head().incarnation == number
        said = LedgerRestored(
            incarnation=number, known_position=last.position, known_hash=last.chain_hash.hex()
        )
        assert restored(ledger, position) == said
    assert list(integrity.faults(ledger.engine)) == []


def test_what_was_lost_is_named_and_known_from_then_on(ledger):
    """Refused before, held to be known after; the ledger's own events always were."""
    own = head_of(ledger)
    incarnation.check(ledger.read, own)
    with pytest.raises(
        OlderLedger, match=r"held event #40 .*\(it ends with #0\).*accept_older=yes"
    ):
        incarnation.check(ledger.read, LOST)
    begun = incarnation.begin(ledger.engine, ledger.clock, LOST, by="b")
    assert restored(ledger, begun.first_position).known_position == LOST.position
    for known in (own, LOST):
        incarnation.check(ledger.read, known)
    with pytest.raises(OlderLedger):
        incarnation.check(ledger.read, KnownHead(0, LOST.chain_hash))
    assert list(integrity.faults(ledger.engine)) == []


@pytest.mark.parametrize("found", [1, 3])
def test_an_incarnation_that_no_event_began_is_a_fault(ledger, found):
    """An incarnation fewer than the events count, or more."""
    incarnation.begin(ledger.engine, ledger.clock, by="b")
    with unguarded(ledger.engine) as connection:
        connection.execute(text(f"UPDATE ledger_head SET incarnation = {found}"))
    [fault] = integrity.faults(ledger.engine)
    assert str(fault) == f"head: found incarnation {found}, expected 2 by the events"


def test_an_incarnation_left_out_is_a_fault(ledger):
    """The events themselves count: 2, then 4."""
    incarnation.begin(ledger.engine, ledger.clock, by="b")
    with ledger.engine.begin() as connection:
        connection.execute(text("UPDATE ledger_head SET incarnation = 3"))
    incarnation.begin(ledger.engine, ledger.clock, by="b")
    [fault] = integrity.faults(ledger.engine)
    assert str(fault) == "event 2: found incarnation 4, expected 3"
