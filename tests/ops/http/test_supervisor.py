"""Deaths of processes: which of them end the service."""

from multiprocessing import Pipe
from socket import socket
from typing import Any

import pytest
from prometheus_client import multiprocess

from ops.http import supervisor
from ops.http.serving import Stop
from ops.settings import Settings


class Process:
    """A process that died at once."""

    exitcode, pid = -9, 0

    def __init__(self):
        self.sentinel, other = Pipe()
        other.close()


class Ready:
    """Whether the process was ready before it died."""

    def __init__(self, was):
        self._was = was

    def is_set(self):
        return self._was


def member(ready, deaths, stop):
    """A member whose processes die at once; after some deaths the service is asked to stop."""
    made: Any = supervisor._Member("worker 1", print, Settings(), socket())
    left = iter(range(deaths))

    def start():
        made.process, made.ready = Process(), Ready(next(ready))
        stop.requested = next(left, None) is None

    made.start = start
    made.start()
    return made


@pytest.fixture(autouse=True)
def _no_counts(monkeypatch):
    monkeypatch.setattr(multiprocess, "mark_process_dead", lambda _: None)


def test_three_deaths_before_a_process_is_ready_end_the_service():
    stop = Stop()
    assert not supervisor._keep_up([member(iter([False] * 9), 8, stop)], stop)
    assert not stop.requested


def test_a_process_that_was_ready_is_replaced_however_often_it_dies():
    stop = Stop()
    ready = iter([True, True, True, True, False, False, True, False, True])
    assert supervisor._keep_up([member(ready, 8, stop)], stop)
    assert stop.requested
