"""Group commit: many requests, a single commit, to each request the own answer."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import event as listening

from ledger import limits
from ledger.clock import ClockBehind
from ledger.errors import BadEvent, KeyReused, StreamMoved
from ledger.store import integrity
from ledger.store.ledger import Ledger
from ledger.store.requests import NO_STREAM, Document
from ledger.store.writer import GroupWriter
from tests.support.store_facts import START, SetClock, event, request


class Gate(SetClock):
    """A clock that can be held: read under the lock, so that a commit waits."""

    def __init__(self) -> None:
        super().__init__()
        self.open = threading.Event()
        self.reached = threading.Event()
        self.looks = 0

    def __call__(self) -> int:
        if threading.current_thread().name == "ledger-writer":
            self.looks += 1
            self.reached.set()
            assert self.open.wait(30)
        return self.now


@pytest.fixture
def gate(ledger: Ledger) -> Gate:
    """The ledger's clock, held."""
    made = ledger.clock = Gate()
    return made


def test_a_request_is_answered_with_its_receipt(ledger):
    """As by the ledger itself."""
    with GroupWriter(ledger) as writer:
        receipt = writer.submit(request("a", event("1"), event("2"))).result()
        assert writer.submit(request("a", event("1"), event("2"))).result().replayed
    assert (receipt.first_position, receipt.last_position) == (1, 2)
    assert ledger.append(request("a", event("1"), event("2"))).replayed


def test_nothing_is_answered_before_the_commit(ledger, gate):
    with GroupWriter(ledger) as writer:
        answer = writer.submit(request("a"))
        assert not answer.done()
        assert ledger.read.head().next_position == 1
        gate.open.set()
        assert answer.result().first_position == 1


def test_those_who_wait_share_one_commit(ledger, gate):
    """The first request is in the first commit; the hundred that came meanwhile are in the
    second.
    """
    with GroupWriter(ledger) as writer:
        answers = [writer.submit(request("first"))]
        assert gate.reached.wait(30)
        answers += [writer.submit(request(f"k{number}")) for number in range(100)]
        gate.open.set()
        positions = [answer.result().first_position for answer in answers]
    assert positions == list(range(1, 102))
    assert gate.looks == 2


def test_each_is_refused_for_himself(ledger, gate):
    """Refusals within a shared commit reach only the refused request."""
    ledger.append(request("used"))
    with GroupWriter(ledger) as writer:
        asked = [
            request("a"),
            request("used", event("other")),
            request("moved", expected={"pool-fide-standard": NO_STREAM}),
            request("b"),
        ]
        answers = [writer.submit(each) for each in asked]
        gate.open.set()
        found = [type(answer.exception()) for answer in answers]
    assert found == [type(None), KeyReused, StreamMoved, type(None)]
    assert ledger.read.head().next_position == 4


def test_a_request_that_fits_no_definition_is_refused_at_once(ledger):
    """In the thread of the caller, before any waiting."""
    with GroupWriter(ledger) as writer, pytest.raises(BadEvent):
        writer.submit(request("a", event("no period")))


def test_what_stops_a_whole_batch_is_told_to_all_in_it(ledger, gate):
    """A clock that is behind, a database that is gone, a fault of the program: no request waits
    for ever.
    """
    gate.now = START - limits.CLOCK_BEHIND_US - 1
    gate.open.set()
    with GroupWriter(ledger) as writer:
        answers = [writer.submit(request(f"k{number}")) for number in range(10)]
        assert {type(answer.exception()) for answer in answers} == {ClockBehind}
        gate.now = START
        assert writer.submit(request("k0")).result().first_position == 1


def test_the_writer_outlives_a_fault_of_ours(ledger):
    """Even an unexpected error is handed on, and the next request is served."""
    faults = iter([RuntimeError("nobody thought of it")])

    def on_checkout(*_: object) -> None:
        for fault in faults:
            raise fault

    with GroupWriter(ledger) as writer:
        listening.listen(ledger.engine, "checkout", on_checkout)
        assert isinstance(writer.submit(request("a")).exception(), RuntimeError)
        assert writer.submit(request("b")).result().first_position == 1
    listening.remove(ledger.engine, "checkout", on_checkout)


def test_closing_answers_all_who_wait(ledger, gate):
    """Earlier requests are recorded; later requests are turned away."""
    writer = GroupWriter(ledger)
    answers = [writer.submit(request(f"k{number}")) for number in range(50)]
    with ThreadPoolExecutor(2) as threads:
        closing = [threads.submit(writer.close) for _ in range(2)]
        gate.open.set()
        for each in closing:
            each.result()
    assert all(answer.done() for answer in answers)
    assert ledger.read.head().next_position == 51
    with pytest.raises(RuntimeError, match="closed"):
        writer.submit(request("late"))
    writer.close()


def test_who_no_longer_waits_is_left_out(ledger, gate):
    """A request cancelled in time is not recorded."""
    with GroupWriter(ledger) as writer:
        first = writer.submit(request("first"))
        assert gate.reached.wait(30)
        second = writer.submit(request("second"))
        assert second.cancel()
        assert not first.cancel()
        gate.open.set()
    assert first.result().first_position == 1
    assert ledger.read.head().next_position == 2


def test_a_full_queue_lets_nobody_in_until_there_is_room(ledger, gate):
    """Further requests wait: memory is bounded."""
    with GroupWriter(ledger, waiting=2) as writer, ThreadPoolExecutor(1) as threads:
        answers = [writer.submit(request("k0"))]
        assert gate.reached.wait(30)
        answers += [writer.submit(request(f"k{number}")) for number in (1, 2)]
        waiting = threads.submit(writer.submit, request("k3"))
        with pytest.raises(TimeoutError):
            waiting.result(0.05)
        gate.open.set()
        answers.append(waiting.result(30))
        assert [answer.result().first_position for answer in answers] == [1, 2, 3, 4]


def test_a_batch_ends_where_a_commit_would_get_too_large(ledger, gate, monkeypatch):
    """By events and by bytes, documents counted."""
    monkeypatch.setattr(limits, "REQUEST_EVENTS", 10)
    monkeypatch.setattr(limits, "REQUEST_BYTES", 50_000)
    four = [event(f"{number}") for number in range(4)]
    large = Document("edition", b"x" * 50_000)
    with GroupWriter(ledger) as writer:
        answers = [writer.submit(request("first"))]
        assert gate.reached.wait(30)
        answers += [writer.submit(request(f"k{number}", *four)) for number in range(6)]
        answers += [writer.submit(request(f"d{number}", documents=(large,))) for number in range(2)]
        gate.open.set()
        for answer in answers:
            answer.result()
    assert gate.looks == 1 + 2 + 2, "twelve events, twelve events, a document, a document"
    assert all(
        str(fault.place).startswith("document ") for fault in integrity.faults(ledger.engine)
    )
