"""Pending decisions of a pool: about tournaments, entries, games and proposed categories."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Literal

import msgspec

from ledger.register import identities
from ledger.register.people import Details, details
from ops.access.personal_data import NAME
from ops.answers.answer import Answer, Position
from ops.answers.findings import rows_of
from ops.answers.tournaments import TournamentsAsked, open_reports, state_of, tournaments_of
from projections.categories.change import Change
from projections.finding import UNDECIDED, Finding
from projections.queries import NotCovered, PoolQuery, categories, findings
from projections.queries.categories import NoCategories
from projections.queries.coming_lists import next_list
from projections.queries.findings import checking, games, printed_ratings
from projections.queries.recompute.preview import edition_of
from projections.rating import Rated, rate, undecided
from projections.rulebooks.engine.calendars import Due
from projections.state import Facts
from projections.state.closed_list import Horizon
from projections.state.pool import PoolFacts
from projections.state.reports import WHOLE, before_play

Where = Literal["announced", "next list", "closed list", "category"]
"""Where a decision is missing: for an announced tournament; for the next list; for a tournament or
an entry that a closed list booked in part; for a category proposed to the committee."""


class PendingDecision(msgspec.Struct, frozen=True):
    """A missing decision: tournament, player and article, and the command that settles it."""

    where: Where
    about: str
    """The tournament; for a category, or a first rating that waits, the list."""
    name: str
    """Name of the tournament."""
    player: str
    """Register number with its check digit; empty: the decision concerns no single player."""
    player_name: Annotated[str, NAME]
    article: str
    says: str
    opponents: tuple[str, ...]
    """Opponents of the player whose rating is missing."""
    remedy: str


def pending_decisions(pool: PoolQuery) -> Answer[PendingDecision]:
    """Return the missing decisions of a pool, computed as the next list would see its reports.

    Every report that no list has booked is taken in, whatever its day. Raises OutsideRulebook if
    no adopted edition covers the next list; NotCovered before the beginning of the pool.
    """
    pool.lists()
    people = details(pool.official.ledger.read, pool.known)
    found = dict.fromkeys([*_announced(pool, people), *_of_next_list(pool, people)])
    settled = _not_rated_by_decision(pool, {finding.about for _, finding in found})
    pending = [pair for pair in found if pair[1].about not in settled]
    rows = _rows(pool, [*pending, *_proposed(pool)])
    return Answer({"pool": pool.name, "known_to": Position(pool.known)}, rows)


_Found = tuple[Where, Finding]


def _not_rated_by_decision(pool: PoolQuery, subjects: set[str]) -> set[str]:
    """Return the refused and the cancelled tournaments among some subjects of findings.

    Nothing remains to decide about these.
    """
    announcements = pool.official.known_at(pool.known).facts.announcements
    states = {
        name: state_of(pool, name, announcements[name], frozenset())
        for name in subjects & announcements.keys()
    }
    return {name for name, state in states.items() if state in ("refused", "cancelled")}


def _announced(pool: PoolQuery, people: Details) -> Iterator[_Found]:
    announcements = pool.official.known_at(pool.known).facts.announcements
    asked = TournamentsAsked(state="announced")
    for row in tournaments_of([pool], asked).rows:
        announcement = announcements[row.tournament]
        for finding in findings.of_announcement(pool, row.tournament, announcement, people):
            if finding.kind == UNDECIDED:
                yield "announced", finding


def _of_next_list(pool: PoolQuery, people: Details) -> Iterator[_Found]:
    """Yield the findings of the next list, computed with every open report, and of closed lists."""
    then = pool.official.known_at(pool.known)
    replay = then.replay(pool.name).fork()
    due = _taking_everything(pool, replay.facts)
    booked, outcomes, _ = replay.rate(due, Horizon.at(pool.known))
    for rated in outcomes:
        if rated.step.parts or len(rated.step.waiting):
            every_column = rate(rated.step)
            found = undecided.of_units(pool.law, every_column, booked.due.period)
            for finding in (*_of_step(pool, every_column, people), *found):
                if finding.kind == UNDECIDED:
                    yield "next list", finding
    in_next_list = {report.tournament for report in booked.reports}
    recounts = booked.corrections.recounts
    booked_in_part = {*booked.corrections.undecided, *recounts.undecided, *recounts.withheld}
    for name in sorted({*booked_in_part, *_withheld(pool, then.facts)} - in_next_list):
        for finding in findings.of_tournament(pool, name):
            if finding.kind == UNDECIDED:
                yield "closed list", finding


def _taking_everything(pool: PoolQuery, facts: PoolFacts) -> Due:
    """Return the days of the next list, with a cut-off after the last day of every open report."""
    due = next_list(pool, facts)
    days = [due.cut_off, due.last_official_day]
    for report in open_reports(facts):
        days += [report.end, report.about.received_on or report.end]
    return replace(due, cut_off=max(days), last_official_day=max(days))


def _withheld(pool: PoolQuery, facts: Facts) -> set[str]:
    """Return the reported tournaments with a weight unknown to the rulebook."""
    reports = (
        before_play(name, announcement)
        for name, announcement in facts.announcements.items()
        if announcement.reported
        and announcement.days is not None
        and pool.name in announcement.pools
        and announcement.about.weight != WHOLE
    )
    rated = ((edition_of(pool, report), report) for report in reports if pool.law.booking.withheld)
    of_editions = ((edition, report) for edition, report in rated if edition is not None)
    return set(undecided.withheld(pool.law, of_editions))


def _of_step(pool: PoolQuery, rated: Rated, people: Details) -> Iterator[Finding]:
    step, official = rated.step, pool.official
    yield from printed_ratings.not_known(pool, step)
    for part, sheet, ratings in zip(step.parts, rated.sheets, step.rating_at_start, strict=False):
        yield from undecided.of_entries(pool.law, part, sheet, ratings)
        yield from games.of_part(part, sheet)
        for at, report in enumerate(part.reports):
            own = ratings[part.tournament == at]
            yield from checking.of_report(official, part.edition, report, own, pool.known, people)


def _proposed(pool: PoolQuery) -> Iterator[_Found]:
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
        says = f"{change.after} is proposed: {change.rating_after} points"
        remedy = (
            f"ledger event record category-awarded --pool {pool.name} --category "
            f'"{change.after}" --player {identities.show(change.player)} --by …'
        )
        yield (
            "category",
            Finding(
                UNDECIDED, "category-proposed", period, change.article, says, remedy, change.player
            ),
        )


def _rows(pool: PoolQuery, found: Sequence[_Found]) -> tuple[PendingDecision, ...]:
    announced = pool.official.facts.announcements
    rows = rows_of(pool, [finding for _, finding in found])
    return tuple(
        PendingDecision(
            where=where,
            about=row.about,
            name=announced[row.about].name if row.about in announced else "",
            player=row.player,
            player_name=row.name,
            article=row.article,
            says=row.says,
            opponents=row.others,
            remedy=row.remedy,
        )
        for (where, _), row in zip(found, rows, strict=True)
    )
