"""Opening pools, and what is settled then: the first list, the other pool a new one looks at."""

from __future__ import annotations

from datetime import date

from ledger import plausible
from ledger.clock import utc_day, zone_of
from ledger.errors import Refused
from ledger.events.pool import ListScheduled, PeriodClosed, PoolOpened, RatingsCarriedOver
from ledger.store.requests import NO_STREAM, NewEvent, Receipt, Request
from ops.house import House
from projections.rulebooks import rulebook
from projections.rulebooks.engine.calendars import Announced
from projections.rulebooks.engine.rulebook import Rulebook


def open_pool(house: House, said: PoolOpened, by: str) -> Receipt:
    """Open a pool; of one that is open, in the same way, give the first receipt.

    Raises UnknownZone, and Refused where it is open in another way, where no text covers its first
    list, or that lies too far ahead, or where the pool it looks at cannot be, or is unclear.
    """

    def compose() -> Request:
        if not _is_open(house, said):
            zone_of(said.zone)
            _check_covered(rulebook(said.rulebook), said.first_period)
            _check_near(house, rulebook(said.rulebook), said.first_period)
            _check_beside(house, said)
        return Request(
            f"pool-opened:{said.pool}",
            (NewEvent(said),),
            expected={said.stream(): NO_STREAM},
            recorded_by=by,
        )

    return house.append(compose)


def _is_open(house: House, said: PoolOpened) -> bool:
    """Tell whether a pool is open already. Raises Refused where it is, in another way."""
    events = house.read.stream(said.stream())
    if events and events[0].decoded().payload != said:
        raise Refused(
            f"pool {said.pool} is open already, in another way (#{events[0].position})",
            code="open-already",
            field="pool",
            found=said.pool,
        )
    return bool(events)


def _check_beside(house: House, said: PoolOpened) -> None:
    """Check the pool that a new one looks at. Raises Refused where it cannot be, or is unclear."""
    law = rulebook(said.rulebook)
    wanted = set(law.other_pools.rulebooks.values())
    there = [each for each in _opened(house) if each.rulebook in wanted]
    if said.beside is None and len(there) > 1:
        names = ", ".join(each.pool for each in there)
        raise Refused(
            f"{said.pool} looks at one of {names}: say which with --beside",
            code="option-needed",
            field="beside",
            expected=names,
        )
    if said.beside is not None and said.beside not in {each.pool for each in there}:
        asked = ", ".join(sorted(wanted)) or "none: it looks at no other pool"
        raise Refused(
            f"--beside {said.beside}: {law.name} asks for an open pool of rulebook {asked}",
            code="pool-not-fitting",
            field="beside",
            found=said.beside,
            expected=asked,
        )


def _check_covered(law: Rulebook, first_period: str) -> None:
    """Check that a text covers the first list. Raises Refused where none can: it would be stuck."""
    latest, since = law.calendar.latest(first_period), law.editions[0].name
    if latest is not None and latest.isoformat() < since:
        raise Refused(
            f"--first-period {first_period}: {law.name} is covered from {since} on, and that list "
            f"is issued by {latest}; begin with a later one",
            code="period-not-covered",
            field="first-period",
            found=first_period,
            expected=f"a list of {since} or later",
        )


def _check_near(house: House, law: Rulebook, first_period: str) -> None:
    """Check that the first list is no slip, unless it is said to be right. Raises Implausible."""
    latest = law.calendar.latest(first_period)
    if latest is not None and not house.ledger.values_are_right:
        plausible.check_day(latest, "first-period", lambda: utc_day(house.ledger.clock()))


def check_begins(house: House, pool: str, on: date) -> None:
    """Check the day on which histories begin. Raises Refused unless the first list follows it."""
    said = house.pool_opened(pool)
    first = _first_list(house, said)
    if first is not None and on >= first:
        raise Refused(
            f"--on {on}: the first list of {pool}, {said.first_period}, is of {first}, and lists "
            "come after the ratings carried over; say the day from which these were in force",
            code="days-contradict",
            field="on",
            found=on,
            expected=f"a day before {first}",
        )


def check_follows(house: House, scheduled: ListScheduled) -> None:
    """Check the day of a first list. Raises Refused unless it follows the ratings carried over."""
    stream = scheduled.stream()
    carried = house.read.last_in_stream(stream, RatingsCarriedOver.TYPE)
    if carried is None or house.read.last_in_stream(stream, PeriodClosed.TYPE) is not None:
        return
    on = carried.decoded().payload.on
    if scheduled.issue_day <= on:
        raise Refused(
            f"--issue-day {scheduled.issue_day}: {scheduled.pool} begins with ratings in force "
            f"from {on} (#{carried.position}); its lists come after that day",
            code="days-contradict",
            field="issue-day",
            found=scheduled.issue_day,
            expected=f"a day after {on}",
        )


def _first_list(house: House, said: PoolOpened) -> date | None:
    """Give the day of a pool's first list: the one announced, or the last that it may have."""
    calendar, announced = rulebook(said.rulebook).calendar, dict[str, Announced]()
    for each in house.read.stream(said.stream()):
        fact = each.decoded().payload
        if isinstance(fact, ListScheduled):
            announced[fact.period] = Announced(fact.issue_day, fact.cut_off)
    try:
        return calendar.due(said.first_period, announced).list_date
    except ValueError:
        return calendar.latest(said.first_period)


def _opened(house: House) -> list[PoolOpened]:
    """Give how every pool was opened, in the order they were."""
    return [each.decoded().payload for each in house.read.of_type(PoolOpened.TYPE)]
