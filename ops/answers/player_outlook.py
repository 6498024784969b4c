"""What lies ahead of a player as rows, each labelled: official, provisional, what it rests on."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ops.answers import in_force, malus, views
from ops.answers.rows import Row
from projections.explain.category_changes import rests_on
from projections.finding import UNDECIDED
from projections.outlook import Outlook
from projections.queries import PoolQuery, RatingList
from projections.rating.body_parameters import number_on
from projections.state.reports import Report
from projections.steps.corrected import in_words


def of_player(pool: PoolQuery, player: int) -> list[Row]:
    """Give what can be said today of a player's next list."""
    outlook = Outlook(pool, player)
    return [
        *_ratings(outlook),
        *_off_the_list(outlook),
        *_ends_of_years(outlook),
        *_left_to_take(outlook),
        *_below_the_least(outlook),
        *_corrections(outlook),
        *_decided(outlook),
        *_tournaments(outlook),
        *_categories(outlook),
        *_withheld(outlook),
        *_lapses(outlook),
        *_ceases(outlook),
    ]


def _row(outlook: Outlook, what: str, says: str, article: str = "", **told: int | str) -> Row:
    """Give a row; `told` is what it tells: a rating, points, a category or a tournament."""
    due = outlook.due
    return {
        "what": what,
        **{name: told.get(name, "") for name in ("rating", "points", "category", "tournament")},
        "list": due.period,
        "on": due.list_date,
        "says": says,
        "article": article,
    }


def _ratings(outlook: Outlook) -> Iterator[Row]:
    pool, last = outlook.pool, outlook.pool.lists()[-1]
    held = views.chosen(pool, None, None)
    closed = held.number == last.number
    says = "on the last list" if closed else "on the list in force"
    yield _of_list(outlook, "official rating", held, says)
    if not closed:
        says = "closed and not published, so not in force; what comes starts from it"
        yield _of_list(outlook, "not in force", last, says)
    change = outlook.rating - outlook.official
    moved = f"{change:+d}, " if outlook.official and outlook.rating else ""
    says = f"{moved}games that count: {outlook.games}; not official before the list is closed"
    yield _row(outlook, "provisional rating", says, rating=outlook.rating or "none")


def _of_list(outlook: Outlook, what: str, on: RatingList, says: str) -> Row:
    rating = outlook.pool.state(outlook.player, on.number).rating or "none"
    return {**_row(outlook, what, says, rating=rating), "list": on.period, "on": on.list_date}


def _off_the_list(outlook: Outlook) -> Iterator[Row]:
    article, _, says = outlook.removal_clause.partition(": ")
    if says:
        yield _row(outlook, "off the list", f"provisional: {says}", article, rating="none")


def _ends_of_years(outlook: Outlook) -> Iterator[Row]:
    for year, line in outlook.year_end_lines:
        says = f"provisional: end of {year}: {line.says}"
        yield _row(outlook, line.kind, says, line.article, points=f"{int(line.points):+d}")


def _left_to_take(outlook: Outlook) -> Iterator[Row]:
    """Say how much ends of years may still take of whom they took something."""
    taken = outlook.penalties
    if not taken:
        return
    number = malus.limit_on(outlook.pool, outlook.due.list_date)
    limit = int(number.stated)
    says = f"provisional: {limit} in all, {taken} taken for years without a valid event"
    left = max(limit - taken, 0)
    yield _row(outlook, "left of the limit", says, number.article, points=left)


def _below_the_least(outlook: Outlook) -> Iterator[Row]:
    """Say of who stands below a minimum that was raised that an event puts him back to it."""
    pool = outlook.pool
    if not (pool.law.least_rating and outlook.rating):
        return
    number = number_on(pool.facts, pool.law.least_rating, outlook.due.list_date, pool.known)
    if outlook.rating < number.stated:
        says = "provisional: the next valid event puts him back to it"
        by = f"; {number.set_by}" if number.set_by else ""
        told = {"rating": number.stated}
        yield _row(outlook, "below the minimum", f"{says}{by}", number.article, **told)


def _corrections(outlook: Outlook) -> Iterator[Row]:
    article = outlook.pool.law.correction_article
    for each in outlook.corrections:
        events = " ".join(f"#{position}" for position in each.events)
        by = f", by {events}" if events else ""
        says = f"provisional: corrected since a closed list booked it{by}"
        told = {"points": in_words(Fraction(each.points)), "tournament": each.tournament}
        yield _row(outlook, "correction", says, article, **told)


def _decided(outlook: Outlook) -> Iterator[Row]:
    """Say of who is moved by a decision of the body which it is."""
    found = outlook.decided.adjustment
    if found is not None:
        rated = min(found.before, found.after) > 0
        points = f"{found.after - found.before:+d}" if rated else "none"
        says = f"provisional: decided, event #{found.position}"
        yield _row(outlook, "adjustment", says, points=points)
    for bonus in outlook.decided.bonuses:
        says = f"provisional: decided, event #{bonus.position}"
        yield _row(outlook, "bonus by decision", says, points=f"{bonus.points:+d}")


def _tournaments(outlook: Outlook) -> Iterator[Row]:
    article = outlook.pool.law.booking.article
    for found in outlook.enters_undecided:
        asked = f"`ledger pool findings {outlook.pool.name} {found.about}`"
        says = f"provisional: enters with what stands until then: {found.says}; {asked}"
        yield _row(outlook, UNDECIDED, says, found.article, tournament=found.about)
    for each in outlook.tournaments:
        points = "" if each.points is None else f"{each.points:+d}"
        row = _of_report(outlook, "rests on", each.report, f"ended on {each.report.end}")
        yield {**row, "points": points}
    for report in outlook.not_rated:
        findings = f"`ledger pool findings {outlook.pool.name} {report.tournament}`"
        what: str = "not rated"
        says = f"no game of the player counts in this pool: {findings}"
        if report.tournament in outlook.undecided:
            what = UNDECIDED
            says = f"no game of the player counts before somebody's entry is known: {findings}"
        yield _of_report(outlook, what, report, says)
    for report in outlook.not_due:
        says = f"ended on {report.end}: too late for this list, a later one takes it"
        yield _of_report(outlook, "not yet due", report, says, article)


def _of_report(outlook: Outlook, what: str, report: Report, says: str, article: str = "") -> Row:
    name = outlook.pool.official.facts.announcements[report.tournament].name
    return _row(outlook, what, f"{name}, {says}", article, tournament=report.tournament)


def _categories(outlook: Outlook) -> Iterator[Row]:
    for each, on in outlook.category_changes():
        skipped = f", skipping {', '.join(each.skipped)}" if each.skipped else ""
        by = " ".join(rests_on(outlook.pool, each))
        says = f"provisional, from {each.before or 'none'}{skipped}: {each.rating_after} points"
        row = _row(outlook, each.how, says, each.article, category=each.after or "none")
        closed = {"list": on.period, "on": in_force.of_list(outlook.pool, on)}
        yield {**row, **closed, "says": f"{says}, by {by}"} if by else row
    if not outlook.has_categories:
        how = f"`ledger pool categories {outlook.pool.name}` says who sets them, and how"
        yield _row(outlook, "categories", f"provisional: none are set; {how}")
    ahead = outlook.next_category()
    if ahead is not None:
        says = f"provisional, from {outlook.rating} to {ahead.threshold}: {ahead.category}"
        yield _row(outlook, "points to promotion", says, ahead.article, points=ahead.points)


def _withheld(outlook: Outlook) -> Iterator[Row]:
    found = outlook.unheld_category()
    if found is not None:
        anew = f"passing {found.threshold} anew, from below it"
        held = f"held by decision, or by {anew}"
        if found.proposed:
            held = f"held by award alone; {anew}, proposes it again"
        says = f"provisional: {outlook.rating} points reach it; {held}"
        yield _row(outlook, "reached, not held", says, found.article, category=found.category)


def _lapses(outlook: Outlook) -> Iterator[Row]:
    for each in outlook.lapses():
        until = "from then on" if each.already else "unless a game is counted by then"
        if each.shown:
            until = "as on the last list, until a game is counted"
        row = _row(outlook, each.column, f"provisional: {until}", each.article)
        yield {**row, "list": each.period, "on": each.on}


def _ceases(outlook: Outlook) -> Iterator[Row]:
    found = outlook.ceases()
    if found is not None:
        ends, period = found
        article, _, says = ends.clause.partition(": ")
        says = f"provisional: {says}, unless one is counted by then"
        yield {**_row(outlook, "rating ceases", says, article), "list": period, "on": ends.on}
