"""Publishing: the day of publication of a closed list, and corrections of the day."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import partial

from ledger.errors import Refused, Remedy
from ledger.events.pool import ListPublished
from ops.commands import record_decision
from ops.commands.composed import Composed, Recorded, record
from ops.commands.refusals import day_contradicts, day_to_come
from ops.house import House
from projections.findings.bookings import published_otherwise
from projections.queries import PoolQuery, RatingList
from projections.rulebooks.engine.terms import Force


@dataclass(frozen=True, slots=True)
class MovedStarts:
    """A closed list with tournaments begun under another list than assumed."""

    period: str
    tournaments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Published:
    """A published list, with the effects on closed lists."""

    event: ListPublished
    overtaken_by: str | None = None
    """Newer list in force on that day: this list never was in force."""
    moved: tuple[MovedStarts, ...] = ()


def publish(
    house: House, pool: str, period: str, on: date | None, *, corrects: bool = False
) -> Recorded[Published]:
    """Record the day (None: the list date) on which a closed list was published.

    With `corrects` it replaces the day recorded before; lists closed meanwhile stay. Raises
    Refused for an impossible day, and for another day than the recorded one.
    """
    done = record(house, partial(compose, house, pool, period, on, corrects=corrects))
    house.catch_up()
    asked = house.pool(pool)
    listed = asked.list_of(period)
    newer = asked.overtaken_by(listed)
    moved = tuple(_moved_starts(asked, listed))
    published = Published(done.result.event, newer.period if newer else None, moved)
    return Recorded(done.receipt, published)


def compose(
    house: House, pool: str, period: str, on: date | None, *, corrects: bool
) -> Composed[Published]:
    """Compose the publication of a list; raises Refused as `publish`."""
    house.catch_up()
    asked = house.pool(pool)
    listed = asked.list_of(period)
    day = on or listed.list_date
    event = ListPublished(pool=pool, period=period, published_on=day)
    _check_day(house, asked, listed, day)
    known = asked.facts.published.get(period, [])
    key = f"published:{pool}:{period}"
    if known and known[-1].on != day and not corrects:
        raise Refused(
            f"{pool} {period} was published on {known[-1].on} (#{known[-1].position}); "
            "if that day is wrong, put it right with --corrects",
            code="published-already",
            field="on",
            found=day,
            expected=known[-1].on,
            remedy=Remedy("list publish", (pool, period, "--on", str(day), "--corrects")),
        )
    if len(known) > 1 or (known and known[-1].on != day):
        others = [published for published in known if published.on != day]
        key = f"{key}:{others[-1].position}"
    return Composed(record_decision.record.compose(house, event, key).request, Published(event))


def _moved_starts(pool: PoolQuery, listed: RatingList) -> Iterator[MovedStarts]:
    """Yield the closed lists with tournaments begun under another list."""
    for later in pool.lists()[listed.number + 1 :]:
        moved = [
            booked.tournament
            for booked in pool.bookings(later.number)
            if booked.edition and any(published_otherwise(pool, booked, later))
        ]
        if moved:
            yield MovedStarts(later.period, tuple(moved))


def _check_day(house: House, pool: PoolQuery, listed: RatingList, day: date) -> None:
    name, now = f"{pool.name} {listed.period}", house.today(pool.facts.opened.zone)
    if day > now:
        raise day_to_come(f"{name}: {day} is still to come (today is {now})", "on", day, now)
    if pool.law.in_force_by is Force.PUBLICATION and day < listed.list_date:
        problem = f"{name}: {day} is before its issue day, {listed.list_date}"
        raise day_contradicts(problem, "on", day, f"{listed.list_date} or later")
    closed = pool.facts.closing(listed.period)
    if closed is not None and day <= closed.event.cut_off:
        cut_off = closed.event.cut_off
        problem = (
            f"{name}: on {day} it could not be closed yet, for what came until {cut_off} is on it"
        )
        raise day_contradicts(problem, "on", day, f"a day after {cut_off}")
