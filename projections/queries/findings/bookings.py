"""Findings about the list of a tournament, or the missing list."""

from collections.abc import Iterator
from datetime import date
from typing import Final

from ledger.events.pool import PeriodClosed
from ledger.sentences import NO_SENTENCE, ListName, Position, Remedy, Sentence, tabled
from projections.finding import Finding, Kind, warning
from projections.queries import PoolQuery, RatingList
from projections.queries.findings.corrections import adjusted
from projections.queries.recompute.not_counting import outside
from projections.queries.recompute.rows import list_on, load
from projections.queries.rows import Booking
from projections.rating.booked import dated
from projections.rating.other_pools import counted_in, other_pool
from projections.rulebooks.engine.terms import Books, Force
from projections.state.reports import Report

_DAY: Final = {
    Books.ENDED: Sentence("its end, {day}"),
    Books.RECEIVED: Sentence("its receipt, {day}"),
}
_MISSED: Final = {
    Books.ENDED: Sentence(
        "cut-off missed: it ended on {day}, list {list:of} takes what ended by {cut_off}"
    ),
    Books.RECEIVED: Sentence(
        "cut-off missed: it was received on {day}, list {list:of} takes what was received by "
        "{cut_off}"
    ),
}


def not_on_a_list(pool: PoolQuery, report: Report) -> Finding:
    """Return the finding about a report without list."""
    last = pool.lists()[-1]
    says = Sentence(
        "not on a list yet: the first {since} takes it whose cut-off is not before {when}",
        since=Sentence("after {list:the}", list=ListName(last.period))
        if last.number
        else Sentence("from {list:the} on", list=ListName(pool.facts.opened.first_period)),
        when=_DAY[pool.law.booking.counts_when].about(day=dated(pool.law, report)),
    )
    return Finding("open", "not-on-a-list", report.tournament, pool.law.booking.article, says)


def not_rated(pool: PoolQuery, booked: Booking, on: RatingList) -> Finding:
    """Return why a booked tournament was not rated: another pool, or no edition."""
    reports, _ = load(pool, [booked.position], on.through_position)
    other = counted_in(pool.official.facts.pools, pool.name, reports[booked.position])
    if other == pool.name:
        return outside_rulebook(pool, booked)
    return counts_elsewhere(pool, booked.tournament, other)


def counts_elsewhere(pool: PoolQuery, tournament: str, other: str) -> Finding:
    """Return the finding about a tournament counted in another, exclusive pool."""
    says = Sentence(
        "counts in {pool}: of the pools it was announced for, one of these two only", pool=other
    )
    article = pool.law.booking.exclusive_article
    return Finding("not rated", "counts-elsewhere", tournament, article, says)


def no_other_pool(pool: PoolQuery, tournament: str, through: int) -> Iterator[Finding]:
    """Warn where a consulted pool was not open."""
    if pool.law.other_pools.only_entering:
        return
    for word, law in pool.law.other_pools.rulebooks.items():
        if other_pool(pool.official.facts.pools, pool.name, law, through) is None:
            says = Sentence(
                "no pool of {rulebook} was open: nobody has a {word} rating",
                rulebook=law,
                word=word,
            )
            yield warning("no-other-pool", tournament, pool.law.other_pools.article, says)


def outside_rulebook(pool: PoolQuery, booked: Booking) -> Finding:
    """Return the finding about a tournament before the first edition, or before histories."""
    begins = min((adoption.in_force_from for adoption in pool.facts.adopted), default=None)
    is_covered = begins is not None and booked.starts >= begins
    remedy = _before_histories(pool, booked) if is_covered else NO_SENTENCE
    says = outside(pool, booked.starts)
    article = pool.law.scope_article
    return Finding("not rated", "outside-rulebook", booked.tournament, article, says, remedy)


def _before_histories(pool: PoolQuery, booked: Booking) -> Sentence:
    settle = Sentence(
        "what it changes is settled by the body: {adjust}",
        adjust=Remedy("decide-ratings-adjusted", pool=pool.name),
    )
    if pool.lists()[1:]:
        return Sentence("the ratings of that day are not in this ledger; {settle}", settle=settle)
    carry = Remedy("carry-over", pool=pool.name, file=None, on=booked.starts, source=None)
    return Sentence(
        "begin the pool, in a new ledger since a pool begins once, with the ratings that were in "
        "force on that day or before: {carry}; or {settle}",
        carry=carry,
        settle=settle,
    )


def booked_later(pool: PoolQuery, booked: Booking, on: RatingList) -> Iterator[Finding]:
    """Yield why a tournament is missing on the first list after the last day."""
    first = _first_after(pool, booked.ends, on.number - 1)
    if first is not None:
        reports, _ = load(pool, [booked.position], on.through_position)
        _, why, remedy = _missed(pool, reports[booked.position], first)
        says = Sentence("{why}; booked on {list:the}", why=why, list=ListName(on.period))
        article = pool.law.booking.article
        yield Finding("later", "booked-later", booked.tournament, article, says, remedy)


def missed_first_list(pool: PoolQuery, report: Report) -> Iterator[Finding]:
    """Yield why an open report is missing on the first list after the last day."""
    first = _first_after(pool, report.end, pool.lists()[-1].number)
    if first is not None:
        in_time, why, remedy = _missed(pool, report, first)
        says = (
            Sentence("{why}; the next list books it", why=why)
            if in_time
            else Sentence("{why}; a later list books it", why=why)
        )
        article = pool.law.booking.article
        yield Finding("open", "booked-later", report.tournament, article, says, remedy)


def _first_after(pool: PoolQuery, day: date, last: int) -> PeriodClosed | None:
    after = (c.event for c in pool.facts.closed[:last] if c.event.list_date > day)
    return next(after, None)


def _missed(
    pool: PoolQuery, report: Report, first: PeriodClosed
) -> tuple[bool, Sentence, Sentence]:
    """Return whether a report not on a list came in time, the reason, and the remedy."""
    day, counts_when = dated(pool.law, report), pool.law.booking.counts_when
    if first.cut_off < day:
        missed = _MISSED[counts_when].about(
            day=day, list=ListName(first.period), cut_off=first.cut_off
        )
        return False, missed, NO_SENTENCE
    says = Sentence("recorded after list {list:of} was sealed", list=ListName(first.period))
    if counts_when is not Books.RECEIVED:
        return True, says, NO_SENTENCE
    error = Sentence("office error: received in time, on {day}, but {says}", day=day, says=says)
    return True, error, _stays(pool, first.period)


def _stays(pool: PoolQuery, period: str) -> Sentence:
    """Return the remedy for a report received in time and recorded late."""
    return Sentence(
        "while it is the last closed one the list can be printed again: {reprint}; after that it "
        "stays as sealed; {adjusted}",
        reprint=Remedy("reprint-list", pool=pool.name, period=period),
        adjusted=adjusted(pool),
    )


def received_late(pool: PoolQuery, booked: Booking, on: RatingList) -> Iterator[Finding]:
    """Warn of a report received after the list date.

    Reading `received_after_the_list`: a list takes every tournament that ended in time, whenever
    the list is closed. The other reading: a report received after the list date waits for the next
    list; a text by which reports count when received would change it.
    """
    reports, _ = load(pool, [booked.position], on.through_position)
    received = reports[booked.position].about.received_on
    if on.number and received is not None and received > on.list_date:
        says = Sentence(
            "its report was received on {received}, after the day of list {list:of} ({day}), which "
            "took it because it was closed later",
            received=received,
            list=ListName(on.period),
            day=on.list_date,
        )
        yield warning("received-late", booked.tournament, pool.law.booking.article, says)


def list_unpublished(pool: PoolQuery, booked: Booking, on: RatingList) -> Iterator[Finding]:
    """Warn where a newer list was issued by the start of a tournament, but not in force."""
    before = pool.lists(on.through_position)[: on.number]
    issued = [row for row in before if row.list_date <= booked.starts]
    used = [row for row in before if row.in_force_from <= booked.starts]
    if issued and used and issued[-1].number > used[-1].number:
        says = Sentence(
            "list {list:of} of {day} was not published, or not known to be, when it began: played "
            "with the list {used:of}",
            list=ListName(issued[-1].period),
            day=issued[-1].list_date,
            used=ListName(used[-1].period),
        )
        yield warning("list-unpublished", booked.tournament, pool.law.in_force_article, says)


def published_otherwise(pool: PoolQuery, booked: Booking, on: RatingList) -> Iterator[Finding]:
    """Yield a finding where a later publication changed the list in force on the first day."""
    by_days = pool.law.in_force_by is Force.PUBLICATION or pool.facts.superseded
    if not by_days or not on.number:
        return
    was, now = (list_on(pool, booked.starts, on, at) for at in (on.through_position, pool.known))
    if was.number == now.number:
        return
    published = max(
        event.position
        for period in (was.period, now.period)
        for event in pool.facts.published.get(period, ())
        if on.through_position < event.position <= pool.known
    )
    after = [row for row in pool.lists()[1:] if row.through_position >= published]
    books = Sentence("booked on the next list")
    if after:
        books = Sentence("booked on list {list:of}", list=ListName(after[0].period))
    says = Sentence(
        "list {list:of} rated it by list {was:of} as in force on its first day; by the day of "
        "publication recorded since ({published}) list {now:of} was in force: the difference is "
        "{books}",
        list=ListName(on.period),
        was=ListName(was.period),
        published=Position(published),
        now=ListName(now.period),
        books=books,
    )
    kind: Kind = "later" if after else "open"
    yield Finding(kind, "published-otherwise", booked.tournament, pool.law.in_force_article, says)


def disregarded(pool: PoolQuery, booked: Booking) -> Iterator[Finding]:
    """Yield the players with a first event not counted towards a first rating."""
    rule = pool.law.edition(booked.edition).columns.get("accepted")
    if rule is not None:
        for player, accepted in pool.results_waiting(booked.position):
            if not accepted:
                yield Finding(
                    "not rated",
                    "first-event-disregarded",
                    booked.tournament,
                    rule.article,
                    tabled(rule.sentence),
                    player=player,
                )
