"""Other processes as writers to a ledger, started at little cost.

A server process that has the ledger's modules loaded and no database open forks them: a fork of the
tests' own process would take open connections and their locks with it.
"""

import multiprocessing
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.context import ForkServerProcess
from random import Random
from typing import Any

import psycopg  # noqa: F401 - loaded here once, not in every process
from sqlalchemy.dialects.postgresql import psycopg as dialect  # noqa: F401 - as above

import migrations  # noqa: F401 - as above
from ledger.errors import StreamMoved
from ledger.store import drivers
from ledger.store.appending import append_within
from ledger.store.ledger import Ledger
from ledger.store.preparing import prepare
from ledger.store.requests import Request
from ledger.store.slips import Slip, Slips
from tests.support.store_facts import SetClock, event, request

START = multiprocessing.get_context("forkserver")
START.set_forkserver_preload(["tests.support.forked", "tests.support.schedulers"])


@contextmanager
def running(target: Callable[..., None], *arguments: tuple[Any, ...]) -> Iterator[None]:
    """Run processes, a process for each tuple of arguments; at the end all have ended well."""
    processes: list[ForkServerProcess] = [
        START.Process(target=target, args=argument) for argument in arguments
    ]
    for process in processes:
        process.start()
    try:
        yield
        for process in processes:
            process.join()
        assert [process.exitcode for process in processes] == [0] * len(processes)
    finally:
        for process in processes:
            process.kill()
            process.join()
            process.close()


PAUSES, ROLLBACKS = 0.05, 0.01
"""The shares of appends that pause before their commit, and that are rolled back once before."""


def append_events(address: str, writer: int, count: int) -> None:
    """Append so many events to an own stream, a commit for each."""
    random = Random(writer)
    with Ledger.open(address, SetClock()) as ledger:
        for number in range(count):
            asked = request(f"w{writer}-{number}", event(f"{number}", pool=f"w{writer}"))
            if random.random() < ROLLBACKS:
                append_slowly(ledger, asked, commits=False)
            if random.random() < PAUSES:
                append_slowly(ledger, asked, commits=True)
            else:
                ledger.append(asked)


class _Overturned(Exception):
    """The append is given up before the commit."""


def append_slowly(ledger: Ledger, asked: Request, *, commits: bool) -> None:
    """Append, pause with everything written, and commit or roll back."""
    with suppress(_Overturned), drivers.writing(ledger.engine) as cursor:
        append_within(cursor, ledger.engine, ledger.clock, [prepare(asked, ledger.clock)])
        time.sleep(0.003)
        if not commits:
            raise _Overturned


def append_duplicates(address: str, keys: int) -> None:
    """Append the same requests as everybody else."""
    with Ledger.open(address, SetClock()) as ledger:
        for number in range(keys):
            ledger.append(request(f"k{number}"))


def append_as_expected(address: str, writer: int, count: int) -> None:
    """Write to a stream until so many own events are stored, each time at the version seen."""
    with Ledger.open(address, SetClock()) as ledger:
        seen, stored = -1, 0
        while stored < count:
            key, fact = f"w{writer}-{stored}", event(f"w{writer}-{stored}")
            try:
                ledger.append(request(key, fact, expected={"pool-fide-standard": seen}))
                seen, stored = seen + 1, stored + 1
            except StreamMoved as moved:
                seen = max(seen + 1, moved.actual)  # a version that did not grow would end it all


def write_slips(address: str, slip: Slip, count: int) -> None:
    """Write the same slip so many times."""
    with Ledger.open(address, SetClock()) as ledger:
        for _ in range(count):
            Slips(ledger.engine).write(slip)
