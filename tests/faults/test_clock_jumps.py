"""Clocks that jump: instants grow strictly, and events far from the truth are not
recorded.

Each script sets a machine's clock by an hour, a day, a leap second, to 1970 or beyond 2038, lets
time pass, starts the program again and appends. LEDGER_TEST_FULL=1 plays a hundred scripts.
"""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise
from random import Random

import pytest

from ledger.clock import MachineClock, microseconds
from ledger.errors import Refused
from ledger.events.opening import ClockCorrected
from ledger.limits import CLOCK_BEHIND_US, CLOCK_DIFFERENCE_US, CLOCK_LIMIT_DAYS
from ledger.store import integrity
from ledger.store.ledger import Ledger
from ops.house import House
from ops.upkeep.recordings import CorrectClock
from tests.support.counts import FULL
from tests.support.store_facts import START, request

SCRIPTS, STEPS = 100 if FULL else 10, 25
SECOND = 1_000_000
HOUR, DAY = 3_600 * SECOND, 86_400 * SECOND
LEAP_SECOND = -SECOND


def instant(year: int) -> int:
    """The first instant of a year."""
    return microseconds(datetime(year, 1, 1, tzinfo=UTC))


JUMPS: tuple[Callable[[int], int], ...] = (
    *(lambda now, by=by: now + by for by in (HOUR, -HOUR, DAY, -DAY, 400 * DAY)),
    *(lambda now, by=by: now + by for by in (LEAP_SECOND, 240 * SECOND, -240 * SECOND)),
    lambda _: 0,
    lambda now: max(now, instant(2038) + 19 * DAY),
    lambda now: max(now, instant(2106)),
)
"""Where a clock may be set, by what it shows. 240 s stay below every limit, also where a loaded
machine needs most of a minute for a script, while the clock of the server goes on."""


@dataclass
class Script:
    """A machine with a clock set at random, and a ledger."""

    ledger: Ledger
    chance: Random
    truth: int
    server: int | None
    offset: int = 0
    """By how much the clock is ahead of the truth."""
    begun: int = 0
    """The same when the program began."""
    number: int = 0
    seen: dict[str, int] = field(default_factory=dict)

    def play(self) -> None:
        """Take the steps of the script; at the end the ledger is whole and goes on."""
        self.start(is_right=False)
        for _ in range(STEPS):
            step = self.chance.choice(
                [self.jump, self.wait, self.mend, self.restart, *[self.append] * 4]
            )
            step()
        self.mend()
        self.append()
        assert self.ledger.read.head().recorded_at >= self.truth - CLOCK_BEHIND_US

    def wall(self) -> int:
        """Return the time of the clock."""
        return max(self.truth + self.offset, 0)

    def start(self, *, is_right: bool) -> None:
        """Start the program: the times of the clocks are remembered."""
        self.begun = self.wall() - self.truth
        self.ledger.clock = MachineClock(
            is_right=is_right, wall=self.wall, steady=lambda: self.truth
        )

    def jump(self) -> None:
        """Somebody sets the clock."""
        self.offset = self.chance.choice(JUMPS)(self.wall()) - self.truth

    def wait(self) -> None:
        """Let time pass, where no server has a clock."""
        if self.server is None:
            self.truth += self.chance.choice([SECOND, HOUR, 10 * DAY])

    def restart(self) -> None:
        """Start the program again, at times with an operator's confirmation of a wrong clock."""
        self.start(is_right=self.chance.random() < 0.2)

    def mend(self) -> None:
        """The operator's way: the clock right, the program started, the wrong events named."""
        self.offset = 0
        self.start(is_right=True)
        before = self.ledger.read.head().next_position
        if self.ledger.read.head().recorded_at > self.truth + CLOCK_BEHIND_US:
            said = CorrectClock().record(House(self.ledger)).result
            assert said.last == before - 1
            self.seen["corrected"] = self.seen.get("corrected", 0) + 1
        self.start(is_right=False)

    def append(self) -> None:
        """Record an event, or hear why not: exactly where a clock is doubted."""
        last = self.ledger.read.head()
        self.number += 1
        try:
            receipt = self.ledger.append(request(f"{self.chance.random()}-{self.number}"))
        except Refused as refusal:
            outcome, instant = refusal.code, last.recorded_at
        else:
            outcome, instant = "recorded", max(self.wall(), last.recorded_at + 1)
            assert receipt.recorded_at == instant
        assert (outcome != "recorded") == self.doubted(last.recorded_at), outcome
        assert self.ledger.read.head().recorded_at == instant
        self.seen[outcome] = self.seen.get(outcome, 0) + 1

    def doubted(self, last: int) -> bool:
        """Return whether an event must not be recorded after an instant."""
        wall, clock = self.wall(), self.ledger.clock
        assert isinstance(clock, MachineClock)
        if last - wall > CLOCK_BEHIND_US:
            return True
        if clock.is_right:
            return False
        jumped = abs(wall - self.truth - self.begun) > CLOCK_DIFFERENCE_US
        differs = self.server is not None and abs(wall - self.server) > CLOCK_DIFFERENCE_US
        return jumped or differs or wall - last > CLOCK_LIMIT_DAYS * DAY


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A SQLite ledger with a first event."""
    path = str(tmp_path_factory.mktemp("clock") / "ledger.db")
    Ledger.create(path, "example.org", "UTC", lambda: START).close()
    return path


@pytest.fixture
def served(postgres_database: str) -> Iterator[Ledger]:
    """A PostgreSQL ledger."""
    with Ledger.create(postgres_database, "example.org", "UTC") as made:
        yield made


def check_instants(ledger: Ledger) -> None:
    """Instants grow strictly from request to request, but for corrections."""
    events = list(ledger.read.events())
    for before, event in pairwise(events):
        if event.type != ClockCorrected.TYPE:
            assert event.recorded_at > before.recorded_at
    assert list(integrity.faults(ledger.engine)) == []


def test_scripts_of_jumps_on_sqlite(empty: str, tmp_path) -> None:
    """Every kind of refusal is met, and every ledger can be gone on with."""
    seen: dict[str, int] = {}
    for seed in range(SCRIPTS):
        path = shutil.copy(empty, tmp_path / f"{seed}.db")
        with Ledger.open(str(path)) as ledger:
            Script(ledger, Random(seed), START, None, seen=seen).play()
            check_instants(ledger)
    assert seen.keys() == {"recorded", "corrected", "clock-ahead", "clock-behind", "clock-jumped"}


def test_scripts_of_jumps_on_postgresql(served: Ledger) -> None:
    """The server's clock goes on unchanged; the machine's clock is compared."""
    seen: dict[str, int] = {}
    for seed in range(SCRIPTS):
        now = microseconds(datetime.now(UTC))
        Script(served, Random(seed), now, now, seen=seen).play()
    check_instants(served)
    assert {"recorded", "corrected", "clock-differs", "clock-behind", "clock-jumped"} <= seen.keys()
