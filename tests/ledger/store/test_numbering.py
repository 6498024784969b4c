"""Numbers of tournaments and appeals are given under the lock; the same on both databases."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date

import pytest

from ledger import limits
from ledger.errors import LimitExceeded, Refused, StreamMoved
from ledger.events.appeals import AppealFiled
from ledger.events.counting import TournamentRefused
from ledger.events.tournament import TournamentRegistered
from ledger.store import integrity
from ledger.store.ledger import Ledger
from ledger.store.numbering import APPEALS, LONGER, TOURNAMENTS, end_of_run
from ledger.store.one_reading import OneReading
from ledger.store.requests import NO_STREAM, NewEvent, Request
from ledger.store.tentative import Tentative
from ledger.store.writer import GroupWriter

DAY = date(2026, 2, 1)


def announced(name: str, tournament: str = TOURNAMENTS.next) -> Request:
    """An announcement of a tournament with a refusal of the rating; numbered unless an id
    is given.
    """
    fact = TournamentRegistered(
        tournament=tournament, name=name, pools=("p",), start=DAY, end=DAY, registered_on=DAY
    )
    refused = TournamentRefused(tournament=tournament, by="us", article="1")
    chosen = tournament != TOURNAMENTS.next
    expected = {f"tournament-{tournament}": NO_STREAM} if chosen else {}
    return Request(f"announce {name}", (NewEvent(fact), NewEvent(refused)), expected=expected)


def appeal(name: str, number: str = APPEALS.next) -> Request:
    """An appeal."""
    fact = AppealFiled(
        appeal=number,
        pool="p",
        kind="list-row",
        period=name,
        player=1,
        appellant="u-1",
        capacity="player",
        notified_on=DAY,
        source="letter",
    )
    return Request(f"appeal {name}", (NewEvent(fact),))


def streams(ledger: Ledger, first: int = 1) -> list[str]:
    """Return the streams of the events from a position on, once for each event."""
    return [recorded.stream.partition("-")[2] for recorded in ledger.read.events(first)]


def test_requests_composed_at_once_take_one_number_after_the_other(ledger):
    """Neither request waits for the other; all events of a request have the same number."""
    one, other = announced("A"), announced("B")
    ledger.append(other)
    ledger.append(one)
    ledger.append_many([announced("C"), announced("D")])
    assert streams(ledger) == [*(f"T-{n:06d}" for n in (1, 1, 2, 2, 3, 3, 4, 4))]
    assert [one.decoded().payload.tournament for one in ledger.read.events(1)] == streams(ledger)
    assert list(integrity.faults(ledger.engine)) == []


def test_a_repetition_gets_the_first_receipt_and_no_number(ledger):
    first = ledger.append(announced("A"))
    again = ledger.append_many([announced("A"), announced("B"), announced("B")])
    assert [receipt.replayed for receipt in again] == [True, False, True]
    assert again[0].first_position == first.first_position
    assert streams(ledger) == ["T-000001"] * 2 + ["T-000002"] * 2


def test_a_number_that_was_chosen_is_passed_by(ledger):
    """Before, in the same commit, and after; choosing a given number is refused."""
    ledger.append_many([announced("A", "T-000411"), announced("B"), announced("C", "torino")])
    ledger.append_many([announced("D", "T-000007"), announced("E"), announced("F", "T-000414")])
    ledger.append(announced("G"))
    names = ["T-000411", "T-000412", "torino", "T-000007", "T-000413", "T-000414", "T-000415"]
    assert streams(ledger)[::2] == names
    with pytest.raises(StreamMoved, match="tournament-T-000415"):
        ledger.append(announced("H", "T-000415"))
    together = ledger.append_many([announced("I"), announced("J", "T-000416")])
    assert isinstance(together[1], StreamMoved)


def test_numbers_go_on_after_six_digits(ledger):
    """As text T-1000000 comes before T-999999; each kind is numbered apart."""
    ledger.append_many([announced("A", "T-999998"), appeal("A", "A-999999")])
    for name in "BC":
        ledger.append(announced(name))
        ledger.append(appeal(name))
    ledger.append_many([announced("D"), announced("E"), appeal("D"), announced("F")])
    found = [name for name in streams(ledger) if name.startswith("T-")][::2]
    assert found == ["T-999998", "T-999999", *(f"T-100000{n}" for n in range(4))]
    appeals = [name for name in streams(ledger) if name.startswith("A-")]
    assert appeals == ["A-999999", "A-1000000", "A-1000001", "A-1000002"]
    assert list(integrity.faults(ledger.engine)) == []


def test_ids_that_only_look_like_numbers_are_no_numbers(ledger):
    for name in ("T-9", "T-0000001", "T-1x", "T-zz", "t-000500"):
        ledger.append(announced(name, name))
    ledger.append(announced("A"))
    assert streams(ledger)[-1] == "T-000001"


def test_threads_that_share_commits_get_numbers_without_a_gap(ledger):
    names = [f"open {number}" for number in range(24)]
    with GroupWriter(ledger) as writer, ThreadPoolExecutor(8) as threads:
        receipts = list(threads.map(lambda name: writer.submit(announced(name)).result(), names))
    assert len({receipt.first_position for receipt in receipts}) == len(names)
    assert streams(ledger)[::2] == [TOURNAMENTS.write(number + 1) for number in range(24)]


def test_a_preview_numbers_as_the_recording_would(ledger, clock):
    ledger.append(announced("A", "T-999999"))
    with OneReading(ledger.engine) as reading:
        tentative = Tentative(ledger.engine, reading)
        for name in "BC":
            tentative.add(announced(name), clock)
        assert [one.stream for one in tentative.tentative][::2] == [
            "tournament-T-1000000",
            "tournament-T-1000001",
        ]
    assert ledger.read.stream_version("tournament-T-1000000") == NO_STREAM


def test_an_event_at_the_limit_of_bytes_is_refused_before_it_has_a_number(ledger):
    """The place of the number is counted as longer than any number."""
    long = announced("A")
    ledger.append(long)
    size = len(next(iter(ledger.read.events(1))).body)
    room = limits.BODY_BYTES - size
    article = "x" * (room + 1)
    refused = TournamentRefused(tournament=TOURNAMENTS.next, by="us", article=article)
    with pytest.raises((LimitExceeded, Refused)):
        ledger.append(Request("too long", (NewEvent(refused),)))
    assert streams(ledger) == ["T-000001"] * 2


@pytest.mark.parametrize(
    ("name", "number", "may_be_chosen"),
    [
        ("T-000123", 123, True),
        ("T-999999", 999_999, True),
        ("T-1000000", LONGER, False),
        ("T-0999999", None, False),
        ("T-12", None, False),
        ("T-", None, False),
        (TOURNAMENTS.next, None, False),
        ("Torino-1", None, True),
        ("A-000001", None, True),
    ],
)
def test_six_digits_may_be_chosen(name, number, may_be_chosen):
    assert TOURNAMENTS.number(name) == number
    assert TOURNAMENTS.may_choose(name) is may_be_chosen


def test_numbers_follow_one_another_in_an_order_and_other_ids_stay_texts():
    names = ["T-1000000", "T-000002", "Torino", "T-999999", "A-1", "T-10000000"]
    assert sorted(names, key=TOURNAMENTS.order) == [
        *("A-1", "T-000002", "T-999999", "T-1000000", "T-10000000", "Torino")
    ]


@pytest.mark.parametrize("count", [*range(10), 63, 64, 65, 1_000_000])
def test_the_end_of_a_run_is_found_with_few_questions(count):
    asked = []

    def given(numbers):
        asked.append(len(numbers))
        return [number for number in numbers if 5 <= number < 5 + count]

    assert end_of_run(5, given) == 4 + count
    assert len(asked) <= 22
