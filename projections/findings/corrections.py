"""Findings about corrections: without effect, too late for their list, or lapsed since."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ledger.tournaments.corrections import Correction
from projections.finding import Finding
from projections.findings.concerned import concerns, stood
from projections.queries import PoolQuery, RatingList
from projections.queries.corrections import late_correction
from projections.queries.recounts import recounts
from projections.queries.rows import Booking
from projections.recompute import provisional
from projections.state import competence
from projections.state.competence import NoEffect
from projections.state.corrections import told
from projections.state.deciding import decided_by, decides
from projections.state.story import TournamentHistory
from projections.steps.corrected import Correction as ListCorrection
from projections.steps.corrected import in_words

ADJUST: Final = "ratings that are wrong are adjusted: `ledger event record ratings-adjusted`"
"""What is left where closed lists are not corrected."""


def of_tournament(
    pool: PoolQuery, tournament: str, story: TournamentHistory, player: int | None = None
) -> Iterator[Finding]:
    """Tell the corrections that had no effect, and those that came too late for their list.

    With a player, those that concern him.
    """
    lists = {each.number: each for each in pool.lists()}
    booked = pool.bookings_of(tournament)
    taken = {story.roots[each.position]: lists[each.number] for each in booked}
    for each in story.corrections:
        if player is not None and not concerns(story, each, player):
            continue
        event = f"#{each.position} ({each.kind})"
        if each.no_effect:
            says = f"{event} had no effect: {each.no_effect}"
            yield Finding("warning", tournament, None, "", says)
        found = late_correction(pool, story, taken, each)
        nothing = changes_nothing(pool, story, each) if found is not None else None
        if nothing:
            yield Finding("warning", tournament, None, each.payload.article or "", *nothing)
        elif found is not None:
            yield _late(pool, tournament, each, *found)


def of_player(pool: PoolQuery, player: int) -> Iterator[Finding]:
    """Tell the same of every tournament in which a player stands."""
    read = pool.official.ledger.read
    for name in sorted(pool.official.facts.corrected):
        story = told(read.stream(f"tournament-{name}"), pool.known)
        if stood(story, player) and _was_here(pool, name, story):
            yield from of_tournament(pool, name, story, player)


def _was_here(pool: PoolQuery, tournament: str, story: TournamentHistory) -> bool:
    return pool.name in story.announcement.pools or bool(pool.bookings_of(tournament))


def changes_nothing(pool: PoolQuery, story: TournamentHistory, each: Correction) -> NoEffect | None:
    """Say of a decision why it has no effect; None of any other correction."""
    edition = next((provisional.edition_of(pool, report) for report in story.in_order()), None)
    if edition is None or not decides(each.recorded):
        return None
    earlier = (said for said in story.corrections if said.position < each.position)
    about_it = (e for e in earlier if e.report in (None, each.report) and not e.no_effect)
    before = [decided_by(e.payload) for e in about_it if decides(e.recorded)]
    return competence.without_effect(edition, decided_by(each.payload), before)


def _late(
    pool: PoolQuery,
    tournament: str,
    each: Correction,
    closed: RatingList,
    taking: RatingList | None,
) -> Finding:
    """Say which list books what a correction changes on a closed one."""
    event, article = f"#{each.position} ({each.kind})", pool.law.correction_article
    said = f"{event} was recorded after list {closed.period} had booked the report"
    if not pool.law.corrected:
        says = f"{said}: not on any list, for closed lists of this rulebook are not corrected yet"
        return Finding("open", tournament, None, "", says, ADJUST)
    if taking is None:
        says = f"{said}, which stays as sealed: the next list books what it changes"
        return Finding("open", tournament, None, article, says)
    says = f"{said}, which stays as sealed: what it changes is booked on list {taking.period}"
    return Finding("later", tournament, None, article, says)


def lapsed_of(pool: PoolQuery, booked: Booking) -> Iterator[Finding]:
    """Say of whom corrections of a booked competition of a chain came to nothing."""
    for each in recounts(pool, position=booked.position):
        if each.lapsed:
            about = booked.tournament
            yield capital_ceased(pool, about, each.player, about, booked.number)


def capital_ceased(
    pool: PoolQuery, about: str, player: int, tournament: str, number: int
) -> Finding:
    """Say that a correction of what a list booked came to nothing: the capital ceased since."""
    of = next(each for each in pool.lists() if each.number == number)
    says = (
        f"lapsed: a correction of {tournament}, which list {of.period} booked, "
        "for his rating ceased since"
    )
    return Finding("warning", about, player, pool.law.correction_article, says)


def lapsed(pool: PoolQuery, unit: ListCorrection, on: RatingList) -> Finding:
    """Say that a correction came to nothing: who it is for left the list meanwhile."""
    of = next(each for each in pool.lists() if each.number == unit.number)
    now, was = (in_words(each, sign=False) for each in (unit.due_points, unit.booked_points))
    says = (
        f"lapsed: a correction of list {of.period} ({now} as corrected, {was} booked), "
        "for he has not been on every list since"
    )
    return Finding("warning", on.period, unit.player, pool.law.correction_article, says)
