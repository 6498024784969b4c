"""Announcing the day of a list and the last day of events."""

from __future__ import annotations

from datetime import date
from hashlib import sha256

from ledger import canonical
from ledger.errors import Refused
from ledger.events.pool import ListScheduled, PeriodClosed, RatingsCarriedOver
from ledger.store.requests import NO_STREAM, NewEvent, Request
from ops.commands.composed import Composed, UseCase
from ops.commands.refusals import day_contradicts
from ops.house import House
from projections.rulebooks import rulebook


@UseCase
def schedule_list(
    house: House,
    pool: str,
    period: str,
    issue_day: date,
    cut_off: date | None = None,
    source: str | None = None,
) -> Composed[ListScheduled]:
    """Record the days of a list; later days replace earlier ones.

    Without a cut-off it follows from the issue day. Raises Refused: days outside the rulebook's
    calendar, a closed list with other days, days before those of the last closed list, or of the
    ratings carried over.
    """
    calendar = rulebook(house.pool_opened(pool).rulebook).calendar
    try:
        days = calendar.announce(period, issue_day, cut_off)
    except ValueError as error:
        raise Refused(
            f"{pool}: {error}", code="days-contradict", field="issue-day", found=issue_day
        ) from error
    scheduled = ListScheduled(
        pool=pool, period=period, issue_day=issue_day, cut_off=days.cut_off, source=source
    )
    replaced, closed, last, version = "first", None, None, NO_STREAM
    for recorded in house.read.stream(scheduled.stream()):
        event, version = recorded.decoded().payload, recorded.stream_version
        if isinstance(event, PeriodClosed):
            last = event
            closed = recorded.position if event.period == period else closed
        same_list = isinstance(event, ListScheduled) and event.period == period
        if same_list and event != scheduled:
            replaced = str(recorded.position)
    digest = sha256(canonical.encode(scheduled)).hexdigest()[:16]
    key = f"list-scheduled:{pool}:{period}:{replaced}:{digest}"
    is_repetition = house.read.request(key) is not None
    if closed is not None and not is_repetition:
        problem = f"list {period} of {pool} is closed (#{closed})"
        raise Refused(problem, code="list-is-closed", field="period", found=period)
    if closed is None and last is not None:
        _check_after_last(scheduled, last)
    if last is None:
        _check_after_carry_over(house, scheduled)
    expected = {} if is_repetition else {scheduled.stream(): version}
    return Composed(Request(key, (NewEvent(scheduled),), expected=expected), scheduled)


def _check_after_last(scheduled: ListScheduled, last: PeriodClosed) -> None:
    days = (
        ("issue-day", scheduled.issue_day, scheduled.issue_day > last.list_date, last.list_date),
        ("cut-off", scheduled.cut_off, scheduled.cut_off >= last.cut_off, last.cut_off),
    )
    for option, day, follows, of_last in days:
        if not follows:
            problem = (
                f"{scheduled.pool}: --{option} {day} does not follow {of_last}, that of list "
                f"{last.period}, which is closed; lists are closed in the order of their days"
            )
            raise day_contradicts(problem, option, day, f"after {of_last}")


def _check_after_carry_over(house: House, scheduled: ListScheduled) -> None:
    carried = house.read.last_in_stream(scheduled.stream(), RatingsCarriedOver.TYPE)
    if carried is None:
        return
    day, on = scheduled.issue_day, carried.decoded().payload.on
    if day <= on:
        problem = (
            f"--issue-day {day}: {scheduled.pool} begins with ratings in force from {on} "
            f"(#{carried.position}); its lists come after that day"
        )
        raise day_contradicts(problem, "issue-day", day, f"a day after {on}")
