"""Publishing: the day on which a sealed list came out, and that day put right."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from ledger.clock import today
from ledger.errors import Refused, Remedy
from ledger.events.pool import ListPublished
from ledger.store.requests import Receipt, Request
from ops.commands.record_event import compose
from ops.house import House
from projections.findings.bookings import published_otherwise
from projections.queries import PoolQuery, RatingList
from projections.rulebooks.engine.terms import Force


def publish(
    house: House,
    pool: str,
    period: str,
    on: date | None,
    *,
    corrects: bool = False,
    by: str = "local",
) -> tuple[ListPublished, Receipt]:
    """Record the day (None: its date) on which a sealed list was published.

    With `corrects` it takes the place of the day recorded before, from now on: lists sealed
    meanwhile stay. Raises Refused for a day on which it cannot have come out, and for another day
    than the one recorded.
    """
    day = on or house.pool(pool).list_of(period).list_date
    published = ListPublished(pool=pool, period=period, published_on=day)

    def composed() -> Request:
        house.catch_up()
        key = _key(house.pool(pool), published, corrects=corrects)
        return compose(house, published, key, by)

    return published, house.append(composed)


def _key(pool: PoolQuery, published: ListPublished, *, corrects: bool) -> str:
    """Return the key of the request. Raises Refused for a day that cannot be."""
    period, day = published.period, published.published_on
    _check_day(pool, pool.list_of(period), day)
    known = pool.facts.published.get(period, [])
    key = f"published:{pool.name}:{period}"
    if known and known[-1].on != day and not corrects:
        raise Refused(
            f"{pool.name} {period} was published on {known[-1].on} (#{known[-1].position}); "
            "if that day is wrong, put it right with --corrects",
            code="published-already",
            field="on",
            found=day,
            expected=known[-1].on,
            remedy=Remedy("list publish", (pool.name, period, "--on", str(day), "--corrects")),
        )
    if len(known) > 1 or (known and known[-1].on != day):
        before = [each for each in known if each.on != day]
        key = f"{key}:{before[-1].position}"
    return key


def begun_otherwise(pool: PoolQuery, listed: RatingList) -> Iterator[str]:
    """Say which tournaments closed lists took as begun with another list in force."""
    for on in pool.lists()[listed.number + 1 :]:
        moved = [
            each.tournament
            for each in pool.bookings(on.number)
            if each.edition and any(published_otherwise(pool, each, on))
        ]
        if moved:
            yield (
                f"  list {on.period} stays as sealed; the next list books what another list in "
                f"force changes for {', '.join(moved)}"
            )


def _check_day(pool: PoolQuery, listed: RatingList, day: date) -> None:
    """Raise Refused for a day before the list can have come out, or one to come."""
    now = today(pool.official.ledger.clock, pool.facts.opened.zone)
    if day > now:
        raise Refused(
            f"{pool.name} {listed.period}: {day} is still to come (today is {now})",
            code="day-to-come",
            field="on",
            found=day,
            expected=f"{now} or before",
        )
    if pool.law.in_force_by is Force.PUBLICATION and day < listed.list_date:
        raise Refused(
            f"{pool.name} {listed.period}: {day} is before its issue day, {listed.list_date}",
            code="days-contradict",
            field="on",
            found=day,
            expected=f"{listed.list_date} or later",
        )
    closed = pool.facts.closing(listed.period)
    if closed is not None and day <= closed.event.cut_off:
        raise Refused(
            f"{pool.name} {listed.period}: on {day} it could not be closed yet, for what came "
            f"until {closed.event.cut_off} is on it",
            code="days-contradict",
            field="on",
            found=day,
            expected=f"a day after {closed.event.cut_off}",
        )
