"""Words about a player replace the kept words; the bytes of a report come only once."""

from dataclasses import replace

import pytest
from sqlalchemy import text

from ledger.errors import AlreadyTaken, BadEvent, FileKnown, StreamMoved
from ledger.store import integrity
from ledger.store.ledger import Ledger
from ledger.store.requests import Document, Receipt, Request, Subject
from tests.support.details_of_players import (
    FACTS,
    body,
    details,
    details_of,
    new,
    numbers,
    registered,
)
from tests.support.store_facts import request
from tests.support.varied_ledger import asked

FILE = Document("report", b"012 Open\n")


@pytest.fixture
def two(ledger: Ledger) -> Ledger:
    """A ledger with two players."""
    one, other = {"fide": "11", "fid": "A1"}, {"fide": "22"}
    ledger.append(
        registered(
            Subject(1, b"s", body("one", **one), one),
            Subject(2, b"t", body("two", **other), other),
        )
    )
    return ledger


def test_words_and_numbers_become_exactly_the_new_ones(two):
    """A number not given again is gone; other players stay unchanged."""
    two.append(details("a", new(1, fide="12")))
    assert two.read.subjects([1, 2]) == {
        1: (b"fresh", body("new", fide="12")),
        2: (b"t", body("two", fide="22")),
    }
    assert numbers(two) == [("fide", "12", 1), ("fide", "22", 2)]
    assert list(integrity.faults(two.engine)) == []


def test_two_players_may_exchange_their_numbers_in_one_request(two):
    """All replaced words go before new words come."""
    two.append(details("a", new(1, fide="22"), new(2, fide="11")))
    assert numbers(two) == [("fide", "11", 2), ("fide", "22", 1)]


def test_a_number_of_another_player_is_refused_and_nothing_changes(two):
    """Words, numbers and events stay; the next request of the batch is taken."""
    before = numbers(two), two.read.subjects([1, 2])
    refused, taken = two.append_many([details("a", new(1, fide="22")), request("b")])
    assert isinstance(refused, AlreadyTaken)
    assert isinstance(taken, Receipt)
    assert (numbers(two), two.read.subjects([1, 2])) == before
    assert two.read.head().next_position == 3
    assert list(integrity.faults(two.engine)) == []


def test_the_later_of_two_requests_in_one_commit_holds(two):
    """Requests of a batch take effect in their order, the freed number included."""
    moved, taken = details("a", new(1, "x")), details("b", new(2, "y", fide="11"))
    again = details("c", new(1, "z", fide="22"))
    answers = two.append_many([moved, taken, again])
    assert all(isinstance(answer, Receipt) for answer in answers)
    assert two.read.subjects([1, 2]) == {
        1: (b"fresh", body("z", fide="22")),
        2: (b"fresh", body("y", fide="11")),
    }
    assert numbers(two) == [("fide", "11", 2), ("fide", "22", 1)]
    assert list(integrity.faults(two.engine)) == []


def test_a_repeated_request_replaces_nothing_again(two):
    """The first receipt again; later words stay."""
    first = two.append(details("a", new(1, "x", fide="12")))
    two.append(details("b", new(1, "y", fide="13")))
    assert two.append(details("a", new(1, "x", fide="12"))) == replace(first, replayed=True)
    assert two.read.subjects([1]) == {1: (b"fresh", body("y", fide="13"))}
    assert numbers(two) == [("fide", "13", 1), ("fide", "22", 2)]


@pytest.mark.parametrize(
    "committed", [None, new(1, "other"), new(2)], ids=["nothing", "other words", "another player"]
)
def test_words_are_replaced_only_with_an_event_that_commits_to_them(two, committed):
    """No event, a commitment to other words, an event about another player."""
    fact = details_of(committed) if committed else FACTS["list-scheduled.v1"]
    with pytest.raises(BadEvent, match="words that replace those of player 1: no event commits"):
        two.append(asked("a", fact, subjects=(new(1),)))


def test_words_that_were_erased_may_come_anew(two):
    """Nothing is replaced; the event commits to the new words."""
    with two.engine.begin() as connection:
        connection.execute(text("DELETE FROM subject_number WHERE player = 1"))
        connection.execute(text("DELETE FROM subject WHERE player = 1"))
    two.append(details("a", new(1, fide="11")))
    assert two.read.subjects([1]) == {1: (b"fresh", body("new", fide="11"))}
    assert list(integrity.faults(two.engine)) == []


def report(key: str, *files: Document, **beside: object) -> Request:
    """A request with the bytes of a report."""
    return request(key, documents=files, **beside)


def test_the_bytes_of_a_report_come_once(ledger):
    """Later, or in the same commit: the first keeps the bytes, with any key and events."""
    first, second = ledger.append_many([report("a", FILE), report("b", FILE)])
    assert isinstance(first, Receipt)
    assert isinstance(second, FileKnown)
    assert second.digest == FILE.digest
    with pytest.raises(FileKnown, match=FILE.digest):
        ledger.append(report("c", Document("edition", b"{}"), FILE))
    assert ledger.read.document(Document("edition", b"{}").digest) is None
    assert ledger.read.head().next_position == 2


def test_a_repeated_request_with_its_report_gets_its_receipt(ledger):
    """The key is looked up first."""
    first = ledger.append(report("a", FILE))
    assert ledger.append(report("a", FILE)) == replace(first, replayed=True)
    one, two = ledger.append_many([report("a", FILE), report("a", FILE)])
    assert one == two == replace(first, replayed=True)


def test_a_stream_that_moved_is_told_before_a_known_file(ledger):
    """Another look then finds the report, and can name the report."""
    ledger.append(report("a", FILE))
    with pytest.raises(StreamMoved):
        ledger.append(report("b", FILE, expected={"ledger": 9}))
    with pytest.raises(FileKnown):
        ledger.append(report("b", FILE, expected={"ledger": 0}))


def test_a_refused_report_may_come_again(ledger):
    """A refused report is not known; nor is a report refused within the same commit."""
    refused, taken = ledger.append_many([report("a", FILE, expected={"x": 3}), report("b", FILE)])
    assert isinstance(refused, StreamMoved)
    assert isinstance(taken, Receipt)


def test_an_emptied_report_does_not_come_back(ledger):
    """The digest stays: the file does not bring erased bytes back."""
    ledger.append(report("a", FILE))
    empty = "x''" if ledger.engine.dialect.name == "sqlite" else "''::bytea"
    with ledger.engine.begin() as connection:
        connection.execute(text(f"UPDATE document SET bytes = {empty}"))
    with pytest.raises(FileKnown):
        ledger.append(report("b", FILE))


def test_a_report_with_the_bytes_of_an_edition_is_refused(ledger):
    """A digest stands for a single document of a single kind."""
    ledger.append(request("a", documents=(Document("edition", FILE.data),)))
    with pytest.raises(FileKnown):
        ledger.append(report("b", FILE))


def test_editions_come_as_often_as_they_are_adopted(ledger):
    """The guard is for reports alone."""
    edition = Document("edition", b"{}")
    for key in "abc":
        assert isinstance(ledger.append(request(key, documents=(edition,))), Receipt)
