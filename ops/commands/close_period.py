"""Closing a period: the next list is computed, sealed, recorded; never twice, never too early."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from ledger.clock import end_of_day, instant_text
from ledger.errors import Refused, Remedy
from ledger.events.pool import PeriodClosed
from ledger.store.requests import NewEvent, Receipt, Request
from ops.house import House
from projections.official import list_0_of
from projections.official.record import Record, record_of
from projections.official.snapshot import State
from projections.replay import Replay, derived_events
from projections.replay.closing import Closing
from projections.rulebooks.engine.calendars import Due, NotAnnounced
from projections.rulebooks.engine.rulebook import OutsideRulebook
from projections.state.pool import PoolFacts
from projections.steps.closing_order import earlier_lists, pools_before


class PeriodAlreadyClosed(Refused):
    """The period was closed with other inputs."""


class WrongPeriod(Refused):
    """Lists are closed one after the other, each once."""


class OutOfOrder(Refused):
    """Another pool closes its list of this date first."""


class TooEarly(Refused):
    """The day that must have ended has not."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """What closing a period came to."""

    pool: str
    period: str
    position: int | None
    """Of the event that sealed the list; None for a dry run."""
    event: PeriodClosed
    tournaments: int
    outside: int
    """Tournaments taken but outside the rulebook."""
    undecided: tuple[str, ...] = ()
    """The tournament of each entry that needs a decision about the rating it comes with."""
    undecided_by_correction: tuple[str, ...] = ()
    """The same of entries by a correction that this list books, which need it before."""
    withheld: tuple[str, ...] = ()
    """Tournaments of which the list books less until something is decided about them."""
    unapproved: tuple[tuple[str, int], ...] = ()
    """Tournaments that count without an approval they need, and the games played in each."""
    unseen: tuple[tuple[str, str], ...] = ()
    """Lists of other pools that this one looks at, of earlier days, that were not closed yet."""
    replayed: bool = False
    receipt: Receipt | None = None
    """Of the request that sealed the list; None for a dry run."""


def close(
    house: House,
    pool: str,
    period: str | None = None,
    through: int | None = None,
    *,
    by: str = "local",
    dry_run: bool = False,
) -> Sealed:
    """Close a pool's next period, with everything recorded up to position `through` (None: all).

    While the list is computed and sealed nobody else can append: the state that `period-closed`
    names is that of the events before it. The same inputs again give the first result. Raises
    PeriodAlreadyClosed, WrongPeriod, TooEarly, OutOfOrder, OutsideRulebook; with `dry_run` nothing
    is recorded.
    """
    house.catch_up()  # what takes long comes before the lock
    if dry_run:
        again = _closed_before(house, pool, period, through)
        return again or _computed(house, pool, period, through)[0]
    found: list[Sealed] = []

    def compose() -> Request | Receipt:
        house.catch_up()
        again = _closed_before(house, pool, period, through)
        if again is not None:
            found.append(again)
            return _first_receipt(house, again)
        sealed, closing, granted = _computed(house, pool, period, through)
        found.append(sealed)
        return _request(house.official.facts.pools[pool], closing, granted, sealed.event, by)

    receipt = house.ledger.append_under_lock(compose)
    position, replayed = receipt.last_position, receipt.replayed
    return replace(found[-1], position=position, replayed=replayed, receipt=receipt)


def next_period(facts: PoolFacts, replay: Replay) -> str:
    """Give the period to be closed next. Raises WrongPeriod where none is announced."""
    last = facts.last_closed()
    if last is None:
        return facts.opened.first_period
    following = replay.law.rulebook.calendar.after(last.event.period, facts.announced)
    if following is None:
        raise WrongPeriod(
            f"{facts.opened.pool}: no list after {last.event.period} is announced; "
            "announce it with `ledger list schedule`",
            field="period",
            found=f"nothing after {last.event.period}",
            expected="a list that is announced",
            remedy=_announcing(facts.opened.pool, "LIST"),
        )
    return following


def _facts(house: House, pool: str) -> PoolFacts:
    if pool not in house.official.facts.pools:
        opened = ", ".join(sorted(house.official.facts.pools)) or "none"
        raise Refused(
            f"there is no pool {pool!r}; opened are: {opened}",
            code="unknown-pool",
            field="pool",
            found=pool,
            expected=opened,
        )
    return house.official.facts.pools[pool]


def _closed_before(
    house: House, pool: str, period: str | None, through: int | None
) -> Sealed | None:
    """What closing the period came to the first time; None where it is not closed."""
    first = _facts(house, pool).closing(period) if period else None
    if first is None:
        return None
    if through is not None and through != first.event.through_position:
        raise PeriodAlreadyClosed(
            f"{pool} {first.event.period} is closed (#{first.position}) with everything up to "
            f"#{first.event.through_position}, not #{through}; what came later is on the next list",
            field="through",
            found=f"#{through}",
            expected=f"#{first.event.through_position}",
        )
    return Sealed(pool, first.event.period, first.position, first.event, 0, 0, replayed=True)


def _first_receipt(house: House, again: Sealed) -> Receipt:
    """The receipt of the request that sealed a list before."""
    receipt = house.read.request(_key(again.event))
    assert receipt is not None
    return receipt


def _computed(
    house: House, pool: str, period: str | None, through: int | None
) -> tuple[Sealed, Closing, list[derived_events.Echo]]:
    """What a closing would record: the list, with the events that rules give beside it."""
    facts = _facts(house, pool)
    replay = house.official.replay(pool).fork()
    due = _due(house, facts, replay, period)
    last = house.official.facts.position
    if through is not None and not facts.closed_through() <= through <= last:
        raise Refused(
            f"position #{through} is not between #{facts.closed_through()} and #{last}",
            code="number-out-of-range",
            field="through",
            found=f"#{through}",
            expected=f"#{facts.closed_through()} to #{last}",
        )
    taken = last if through is None else through
    _check_order(house, pool, due, taken)
    list_0 = list_0_of(replay, taken)
    closing = replay.close(due, taken)
    record = record_of(closing, replay.begun(), list_0)
    granted = list(derived_events.of_closing(closing, pool))
    state = house.official.state_to_come(replay, record, len(granted) + 1)
    event = _event(facts, closing, taken, record, state)
    return _sealed(house, closing, event), closing, granted


def _sealed(house: House, closing: Closing, event: PeriodClosed) -> Sealed:
    reports = closing.booked.reports
    outside = sum(edition is None for edition in map(closing.booked.edition_of, reports))
    seen = (house.official.facts.pools, event.pool, closing.due, event.through_position)
    return Sealed(
        event.pool,
        event.period,
        None,
        event,
        len(reports),
        outside,
        tuple(closing.undecided()),
        tuple(closing.undecided_by_correction()),
        tuple(closing.withheld()),
        tuple(sorted(closing.unapproved().items())),
        tuple(earlier_lists(*seen)),
    )


def _due(house: House, facts: PoolFacts, replay: Replay, period: str | None) -> Due:
    pool, following = facts.opened.pool, next_period(facts, replay)
    if facts.carried and not facts.carried[-1].last_part:
        raise WrongPeriod(
            f"{pool}: ratings are carried over in part only; repeat the carry-over",
            field="pool",
            found="a part of the ratings carried over",
            expected="all of them",
            remedy=Remedy("pool carry-over", (pool, "FILE", "--on", "DAY", "--source", "LIST")),
        )
    if period is not None and period != following:
        raise WrongPeriod(
            f"{pool}: the next list to close is {following}, not {period}",
            field="period",
            found=period,
            expected=following,
            remedy=Remedy("list close", (pool, following)),
        )
    try:
        due = replay.law.rulebook.calendar.due(following, facts.announced)
    except NotAnnounced as error:
        announce = _announcing(pool, error.period)
        raise WrongPeriod(
            f"{pool}: {error}: announce it with `{announce}`",
            field="period",
            found=error.period,
            expected="a list that is announced",
            remedy=announce,
        ) from error
    except ValueError as error:
        raise WrongPeriod(f"{pool}: {error}", field="period", found=following) from error
    before = replay.begun().since[-1]
    if due.list_date <= before:
        raise WrongPeriod(
            f"{pool}: list date {due.list_date} is not after {before}, the last one's",
            field="period",
            found=due.list_date,
            expected=f"a list date after {before}",
        )
    opens = end_of_day(due.closes_after, facts.opened.zone)
    if house.ledger.clock() < opens:
        raise TooEarly(
            f"{pool} {following}: not before {due.closes_after} has ended in {facts.opened.zone} "
            f"({instant_text(opens)}), for until then something may still arrive",
            field="period",
            found=following,
            expected=f"closed from {instant_text(opens)} on",
        )
    return due


def _check_order(house: House, pool: str, due: Due, through: int) -> None:
    """Refuse to close before the pools that close first. Raises OutOfOrder, ReplayStopped."""
    first = list(pools_before(house.official.facts.pools, pool, due, through))
    for name in first:
        house.official.check(name)  # its list may be closed, and not come out as it was sealed
    if first:
        before = Remedy("list close", (first[0], _next_of(house, first[0])))
        raise OutOfOrder(
            f"{pool} {due.period}: {', '.join(first)} closes its list of {due.list_date} first, "
            f"and by #{through} it has not: `{before}`",
            field="pool",
            found=pool,
            expected=", ".join(first),
            remedy=before,
        )


def _next_of(house: House, pool: str) -> str:
    return next_period(house.official.facts.pools[pool], house.official.replay(pool))


def _announcing(pool: str, period: str) -> Remedy:
    days = ("--issue-day", "DAY", "--cut-off", "DAY")
    return Remedy("list schedule", (pool, period, *days))


def _event(
    facts: PoolFacts, closing: Closing, through: int, record: Record, state: State | None
) -> PeriodClosed:
    law = closing.booked.law
    return PeriodClosed(
        pool=facts.opened.pool,
        period=closing.due.period,
        list_date=closing.due.list_date,
        cut_off=closing.due.cut_off,
        through_position=through,
        layout=law.layout,
        list_digest=closing.document.digest,
        record_digest=record.digest,
        state_digest=state.digest if state else None,
        rows=closing.rows,
        numbers_digests=closing.numbers_digests,
        code_digest=law.code_digest,
    )


def _request(
    facts: PoolFacts,
    closing: Closing,
    granted: Sequence[derived_events.Echo],
    event: PeriodClosed,
    by: str,
) -> Request:
    through = event.through_position
    return Request(
        key=_key(event),
        fingerprint=sha256(f"{event.pool}\n{event.period}\n{through}".encode()).digest(),
        events=(*(NewEvent(echo) for echo in granted), NewEvent(event)),
        expected={event.stream(): facts.version},
        recorded_by=by,
        documents=(closing.document,),
    )


def _key(event: PeriodClosed) -> str:
    return f"close:{event.pool}:{event.period}:{event.printing}"


__all__ = [
    "OutOfOrder",
    "OutsideRulebook",
    "PeriodAlreadyClosed",
    "Sealed",
    "TooEarly",
    "WrongPeriod",
    "close",
]
