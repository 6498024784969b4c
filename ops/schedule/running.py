"""Ticks in the background of a process, by APScheduler: an interval in UTC, nothing stored.

What is due is computed from the ledger at each tick, so the scheduler needs to know no day, no
zone and no other process: a shared job store would run every job twice, and a cron trigger leaves
out midnights where clocks change (decision 0046).
"""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.schedulers.background import BackgroundScheduler
from sqlalchemy.exc import SQLAlchemyError

from ledger.clock import Clock
from ledger.errors import Damaged, LedgerError, words_of
from ledger.logs import Logger
from ledger.store.incarnation import OlderLedger
from ledger.store.ledger import Ledger
from ledger.store.reading import Head
from ops.house import House, open_to_record
from ops.schedule.alarms import Alarm, LoggedAlarms
from ops.schedule.delivery import deliver
from ops.schedule.recipients import NOBODY, Recipients
from ops.schedule.tick import ACTOR, Ticker
from projections.official import furthest_head

log = Logger(__name__)

TICK_SECONDS: Final = 60
DELIVERY_SECONDS: Final = 15


@dataclass(frozen=True)
class Plan:
    """The duties of a process: recipients, clock and intervals."""

    recipients: Recipients = NOBODY
    clock: Clock | None = None
    """None: the clock of the machine."""
    tick_seconds: float = TICK_SECONDS
    delivery_seconds: float = DELIVERY_SECONDS


class Running:
    """Ticks and deliveries in threads of their own, each with the ledger open for itself.

    Use `with`, or `start` and `stop`.
    """

    def __init__(self, address: str, plan: Plan) -> None:
        ticking, delivering = _Ticking(address, plan), _Delivering(address, plan)
        jobs = (_Job(ticking, plan.tick_seconds), _Job(delivering, plan.delivery_seconds))
        self._jobs = jobs if plan.recipients.names else jobs[:1]
        self._scheduler = BackgroundScheduler(
            timezone=UTC, executors={"default": ThreadPoolExecutor(2)}
        )

    def start(self) -> None:
        """Make the first tick at once, and go on in the background."""
        for job in self._jobs:
            self._scheduler.add_job(
                job.do,
                "interval",
                seconds=job.seconds,
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
        for job in self._jobs:
            job.work.close()

    def __enter__(self) -> Running:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


class _Job:
    """Work that is repeated; a failure is an alarm, and the next time opens the ledger anew."""

    def __init__(self, work: _Ticking | _Delivering, seconds: float) -> None:
        self.work, self.seconds, self._alarms = work, seconds, LoggedAlarms()

    def do(self) -> None:
        alarm = self._failure()
        self._alarms.take([alarm] if alarm else [], time.monotonic_ns() // 1_000)
        if alarm:
            self.work.close()

    def _failure(self) -> Alarm | None:
        try:
            self.work.do()
        except Damaged as error:
            return Alarm("ledger-damaged", words_of(error))
        except OlderLedger as error:
            return Alarm("ledger-older", words_of(error))
        except (LedgerError, SQLAlchemyError) as error:
            return Alarm("ledger-unavailable", words_of(error))
        except Exception as error:  # the next tick must come whatever happened
            log.exception("trace_of_failed_tick")
            return Alarm("tick-failed", words_of(error))
        return None


class _Ticking:
    """An open ledger with a ticker, kept between ticks.

    Before and after each tick a new head is kept as the furthest: others record too, and a service
    that is killed keeps none at its end.
    """

    def __init__(self, address: str, plan: Plan) -> None:
        self._address, self._plan, self._stack = address, plan, ExitStack()
        self._open: tuple[House, Ticker] | None = None
        self._kept: Head | None = None

    def do(self) -> None:
        house, ticker = self._opened()
        self._keep_head(house.ledger)
        ticker.tick()
        self._keep_head(house.ledger)

    def _keep_head(self, ledger: Ledger) -> None:
        """Keep a new head as the furthest. Raises OlderLedger if an older copy took its place."""
        if ledger.read.head() != self._kept:
            self._kept = furthest_head.refuse_older(ledger)
            furthest_head.keep(ledger)

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

    def do(self) -> None:
        if self._ledger is None:
            self._ledger = Ledger.open(self._address, self._plan.clock)
        deliver(self._ledger, self._plan.recipients)

    def close(self) -> None:
        if self._ledger is not None:
            self._ledger.close()
        self._ledger = None
