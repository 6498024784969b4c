"""Outlook of a player: the provisional next list, with causes and consequences."""

from collections.abc import Iterator
from datetime import date
from fractions import Fraction

import msgspec
from msgspec import structs

from ledger.register.absences import absences
from ledger.sentences import Position
from ops.answers.answer import (
    Answer,
    Change,
)
from ops.answers.inactivity_penalties import limit_on
from ops.answers.rating_lists import chosen, in_force_from
from projections.finding import UNDECIDED
from projections.queries import PoolQuery, RatingList
from projections.queries.explain.category_changes import rests_on
from projections.queries.explain.sheets import Exact
from projections.queries.outlook import Outlook
from projections.state.adjustments import BY_POINTS
from projections.state.law import number_on
from projections.state.reports import Report


class OutlookRow(msgspec.Struct, frozen=True):
    """A statement about a player's next list; None: no such value."""

    what: str
    rating: int | None
    points: Exact | None
    category: str | None
    tournament: str | None
    list: str
    on: date | None
    """Date of the list; None: it is not published."""
    says: str
    article: str


def player_outlook(pool: PoolQuery, player: int) -> Answer[OutlookRow]:
    """Return the present statements about a player's next list."""
    outlook = Outlook(pool, player)
    rows = (
        *_absences(outlook),
        *_ratings(outlook),
        *_by_the_rules(outlook),
        *_by_decision(outlook),
        *_tournaments(outlook),
        *_categories(outlook),
        *_marks(outlook),
    )
    about = {"pool": pool.name, "known_to": Position(pool.known), "provisional": True}
    return Answer(about, rows)


def _row(
    outlook: Outlook,
    what: str,
    says: str,
    article: str = "",
    *,
    rating: int | None = None,
    points: Exact | None = None,
    category: str | None = None,
    tournament: str | None = None,
) -> OutlookRow:
    due = outlook.due
    values = (rating or None, points, category, tournament)
    return OutlookRow(what, *values, due.period, due.list_date, says, article)


def _absences(outlook: Outlook) -> Iterator[OutlookRow]:
    """Yield the death and the suspensions of the player: the list is computed without them."""
    known = absences(outlook.pool.official.ledger.read, outlook.pool.known)
    death = known.deaths.get(outlook.player)
    if death is not None:
        says = f"#{death.position}, by {death.by}; no rule of the pool changes the list for it"
        yield structs.replace(_row(outlook, "died", says, death.article), on=death.on)
    for suspension in known.suspensions.get(outlook.player, ()):
        says = f"{suspension}; no rule of the pool changes the list for it"
        yield _row(outlook, "suspended", says, suspension.article)


def _ratings(outlook: Outlook) -> Iterator[OutlookRow]:
    pool, last = outlook.pool, outlook.pool.lists()[-1]
    shown, held = chosen(pool, None, None)
    closed = held.position == last.position
    says = "on the last list" if closed else "on the list in force"
    yield _of_list(outlook, "official rating", (shown, held), says)
    if not closed:
        says = "closed and not published, so not in force; what comes starts from it"
        yield _of_list(outlook, "not in force", (pool, last), says)
    change = outlook.rating - outlook.official
    moved = f"{change:+d}, " if outlook.official and outlook.rating else ""
    says = f"{moved}games that count: {outlook.games}; not official before the list is closed"
    yield _row(outlook, "provisional rating", says, rating=outlook.rating)


def _of_list(
    outlook: Outlook, what: str, of: tuple[PoolQuery, RatingList], says: str
) -> OutlookRow:
    pool, on = of
    rating = pool.state(outlook.player, on.number).rating
    row = _row(outlook, what, says, rating=rating)
    return structs.replace(row, list=on.period, on=on.list_date)


def _by_the_rules(outlook: Outlook) -> Iterator[OutlookRow]:
    removed = outlook.removal_clause
    if removed is not None:
        yield _row(outlook, "off the list", f"provisional: {removed.says}", removed.article)
    for year, line in outlook.year_end_lines:
        says = f"provisional: end of {year}: {line.says}"
        yield _row(outlook, line.kind, says, line.article, points=Change(line.points))
    taken = outlook.penalties
    if taken:
        number = limit_on(outlook.pool, outlook.due.list_date)
        limit = int(number.stated)
        says = f"provisional: {limit} in all, {taken} taken for years without a valid event"
        left = max(limit - taken, 0)
        yield _row(outlook, "left of the limit", says, number.article, points=left)
    yield from _below_the_least(outlook)


def _below_the_least(outlook: Outlook) -> Iterator[OutlookRow]:
    """A player below a raised minimum returns to the minimum with the next event."""
    pool = outlook.pool
    if not (pool.law.least_rating and outlook.rating):
        return
    number = number_on(pool.facts, pool.law.least_rating, outlook.due.list_date, pool.known)
    if outlook.rating < number.stated:
        says = "provisional: the next valid event puts the player back to it"
        by = f"; {number.set_by}" if number.set_by else ""
        least = int(number.stated)
        yield _row(outlook, "below the minimum", f"{says}{by}", number.article, rating=least)


def _by_decision(outlook: Outlook) -> Iterator[OutlookRow]:
    article = outlook.pool.law.correction_article
    for correction in outlook.corrections:
        events = " ".join(f"#{position}" for position in correction.events)
        by = f", by {events}" if events else ""
        says = f"provisional: corrected since a closed list booked it{by}"
        exact = Fraction(correction.points)
        points = Change(exact) if exact.denominator == 1 else exact
        tournament = correction.tournament
        yield _row(outlook, "correction", says, article, points=points, tournament=tournament)
    adjusted = outlook.decided.adjustment
    if adjusted is not None:
        rated = min(adjusted.before, adjusted.after) > 0
        change = Change(adjusted.after - adjusted.before) if rated else None
        if adjusted.before == BY_POINTS:
            change = Change(adjusted.after)
        says = f"provisional: decided, event #{adjusted.position}"
        yield _row(outlook, "adjustment", says, points=change)
    for bonus in outlook.decided.bonuses:
        says = f"provisional: decided, event #{bonus.position}"
        yield _row(outlook, "bonus by decision", says, points=Change(bonus.points))


def _tournaments(outlook: Outlook) -> Iterator[OutlookRow]:
    article = outlook.pool.law.booking.article
    for found in outlook.enters_undecided:
        asked = f"`ledger pool findings {outlook.pool.name} {found.about}`"
        says = (
            f"provisional: the player enters with the facts recorded until then: {found.says}; "
            f"{asked}"
        )
        yield _row(outlook, UNDECIDED, says, found.article, tournament=found.about)
    for played in outlook.tournaments:
        points = None if played.points is None else Change(played.points)
        row = _of_report(outlook, "rests on", played.report, f"ended on {played.report.end}")
        yield structs.replace(row, points=points)
    for report in outlook.not_rated:
        findings = f"`ledger pool findings {outlook.pool.name} {report.tournament}`"
        is_undecided = report.tournament in outlook.undecided
        why = "before somebody's entry is known" if is_undecided else "in this pool"
        says = f"no game of the player counts {why}: {findings}"
        yield _of_report(outlook, UNDECIDED if is_undecided else "not rated", report, says)
    for report in outlook.not_due:
        says = f"ended on {report.end}: too late for this list, a later one takes it"
        yield _of_report(outlook, "not yet due", report, says, article)


def _of_report(
    outlook: Outlook, what: str, report: Report, says: str, article: str = ""
) -> OutlookRow:
    name = outlook.pool.official.facts.announcements[report.tournament].name
    return _row(outlook, what, f"{name}, {says}", article, tournament=report.tournament)


def _categories(outlook: Outlook) -> Iterator[OutlookRow]:
    for change, on in outlook.category_changes():
        skipped = f", skipping {', '.join(change.skipped)}" if change.skipped else ""
        by = " ".join(map(str, rests_on(outlook.pool, change)))
        says = f"provisional, from {change.before or 'none'}{skipped}: {change.rating_after} points"
        row = _row(outlook, change.how, says, change.article, category=change.after or None)
        if by:
            since = in_force_from(outlook.pool, on)
            row = structs.replace(row, list=on.period, on=since, says=f"{says}, by {by}")
        yield row
    if not outlook.has_categories:
        how = f"`ledger pool categories {outlook.pool.name}` says who sets them, and how"
        yield _row(outlook, "categories", f"provisional: none are set; {how}")
    ahead = outlook.next_category()
    if ahead is not None:
        says = f"provisional, from {outlook.rating} to {ahead.threshold}: {ahead.category}"
        missing = ahead.threshold - outlook.rating
        yield _row(outlook, "points to promotion", says, ahead.article, points=missing)
    reached = outlook.unheld_category()
    if reached is not None:
        anew = f"passing {reached.threshold} anew, from below it"
        held = f"held by decision, or by {anew}"
        if reached.proposed:
            held = f"held by award alone; {anew}, proposes it again"
        says = f"provisional: {outlook.rating} points reach it; {held}"
        yield _row(outlook, "reached, not held", says, reached.article, category=reached.category)


def _marks(outlook: Outlook) -> Iterator[OutlookRow]:
    for lapse in outlook.lapses():
        until = "from then on" if lapse.already else "unless a game is counted by then"
        if lapse.shown:
            until = "as on the last list, until a game is counted"
        row = _row(outlook, lapse.column, f"provisional: {until}", lapse.article)
        yield structs.replace(row, list=lapse.period, on=lapse.on)
    ceases = outlook.ceases()
    if ceases is not None:
        ends, period = ceases
        says = f"provisional: {ends.clause.says}, unless one is counted by then"
        row = _row(outlook, "rating ceases", says, ends.clause.article)
        yield structs.replace(row, list=period, on=ends.on)
