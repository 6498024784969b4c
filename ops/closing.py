"""Closing a period: the next list is computed, sealed, recorded; never twice, never too early."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from ledger.clock import end_of_day, instant_text
from ledger.errors import Refused, StreamMoved
from ledger.events.pool import PeriodClosed
from ledger.store.ledger import Ledger
from ledger.store.requests import NewEvent, Request
from projections.facts.pool import Closed, PoolFacts
from projections.official import Official
from projections.replay import Replay, echoes
from projections.replay.closing import Closing
from projections.rulebooks.calendars import Due, NotAnnounced
from projections.rulebooks.rulebook import OutsideRulebook
from projections.steps.closing_order import earlier_lists, pools_before

_TRIES = 5


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
    unseen: tuple[tuple[str, str], ...] = ()
    """Lists of other pools that this one looks at, of earlier days, that were not closed yet."""
    replayed: bool = False


def close(
    ledger: Ledger,
    official: Official,
    pool: str,
    period: str | None = None,
    through: int | None = None,
    *,
    by: str = "local",
    dry_run: bool = False,
) -> Sealed:
    """Close a pool's next period, with everything recorded up to position `through` (None: all).

    The same inputs again give the first result. Raises PeriodAlreadyClosed, WrongPeriod, TooEarly,
    OutOfOrder, OutsideRulebook; with `dry_run` nothing is recorded.
    """
    for _ in range(_TRIES):
        official.catch_up()
        facts = _facts(official, pool)
        first = facts.closing(period) if period else None
        if first is not None:
            return _again(pool, first, through)
        try:
            return _close(ledger, official, facts, period, through, by, dry_run)
        except StreamMoved:
            continue  # somebody wrote to the pool meanwhile: look again, decide anew
    raise Refused(f"{pool}: others keep writing to this pool; try again in a moment")


def next_period(facts: PoolFacts, replay: Replay) -> str:
    """Give the period to be closed next. Raises WrongPeriod where none is announced."""
    last = facts.last_closed()
    if last is None:
        return facts.opened.first_period
    following = replay.law.rulebook.calendar.after(last.event.period, facts.announced)
    if following is None:
        raise WrongPeriod(
            f"{facts.opened.pool}: no list after {last.event.period} is announced; "
            "announce it with `ledger list-schedule`"
        )
    return following


def _facts(official: Official, pool: str) -> PoolFacts:
    if pool not in official.facts.pools:
        opened = ", ".join(sorted(official.facts.pools)) or "none"
        raise Refused(f"there is no pool {pool!r}; opened are: {opened}")
    return official.facts.pools[pool]


def _again(pool: str, first: Closed, through: int | None) -> Sealed:
    if through is not None and through != first.event.through_position:
        raise PeriodAlreadyClosed(
            f"{pool} {first.event.period} is closed (#{first.position}) with everything up to "
            f"#{first.event.through_position}, not #{through}; what came later is on the next list"
        )
    return Sealed(pool, first.event.period, first.position, first.event, 0, 0, replayed=True)


def _close(
    ledger: Ledger,
    official: Official,
    facts: PoolFacts,
    period: str | None,
    through: int | None,
    by: str,
    dry_run: bool,
) -> Sealed:
    replay = official.replay(facts.opened.pool).fork()
    due = _due(ledger, facts, replay, period)
    last = official.facts.position
    if through is not None and not facts.closed_through() <= through <= last:
        raise Refused(f"position #{through} is not between #{facts.closed_through()} and #{last}")
    taken = last if through is None else through
    _check_order(official, facts.opened.pool, due, taken)
    closing = replay.close(due, taken)
    event = _event(facts, closing, taken)
    position = None if dry_run else _record(ledger, facts, closing, event, by)
    outside = sum(each is None for each in map(closing.booked.edition_of, closing.booked.reports))
    booked = len(closing.booked.reports)
    undecided, corrected = tuple(closing.undecided()), tuple(closing.undecided_by_correction())
    unseen = tuple(earlier_lists(official.facts.pools, facts.opened.pool, due, taken))
    return Sealed(
        facts.opened.pool,
        due.period,
        position,
        event,
        booked,
        outside,
        undecided,
        corrected,
        tuple(closing.withheld()),
        unseen,
    )


def _due(ledger: Ledger, facts: PoolFacts, replay: Replay, period: str | None) -> Due:
    pool, following = facts.opened.pool, next_period(facts, replay)
    if facts.carried and not facts.carried[-1].last_part:
        raise WrongPeriod(f"{pool}: ratings are carried over in part only; repeat the carry-over")
    if period is not None and period != following:
        raise WrongPeriod(f"{pool}: the next list to close is {following}, not {period}")
    try:
        due = replay.law.rulebook.calendar.due(following, facts.announced)
    except NotAnnounced as error:
        announce = f"`ledger list-schedule {pool} {error.period} --issue-day …`"
        raise WrongPeriod(f"{pool}: {error}: announce it with {announce}") from error
    except ValueError as error:
        raise WrongPeriod(f"{pool}: {error}") from error
    before = replay.begun().since[-1]
    if due.list_date <= before:
        raise WrongPeriod(
            f"{pool}: list date {due.list_date} is not after {before}, the last one's"
        )
    opens = end_of_day(due.closes_after, facts.opened.zone)
    if ledger.clock() < opens:
        raise TooEarly(
            f"{pool} {following}: not before {due.closes_after} has ended in {facts.opened.zone} "
            f"({instant_text(opens)}), for until then something may still arrive"
        )
    return due


def _check_order(official: Official, pool: str, due: Due, through: int) -> None:
    """Refuse to close before the pools that close first. Raises OutOfOrder."""
    first = list(pools_before(official.facts.pools, pool, due, through))
    if first:
        raise OutOfOrder(
            f"{pool} {due.period}: {', '.join(first)} closes its list of {due.list_date} first, "
            f"and by #{through} it has not: `ledger close {first[0]}`"
        )


def _event(facts: PoolFacts, closing: Closing, through: int) -> PeriodClosed:
    law = closing.booked.law
    return PeriodClosed(
        pool=facts.opened.pool,
        period=closing.due.period,
        list_date=closing.due.list_date,
        cut_off=closing.due.cut_off,
        through_position=through,
        layout=law.layout,
        list_digest=closing.document.digest,
        rows=closing.rows,
        numbers_digests=closing.numbers_digests,
        code_digest=law.code_digest,
    )


def _record(
    ledger: Ledger, facts: PoolFacts, closing: Closing, event: PeriodClosed, by: str
) -> int:
    pool = facts.opened.pool
    granted = echoes.of_closing(closing, pool)
    request = Request(
        key=f"close:{pool}:{event.period}:{event.printing}",
        fingerprint=sha256(f"{pool}\n{event.period}\n{event.through_position}".encode()).digest(),
        events=(*(NewEvent(echo) for echo in granted), NewEvent(event)),
        expected={event.stream(): facts.version},
        recorded_by=by,
        documents=(closing.document,),
    )
    return ledger.append(request).last_position


__all__ = [
    "OutOfOrder",
    "OutsideRulebook",
    "PeriodAlreadyClosed",
    "Sealed",
    "TooEarly",
    "WrongPeriod",
    "close",
]
