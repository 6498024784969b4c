"""Findings: why something does not count, or counts later, each with its article.

Read off the same columns that rate: a choice that gave nothing tells its clause. What is found is
gathered here, and told in the modules of this folder, each of one kind of thing:

    checking                   a tournament as a whole: what is missing, or wrong for rating
    games                      its games and players
    bookings, corrections      which list took it, and what corrected it
    concerned, standing        whom a correction concerns, what is left to decide as it stands
    entries, ceased            who entered without a rating, or whose capital ceased since
    steps, categories          a player's steps on a list, what he was awarded
    old_lists, sounds_online   warnings: an old list of another body, a name that sounds online
    printed_ratings            ratings in the file that are not those of the list, or not known
    unfinished                 a warning: fewer rounds reported than announced
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ledger import columns
from ledger.errors import Refused
from ledger.register.people import Details
from projections import recompute
from projections.finding import UNDECIDED, Finding, Kind
from projections.findings import (
    categories,
    ceased,
    checking,
    entries,
    games,
    old_lists,
    printed_ratings,
    sounds_online,
    standing,
    steps,
    unfinished,
)
from projections.findings import corrections as correction_findings
from projections.findings.bookings import (
    booked_later,
    counts_elsewhere,
    disregarded,
    list_unpublished,
    nobody_beside,
    not_rated_here,
    outside_rulebook,
    published_otherwise,
    received_late,
    still_later,
    still_open,
)
from projections.queries import PoolQuery, RatingList, open_reports
from projections.queries.corrections import corrected_units
from projections.queries.recounts import recounts
from projections.queries.rows import Booking
from projections.rating import undecided
from projections.recompute import Recomputed, not_counting, provisional
from projections.recompute.rows import changes_decided
from projections.state.corrections import told
from projections.state.reports import Announcement, Report, before_play
from projections.state.story import TournamentHistory
from projections.steps.corrected import LAPSED, Correction
from projections.steps.other_pools import counted_in


def of_tournament(pool: PoolQuery, tournament: str) -> list[Finding]:
    """Give the findings of one tournament: booked, reported or, before play, announced.

    What is found alike of each part of a report is told once. Raises Refused for one that is
    neither.
    """
    found = _of_each_part(pool, tournament)
    told_before = (each.player is None and each in found[:at] for at, each in enumerate(found))
    return [each for each, before in zip(found, told_before, strict=True) if not before]


def _of_each_part(pool: PoolQuery, tournament: str) -> list[Finding]:
    known = {each.number: each for each in pool.lists()}
    booked = pool.bookings_of(tournament)
    story = told(pool.official.ledger.read.stream(f"tournament-{tournament}"), pool.known)
    if not booked and pool.name not in story.announcement.pools:
        why = "it is neither announced for the pool nor on one of its lists"
        raise Refused(
            f"{pool.name} does not know {tournament!r} at #{pool.known}: {why}",
            code="unknown-tournament",
            field="tournament",
            found=tournament,
        )
    if not booked and not story.standing:
        return of_intended(pool, tournament, story.announcement)
    waiting = open_reports.of_story(pool, story, booked)
    return [
        *(one for each in booked for one in _of_booked(pool, each, known[each.number], story)),
        *(finding for each in waiting for finding in _provisional(pool, each)),
        *([still_open(pool, waiting[-1])] if waiting else []),
        *correction_findings.of_tournament(pool, tournament, story),
        *(finding for each in booked for finding in not_counting.findings(pool, each, story)),
        *(finding for each in booked for finding in correction_findings.lapsed_of(pool, each)),
    ]


def of_intended(
    pool: PoolQuery, tournament: str, announcement: Announcement, people: Details | None = None
) -> list[Finding]:
    """Give what is missing or wrong for rating about what is announced, or would be.

    `people` are all players as known: who asks about many tournaments reads them once.
    """
    report, read = before_play(tournament, announcement), pool.official.ledger.read
    other = counted_in(pool.official.facts.pools, pool.name, report)
    if other != pool.name:
        return [counts_elsewhere(pool, tournament, other)]
    edition = provisional.edition_of(pool, report)
    if edition is None:
        return [outside_rulebook(pool, provisional.as_booked(report, None))]
    return [
        *checking.of_report(read, edition, report, [], pool.known, people),
        *sounds_online.of_announcement(edition, tournament, announcement),
    ]


def _of_booked(
    pool: PoolQuery, booked: Booking, on: RatingList, story: TournamentHistory
) -> Iterator[Finding]:
    if not booked.edition:
        yield not_rated_here(pool, booked, on)
        return
    yield from booked_later(pool, booked, on)
    yield from received_late(pool, booked, on)
    yield from list_unpublished(pool, booked, on)
    yield from published_otherwise(pool, booked, on)
    yield from nobody_beside(pool, booked.tournament, on.through_position)
    computed = recompute.tournament(pool, booked, on)
    whole = _of_whole(pool, computed, on.through_position, booked=True)
    found = standing.as_it_stands(pool, booked, on, story, whole)
    if entries.are_asked_later(pool.law):
        yield from (each for each in found if each.kind != UNDECIDED)
        yield from entries.as_they_are(pool, booked, on, computed)
    else:
        yield from found
    yield from disregarded(pool, booked)


def _of_whole(
    pool: PoolQuery, computed: Recomputed, known: int, *, booked: bool
) -> Iterator[Finding]:
    """Give what is found about a tournament, and about its games; on a list, or before one."""
    part, sheet = computed.rated.step.parts[0], computed.rated.sheets[0]
    read, ratings = pool.official.ledger.read, computed.rated.step.rating_at_start[0]
    report, said = part.reports[0], pool.official.facts.announcements
    yield from checking.of_report(read, part.edition, report, ratings, known)
    yield from sounds_online.of_announcement(
        part.edition, report.tournament, said[report.tournament]
    )
    yield from games.of_part(part, sheet)
    yield from printed_ratings.of_part(read, pool.law, part, ratings)
    yield from unfinished.of_report(read, pool.law, report)
    yield from undecided.of_entries(pool.law, part, sheet, ratings)
    yield from old_lists.of_tournament(pool.law, computed.rated, computed.external_lists())
    yield from ceased.of_step(pool.law, computed.rated)
    kind: Kind = "warning" if booked else UNDECIDED
    yield from printed_ratings.not_known(pool, computed.rated.step, kind)


def _provisional(pool: PoolQuery, report: Report) -> Iterator[Finding]:
    """Give what would be found about a report if the next list took it as it stands.

    That a first event without a point is disregarded rests on the whole list, and is told after it.
    """
    other = counted_in(pool.official.facts.pools, pool.name, report)
    if other != pool.name:
        yield counts_elsewhere(pool, report.tournament, other)
        return
    edition = provisional.edition_of(pool, report)
    if edition is None:
        yield outside_rulebook(pool, provisional.as_booked(report, None))
        return
    yield from still_later(pool, report)
    computed = provisional.computed(pool, report)
    if computed is not None:
        yield from nobody_beside(pool, report.tournament, pool.known)
        yield from _of_whole(pool, computed, pool.known, booked=False)
    elif pool.law.chained:  # with which ratings it will be played is not known yet
        unknown, read = [0] * (len(report.player) // columns.PLAYER), pool.official.ledger.read
        yield from checking.of_report(read, edition, report, unknown, pool.known)


def of_player(pool: PoolQuery, player: int) -> list[Finding]:
    """Give the findings of one player over all lists, oldest first, and in reports not yet booked.

    Of those come what concerns the whole tournament, and what concerns him; at the end what becomes
    of corrections that concern him.
    """
    found: list[Finding] = []
    corrections: dict[int, list[Correction]] = {}
    for each in corrected_units(pool, player):
        corrections.setdefault(each.on, []).append(each.unit)
    for on in pool.lists()[1:]:
        bookings = pool.bookings(on.number, player)
        turns = pool.year_ends_on(on.number)
        corrected = corrections.get(on.number, ())
        counted_again = recounts(pool, player, on.number)
        some = bookings or turns or corrected or counted_again
        if some or changes_decided(pool, player, on):
            for booked in bookings:
                late = booked_later(pool, booked, on)
                found += late if booked.edition else [not_rated_here(pool, booked, on)]
            found += _of_steps(pool, player, on)
            of_lapsed = (each for each in corrected if each.kind == LAPSED)
            found += [correction_findings.lapsed(pool, each, on) for each in of_lapsed]
    if entries.are_asked_later(pool.law):
        found += entries.by_correction(pool, player)
    for report in open_reports.of_player(pool, player):
        of_all = _provisional(pool, report)
        found += [each for each in of_all if each.player in (None, player)]
    return [
        *found,
        *correction_findings.of_player(pool, player),
        *categories.of_player(pool, player),
        *_no_birth_year(pool, player),
    ]


def _of_steps(pool: PoolQuery, player: int, on: RatingList) -> Iterator[Finding]:
    """Give the findings of a player's steps on a list, what is to be decided as it is now."""
    found = list(steps.of_player(pool, player, on))
    if not entries.are_asked_later(pool.law):
        yield from found
        return
    yield from (each for each in found if each.kind != UNDECIDED)
    undecided_in = {each.about for each in found if each.kind == UNDECIDED}
    for booked in pool.bookings(on.number, player):
        if booked.tournament in undecided_in and booked.edition:
            sealed = recompute.tournament(pool, booked, on)
            of_all = entries.as_they_are(pool, booked, on, sealed)
            yield from (each for each in of_all if each.player == player)


def _no_birth_year(pool: PoolQuery, player: int) -> Iterator[Finding]:
    """Warn where a rule asks for a year of birth that the register does not hold."""
    facts = pool.official.facts
    if player <= facts.players and not facts.years_of(np.array([player]), pool.known)[0]:
        for rule in pool.law.editions[-1].columns.values():
            if "birth_year" in rule.needs:
                yield Finding("warning", "", player, rule.article, "year of birth unknown")
