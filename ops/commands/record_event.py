"""Recording one event by hand, with the checks a person needs before it is for ever."""

from __future__ import annotations

from hashlib import sha256

from ledger import canonical, columns
from ledger.errors import Refused
from ledger.events.base import Fact, PoolFact, TournamentFact
from ledger.events.outside_play import BonusGranted
from ledger.events.pool import (
    EntryCapitalDecided,
    ListScheduled,
    PeriodClosed,
    RatingsAdjusted,
    RatingsAnnulled,
)
from ledger.store.requests import NO_STREAM, NewEvent, Receipt, Request
from ops.commands.decision_checks import Present, check
from ops.commands.open_pool import check_follows
from ops.commands.repetition import said_otherwise
from ops.house import House
from projections.recompute.waiting import decided_entries


def record(house: House, fact: Fact, *, key: str | None = None, by: str = "local") -> Receipt:
    """Record one event; the same one is recorded but once, what corrects ratings once a list.

    Raises Refused for an event about a pool that is not opened, and for a decision that could not
    take effect.
    """
    return house.append(lambda: compose(house, fact, key, by))


def compose(house: House, fact: Fact, key: str | None, by: str) -> Request:
    """Return the request that records an event; raises Refused as `record`.

    Unless it is a repetition, it expects the version at which its stream stood before the checks.
    """
    expected = {}
    if isinstance(fact, PoolFact | TournamentFact):
        expected = {fact.stream(): house.read.stream_version(fact.stream())}
    if isinstance(fact, PoolFact):
        house.pool_opened(fact.pool)
    chosen = key or _key(house, fact)
    if house.read.request(chosen):
        return Request(chosen, (NewEvent(fact),), recorded_by=by)
    check(Present(house), fact)
    return Request(chosen, (NewEvent(fact),), expected=expected, recorded_by=by)


def announce(house: House, scheduled: ListScheduled, *, by: str = "local") -> Receipt:
    """Record the announcement of a list; a later one for the same list takes its place.

    Raises Refused for another announcement of a list that is closed already, and for days that
    do not follow those of the list closed last.
    """
    return house.append(lambda: _announcement(house, scheduled, by))


def _announcement(house: House, scheduled: ListScheduled, by: str) -> Request:
    house.pool_opened(scheduled.pool)
    replaced, closed, last, version = "first", None, None, NO_STREAM
    for recorded in house.read.stream(scheduled.stream()):
        said, version = recorded.decoded().payload, recorded.stream_version
        if isinstance(said, PeriodClosed):
            last = said
            closed = recorded.position if said.period == scheduled.period else closed
        same_list = isinstance(said, ListScheduled) and said.period == scheduled.period
        if same_list and said != scheduled:
            replaced = str(recorded.position)
    digest = sha256(canonical.encode(scheduled)).hexdigest()[:16]
    key = f"list-scheduled:{scheduled.pool}:{scheduled.period}:{replaced}:{digest}"
    again = house.read.request(key)
    if closed is not None and not again:
        raise Refused(
            f"list {scheduled.period} of {scheduled.pool} is closed (#{closed})",
            code="list-is-closed",
            field="period",
            found=scheduled.period,
        )
    if closed is None and last is not None:
        _refuse_before(scheduled, last)
    check_follows(house, scheduled)
    expected = {} if again else {scheduled.stream(): version}
    return Request(key, (NewEvent(scheduled),), expected=expected, recorded_by=by)


def _refuse_before(scheduled: ListScheduled, last: PeriodClosed) -> None:
    """Raise Refused unless a list comes after the one closed last, and books no less."""
    days = (
        ("--issue-day", scheduled.issue_day, scheduled.issue_day > last.list_date, last.list_date),
        ("--cut-off", scheduled.cut_off, scheduled.cut_off >= last.cut_off, last.cut_off),
    )
    for option, day, follows, of_last in days:
        if not follows:
            raise Refused(
                f"{scheduled.pool}: {option} {day} does not follow {of_last}, that of list "
                f"{last.period}, which is closed; lists are closed in the order of their days",
                code="days-contradict",
                field=option.removeprefix("--"),
                found=day,
                expected=f"after {of_last}",
            )


def _key(house: House, fact: Fact) -> str:
    """Give a key by what is said, and by what it answers; a repetition has that of the first.

    It is no repetition where something else was said since about the same, or, of what corrects
    ratings, where a list took the first. Said again where it could take no effect, it is one.
    """
    key = f"record:{fact.TYPE}:{sha256(canonical.encode(fact)).hexdigest()[:32]}"
    before = house.read.requests(key)
    if isinstance(fact, RatingsAdjusted | RatingsAnnulled | BonusGranted):
        closed = house.read.last_in_stream(fact.stream(), PeriodClosed.TYPE)
        answered, anew = closed.position if closed else "first", True
    else:
        since = said_otherwise(house.read, fact)
        answered, anew = since, bool(before) and since > before[-1].last_position
    if before and not (anew and _could_hold(house, fact)):
        return before[-1].key
    return f"{key}:{answered}" if anew else key


def _could_hold(house: House, fact: Fact) -> bool:
    try:
        check(Present(house), fact)
    except Refused:
        return False
    return True


def how_to_say_it_anew(house: House, fact: Fact) -> str:
    """Say how a decision is recorded that has the words of one used up; "" where it need not be.

    The same words typed again are the same decision, also after its player entered by it and
    ceased: else a file of commands typed again would decide anew.
    """
    if not isinstance(fact, EntryCapitalDecided) or not _could_hold(house, fact):
        return ""
    pool = house.pool(fact.pool)
    players = set(columns.read(fact.player, columns.PLAYER).tolist())
    decided = {decision.player for decision in pool.facts.decisions} & players
    number = pool.lists()[-1].number + 1
    if decided <= decided_entries(pool, players, number, pool.known).keys():
        return ""
    return (
        "it was for an entry that is over; another decision in the same words names its act: "
        '--article "…, act 12 of 2016"'
    )
