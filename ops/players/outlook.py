"""Outlook of a player: the provisional next list, with causes and consequences."""

from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from typing import Annotated

import msgspec
from msgspec import structs

from ledger.register import identities
from ledger.register.absences import absences
from ledger.sentences import Body, Change, Position, Remedy, Sentence
from ops.access.personal_data import NAME
from ops.answers.abouts import AboutPool
from ops.answers.answer import Answer
from ops.answers.inactivity_penalties import limit_on
from ops.answers.rating_lists import chosen, in_force_from
from projections.categories.change import Change as CategoryChange
from projections.finding import UNDECIDED
from projections.queries import PoolQuery, RatingList
from projections.queries.explain.category_changes import rests_on
from projections.queries.explain.sheets import Exact
from projections.queries.outlook import Outlook
from projections.queries.outlook.lapses import Lapse
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
    says: Sentence
    article: str


class AboutOutlook(AboutPool, frozen=True, kw_only=True):
    """An outlook on the next list of a pool."""

    IN_TITLE = ("player", "name")

    player: str
    name: Annotated[str, NAME]
    provisional: bool
    """True: no list has booked what the rows state."""


def player_outlook(pool: PoolQuery, player: int) -> Answer[OutlookRow, AboutOutlook]:
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
    about = AboutOutlook(
        pool=pool.name,
        known_to=Position(pool.known),
        player=identities.show(player),
        name=identities.names(pool.official.ledger.read, [player]).get(player, ""),
        provisional=True,
    )
    return Answer(about, rows)


def _row(
    outlook: Outlook,
    what: str,
    says: Sentence,
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


def _provisional(says: Sentence) -> Sentence:
    return Sentence("provisional: {says}", says=says)


def _absences(outlook: Outlook) -> Iterator[OutlookRow]:
    """Yield the death and the suspensions of the player: the list is computed without them."""
    known = absences(outlook.pool.official.ledger.read, outlook.pool.known)
    death = known.deaths.get(outlook.player)
    if death is not None:
        event = Position(death.position)
        decided = Sentence("{event}, by {by}", event=event, by=Body(death.by))
        says = _without_consequence(decided)
        yield structs.replace(_row(outlook, "died", says, death.article), on=death.on)
    for suspension in known.suspensions.get(outlook.player, ()):
        says = _without_consequence(suspension.words)
        yield _row(outlook, "suspended", says, suspension.article)


def _without_consequence(absence: Sentence) -> Sentence:
    return Sentence("{absence}; no rule of the pool changes the list for it", absence=absence)


def _ratings(outlook: Outlook) -> Iterator[OutlookRow]:
    pool, last = outlook.pool, outlook.pool.lists()[-1]
    shown, held = chosen(pool, None, None)
    closed = held.position == last.position
    says = Sentence("on the last list") if closed else Sentence("on the list in force")
    yield _of_list(outlook, "official rating", (shown, held), says)
    if not closed:
        says = Sentence("closed and not published, so not in force; what comes starts from it")
        yield _of_list(outlook, "not in force", (pool, last), says)
    says = Sentence(
        "games that count: {games}; not official before the list is closed", games=outlook.games
    )
    if outlook.official and outlook.rating:
        change = Change(outlook.rating - outlook.official)
        says = Sentence("{change}, {says}", change=change, says=says)
    yield _row(outlook, "provisional rating", says, rating=outlook.rating)


def _of_list(
    outlook: Outlook, what: str, of: tuple[PoolQuery, RatingList], says: Sentence
) -> OutlookRow:
    pool, on = of
    rating = pool.state(outlook.player, on.number).rating
    row = _row(outlook, what, says, rating=rating)
    return structs.replace(row, list=on.period, on=on.list_date)


def _by_the_rules(outlook: Outlook) -> Iterator[OutlookRow]:
    removed = outlook.removal_clause
    if removed is not None:
        yield _row(outlook, "off the list", _provisional(removed.says), removed.article)
    for year, line in outlook.year_end_lines:
        says = Sentence("provisional: end of {year}: {says}", year=year, says=line.says)
        yield _row(outlook, line.kind, says, line.article, points=Change(line.points))
    taken = outlook.penalties
    if taken:
        number = limit_on(outlook.pool, outlook.due.list_date)
        limit = int(number.stated)
        says = Sentence(
            "provisional: {limit} in all, {taken} taken for years without a valid event",
            limit=limit,
            taken=taken,
        )
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
        says = Sentence("provisional: the next valid event puts the player back to it")
        if number.set_by:
            says = Sentence("{says}; {set_by}", says=says, set_by=number.set_by)
        least = int(number.stated)
        yield _row(outlook, "below the minimum", says, number.article, rating=least)


def _by_decision(outlook: Outlook) -> Iterator[OutlookRow]:
    article = outlook.pool.law.correction_article
    for correction in outlook.corrections:
        says = Sentence("provisional: corrected since a closed list booked it")
        if correction.events:
            events = tuple(map(Position, correction.events))
            says = Sentence("{says}, by {events}", says=says, events=events)
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
        says = _decided(adjusted.position)
        yield _row(outlook, "adjustment", says, points=change)
    for bonus in outlook.decided.bonuses:
        says = _decided(bonus.position)
        yield _row(outlook, "bonus by decision", says, points=Change(bonus.points))


def _decided(position: int) -> Sentence:
    return Sentence("provisional: decided, event {event}", event=Position(position))


def _tournaments(outlook: Outlook) -> Iterator[OutlookRow]:
    article = outlook.pool.law.booking.article
    for found in outlook.enters_undecided:
        says = Sentence(
            "provisional: the player enters with the facts recorded until then: {says}; {findings}",
            says=found.says,
            findings=_findings(outlook, found.about),
        )
        yield _row(outlook, UNDECIDED, says, found.article, tournament=found.about)
    for played in outlook.tournaments:
        points = None if played.points is None else Change(played.points)
        says = Sentence("ended on {day}", day=played.report.end)
        row = _of_report(outlook, "rests on", played.report, says)
        yield structs.replace(row, points=points)
    for report in outlook.not_rated:
        is_undecided = report.tournament in outlook.undecided
        says = (
            Sentence("no game of the player counts before somebody's entry is known: {findings}")
            if is_undecided
            else Sentence("no game of the player counts in this pool: {findings}")
        ).about(findings=_findings(outlook, report.tournament))
        yield _of_report(outlook, UNDECIDED if is_undecided else "not rated", report, says)
    for report in outlook.not_due:
        says = Sentence(
            "ended on {day}: too late for this list, a later one takes it", day=report.end
        )
        yield _of_report(outlook, "not yet due", report, says, article)


def _findings(outlook: Outlook, tournament: str) -> Remedy:
    return Remedy("list-findings", pool=outlook.pool.name, subject=tournament)


def _of_report(
    outlook: Outlook, what: str, report: Report, says: Sentence, article: str = ""
) -> OutlookRow:
    name = outlook.pool.official.facts.announcements[report.tournament].name
    says = Sentence("{name}, {says}", name=name, says=says)
    return _row(outlook, what, says, article, tournament=report.tournament)


def _categories(outlook: Outlook) -> Iterator[OutlookRow]:
    for change, on in outlook.category_changes():
        says = _of_change(change)
        row = _row(outlook, change.how, says, change.article, category=change.after or None)
        if by := rests_on(outlook.pool, change):
            says = Sentence("{says}, by {causes}", says=says, causes=by)
            since = in_force_from(outlook.pool, on)
            row = structs.replace(row, list=on.period, on=since, says=says)
        yield row
    if not outlook.has_categories:
        who = Remedy("list-category-holders", pool=outlook.pool.name)
        says = Sentence("provisional: none are set; who sets them, and how: {ask}", ask=who)
        yield _row(outlook, "categories", says)
    ahead = outlook.next_category()
    if ahead is not None:
        says = Sentence(
            "provisional, from {rating} to {threshold}: {category}",
            rating=outlook.rating,
            threshold=ahead.threshold,
            category=ahead.category,
        )
        missing = ahead.threshold - outlook.rating
        yield _row(outlook, "points to promotion", says, ahead.article, points=missing)
    reached = outlook.unheld_category()
    if reached is not None:
        says = (
            Sentence(
                "provisional: {rating} points reach it; held by award alone; passing {threshold} "
                "anew, from below it, proposes it again"
            )
            if reached.proposed
            else Sentence(
                "provisional: {rating} points reach it; held by decision, or by passing "
                "{threshold} anew, from below it"
            )
        ).about(rating=outlook.rating, threshold=reached.threshold)
        yield _row(outlook, "reached, not held", says, reached.article, category=reached.category)


def _of_change(change: CategoryChange) -> Sentence:
    says = (
        Sentence("provisional, from {before}, skipping {skipped}: {rating} points")
        if change.skipped
        else Sentence("provisional, from {before}: {rating} points")
    )
    before = change.before or Sentence("no category")
    skipped = {"skipped": change.skipped} if change.skipped else {}
    return says.about(before=before, rating=change.rating_after, **skipped)


def _marks(outlook: Outlook) -> Iterator[OutlookRow]:
    for lapse in outlook.lapses():
        row = _row(outlook, lapse.column, _until(lapse), lapse.article)
        yield structs.replace(row, list=lapse.period, on=lapse.on)
    ceases = outlook.ceases()
    if ceases is not None:
        ends, period = ceases
        says = Sentence("provisional: {says}, unless one is counted by then", says=ends.clause.says)
        row = _row(outlook, "rating ceases", says, ends.clause.article)
        yield structs.replace(row, list=period, on=ends.on)


def _until(lapse: Lapse) -> Sentence:
    if lapse.shown:
        return Sentence("provisional: as on the last list, until a game is counted")
    if lapse.already:
        return Sentence("provisional: from then on")
    return Sentence("provisional: unless a game is counted by then")
