"""Words missing beside the events are a fault unless erased by an event; erased words must be
gone.
"""

from dataclasses import dataclass
from typing import Any

import pytest
from sqlalchemy import text

from ledger.events.register import ErasedNames, PersonalDataErased
from ledger.store import integrity, name_pages
from ledger.store.ledger import Ledger
from ledger.store.requests import NewEvent, Request, Subject
from tests.support import varied_ledger
from tests.support.details_of_players import details, new, registered


@dataclass(frozen=True)
class Erasure:
    """A deletion, the place of the fault, and the event that allows the deletion."""

    statements: tuple[str, ...]
    places: tuple[str, ...]
    named: dict[str, Any]


AT = varied_ledger.REPORT_AT
NOTE = f"note WHERE event_id = (SELECT event_id FROM event WHERE position = {AT})"
STATED_AT = 16
"""Position of an event recorded on stated grounds."""
REASON = NOTE.replace(f"position = {AT}", f"position = {STATED_AT}")
EMPTY = f"UPDATE document SET bytes = {{empty}} WHERE digest = '{varied_ledger.REPORT.digest}'"
ERASURES = {
    "player": Erasure(
        ("DELETE FROM subject_number WHERE player = 571", "DELETE FROM subject WHERE player = 571"),
        ("subject 571",),
        {"player": "00000571"},
    ),
    "names": Erasure(
        (f"DELETE FROM reported_name WHERE position = {AT} AND entrant IN (0, 2)",),
        (f"reported name {AT}, entrant 0", f"reported name {AT}, entrant 2"),
        {"names": (ErasedNames(report=AT, entrant="00000002"),)},
    ),
    "note": Erasure((f"DELETE FROM {NOTE}",), (f"note of event {AT}",), {"notes": (AT,)}),
    "document": Erasure(
        (EMPTY,),
        (f"document {varied_ledger.REPORT.digest}",),
        {"documents": (varied_ledger.REPORT.digest,)},
    ),
    "reason": Erasure(
        (f"DELETE FROM {REASON}",), (f"note of event {STATED_AT}",), {"notes": (STATED_AT,)}
    ),
    "attachment": Erasure(
        (EMPTY.replace(varied_ledger.REPORT.digest, varied_ledger.ATTACHED.digest),),
        (f"document {varied_ledger.ATTACHED.digest}",),
        {"documents": (varied_ledger.ATTACHED.digest,)},
    ),
    "slip": Erasure(
        ("DELETE FROM import_slip WHERE number = 2",), ("import slip 2",), {"slips": (2,)}
    ),
}


@pytest.fixture
def filled(ledger: Ledger) -> Ledger:
    """The sample ledger."""
    varied_ledger.fill(ledger)
    return ledger


def places(ledger: Ledger) -> list[str]:
    """Where something is found."""
    return [str(fault.place) for fault in integrity.faults(ledger.engine)]


def delete(ledger: Ledger, statements: tuple[str, ...]) -> None:
    """Delete rows that the guards let anybody delete."""
    empty = "x''" if ledger.engine.dialect.name == "sqlite" else "''::bytea"
    with ledger.engine.begin() as connection:
        for statement in statements:
            assert connection.execute(text(statement.format(empty=empty))).rowcount


def record(ledger: Ledger, **named: Any) -> None:
    """Record an erasure."""
    erased = PersonalDataErased(**named, by="the-council")
    ledger.append(Request("an erasure", (NewEvent(erased),)))


@pytest.mark.parametrize("what", ERASURES)
def test_what_is_gone_is_a_fault_until_an_erasure_names_it(filled, what):
    """Words with their numbers, names, a note, a report's bytes, a slip."""
    erasure = ERASURES[what]
    delete(filled, erasure.statements)
    assert places(filled) == [*erasure.places]
    record(filled, **erasure.named)
    assert places(filled) == []


@pytest.mark.parametrize("what", ERASURES)
def test_what_an_erasure_names_must_be_gone(filled, what):
    """An older copy put back: erased words never come back unnoticed."""
    erasure = ERASURES[what]
    record(filled, **erasure.named)
    found = places(filled)
    assert found[: len(erasure.places)] == [*erasure.places]
    delete(filled, erasure.statements)
    with filled.engine.begin() as connection:
        name_pages.make_anew(connection)
    assert places(filled) == []


def test_words_may_come_anew_after_an_erasure(ledger):
    """A later event commits to new words, and these must be present."""
    ledger.append(registered(Subject(1, b"s", b"one"), Subject(2, b"t", b"two")))
    delete(ledger, ("DELETE FROM subject WHERE player = 1",))
    record(ledger, player="00000001")
    ledger.append(details("a", new(1)))
    assert places(ledger) == []
    delete(ledger, ("DELETE FROM subject WHERE player = 1",))
    assert "subject 1" in places(ledger)


def test_a_copy_without_persons_may_lack_all_that_is_erasable(filled):
    """A check can say so; present words are compared with the events all the same."""
    tables = ("subject_number", "subject", "reported_name", "note", "import_slip", "actor")
    delete(filled, tuple(f"DELETE FROM {table}" for table in tables))
    delete(filled, ("UPDATE document SET bytes = {empty} WHERE kind IN ('report', 'attachment')",))
    assert list(integrity.faults(filled.engine, persons=False)) == []
    assert len(places(filled)) == 3 + 7 + 3 + 3 + 4, "players, names, officials, reasons, documents"
