"""Ledgers with lists to close, and a clock set by the test."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from msgspec import structs

from ledger.clock import microseconds
from ledger.events.pool import (
    ClosingPolicySet,
    ListPublished,
    ListScheduled,
    PeriodClosed,
    PoolOpened,
)
from ledger.events.tournament import TournamentRegistered
from ledger.store.ledger import Ledger
from ops.closings.closings_due import ClosingDue, closings_due
from ops.house import House
from ops.schedule.recipients import NOBODY, Recipients
from ops.schedule.tick import ACTOR, Tick, Ticker
from projections.official import Official
from projections.rulebooks import rulebook
from tests.support.recording import ZONE, a_ledger, adopt, following, record, registered
from tests.support.store_facts import SetClock
from tests.support.worlds import FIDE, ON, carried_over, federation, rated

TWO = [rated(1, 2000), rated(2, 2000)]
BEGIN = date(2025, 7, 1)


def at(text: str, zone: str = ZONE) -> int:
    """An instant (µs) by the clock of a zone: 2025-08-01 00:00."""
    return microseconds(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)))


def noon(day: date) -> int:
    """Noon of a day in UTC (µs)."""
    return microseconds(datetime(day.year, day.month, day.day, 12, tzinfo=UTC))


def policy(pool: str = FIDE, **said: Any) -> ClosingPolicySet:
    """A closing policy: by default proceed, from the beginning."""
    usual: dict[str, Any] = {"mode": "proceed", "in_force_from": BEGIN, "publish": False}
    return ClosingPolicySet(pool=pool, by="the-commission", **{**usual, **said})


@dataclass
class Service:
    """A ledger, the official track, and the ticks of a service."""

    ledger: Ledger
    official: Official
    clock: SetClock
    recipients: Recipients = NOBODY
    ticker: Ticker = field(init=False)

    def __post_init__(self) -> None:
        """Make the ticker."""
        self.ticker = Ticker(self.house, self.recipients)

    @property
    def house(self) -> House:
        """The ledger as recorded in by the service, caught up."""
        self.official.catch_up()
        return House(self.ledger, self.official, by=ACTOR)

    def open(
        self, pool: str = FIDE, *, first: str = "2025-08", zone: str = ZONE, law: str | None = None
    ) -> None:
        """Open a pool with two rated players, and adopt the editions since 2024."""
        law = law or pool
        opened = PoolOpened(pool=pool, rulebook=law, zone=zone, first_period=first)
        record(self.ledger, f"open {pool}", opened)
        for edition in rulebook(law).editions:
            if edition.name >= "2024-03-01":
                adopt(self.ledger, pool, edition.name, law=law)
        carried = carried_over(federation(TWO, on=ON), law)
        record(self.ledger, f"carry {pool}", structs.replace(carried, pool=pool))

    def open_quarters(self) -> None:
        """Open a UISP pool from the last quarter of 2025 on, without announced days."""
        self.open("uisp", first="2025-Q4")
        adopt(self.ledger, "uisp", rulebook("uisp").editions[0].name)

    def issue(self, period: str, day: date) -> None:
        """Announce the issue day of a quarter; the cut-off is ten days before."""
        cut_off = rulebook("uisp").calendar.announce(period, day, None).cut_off
        fact = ListScheduled(pool="uisp", period=period, issue_day=day, cut_off=cut_off)
        record(self.ledger, f"issue {period}", fact)

    def set(self, **said: Any) -> None:
        """Record a closing policy."""
        fact = policy(**said)
        record(self.ledger, f"policy {self.ledger.read.head().next_position}", fact)

    def announce(self, tournament: str, start: str, end: str, *pools: str) -> None:
        """Record an announcement."""
        first, last = date.fromisoformat(start), date.fromisoformat(end)
        said = TournamentRegistered(
            tournament=tournament,
            name=tournament,
            pools=pools or (FIDE,),
            start=first,
            end=last,
            registered_on=first - timedelta(days=40),
            time_control="5400+30",
            announced_as_rated=True,
        )
        record(self.ledger, f"announce {tournament}", said)

    def tick(self, text: str = "") -> Tick:
        """Set the clock, if a time is given, and make a tick."""
        if text:
            self.clock.now = at(text)
        return self.ticker.tick()

    def row(self, pool: str = FIDE) -> ClosingDue:
        """The next list of a pool."""
        (row,) = closings_due(self.house, pool=pool).rows
        return row

    def closed(self, pool: str = FIDE) -> list[str]:
        """The periods closed, in order."""
        return [fact.period for fact in self.facts(pool, PeriodClosed)]

    def published(self, pool: str = FIDE) -> dict[str, str]:
        """The days of publication by period."""
        return {f.period: str(f.published_on) for f in self.facts(pool, ListPublished)}

    def facts(self, pool: str, kind: Any) -> list[Any]:
        """The events of a type in the stream of a pool."""
        stored = self.ledger.read.stream(f"pool-{pool}", kind.TYPE)
        return [recorded.decoded().payload for recorded in stored]


@contextmanager
def a_service(address: str, recipients: Recipients = NOBODY) -> Iterator[Service]:
    """A new ledger of 1 July 2025 with two players and no pool yet."""
    clock = SetClock(noon(BEGIN))
    with a_ledger(address, clock) as ledger, following(ledger) as official:
        record(ledger, "players", registered(federation(TWO)))
        yield Service(ledger, official, clock, recipients)


__all__ = ["FIDE", "Service", "a_service", "at", "noon", "policy"]
