"""Replicas of the closing service as processes, and counts of closings."""

import os
import signal
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from multiprocessing.context import ForkServerProcess
from random import Random
from typing import Any

from sqlalchemy import select

from ledger.events.pool import ListPublished, PeriodClosed
from ledger.store.ledger import Ledger
from ledger.store.requests import Request
from ledger.store.schema import notice
from ops.closings.recordings import CloseList
from ops.house import House, open_house
from ops.schedule.recipients import Recipients
from ops.schedule.tick import ACTOR, Ticker
from ops.settings import Secret, Webhook
from tests.support.processes import START

BOARD = Recipients(
    webhooks=(Webhook(name="board", url="https://board.example/notices", secret=Secret("s" * 32)),)
)
"""A recipient to whom nothing is sent here: notices stay in the outbox."""


def tick_for_ever(address: str, clock: Any) -> None:
    """Make ticks, with the instant shared by all replicas."""
    with open_house(address, lambda: int(clock.value), by=ACTOR) as house:
        ticker = Ticker(house, BOARD)
        while True:
            ticker.tick()
            time.sleep(0.002)


@dataclass
class Replicas:
    """Some replicas, killed and paused as a seed decides, and started again."""

    address: str
    clock: Any
    random: Random
    processes: list[ForkServerProcess]
    kills: int = 0
    pauses: int = 0

    def start(self) -> ForkServerProcess:
        """Start a replica."""
        process = START.Process(target=tick_for_ever, args=(self.address, self.clock))
        process.start()
        return process

    def disturb(self) -> None:
        """Kill and replace a replica, or pause a replica for a moment, or do nothing."""
        time.sleep(self.random.uniform(0, 0.1))
        chosen = self.random.randrange(len(self.processes))
        what = self.random.random()
        if what < 0.4:
            self._kill(chosen)
            self.processes[chosen] = self.start()
        elif what < 0.7:
            self._pause(self.processes[chosen])

    def _kill(self, at: int) -> None:
        self.check()
        self.kills += 1
        self.processes[at].kill()
        self.processes[at].join()
        self.processes[at].close()

    def _pause(self, process: ForkServerProcess) -> None:
        self.pauses += 1
        assert process.pid is not None
        os.kill(process.pid, signal.SIGSTOP)
        time.sleep(self.random.uniform(0, 0.3))
        os.kill(process.pid, signal.SIGCONT)

    def check(self) -> None:
        """No replica has ended by itself."""
        assert [process.exitcode for process in self.processes] == [None] * len(self.processes)


@contextmanager
def replicas(address: str, now: int, seed: int, number: int = 3) -> Iterator[Replicas]:
    """Run replicas on a ledger, at an instant set by the test; kill all at the end."""
    clock = START.Value("q", now, lock=False)
    made = Replicas(address, clock, Random(seed), [])
    try:
        made.processes += [made.start() for _ in range(number)]
        yield made
        made.check()
    finally:
        for process in made.processes:
            process.kill()
            process.join()
            process.close()


Due = dict[tuple[str, str], int]
"""By pool and period, the instant (µs) from which a list may be closed."""


@dataclass(frozen=True)
class Slots:
    """Closings and publications of a ledger compared with the due slots."""

    double: int
    missing: int
    early: int
    """Before the slot, or without one."""
    notices: int
    """Without a notice, or notices of nothing."""


def slots(ledger: Ledger, due: Due) -> Slots:
    """Count closings, publications and notices by pool and period."""
    found = [_recorded(ledger, kind.TYPE) for kind in (PeriodClosed, ListPublished)]
    events = ledger.read.of_types((PeriodClosed.TYPE, ListPublished.TYPE))
    positions = {recorded.position for recorded in events}
    asked = select(notice.c.position).where(notice.c.state != "begun")
    with ledger.engine.connect().execution_options(reading=True) as connection:
        noticed = set(connection.execute(asked).scalars())
    never = 1 << 62
    return Slots(
        double=sum(len(instants) - 1 for kind in found for instants in kind.values()),
        missing=sum(len(due.keys() - kind.keys()) for kind in found),
        early=sum(min(at) < due.get(slot, never) for kind in found for slot, at in kind.items()),
        notices=len(positions ^ noticed),
    )


def _recorded(ledger: Ledger, type_name: str) -> dict[tuple[str, str], list[int]]:
    """The instants at which lists were closed or published."""
    found: dict[tuple[str, str], list[int]] = defaultdict(list)
    for recorded in ledger.read.of_type(type_name):
        fact = recorded.decoded().payload
        found[fact.pool, fact.period].append(recorded.recorded_at)
    return found


def acts(ledger: Ledger) -> int:
    """How many times a list was closed or published."""
    return sum(1 for _ in ledger.read.of_types((PeriodClosed.TYPE, ListPublished.TYPE)))


def composed_naively(house: House, pool: str, who: str) -> Request:
    """Compose a closing as a naive scheduler does, without an expected version."""
    request = CloseList(pool=pool).compose(house).request
    assert isinstance(request, Request)
    return replace(request, key=f"{request.key}:{who}", expected={})


def months(first: str, number: int) -> list[str]:
    """So many months, written as 2025-08."""
    year, month = map(int, first.split("-"))
    indices = range(year * 12 + month - 1, year * 12 + month - 1 + number)
    return [date(at // 12, at % 12 + 1, 1).isoformat()[:7] for at in indices]
