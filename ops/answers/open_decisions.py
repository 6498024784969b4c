"""The findings that may keep the next list of a pool from closing."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from ledger.events.report import ReportPartSubmitted
from ledger.register import identities
from ledger.sentences import ListName, Remedy, Sentence, plain
from ledger.store.numbering import TOURNAMENTS
from ops.answers import same_events
from projections.categories.change import Change
from projections.finding import UNDECIDED, Finding
from projections.queries import NotCovered, PoolQuery, categories, findings
from projections.queries.categories import NoCategories
from projections.queries.coming_lists import next_days
from projections.queries.findings import bookings, checking, games, printed_ratings
from projections.queries.recompute import preview
from projections.queries.tournaments import announced, open_reports
from projections.rating import Rated, rate, undecided
from projections.rating.booked import Booked, due_reports
from projections.rating.other_pools import counted_in
from projections.rulebooks.engine.calendars import Due
from projections.rulebooks.engine.edition import Edition
from projections.state.closed_list import Horizon
from projections.state.reports import WHOLE, Announcement, Report, before_play


@dataclass(frozen=True)
class ComputedList:
    """A computed list: bookings and rated steps."""

    booked: Booked
    outcomes: Sequence[Rated]


def computed(pool: PoolQuery, due: Due) -> ComputedList:
    """Compute the next list of a pool with these days, from all that is known.

    Raises OutsideRulebook if no adopted edition covers it.
    """
    then = pool.official.known_at(pool.known)
    booked, outcomes, _ = then.replay(pool.name).fork().rate(due, Horizon.at(pool.known))
    return ComputedList(booked, outcomes)


def of_list(pool: PoolQuery, found: ComputedList) -> Iterator[Finding]:
    """Yield the open decisions of a computed list, and its tournaments outside the rulebook."""
    booked = found.booked
    for rated in map(_with_choices, found.outcomes):
        step = rated.step
        in_force = [step.in_force(at) for at in range(len(step.parts))]
        for part, sheet, ratings in zip(step.parts, rated.sheets, in_force, strict=True):
            reports = [
                (report, ratings[first:last])
                for report, first, last in zip(
                    part.reports, part.first_entry, part.first_entry[1:], strict=False
                )
            ]
            yield from _of_tournaments(pool, part.edition, reports)
            yield from games.undecided(part, sheet)
        yield from undecided.of_step(pool.law, rated)
        yield from printed_ratings.not_known(pool, step)
        yield from undecided.of_units(pool.law, rated, booked.due.period)
    for report in booked.reports:
        if booked.covering[report.begins] is None and report.position not in booked.elsewhere:
            yield bookings.outside_rulebook(pool, preview.as_booked(report, None))


def _with_choices(booked: Rated) -> Rated:
    """Return a step with all columns and their clauses, where something in it may be asked."""
    step = booked.step
    return rate(step) if step.parts or len(step.waiting) else booked


def _of_tournaments(
    pool: PoolQuery, edition: Edition, reports: checking.Reports
) -> Iterator[Finding]:
    return checking.of_reports(pool.official, edition, reports, pool.known, (UNDECIDED,))


def of_later_lists(pool: PoolQuery, due: Due) -> Iterator[Finding]:
    """Yield the open decisions of reports that come too late for a list, whatever their day."""
    facts = pool.official.known_at(pool.known).facts.pools[pool.name]
    taken = {report.tournament for report in due_reports(facts, pool.law, due, pool.known)}
    later = [report for report in open_reports(facts) if report.tournament not in taken]
    if not later:
        return
    last = max(max(report.end, report.about.received_on or report.end) for report in later)
    every = computed(pool, replace(due, cut_off=last, last_official_day=last))
    names = {report.tournament for report in later}
    yield from (finding for finding in of_list(pool, every) if finding.about in names)


def of_closed_lists(pool: PoolQuery, found: ComputedList) -> Iterator[Finding]:
    """Yield the open decisions about what closed lists left out."""
    corrections = found.booked.corrections
    yield from corrections.recounts.undecided
    left_out = {*corrections.undecided, *corrections.recounts.withheld, *_withheld(pool)}
    names = left_out - {report.tournament for report in found.booked.reports}
    for name in sorted(names, key=TOURNAMENTS.order):
        yield from (one for one in findings.of_tournament(pool, name) if one.kind == UNDECIDED)


def _withheld(pool: PoolQuery) -> set[str]:
    """Return the reported tournaments with a weight unknown to the rulebook."""
    if not pool.law.booking.withheld:
        return set()
    facts = pool.official.known_at(pool.known).facts
    reports = [
        before_play(name, announcement)
        for name, announcement in facts.announcements.open.items()
        if announcement.reported
        and announcement.days is not None
        and pool.name in announcement.pools
        and announcement.about.weight != WHOLE
    ]
    return set(undecided.withheld(pool.law, _with_editions(pool, reports)))


def _with_editions(pool: PoolQuery, reports: Iterable[Report]) -> Iterator[tuple[Edition, Report]]:
    """Yield the reports inside the rulebook, each with its edition."""
    for report in reports:
        edition = preview.edition_of(pool, report)
        if edition is not None:
            yield edition, report


def of_announced(pool: PoolQuery, known: Mapping[str, Announcement]) -> Iterator[Finding]:
    """Yield the open decisions about announced tournaments."""
    pools = pool.official.facts.pools
    reports = [before_play(name, announcement) for name, announcement in known.items()]
    here = [report for report in reports if counted_in(pools, pool.name, report) == pool.name]
    for edition, some in undecided.in_editions(_with_editions(pool, here)):
        yield from _of_tournaments(pool, edition, [(report, []) for report in some])


# ---------------------------------------------------------------------------- reports not handed in


def not_handed_in(pool: PoolQuery, due: Due) -> Iterator[Finding]:
    """Yield the missing reports and parts of reports of a list."""
    yield from missing_reports(pool, due, announced(pool))
    every = pool.official.known_at(pool.known).facts.announcements
    yield from missing_parts(pool, due, every.open)


def missing_reports(
    pool: PoolQuery, due: Due, known: Mapping[str, Announcement]
) -> Iterator[Finding]:
    """Yield the announced tournaments that end by the cut-off of a list, however old they are."""
    for name, announcement in known.items():
        last = _last_day(due, announcement)
        if announcement.days is not None and announcement.days[1] <= last:
            says = Sentence(
                "no report: it ends on {end}, and list {list:of} takes it",
                end=announcement.days[1],
                list=ListName(due.period),
            )
            remedy = Sentence(
                "{hand_in}, or if it was not held: {cancel}",
                hand_in=Remedy("import-report", file=None, of=name),
                cancel=Remedy("decide-tournament-cancelled", tournament=name, by=None),
            )
            article = pool.law.booking.article
            yield Finding("open", "missing-report", name, article, says, remedy)


def missing_parts(
    pool: PoolQuery, due: Due, known: Mapping[str, Announcement]
) -> Iterator[Finding]:
    """Yield the tournaments whose report in parts lacks the last one.

    Of those ended after the cut-off of the list before.
    """
    since = _cut_off_before(pool)
    ended = [
        name
        for name, about in known.items()
        if about.reported and pool.name in about.pools and about.days
        if since < about.days[1] <= _last_day(due, about)
    ]
    for name in _without_last_part(pool, ended):
        says = Sentence("the last part of its report has not come")
        part = Remedy("import-report", file=None, of=name, part=None, last_part=True)
        yield Finding("open", "missing-part", name, pool.law.booking.article, says, plain(part))


def _without_last_part(pool: PoolQuery, tournaments: Sequence[str]) -> Iterator[str]:
    read = pool.official.ledger.read
    streams = {f"tournament-{name}": name for name in tournaments}
    found = read.streams_with(streams, [ReportPartSubmitted.TYPE])
    for stream in sorted(found, key=lambda stream: TOURNAMENTS.order(streams[stream])):
        parts = (event.decoded().payload for event in read.stream(stream, ReportPartSubmitted.TYPE))
        if not any(part.last_part for part in parts):
            yield streams[stream]


def _last_day(due: Due, about: Announcement) -> date:
    return due.last_official_day if about.official else due.cut_off


def _cut_off_before(pool: PoolQuery) -> date:
    """Return the cut-off of the list before the next one."""
    closed = (one.event for one in pool.facts.closed if one.position <= pool.known)
    return max((one.cut_off for one in closed), default=date.min)


def of_tournament(pool: PoolQuery, tournament: str, *, corrections: bool) -> Iterator[Finding]:
    """Yield what the next list waits for about one tournament, besides its rated games.

    With `corrections` also entries by corrections, which show what the closed lists booked.
    """
    facts = pool.official.known_at(pool.known).facts
    announcement = facts.announcements.get(tournament)
    if announcement is None or pool.name not in announcement.pools:
        return
    due, known = next_days(pool), {tournament: announcement}
    if not announcement.reported:
        yield from missing_reports(pool, due, known)
    yield from missing_parts(pool, due, known)
    yield from same_events.of_tournament(pool, tournament)
    if corrections and pool.law.chained and tournament in facts.corrected:
        found = computed(pool, due).booked.corrections.recounts.undecided
        yield from (finding for finding in found if finding.about == tournament)


# --------------------------------------------------------------------------------------- categories


def proposed_categories(pool: PoolQuery) -> Iterator[Finding]:
    """Yield the categories proposed to a committee, without an award or a withdrawal since."""
    try:
        held = categories.on_day(pool)
    except (NoCategories, NotCovered):
        return
    if held.ladder.permanence != "committee":
        return
    proposed: dict[int, Change] = {}
    for change in held.changes:
        if change.how == "proposed":
            proposed[change.player] = change
        elif change.how in ("awarded", "withdrawn"):
            proposed.pop(change.player, None)
    periods = {row.number: row.period for row in pool.lists()}
    for change in proposed.values():
        period = periods.get(change.number or 0, "")
        says = Sentence(
            "{category} is proposed: {rating} points",
            category=change.after,
            rating=change.rating_after,
        )
        award = Remedy(
            "decide-category-awarded",
            pool=pool.name,
            category=change.after,
            player=identities.show(change.player),
            by=None,
        )
        about = (period, change.article, says, plain(award), change.player)
        yield Finding(UNDECIDED, "category-proposed", *about)
