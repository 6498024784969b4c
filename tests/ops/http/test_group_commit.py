"""Group commit of the service: shared commits, refusals for their own callers, a drained writer."""

import shutil
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import pytest

from ledger.clock import MachineClock
from ops.http.addresses import all_addresses
from ops.http.replies import Reply, json_bytes
from ops.http.request import Request
from ops.http.service import Service
from tests.support.served import headers_of, office_key, replied, settings_of

CHESS = "fide-standard"
(ANNOUNCE,) = (one for one in all_addresses() if one.name == "announce-tournament")
JSON = {"content-type": "application/json"}


class Gate:
    """A clock with a gate: the writer reads the time once for each commit."""

    def __init__(self) -> None:
        self.machine = MachineClock()
        self.open, self.reached = threading.Event(), threading.Event()
        self.commits = 0

    def __call__(self) -> int:
        if threading.current_thread().name == "ledger-writer":
            self.commits += 1
            self.reached.set()
            assert self.open.wait(30)
        return self.machine()


class Keyed(NamedTuple):
    """A service, and the key of an actor with the right to record."""

    service: Service
    key: str

    @property
    def writer(self):
        """The group writer of the service."""
        return self.service.writer


@pytest.fixture
def gate():
    """The clock of the service, held."""
    return Gate()


@pytest.fixture
def service(sample, tmp_path, gate):
    """A service over a copy of the sample season."""
    shutil.copy(sample, tmp_path / "ledger")
    key = office_key(tmp_path / "ledger")
    with Service(settings_of(tmp_path / "ledger"), gate) as service:
        yield Keyed(service, key)
        gate.open.set()


def announce(keyed: Keyed, tournament: str, name: str = "Open") -> Reply:
    """Announce a tournament, as a received request."""
    details = {"name": name, "start": "2026-05-01", "end": "2026-05-03"}
    body = {"pool": [CHESS], "tournament": tournament, "set": details}
    sent = json_bytes(body)
    headers = JSON | headers_of(keyed.key)
    headers = {name.lower(): value for name, value in headers.items()}
    return replied(keyed.service, ANNOUNCE, Request({}, (), headers, sent))


def waiting(service: Keyed, number: int) -> None:
    """Wait until so many requests wait for the next commit."""
    for _ in range(3_000):
        if service.writer.waiting == number:
            return
        time.sleep(0.01)
    raise AssertionError(f"{service.writer.waiting} requests wait, not {number}")


def test_those_who_record_at_once_share_a_commit(service, gate):
    """The first request is in a commit of one; requests received meanwhile share the second."""
    with ThreadPoolExecutor(8) as threads:
        first = threads.submit(announce, service, "L-0")
        assert gate.reached.wait(30)
        others = [threads.submit(announce, service, f"L-{number}") for number in range(1, 7)]
        waiting(service, 6)
        assert not any(other.done() for other in (first, *others))
        gate.open.set()
        assert [other.result().status for other in (first, *others)] == [201] * 7
    assert gate.commits == 2


def test_a_refusal_reaches_its_own_caller_only(service, gate):
    """Two requests announce the same tournament in other words: the loser hears of the
    announcement.
    """
    with ThreadPoolExecutor(8) as threads:
        first = threads.submit(announce, service, "L-0")
        assert gate.reached.wait(30)
        same = [threads.submit(announce, service, "L-1", name) for name in ("Open", "Closed")]
        others = [threads.submit(announce, service, f"L-{number}") for number in range(2, 5)]
        waiting(service, 5)
        gate.open.set()
        assert [other.result().status for other in (first, *others)] == [201] * 4
        replies = [one.result() for one in same]
    assert sorted(reply.status for reply in replies) == [201, 422]
    (refused,) = (reply.body for reply in replies if reply.status == 422)
    assert b'"code":"announced-already"' in refused


def test_a_stopping_service_answers_those_who_wait_and_refuses_those_who_come(service, gate):
    with ThreadPoolExecutor(8) as threads:
        first = threads.submit(announce, service, "L-0")
        assert gate.reached.wait(30)
        others = [threads.submit(announce, service, f"L-{number}") for number in range(1, 4)]
        waiting(service, 3)
        stopping = threads.submit(service.writer.close)
        waiting(service, 4)  # its end of the line too
        late = announce(service, "L-9")
        assert not stopping.done()
        gate.open.set()
        assert [other.result().status for other in (first, *others)] == [201] * 4
        stopping.result()
    assert (late.status, late.headers["Retry-After"]) == (503, "5")
    assert b'"code":"unavailable"' in late.body
    assert service.service.ledger.read.stream("tournament-L-9") == []
