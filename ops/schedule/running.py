"""Ticks in the background of a process, by APScheduler: an interval in UTC, nothing stored.

What is due is computed from the ledger at each tick, so the scheduler needs to know no day, no
zone and no other process: a shared job store would run every job twice, and a cron trigger leaves
out midnights where clocks change (decision 0046).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final, TypeVar

from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.schedulers.background import BackgroundScheduler
from sqlalchemy.exc import SQLAlchemyError

from ledger.clock import Clock
from ledger.errors import Damaged, LedgerError
from ledger.logs import Logger
from ledger.store.ledger import Ledger
from ops.house import House, open_to_record
from ops.schedule.alarms import Alarm, Log
from ops.schedule.delivery import Delivered, deliver
from ops.schedule.recipients import NOBODY, Recipients
from ops.schedule.tick import ACTOR, Tick, Ticker
from projections.official import furthest_head

log = Logger(__name__)

TICK_SECONDS: Final = 60
DELIVERY_SECONDS: Final = 15

T = TypeVar("T")


@dataclass(frozen=True)
class Plan:
    """The duties of a process: recipients, clock and intervals."""

    recipients: Recipients = NOBODY
    clock: Clock | None = None
    """None: the clock of the machine."""
    tick_seconds: float = TICK_SECONDS
    delivery_seconds: float = DELIVERY_SECONDS


@dataclass
class Seen:
    """Counts and results of the background of a process, for metrics."""

    ticks: int = 0
    failed_ticks: int = 0
    tick: Tick | None = None
    """The last tick that ended well."""
    ticked_at: int = 0
    """Its end, in microseconds since 1970."""
    closed: int = 0
    published: int = 0
    delivered: Delivered = field(default_factory=Delivered)
    alarms: tuple[Alarm, ...] = ()


class Running:
    """Ticks and deliveries in threads of their own, each with the ledger open for itself.

    Use `with`, or `start` and `stop`.
    """

    def __init__(self, address: str, plan: Plan) -> None:
        self._plan, self.seen = plan, Seen()
        self._ticking, self._delivering = _Ticking(address, plan), _Delivering(address, plan)
        self._scheduler = BackgroundScheduler(
            timezone=UTC, executors={"default": ThreadPoolExecutor(2)}
        )

    def start(self) -> None:
        """Make the first tick at once, and go on in the background."""
        jobs = ((self.tick, self._plan.tick_seconds), (self.deliver, self._plan.delivery_seconds))
        for job, seconds in jobs if self._plan.recipients.names else jobs[:1]:
            self._scheduler.add_job(
                job,
                "interval",
                seconds=seconds,
                next_run_time=datetime.now(UTC),
                coalesce=True,
                max_instances=1,
                misfire_grace_time=None,
            )
        self._scheduler.start()

    def stop(self) -> None:
        """End after the present tick and delivery."""
        if self._scheduler.running:
            self._scheduler.shutdown(wait=True)
        self._ticking.close()
        self._delivering.close()

    def tick(self) -> None:
        """Make a tick; a failure is an alarm, and the next tick opens the ledger anew."""
        done, seen = self._guarded(self._ticking.tick, self._ticking.close), self.seen
        if done is None:
            seen.failed_ticks += 1
            return
        seen.ticks += 1
        seen.tick, seen.ticked_at = done, self._ticking.now()
        seen.closed += len(done.closed)
        seen.published += len(done.published)
        seen.alarms = tuple(done.alarms)

    def deliver(self) -> None:
        """Send due notices."""
        done = self._guarded(self._delivering.deliver, self._delivering.close)
        if done is not None:
            total = self.seen.delivered
            total.sent += done.sent
            total.failed += done.failed
            total.given_up += done.given_up

    def _guarded(self, work: Callable[[], T], close: Callable[[], None]) -> T | None:
        try:
            return work()
        except Damaged as error:
            self._failed(Alarm("ledger-damaged", str(error)))
        except (LedgerError, SQLAlchemyError) as error:
            self._failed(Alarm("ledger-unavailable", str(error)))
        except Exception as error:  # the next tick must come whatever happened
            log.exception("trace_of_failed_tick")
            self._failed(Alarm("tick-failed", str(error)))
        close()
        return None

    def _failed(self, alarm: Alarm) -> None:
        Log().take([alarm], 0)
        self.seen.alarms = (alarm,)

    def __enter__(self) -> Running:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


class _Ticking:
    """An open ledger with a ticker, kept between ticks.

    The furthest head is kept after each closing.
    """

    def __init__(self, address: str, plan: Plan) -> None:
        self._address, self._plan, self._stack = address, plan, ExitStack()
        self._open: tuple[House, Ticker] | None = None

    def tick(self) -> Tick:
        house, ticker = self._opened()
        done = ticker.tick()
        if done.closed or done.published:
            furthest_head.keep(house.ledger)
        return done

    def now(self) -> int:
        return self._opened()[0].ledger.clock()

    def _opened(self) -> tuple[House, Ticker]:
        if self._open is None:
            plan = self._plan
            opening = open_to_record(self._address, plan.clock, by=ACTOR)
            house = self._stack.enter_context(opening)
            self._open = house, Ticker(house, plan.recipients)
        return self._open

    def close(self) -> None:
        self._open = None
        self._stack.close()


class _Delivering:
    """A ledger kept open between deliveries."""

    def __init__(self, address: str, plan: Plan) -> None:
        self._address, self._plan = address, plan
        self._ledger: Ledger | None = None

    def deliver(self) -> Delivered:
        if self._ledger is None:
            self._ledger = Ledger.open(self._address, self._plan.clock)
        return deliver(self._ledger, self._plan.recipients)

    def close(self) -> None:
        if self._ledger is not None:
            self._ledger.close()
        self._ledger = None
