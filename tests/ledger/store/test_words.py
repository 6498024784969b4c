"""Words about persons must agree with the latest commitment; every change is named.

Quick, one byte in 23 is changed; with LEDGER_TEST_FULL=1 every byte.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import text, update

from ledger.store import committing, integrity, schema
from ledger.store.ledger import Ledger
from ledger.store.requests import Subject
from ledger.store.schema import note, reported_name, subject, subject_number
from tests.support import varied_ledger
from tests.support.counts import FULL
from tests.support.details_of_players import details, new, registered
from tests.support.event_samples import by_type
from tests.support.tampering import unguarded

OF_PLAYERS = (subject, subject_number)
STEP = 1 if FULL else 23
"""From byte to byte: 7, so that each bit has its turn."""


@pytest.fixture
def filled(ledger: Ledger) -> Ledger:
    """The sample ledger."""
    varied_ledger.fill(ledger)
    return ledger


def places(ledger: Ledger) -> list[str]:
    """Where something is found."""
    return [str(fault.place) for fault in integrity.faults(ledger.engine)]


@contextmanager
def changed(ledger: Ledger, *changes: object) -> Iterator[None]:
    """Change rows, and change back at the end."""
    with ledger.engine.begin() as connection:
        before = {
            table: [dict(row._mapping) for row in connection.execute(table.select())]
            for table in (subject, subject_number, note, reported_name)
        }
        for change in changes:
            connection.execute(change)  # type: ignore[call-overload]
    yield
    with ledger.engine.begin() as connection:
        for table, rows in before.items():
            connection.execute(table.delete())
            connection.execute(table.insert(), rows)


@pytest.mark.parametrize("player", [1, 2, 571])
@pytest.mark.parametrize("column", ["salt", "body"])
def test_every_byte_of_a_players_words_counts(filled, player, column):
    """Salt and body, after a change or a correction: a bit of each byte, byte after byte."""
    kept = dict(zip(("salt", "body"), filled.read.subjects([player])[player], strict=True))
    for at in range(0, len(kept[column]), STEP):
        other = bytearray(kept[column])
        other[at] ^= 1 << at % 8
        change = update(subject).where(subject.c.player == player).values({column: bytes(other)})
        with changed(filled, change):
            assert places(filled) == [f"subject {player}"]
    assert places(filled) == []


def test_words_of_an_earlier_commitment_are_found(filled):
    """Words from the registration fail after a change or a correction."""
    for old in varied_ledger.SUBJECTS:
        change = update(subject).where(subject.c.player == old.player)
        with changed(filled, change.values(salt=old.salt, body=old.body)):
            assert places(filled) == [f"subject {old.player}"]


def test_words_of_one_player_do_not_pass_for_anothers(filled):
    """Each player has a commitment."""
    other = varied_ledger.CHANGED[0]
    change = update(subject).where(subject.c.player == 571)
    with changed(filled, change.values(salt=other.salt, body=other.body)):
        assert places(filled) == ["subject 571"]


@pytest.mark.parametrize("player", [0, 3, 570, 572, 99_999_999, 1 << 40])
def test_words_of_a_player_whom_no_event_knows_are_found(filled, player):
    """Put in by hand, below, between and above the registered players."""
    with changed(filled, subject.insert().values(player=player, salt=b"s", body=b"b")):
        assert places(filled) == [f"subject {player}"]


@pytest.mark.parametrize("values", [{"text": "102 Verdi, Città"}, {"salt": b"other"}], ids=str)
def test_the_note_of_a_report_is_held_to_its_commitment(filled, values):
    """Text and salt: the words of the file about the arbiters."""
    at = next(event for event in filled.read.events() if event.type == "report-replaced.v1")
    assert filled.read.note(at.event_id) == varied_ledger.NOTE
    assert filled.read.note("0" * 32) is None
    with changed(filled, update(note).where(note.c.event_id == at.event_id).values(values)):
        assert places(filled) == [f"note of event {at.position}"]


def test_a_note_that_was_moved_to_another_event_is_not_the_reports(filled):
    """The report's own is gone; the other event commits to none."""
    events = list(filled.read.events())
    strange, own = events[3].event_id, events[varied_ledger.REPORT_AT].event_id
    move = update(note).where(note.c.event_id == own).values(event_id=strange)
    with changed(filled, move):
        assert places(filled) == ["note of event 3", f"note of event {varied_ledger.REPORT_AT}"]


def test_what_changes_while_a_ledger_is_looked_at_is_not_looked_at(ledger):
    """What is appended while a check goes on is no fault; a second check sees the rest."""
    ledger.append(registered(Subject(1, b"s", b"one"), Subject(2, b"t", b"two")))
    with unguarded(ledger.engine) as connection:
        connection.execute(
            update(schema.event).where(schema.event.c.position == 1).values(valid_on="x")
        )
    looking = integrity.faults(ledger.engine)
    assert str(next(looking).place) == "event 1, column valid_on"
    ledger.append(details("a", new(1)))
    assert list(looking) == []
    with ledger.engine.begin() as connection:
        connection.execute(text("UPDATE subject SET salt = body WHERE player = 2"))
    assert places(ledger) == ["event 1, column valid_on", "subject 2"]


def test_many_players_are_looked_at_page_by_page(ledger, monkeypatch):
    """Pages of two: the last of a page, the first of the next."""
    monkeypatch.setattr("ledger.store.reading_beside._SUBJECTS", 2)
    monkeypatch.setattr("ledger.store.kept._PAGE", 2)
    ledger.append(registered(*(Subject(number, b"s", b"%d" % number) for number in range(1, 6))))
    assert [len(page) for page in ledger.read.all_subjects()] == [2, 2, 1]
    assert places(ledger) == []
    for player in range(1, 6):
        with ledger.engine.begin() as connection:
            connection.execute(update(subject).where(subject.c.player == player).values(body=b"x"))
    assert places(ledger) == [f"subject {number}" for number in range(1, 6)]


def test_the_latest_commitment_is_the_last_that_was_taken_in():
    """Players of the same page and of others; None for nobody."""
    fact, latest = by_type(), committing.Latest()
    latest.take(fact["players-registered.v1"])
    assert [latest.of(number) for number in (1, 2, 571)] == ["a" * 64, "b" * 64, "c" * 64]
    latest.take(fact["player-details-changed.v1"])
    latest.take(fact["player-details-corrected.v1"])
    latest.take(fact["tournament-submitted.v1"])
    assert [latest.of(number) for number in (1, 2, 571)] == ["a" * 64, "c" * 64, "b" * 64]
    assert [latest.of(number) for number in (0, 3, 63, 64, 570, 572)] == [None] * 6
