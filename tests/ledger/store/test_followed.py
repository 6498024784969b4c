"""Facts that follow from a stream stay in memory, and go on with later events."""

from collections.abc import Sequence
from typing import NamedTuple

import pytest

from ledger.events.pool import ListScheduled
from ledger.store.ledger import Ledger
from ledger.store.one_reading import OneReading
from ledger.store.reading import BEGINNING, Mark, Reader, Recorded
from ledger.store.tentative import Tentative
from tests.support.store_facts import event, request

STREAM = "pool-fide-standard"
TYPES = (ListScheduled.TYPE,)


class Periods(NamedTuple):
    """The periods announced in a stream up to a mark."""

    mark: Mark
    names: tuple[str, ...]
    size_bytes: int = 1


class Question:
    """A question for the periods that notes the version read."""

    def __init__(self) -> None:
        self.read_after: list[int] = []

    def __call__(self, read: Reader, through: int | None = None) -> tuple[str, ...]:
        def made(before: Periods | None, mark: Mark) -> Periods:
            known = before or Periods(BEGINNING, ())
            self.read_after.append(known.mark.version)
            since = read.in_stream(STREAM, after=known.mark.version)
            new = [one for one in since if one.stream_version <= mark.version]
            names = (one.decoded().payload.period for one in new)
            return Periods(mark, (*known.names, *names))

        return read.followed("periods", STREAM, through, made).names


class Scheduled(NamedTuple):
    """The announced periods of all pools."""

    names: tuple[str, ...]
    size_bytes: int = 1


class QuestionOfAll:
    """A question for the periods of all pools that notes the positions read."""

    def __init__(self) -> None:
        self.read: list[list[int]] = []

    def __call__(self, read: Reader) -> tuple[str, ...]:
        def begin(last: int) -> Scheduled:
            events = [one for one in read.of_types(TYPES) if one.position <= last]
            return go_on(Scheduled(()), events)

        def go_on(kept: Scheduled, since: Sequence[Recorded]) -> Scheduled:
            self.read.append([one.position for one in since])
            return Scheduled((*kept.names, *(one.decoded().payload.period for one in since)))

        return read.followed_types("all", TYPES, begin, go_on).names


@pytest.fixture
def ask_of_all() -> QuestionOfAll:
    """A question about all pools that counts the readings."""
    return QuestionOfAll()


def test_of_all_streams_only_the_events_since_are_read(ledger, ask_of_all, clock):
    """Another event changes nothing; a preview goes on, and leaves nothing."""
    assert ask_of_all(ledger.read) == ()
    ledger.append(request("a", event("1"), event("2", pool="uisp")))
    assert ask_of_all(ledger.read) == ask_of_all(ledger.read) == ("1", "2")
    ledger.append(request("b", event("3")))
    assert ask_of_all(ledger.read) == ("1", "2", "3")
    with OneReading(ledger.engine) as reading:
        tentative = Tentative(ledger.engine, reading, ledger.memory)
        tentative.add(request("c", event("4")), clock)
        assert ask_of_all(tentative) == ("1", "2", "3", "4")
    assert ask_of_all(ledger.read) == ("1", "2", "3")
    assert ask_of_all.read == [[], [1, 2], [3], [4]]


def test_of_all_streams_another_history_is_read_from_its_start(ledger, ask_of_all):
    ledger.append(request("a", event("1"), event("2")))
    assert ask_of_all(ledger.read) == ("1", "2")
    kept = ledger.memory.get("all")
    for other in (kept.last._replace(chain_hash=b"other"), kept.last._replace(position=9)):
        ledger.memory.put("all", kept._replace(last=Recorded._make(other)), 1)
        assert ask_of_all(ledger.read) == ("1", "2")
    assert ask_of_all.read == [[1, 2]] * 3


@pytest.fixture
def ask() -> Question:
    """A question that counts the readings."""
    return Question()


def test_only_the_events_since_are_read(ledger, ask):
    assert ask(ledger.read) == ()
    ledger.append(request("a", event("1"), event("2")))
    assert ask(ledger.read) == ask(ledger.read) == ("1", "2")
    ledger.append(request("b", event("3")))
    with OneReading(ledger.engine) as reading:
        assert ask(ledger.within(reading).read) == ("1", "2", "3")
    ledger.append(request("c", event("1", pool="uisp")))
    assert ask(ledger.read) == ("1", "2", "3")
    assert ask.read_after == [-1, -1, 1]


def test_the_past_is_kept_beside_the_newest(ledger, ask):
    ledger.append(request("a", event("1"), event("2"), event("3")))
    assert ask(ledger.read) == ("1", "2", "3")
    assert ask(ledger.read, 2) == ask(ledger.read, 2) == ("1", "2")
    assert ask(ledger.read, 0) == ask(ledger.read, -1) == ()
    ledger.append(request("b", event("4")))
    assert ask(ledger.read) == ("1", "2", "3", "4")
    assert ask.read_after == [-1, -1, -1, 2]


def test_another_history_is_read_from_its_start(ledger, ask):
    """A restored copy went on otherwise: the event of that version has another id."""
    ledger.append(request("a", event("1"), event("2")))
    of_other = Periods(Mark(1, "0" * 32), ("1", "otherwise"))
    for mark in (of_other.mark, Mark(0, "0" * 32)):
        ledger.memory.put("periods", of_other._replace(mark=mark), 1)
        assert ask(ledger.read) == ("1", "2")
    ledger.memory.put("periods", of_other._replace(mark=Mark(9, "0" * 32)), 1)
    assert ask(ledger.read) == ("1", "2")
    assert ask.read_after == [-1, -1, -1]


def test_a_preview_goes_on_from_what_is_recorded_and_leaves_nothing(ledger, ask, clock):
    ledger.append(request("a", event("1")))
    assert ask(ledger.read) == ("1",)
    with OneReading(ledger.engine) as reading:
        tentative = Tentative(ledger.engine, reading, ledger.memory)
        tentative.add(request("b", event("2")), clock)
        assert ask(tentative) == ask(tentative) == ("1", "2")
        assert ask(tentative, 1) == ("1",)
    ledger.append(request("c", event("3")))
    assert ask(ledger.read) == ("1", "3")
    assert ask.read_after == [-1, 0, -1, 0]


def test_without_a_memory_everything_is_read_each_time(ledger: Ledger, ask):
    ledger.append(request("a", event("1")))
    read = Reader(ledger.engine)
    assert ask(read) == ask(read) == ("1",)
    assert ask.read_after == [-1, -1]
