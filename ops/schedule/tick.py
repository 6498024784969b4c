"""A tick: close and publish all due lists, pool by pool, and fill the outbox.

A second service is harmless: a closing is composed under the lock of all appends, and names the
version of its pool; whoever comes second finds the list closed.
"""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from msgspec import structs

from ledger.clock import WrongClock
from ledger.errors import OutcomeUnknown, Refused, StreamMoved, words_of
from ledger.limits import CLOCK_BEHIND_US
from ledger.logs import Logger
from ledger.sentences import Sentence
from ledger.store.proposals import Proposals
from ledger.store.requests import Receipt
from ledger.wording import duration
from ops.access.actors import SCHEDULE
from ops.closings.close_period import OutOfOrder, PeriodAlreadyClosed, TooEarly
from ops.closings.closings_due import (
    ClosingDue,
    Question,
    State,
    Trials,
    holds,
    in_order,
    of_pool,
    publications_due,
    question,
)
from ops.closings.next_list import WrongPeriod
from ops.closings.recordings import CloseList, PublishList
from ops.house import House
from ops.schedule import alarms, outbox
from ops.schedule.alarms import Alarm
from ops.schedule.recipients import NOBODY, Recipients
from ops.upkeep.background_runs import Outcome, Run, keep
from projections.official.stopping import STOPPING, ReplayStopped
from projections.rulebooks.engine.rulebook import OutsideRulebook
from projections.rulebooks.engine.whole import Incomputable

log = Logger(__name__)

ACTOR: Final = SCHEDULE.id
"""The actor who records what the service closes and publishes by itself."""

SLOW_US: Final = 60 * 1_000_000

_MOVED: Final = (StreamMoved, PeriodAlreadyClosed, WrongPeriod, TooEarly)
"""Refusals of a closing that another service may just have made: it is decided again."""
_TRIES: Final = 5


@dataclass(frozen=True, slots=True)
class RecordedList:
    """A list closed or published by a tick."""

    pool: str
    period: str
    receipt: Receipt


@dataclass(slots=True)
class Tick:
    """The result of a tick."""

    closed: list[RecordedList] = field(default_factory=list)
    published: list[RecordedList] = field(default_factory=list)
    rows: tuple[ClosingDue, ...] = ()
    """The next list of each pool at the end of the tick, in the order of closing."""
    notices: int = 0
    """Notices added to the outbox."""
    alarms: list[Alarm] = field(default_factory=list)
    position: int = -1
    """The last event applied."""


class _EndOfTick(Exception):
    """The clock is wrong: nothing can be recorded now."""

    def __init__(self, words: Sentence) -> None:
        self.words = words
        super().__init__(str(words))


class Ticker:
    """Makes ticks, with a memory of trial runs and logged alarms."""

    def __init__(
        self,
        house: House,
        recipients: Recipients = NOBODY,
        steady: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        """Take an open house, whose `by` records.

        `steady` returns nanoseconds of a clock nobody sets.
        """
        self._house, self._recipients = house, recipients
        self._steady, self._alarms = steady, alarms.LoggedAlarms()
        self._trials: Trials = {}

    def tick(self) -> Tick:
        """Make a tick and keep its end. Raises Unavailable, Damaged, errors of the database."""
        ledger = self._house.ledger
        begun, began_at, done = self._steady(), ledger.clock(), Tick()
        done.notices = self._put()  # so a new recipient gets notices of what this tick closes
        try:
            self._check_clock()
            self._close_and_publish(done)
        except _EndOfTick as error:
            done.alarms.append(Alarm("clock-wrong", words_of(error)))
        except ReplayStopped as stopped:  # at an event of no pool
            done.alarms.append(Alarm("replay-stopped", words_of(stopped)))
        done.notices += self._put()
        took_us = (self._steady() - begun) // 1_000
        if took_us > SLOW_US:
            done.alarms.append(
                Alarm("tick-slow", Sentence("it took {seconds} s", seconds=took_us // 1_000_000))
            )
        self._alarms.take(done.alarms, ledger.clock())
        Proposals(ledger.engine).erase_ended(ledger.clock())  # those that expired
        keep(ledger, _ended(done, began_at, ledger.clock()))
        return done

    def _put(self) -> int:
        ledger = self._house.ledger
        return outbox.put(ledger.engine, self._recipients.names, ledger.clock())

    def _check_clock(self) -> None:
        behind = self._house.read.head().recorded_at - self._house.ledger.clock()
        if behind > CLOCK_BEHIND_US:
            raise _EndOfTick(
                Sentence(
                    "the clock is {behind} behind the last recorded event",
                    behind=duration(behind),
                )
            )

    def _close_and_publish(self, done: Tick) -> None:
        failed: dict[str, ClosingDue] = {}
        tries: Counter[str] = Counter()
        while True:
            asked = self._question()
            if not self._acted(asked, done, failed, tries):
                break
        if done.closed:
            self._house.carry_along()
        found = (alarms.of_closing(asked, row) for row in done.rows)
        done.alarms.extend(alarm for alarm in found if alarm is not None)
        done.position = self._house.official.facts.position

    def _question(self) -> Question:
        events = self._house.catch_up().facts.position
        for key in [key for key in self._trials if key[-1] != events]:
            del self._trials[key]
        return question(self._house, every_trial=False, trials=self._trials)

    def _acted(
        self, asked: Question, done: Tick, failed: dict[str, ClosingDue], tries: Counter[str]
    ) -> bool:
        """Close or publish the first list in order; return False where none is left."""
        rows = []
        for pool in in_order(self._house):
            row = failed.get(pool) or of_pool(asked, pool)
            try:
                if pool not in failed and self._recorded(asked, row, done):
                    return True
            except _MOVED as error:
                tries[pool] += 1
                if tries[pool] < _TRIES:
                    return True
                row = failed[pool] = _changed(row, "refused", error)
            except WrongClock as error:
                raise _EndOfTick(words_of(error)) from error
            except (Refused, OutcomeUnknown, OutsideRulebook, Incomputable) as error:
                row = failed[pool] = _changed(row, "refused", error)
                if not isinstance(error, OutOfOrder):
                    done.alarms.append(Alarm("closing-refused", words_of(error), pool))
            except STOPPING as error:
                row = failed[pool] = _changed(row, "stopped", error)
            rows.append(row)
        done.rows = tuple(rows)
        return False

    def _recorded(self, asked: Question, row: ClosingDue, done: Tick) -> bool:
        """Publish a closed list, or close the next list; return False without a due list."""
        if row.state != "stopped":
            for period, day in publications_due(asked, row.pool):
                published = PublishList(pool=row.pool, period=period, on=day).record(self._house)
                _add(done.published, "list_published", row.pool, period, published.receipt)
                return True
        if row.state != "ready":
            return False
        through = self._house.official.facts.position if holds(asked, row) else None
        closing = CloseList(pool=row.pool, period=row.period, through=through)
        _add(done.closed, "list_closed", row.pool, row.period, closing.record(self._house).receipt)
        return True


def _ended(done: Tick, began_at: int, ended_at: int) -> Run:
    """Return an ended tick for health and metrics."""
    outcome: Outcome = "faults" if done.alarms else "good"
    first = f"{done.alarms[0].name} {done.alarms[0].pool}".strip() if done.alarms else ""
    number, position = len(done.alarms), done.position
    return Run("tick", began_at, ended_at, outcome, number, position, detail=first)


def _add(lists: list[RecordedList], fact: str, pool: str, period: str, receipt: Receipt) -> None:
    if not receipt.replayed:
        lists.append(RecordedList(pool, period, receipt))
        log.info(fact, pool=pool, period=period, position=receipt.last_position)


def _changed(row: ClosingDue, state: State, error: Exception) -> ClosingDue:
    return structs.replace(row, state=state, waits_for=(words_of(error),))
