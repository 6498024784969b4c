"""Findings about a tournament and the lists: which took it and when, or why none did."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Final

from ledger.events.pool import PeriodClosed
from projections.finding import Finding, Kind
from projections.findings.corrections import ADJUST
from projections.queries import PoolQuery, RatingList
from projections.queries.rows import Booking
from projections.recompute.not_counting import outside
from projections.recompute.rows import list_on, load
from projections.rulebooks.engine.terms import Books, Force
from projections.state.reports import Report
from projections.steps.booked import dated
from projections.steps.other_pools import counted_in, other_pool

STAYS: Final = f"the list stays as sealed, for no new printing of it can be made yet; {ADJUST}"
"""What is left where the office recorded too late what came in time."""

_WAS: Final = {Books.ENDED: "ended", Books.RECEIVED: "was received"}

_DAY: Final = {Books.ENDED: "end", Books.RECEIVED: "receipt"}


def still_open(pool: PoolQuery, report: Report) -> Finding:
    """Say that no list known took a tournament, or a part of it."""
    last = pool.lists()[-1]
    since = f"after {last.period}" if last.number else f"from {pool.facts.opened.first_period} on"
    says = (
        f"not on a list yet: the first {since} takes it whose cut-off "
        f"is not before its {_DAY[pool.law.booking.counts_when]}, {dated(pool.law, report)}"
    )
    return Finding("open", report.tournament, None, pool.law.booking.article, says)


def not_rated_here(pool: PoolQuery, booked: Booking, on: RatingList) -> Finding:
    """Say why a tournament on a list was not rated: it counts elsewhere, or no edition rates it."""
    reports, _ = load(pool, [booked.position], on.through_position)
    other = counted_in(pool.official.facts.pools, pool.name, reports[booked.position])
    if other == pool.name:
        return outside_rulebook(pool, booked)
    return counts_elsewhere(pool, booked.tournament, other)


def counts_elsewhere(pool: PoolQuery, tournament: str, other: str) -> Finding:
    """Say that a tournament counts in another pool that excludes this one."""
    says = f"counts in {other}: of the pools it was announced for, one of these two only"
    return Finding("not rated", tournament, None, pool.law.booking.exclusive_article, says)


def nobody_beside(pool: PoolQuery, tournament: str, through: int) -> Iterator[Finding]:
    """Warn where the pool that a rulebook looks at was not there."""
    if pool.law.other_pools.only_entering:
        return
    for word, law in pool.law.other_pools.rulebooks.items():
        if other_pool(pool.official.facts.pools, pool.name, law, through) is None:
            says = f"no pool of {law} was open: nobody has a {word} rating"
            yield Finding("warning", tournament, None, pool.law.other_pools.article, says)


def outside_rulebook(pool: PoolQuery, booked: Booking) -> Finding:
    """Say that no edition rates a tournament of its days, or that histories begin later."""
    remedy = _before_histories(pool, booked) if _is_covered(pool, booked) else ""
    says = outside(pool, booked.starts)
    return Finding("not rated", booked.tournament, None, pool.law.scope_article, says, remedy)


def _is_covered(pool: PoolQuery, booked: Booking) -> bool:
    """Tell whether an edition was adopted by the first day of a tournament."""
    begins = min((each.in_force_from for each in pool.facts.adopted), default=None)
    return begins is not None and booked.starts >= begins


def _before_histories(pool: PoolQuery, booked: Booking) -> str:
    """Say what can be done about a tournament for which no ratings are at hand."""
    settle = "what it changes is settled by the body: ledger event record ratings-adjusted"
    if pool.lists()[1:]:
        return f"the ratings of that day are not in this ledger; {settle}"
    return (
        "begin the pool with the ratings that were in force then (ledger pool carry-over … --on "
        f"{booked.starts} or before, in a new ledger: a pool begins once); or {settle}"
    )


def booked_later(pool: PoolQuery, booked: Booking, on: RatingList) -> Iterator[Finding]:
    """Say why a tournament is not on the first list after its end."""
    first = _first_after(pool, booked.ends, on.number - 1)
    if first is not None:
        reports, _ = load(pool, [booked.position], on.through_position)
        _, says, remedy = _missed(pool, reports[booked.position], first)
        says = f"{says}; booked on {on.period}"
        yield Finding("later", booked.tournament, None, pool.law.booking.article, says, remedy)


def still_later(pool: PoolQuery, report: Report) -> Iterator[Finding]:
    """Say of a report that no list known took why it is not on the first one after its end."""
    first = _first_after(pool, report.end, pool.lists()[-1].number)
    if first is not None:
        in_time, says, remedy = _missed(pool, report, first)
        says = f"{says}; {'the next' if in_time else 'a later'} list books it"
        yield Finding("open", report.tournament, None, pool.law.booking.article, says, remedy)


def _first_after(pool: PoolQuery, day: date, last: int) -> PeriodClosed | None:
    """Give the first list after a day, up to one that did not book what ended on it."""
    after = (each.event for each in pool.facts.closed[:last] if each.event.list_date > day)
    return next(after, None)


def _missed(pool: PoolQuery, report: Report, first: PeriodClosed) -> tuple[bool, str, str]:
    """Say why a list did not take a report: whether it came in time, and what is left to do."""
    day, was = dated(pool.law, report), _WAS[pool.law.booking.counts_when]
    if first.cut_off < day:
        takes = f"list {first.period} takes what {was} by {first.cut_off}"
        return False, f"cut-off missed: it {was} on {day}, {takes}", ""
    says = f"recorded after list {first.period} was sealed"
    if pool.law.booking.counts_when is Books.RECEIVED:
        return True, f"office error: received in time, on {day}, but {says}", STAYS
    return True, says, ""


def received_late(pool: PoolQuery, booked: Booking, on: RatingList) -> Iterator[Finding]:
    """Warn of a report that was received after the list's own day, and is on it all the same.

    Reading `received_after_the_list`: a list takes what ended in time, whenever it is closed. Other
    value: what was received after its day waits for the next one; a text by which a list takes what
    was received would change it.
    """
    reports, _ = load(pool, [booked.position], on.through_position)
    received = reports[booked.position].about.received_on
    if on.number and received is not None and received > on.list_date:
        says = (
            f"its report was received on {received}, after the day of list {on.period} "
            f"({on.list_date}), which took it because it was closed later"
        )
        yield Finding("warning", booked.tournament, None, pool.law.booking.article, says)


def list_unpublished(pool: PoolQuery, booked: Booking, on: RatingList) -> Iterator[Finding]:
    """Warn where a list was issued by the start of a tournament, but not in force."""
    before = pool.lists(on.through_position)[: on.number]
    issued = [each for each in before if each.list_date <= booked.starts]
    used = [each for each in before if each.in_force_from <= booked.starts]
    if issued and used and issued[-1].number > used[-1].number:
        says = (
            f"list {issued[-1].period} of {issued[-1].list_date} was not published, or not known "
            f"to be, when it began: played with the list {used[-1].period}"
        )
        yield Finding("warning", booked.tournament, None, pool.law.in_force_article, says)


def published_otherwise(pool: PoolQuery, booked: Booking, on: RatingList) -> Iterator[Finding]:
    """Say that another list was in force than was known when a tournament was booked."""
    if pool.law.in_force_by is not Force.PUBLICATION or not on.number:
        return
    was, now = (list_on(pool, booked.starts, on, at) for at in (on.through_position, pool.known))
    if was.number == now.number:
        return
    said = [
        each.position
        for period in (was.period, now.period)
        for each in pool.facts.published.get(period, ())
        if on.through_position < each.position <= pool.known
    ]
    after = [each for each in pool.lists() if each.number and each.through_position >= max(said)]
    books = f"booked on list {after[0].period}" if after else "booked on the next list"
    says = (
        f"list {on.period} took it as begun with the list {was.period} in force; it was "
        f"{now.period}, by the day of publication said since (#{max(said)}): what that changes is "
        f"{books}"
    )
    kind: Kind = "later" if after else "open"
    yield Finding(kind, booked.tournament, None, pool.law.in_force_article, says)


def disregarded(pool: PoolQuery, booked: Booking) -> Iterator[Finding]:
    """Tell whose first event does not go towards a first rating."""
    rule = pool.law.edition(booked.edition).columns.get("accepted")
    if rule is not None:
        for player, accepted in pool.results_waiting(booked.position):
            if not accepted:
                yield Finding("not rated", booked.tournament, player, rule.article, rule.sentence)
