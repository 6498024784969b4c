"""Many writers, many readers: no gap, no duplicate, nothing missed, a single winner of
every race.
"""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from sqlalchemy import make_url

from ledger.errors import KeyReused, StreamMoved
from ledger.store import integrity
from ledger.store.ledger import Ledger
from ledger.store.reading import Recorded
from ledger.store.requests import NO_STREAM
from ledger.store.writer import GroupWriter
from tests.support import processes
from tests.support.counts import FULL
from tests.support.store_facts import START, event, request

pytestmark = pytest.mark.waits

WRITERS, READERS = 8, 3
EVENTS = 1_000 if FULL else 60
"""Events of each writer."""
KEYS = 100 if FULL else 10
DUPLICATES = 64
RIVALS, ROUNDS = 32, 313 if FULL else 32
"""Who expects the same version of one stream, and how often: 10 016 attempts, or a tenth."""


def address_of(ledger: Ledger) -> str:
    """Return the address of a ledger, for others to open."""
    url = ledger.engine.url
    return url.render_as_string() if url.get_backend_name() == "postgresql" else str(url.database)


def tail(address: str, until: int) -> list[Recorded]:
    """Follow a ledger as a projection does: ask for the events after the last seen."""
    seen: list[Recorded] = []
    with Ledger.open(address) as ledger:
        while len(seen) < until:
            time.sleep(0.005)
            seen += ledger.read.events(len(seen), chunk=50)
    return seen


def followed(address: str, until: int, write: Callable[[], None]) -> None:
    """While something writes, readers follow; each has seen every event once and in order."""
    with ThreadPoolExecutor(READERS) as threads:
        tails = [threads.submit(tail, address, until) for _ in range(READERS)]
        write()
        for each in tails:
            seen = each.result()
            assert [recorded.position for recorded in seen] == list(range(until))
            assert [recorded.chain_hash for recorded in seen[-1:]] == [head_chain(address)]


def head_chain(address: str) -> bytes:
    """The chain where a ledger ends."""
    with Ledger.open(address) as ledger:
        return ledger.read.head().chain_hash


def in_order(ledger: Ledger) -> None:
    """Check that the stream of each writer holds all events in order."""
    for writer in range(WRITERS):
        said = [each.decoded().payload.period for each in ledger.read.stream(f"pool-w{writer}")]
        assert said == [f"{number}" for number in range(EVENTS)]
    assert list(integrity.faults(ledger.engine)) == []


def test_readers_miss_nothing_of_eight_processes(ledger):
    """Each process opens the ledger anew; some pause before the commit, some roll back."""
    address = address_of(ledger)

    def write() -> None:
        each = [(address, writer, EVENTS) for writer in range(WRITERS)]
        with processes.running(processes.append_events, *each):
            pass

    followed(address, 1 + WRITERS * EVENTS, write)
    in_order(ledger)


def test_readers_miss_nothing_of_eight_threads(ledger):
    """All through a single writer: group commit keeps the order of the requests."""

    def write() -> None:
        with GroupWriter(ledger) as writer, ThreadPoolExecutor(WRITERS) as threads:
            list(threads.map(lambda number: ask(writer, number), range(WRITERS)))

    followed(address_of(ledger), 1 + WRITERS * EVENTS, write)
    in_order(ledger)


def ask(writer: GroupWriter, number: int) -> None:
    """Append events in turn, with an answer before the next."""
    for each in range(EVENTS):
        key, fact = f"w{number}-{each}", event(f"{each}", pool=f"w{number}")
        assert writer.submit(request(key, fact)).result(60).key == key


def test_of_many_duplicates_at_once_each_request_is_stored_once(ledger):
    """64 threads ask for the same: a single request is stored, 63 get the receipt, other bodies
    are refused.
    """
    gate = threading.Barrier(DUPLICATES, timeout=60)

    def duplicate(writer: GroupWriter, key: str) -> tuple[int, bool]:
        gate.wait(60)
        receipt = writer.submit(request(key)).result(60)
        return receipt.first_position, receipt.replayed

    with GroupWriter(ledger) as writer, ThreadPoolExecutor(DUPLICATES) as threads:
        for number in range(KEYS):
            asked = [threads.submit(duplicate, writer, f"k{number}") for _ in range(DUPLICATES)]
            answers = [each.result(60) for each in asked]
            assert {position for position, _ in answers} == {number + 1}
            assert sum(not replayed for _, replayed in answers) == 1
            other = writer.submit(request(f"k{number}", event("other")))
            assert isinstance(other.exception(60), KeyReused)
    assert ledger.read.head().next_position == 1 + KEYS


def test_processes_that_ask_for_the_same_store_it_once(ledger):
    """Eight processes, the same keys in the same order: each stored once."""
    with processes.running(
        processes.append_duplicates, *[(address_of(ledger), KEYS * 5)] * WRITERS
    ):
        pass
    assert ledger.read.head().next_position == 1 + KEYS * 5
    assert list(integrity.faults(ledger.engine)) == []


def test_processes_that_expect_versions_of_one_stream_take_turns(ledger):
    """Versions 0 … n − 1, each taken once; losers hear the real version and decide anew."""
    count = EVENTS // 8
    each = [(address_of(ledger), writer, count) for writer in range(WRITERS)]
    with processes.running(processes.append_as_expected, *each):
        pass
    stream = ledger.read.stream("pool-fide-standard")
    assert [recorded.stream_version for recorded in stream] == list(range(WRITERS * count))
    assert len({recorded.decoded().payload.period for recorded in stream}) == WRITERS * count


def test_of_many_who_expect_the_same_version_one_wins(ledger):
    """32 requests in flight at once, round after round: a single receipt, 31 refusals."""
    with GroupWriter(ledger) as writer:
        for version in range(NO_STREAM, NO_STREAM + ROUNDS):
            expected = {"pool-fide-standard": version}
            asked = [
                writer.submit(request(f"{version}-{number}", expected=expected))
                for number in range(RIVALS)
            ]
            refusals = [each.exception(60) for each in asked]
            assert sum(refusal is None for refusal in refusals) == 1
            lost = [refusal for refusal in refusals if refusal is not None]
            assert all(isinstance(outcome, StreamMoved) for outcome in lost)
            assert {outcome.actual for outcome in lost if isinstance(outcome, StreamMoved)} == {
                version + 1
            }
    stream = ledger.read.stream("pool-fide-standard")
    assert [recorded.stream_version for recorded in stream] == list(range(ROUNDS))


@pytest.mark.parametrize("ledger", ["postgresql"], indirect=True)
def test_a_plain_sequence_would_miss_events_and_the_head_row_does_not(ledger):
    """The negative control: numbers are given in another order than the commits.

    A reader that follows the numbers of a sequence passes by a commit that is still under way.
    Under the same schedule the ledger's second writer waits, and its reader sees both in order.
    """
    assert missed_by_a_sequence(address_of(ledger)) == [1]
    inside, leave = threading.Event(), threading.Event()

    def hanging() -> int:
        inside.set()
        assert leave.wait(30)
        return START

    with Ledger.open(address_of(ledger), hanging) as slow, ThreadPoolExecutor(2) as threads:
        first = threads.submit(slow.append, request("first"))
        assert inside.wait(30)
        second = threads.submit(ledger.append, request("second"))
        with pytest.raises(TimeoutError):
            second.result(0.1)
        assert list(ledger.read.events(1)) == []
        leave.set()
        assert (first.result().first_position, second.result().first_position) == (1, 2)
    assert [each.position for each in ledger.read.events(1)] == [1, 2]


def missed_by_a_sequence(address: str) -> list[int]:
    """Return the numbers that a reader never sees, of two writers to a table numbered by a
    sequence.
    """
    url = make_url(address).set(drivername="postgresql").render_as_string()
    with (
        psycopg.connect(url) as slow,
        psycopg.connect(url, autocommit=True) as quick,
        psycopg.connect(url, autocommit=True) as reader,
    ):
        quick.execute("DROP TABLE IF EXISTS naive")
        quick.execute("CREATE TABLE naive (position bigserial PRIMARY KEY)")
        slow.execute("INSERT INTO naive DEFAULT VALUES")
        quick.execute("INSERT INTO naive DEFAULT VALUES")
        seen: list[int] = []
        for _ in range(2):
            after = "SELECT position FROM naive WHERE position > %s ORDER BY position"
            seen += [position for (position,) in reader.execute(after, [max(seen, default=0)])]
            slow.commit()
        stored = [position for (position,) in reader.execute("SELECT position FROM naive")]
        quick.execute("DROP TABLE naive")
    return sorted(set(stored) - set(seen))
