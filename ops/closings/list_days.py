"""The days of a list: issue day and cut-off announced, day of publication recorded or corrected."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from ledger import canonical
from ledger.errors import Refused
from ledger.events.pool import ListPublished, ListScheduled, PeriodClosed, RatingsCarriedOver
from ledger.expected import day_after, from_to, or_later
from ledger.sentences import Input, Position, Remedy, Sentence, Value
from ledger.store.requests import NewEvent, Request
from ops.closings.recordings import PublishList, ScheduleList
from ops.commands.composed import Composed
from ops.commands.refusals import day_contradicts, day_to_come
from ops.house import House
from projections.queries import PoolQuery, RatingList
from projections.queries.findings.bookings import published_otherwise
from projections.rulebooks import rulebook
from projections.rulebooks.engine.calendars import WrongDays
from projections.rulebooks.engine.terms import Force
from projections.state.pool import PoolFacts, Published, printed


def scheduled(house: House, asked: ScheduleList) -> Composed[ListScheduled]:
    """Compose the days of a list; later days replace earlier ones.

    Without a cut-off it follows from the issue day. Raises Refused: days outside the rulebook's
    calendar, a closed list with other days, days before those of the last closed list, or of the
    ratings carried over.
    """
    event = _announced(house, asked)
    version = house.read.stream_version(event.stream())
    key = _key(house, event)
    is_repetition = house.read.request(key) is not None
    if not is_repetition:
        _check_still_open(house, event)
    expected = {} if is_repetition else {event.stream(): version}
    return Composed(Request(key, (NewEvent(event),), expected=expected), event)


def _announced(house: House, asked: ScheduleList) -> ListScheduled:
    """Return the days of a list, as its calendar has them. Raises Refused."""
    pool, issue_day = asked.pool, asked.issue_day
    calendar = rulebook(house.pool_opened(pool).rulebook).calendar
    try:
        days = calendar.announce(asked.period, issue_day, asked.cut_off)
    except WrongDays as error:
        refused = Refused(error.words, code="days-contradict", field="issue-day", found=issue_day)
        raise refused.at_place(pool) from error
    return ListScheduled(
        pool=pool,
        period=asked.period,
        issue_day=issue_day,
        cut_off=days.cut_off,
        source=asked.source,
    )


def _key(house: House, scheduled: ListScheduled) -> str:
    """Return a key made of the days and of the position of the last other days of the list."""
    of_list, replaced = f"list-scheduled:{scheduled.pool}:{scheduled.period}:", "first"
    positions = sorted(first.first_position for first in house.read.requests(of_list))
    for position, recorded in house.read.found_at(positions):
        earlier: ListScheduled = recorded.decoded().payload
        if earlier.period == scheduled.period and earlier != scheduled:
            replaced = str(position)
    return f"{of_list}{replaced}:{canonical.digest(scheduled)[:16]}"


def _check_still_open(house: House, scheduled: ListScheduled) -> None:
    """Refuse the days of a closed list, and days before those of the last closed list."""
    closings = house.read.stream(scheduled.stream(), PeriodClosed.TYPE)
    closed: list[PeriodClosed] = [closing.decoded().payload for closing in closings]
    for closing, event in zip(closings, closed, strict=True):
        if event.period == scheduled.period:
            problem = Sentence(
                "list {list} of {pool} is closed ({closed})",
                list=event.period,
                pool=event.pool,
                closed=Position(closing.position),
            )
            raise Refused(problem, code="list-is-closed", field="period", found=event.period)
    if closed:
        _check_after_last(scheduled, closed[-1])
    else:
        _check_after_carry_over(house, scheduled)


def _check_after_last(scheduled: ListScheduled, last: PeriodClosed) -> None:
    days = (
        ("issue-day", scheduled.issue_day, scheduled.issue_day > last.list_date, last.list_date),
        ("cut-off", scheduled.cut_off, scheduled.cut_off >= last.cut_off, last.cut_off),
    )
    for option, day, follows, of_last in days:
        if not follows:
            problem = Sentence(
                "{pool}: {input} {day} does not follow {before}, that of list {last}, which is "
                "closed; lists are closed in the order of their days",
                pool=scheduled.pool,
                input=Input(option.replace("-", "_")),
                day=day,
                before=of_last,
                last=last.period,
            )
            raise day_contradicts(problem, option, day, day_after(of_last))


def _check_after_carry_over(house: House, scheduled: ListScheduled) -> None:
    carried = house.read.last_in_stream(scheduled.stream(), RatingsCarriedOver.TYPE)
    if carried is None:
        return
    day, on = scheduled.issue_day, carried.decoded().payload.on
    if day <= on:
        problem = Sentence(
            "{input} {day}: {pool} begins with ratings in force from {on} ({carried}); its lists "
            "come after that day",
            input=Input("issue_day"),
            day=day,
            pool=scheduled.pool,
            on=on,
            carried=Position(carried.position),
        )
        raise day_contradicts(problem, "issue-day", day, day_after(on))


# ------------------------------------------------------------------------------------ publication


@dataclass(frozen=True, slots=True)
class MovedStarts:
    """A closed list with tournaments begun under another list than assumed."""

    period: str
    tournaments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Effects:
    """The effects of a publication on closed lists."""

    overtaken_by: str | None
    """Newer list in force on that day: this list never was in force."""
    moved: tuple[MovedStarts, ...]


def published(house: House, asked: PublishList) -> Composed[ListPublished]:
    """Compose the day on which a closed list was published: by default its last printing.

    Without a day it is the list date; of a new printing, today. With `corrects` it replaces the
    day recorded before; lists closed meanwhile stay. Raises Refused for an impossible day, for
    another day than the recorded one, and for a printing superseded before it was published.
    """
    house.catch_up()
    pool, period = asked.pool, asked.period
    query = house.pool(pool)
    listed = query.list_of(period)
    number = _printing(query.facts, period, asked.printing)
    first = number == 1
    day = asked.on or (listed.list_date if first else house.today(query.facts.opened.zone))
    event = ListPublished(pool=pool, period=period, printing=number, published_on=day)
    _check_published_on(house, query, listed, day)
    days = query.facts.published.get(period, [])
    _check_after_printing_before(event, days)
    known = [one for one in days if one.printing == number]
    key = f"published:{pool}:{printed(period, number)}"
    if known and known[-1].on != day and not asked.corrects:
        last = known[-1]
        remedy = Remedy("publish-list", pool=pool, period=period, on=str(day), corrects=True)
        raise Refused(
            Sentence(
                "{pool} {list} was published on {on} ({published}); if that day is wrong, put it "
                "right ({correct})",
                pool=pool,
                list=period,
                on=last.on,
                published=Position(last.position),
                correct=remedy,
            ),
            code="published-already",
            field="on",
            found=day,
            expected=last.on,
            remedy=remedy,
        )
    if len(known) > 1 or (known and known[-1].on != day):
        others = [one for one in known if one.on != day]
        key = f"{key}:{others[-1].position}"
    version = house.read.stream_version(event.stream())
    expected = {} if house.read.request(key) else {event.stream(): version}
    return Composed(Request(key, (NewEvent(event),), expected=expected), event)


def _printing(facts: PoolFacts, period: str, asked: int | None) -> int:
    """Return the printing to publish. Raises Refused for an unknown or a superseded one."""
    closed = facts.closing(period)
    last = closed.event.printing if closed else 1
    number = last if asked is None else asked
    pool = facts.opened.pool
    if not 0 < number <= last:
        raise Refused(
            Sentence(
                "{pool} {list} has no printing {printing}; its last one is {last}",
                pool=pool,
                list=period,
                printing=number,
                last=last,
            ),
            code="unknown-printing",
            field="printing",
            found=number,
            expected=from_to(1, last),
        )
    is_known = any(day.printing == number for day in facts.published.get(period, ()))
    if number < last and not is_known:
        raise Refused(
            Sentence(
                "{pool} {list}: printing {printing} was not published before the next one was "
                "sealed, and so never is",
                pool=pool,
                list=period,
                printing=number,
            ),
            code="superseded",
            field="printing",
            found=number,
            expected=last,
        )
    return number


def _check_after_printing_before(event: ListPublished, days: Sequence[Published]) -> None:
    earlier = [day.on for day in days if day.printing < event.printing]
    if earlier and event.published_on < earlier[-1]:
        problem = Sentence(
            "{pool} {list}: {day} is before {before}, when the printing before it was published",
            pool=event.pool,
            list=event.period,
            day=event.published_on,
            before=earlier[-1],
        )
        raise day_contradicts(problem, "on", event.published_on, or_later(earlier[-1]))


def effects(house: House, published: ListPublished) -> Effects:
    """Return the effects of a recorded publication."""
    house.catch_up()
    query = house.pool(published.pool)
    listed = query.list_of(published.period)
    newer = query.overtaken_by(listed)
    return Effects(newer.period if newer else None, tuple(_moved_starts(query, listed)))


def _moved_starts(pool: PoolQuery, listed: RatingList) -> Iterator[MovedStarts]:
    for later in pool.lists()[listed.number + 1 :]:
        moved = [
            booked.tournament
            for booked in pool.bookings(later.number)
            if booked.edition and any(published_otherwise(pool, booked, later))
        ]
        if moved:
            yield MovedStarts(later.period, tuple(moved))


def _check_published_on(house: House, pool: PoolQuery, listed: RatingList, day: date) -> None:
    of: dict[str, Value] = {"pool": pool.name, "list": listed.period, "day": day}
    now = house.today(pool.facts.opened.zone)
    if day > now:
        problem = Sentence("{pool} {list}: {day} is still to come (today is {now})", now=now, **of)
        raise day_to_come(problem, "on", day, now)
    if pool.law.in_force_by is Force.PUBLICATION and day < listed.list_date:
        problem = Sentence(
            "{pool} {list}: {day} is before its issue day, {issued}", issued=listed.list_date, **of
        )
        raise day_contradicts(problem, "on", day, or_later(listed.list_date))
    closed = pool.facts.closing(listed.period)
    if closed is not None and day <= closed.event.cut_off:
        cut_off = closed.event.cut_off
        problem = Sentence(
            "{pool} {list}: on {day} it could not be closed yet, for what came until {cut_off} is "
            "on it",
            cut_off=cut_off,
            **of,
        )
        raise day_contradicts(problem, "on", day, day_after(cut_off))
