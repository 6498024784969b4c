"""Deaths of processes: the deaths that end the service."""

from multiprocessing import Pipe
from socket import socket
from typing import Any

import pytest
from prometheus_client import multiprocess

from ops.http import supervisor
from ops.http.serving import Stop
from ops.settings import Settings


class Process:
    """A process dead at once."""

    exitcode, pid = -9, 0

    def __init__(self):
        self.sentinel, other = Pipe()
        other.close()  # the sentinel of a process that has ended is ready

    def __del__(self):
        self.sentinel.close()


class Ready:
    """Whether the process was ready before the end."""

    def __init__(self, was):
        self._was = was

    def is_set(self):
        return self._was


def member(ready, deaths, stop, listener):
    """A member with processes that die at once; after some deaths the service is asked to stop."""
    made: Any = supervisor._Member("worker 1", print, Settings(), listener)
    left = iter(range(deaths))

    def start():
        made.process, made.ready = Process(), Ready(next(ready))
        stop.requested = next(left, None) is None

    made.start = start
    made.start()
    return made


@pytest.fixture
def listener(monkeypatch):
    """A socket of the service; nothing is counted."""
    monkeypatch.setattr(multiprocess, "mark_process_dead", lambda _: None)
    with socket() as made:
        yield made


def test_three_deaths_before_a_process_is_ready_end_the_service(listener):
    stop = Stop()
    assert not supervisor._keep_up([member(iter([False] * 9), 8, stop, listener)], stop)
    assert not stop.requested


def test_a_process_that_was_ready_is_replaced_however_often_it_dies(listener):
    stop = Stop()
    ready = iter([True, True, True, True, False, False, True, False, True])
    assert supervisor._keep_up([member(ready, 8, stop, listener)], stop)
    assert stop.requested
