"""Findings: why something does not count, or counts later, each with the article.

Findings come from the columns of the calculation: a choice without a value names its clause. The
modules by subject:

    checking           a tournament as a whole: missing or wrong for rating
    games              games and players that do not count
    bookings           the list that took a tournament
    corrections        corrections, and the tournament as corrected
    entries            first ratings, and old external lists
    merges             merges and separations that a list took in
    absences           players in a report after their death, or within a suspension
    printed_ratings    ratings in the file that differ from the list, or are not known
"""

from collections.abc import Iterator, Sequence

import numpy as np

from ledger import columns
from ledger.errors import Refused
from ledger.sentences import Position, Sentence, tabled
from projections.finding import UNDECIDED, Finding, Kind, by_clause, warning
from projections.queries import PoolQuery, RatingList, categories, open_reports, recompute
from projections.queries.corrections import corrected_units, recounts
from projections.queries.findings import (
    bookings,
    checking,
    entries,
    games,
    merges,
    printed_ratings,
)
from projections.queries.findings import corrections as correction_findings
from projections.queries.recompute import Recomputed, not_counting, preview, units
from projections.queries.recompute.rows import changes_decided
from projections.queries.rows import Booking
from projections.rating import Rated, undecided
from projections.rating.chain_steps import CEASED
from projections.rating.corrected import LAPSED, Correction
from projections.rating.other_pools import counted_in
from projections.state import competence
from projections.state.history import TournamentHistory
from projections.state.reports import Announcement, Report, before_play


def of_tournament(pool: PoolQuery, tournament: str) -> list[Finding]:
    """Return the findings of a tournament: booked, reported or, before play, announced.

    Equal findings about parts of a report are joined. Raises Refused for an unknown tournament.
    """
    found = _of_each_part(pool, tournament)
    return [one for at, one in enumerate(found) if one.player or one not in found[:at]]


def _of_each_part(pool: PoolQuery, tournament: str) -> list[Finding]:
    lists = pool.lists()
    booked = pool.bookings_of(tournament)
    history = pool.tournament_history(tournament)
    if not booked and pool.name not in history.announcement.pools:
        problem = Sentence(
            "{pool} does not know {found} at {known}: it is neither announced for the pool nor on "
            "one of its lists",
            pool=pool.name,
            found=tournament,
            known=Position(pool.known),
        )
        raise Refused(problem, code="unknown-tournament", field="tournament", found=tournament)
    if not booked and not history.current:
        announced = of_announcement(pool, tournament, history.announcement)
        return [*correction_findings.annulled(tournament, history), *announced]
    open_ones = open_reports.of_history(pool, history, booked)
    return [
        *(one for by in booked for one in _of_booked(pool, by, lists[by.number], history)),
        *(finding for report in open_ones for finding in _provisional(pool, report)),
        *([bookings.not_on_a_list(pool, open_ones[-1])] if open_ones else []),
        *correction_findings.annulled(tournament, history),
        *correction_findings.of_tournament(pool, tournament, history),
        *(finding for by in booked for finding in not_counting.findings(pool, by, history)),
        *(finding for by in booked for finding in correction_findings.lapsed_of(pool, by)),
    ]


def of_announcement(pool: PoolQuery, tournament: str, announcement: Announcement) -> list[Finding]:
    """Return the findings of an announcement, recorded or to be recorded."""
    report, official = before_play(tournament, announcement), pool.official
    other = counted_in(official.facts.pools, pool.name, report)
    if other != pool.name:
        return [bookings.counts_elsewhere(pool, tournament, other)]
    edition = preview.edition_of(pool, report)
    if edition is None:
        return [bookings.outside_rulebook(pool, preview.as_booked(report, None))]
    return [
        *checking.of_report(official, edition, report, [], pool.known),
        *checking.sounds_online(edition, tournament, announcement),
    ]


def _of_booked(
    pool: PoolQuery, booked: Booking, on: RatingList, history: TournamentHistory
) -> Iterator[Finding]:
    if not booked.edition:
        yield bookings.not_rated(pool, booked, on)
        return
    yield from bookings.booked_later(pool, booked, on)
    yield from bookings.received_late(pool, booked, on)
    yield from bookings.list_unpublished(pool, booked, on)
    yield from bookings.published_otherwise(pool, booked, on)
    yield from bookings.no_other_pool(pool, booked.tournament, on.through_position)
    computed = recompute.tournament(pool, booked, on)
    whole = _of_whole(pool, computed, on.through_position, booked=True)
    found = correction_findings.as_corrected(pool, booked, on, history, whole)
    if entries.asks_again(pool.law):
        yield from (finding for finding in found if finding.kind != UNDECIDED)
        yield from entries.open_entries(pool, booked, on, computed)
    else:
        yield from found
    yield from bookings.disregarded(pool, booked)


def _of_whole(
    pool: PoolQuery, computed: Recomputed, known: int, *, booked: bool
) -> Iterator[Finding]:
    part, sheet = computed.rated.step.parts[0], computed.rated.sheets[0]
    ratings = computed.rated.step.rating_at_start[0]
    report, announced = part.reports[0], pool.official.facts.announcements
    in_force = computed.rated.step.in_force(0)
    yield from checking.of_report(pool.official, part.edition, report, in_force, known)
    yield from checking.sounds_online(part.edition, report.tournament, announced[report.tournament])
    yield from games.of_part(part, sheet)
    yield from printed_ratings.of_part(pool, part, ratings)
    yield from checking.missing_rounds(pool, report)
    yield from undecided.of_entries(pool.law, part, sheet, ratings)
    yield from entries.old_lists(pool.law, computed.rated, computed.external_lists())
    yield from games.ceased(pool.law, computed.rated)
    kind: Kind = "warning" if booked else UNDECIDED
    yield from printed_ratings.not_known(pool, computed.rated.step, kind)


def _provisional(pool: PoolQuery, report: Report) -> Iterator[Finding]:
    """Yield the findings of an open report as if on the next list.

    Without first events disregarded for no point: that depends on the whole list.
    """
    other = counted_in(pool.official.facts.pools, pool.name, report)
    if other != pool.name:
        yield bookings.counts_elsewhere(pool, report.tournament, other)
        return
    edition = preview.edition_of(pool, report)
    if edition is None:
        yield bookings.outside_rulebook(pool, preview.as_booked(report, None))
        return
    yield from bookings.missed_first_list(pool, report)
    computed = preview.computed(pool, report)
    if computed is not None:
        yield from bookings.no_other_pool(pool, report.tournament, pool.known)
        yield from _of_whole(pool, computed, pool.known, booked=False)
    elif pool.law.chained:  # with which ratings it will be played is not known yet
        unknown = [0] * (len(report.player) // columns.PLAYER)
        yield from checking.of_report(pool.official, edition, report, unknown, pool.known)


def of_player(pool: PoolQuery, player: int) -> list[Finding]:
    """Return the findings of a player: on all lists, oldest first, then in open reports.

    For open reports with the findings of the whole tournament; at the end those about corrections.
    """
    found: list[Finding] = []
    corrections: dict[int, list[Correction]] = {}
    for corrected in corrected_units(pool, player):
        corrections.setdefault(corrected.on, []).append(corrected.unit)
    for on in pool.lists()[1:]:
        found += _of_list(pool, player, on, corrections.get(on.number, ()))
    if entries.asks_again(pool.law):
        found += entries.by_correction(pool, player)
    for report in open_reports.of_player(pool, player):
        of_all = _provisional(pool, report)
        found += [finding for finding in of_all if finding.player in (None, player)]
    return [
        *found,
        *correction_findings.of_player(pool, player),
        *_decisions_without_effect(pool, player),
        *_no_birth_year(pool, player),
    ]


def _of_list(
    pool: PoolQuery, player: int, on: RatingList, corrected: Sequence[Correction]
) -> Iterator[Finding]:
    """Yield the findings of a player on a list, with the lapsed corrections among `corrected`."""
    reports = pool.bookings(on.number, player)
    yield from merges.on_list(pool, player, on)
    some = reports or corrected or pool.year_ends_on(on.number)
    if some or changes_decided(pool, player, on) or recounts(pool, player, on.number):
        for booked in reports:
            late = bookings.booked_later(pool, booked, on)
            yield from late if booked.edition else [bookings.not_rated(pool, booked, on)]
        yield from _of_steps(pool, player, on)
        lapsed = (unit for unit in corrected if unit.kind == LAPSED)
        yield from (correction_findings.lapsed(pool, unit, on) for unit in lapsed)


def _of_steps(pool: PoolQuery, player: int, on: RatingList) -> Iterator[Finding]:
    """Yield the findings of a player's steps on a list, with the open decisions as of now."""
    found = list(_of_each_step(pool, player, on))
    if not entries.asks_again(pool.law):
        yield from found
        return
    yield from (finding for finding in found if finding.kind != UNDECIDED)
    undecided_in = {finding.about for finding in found if finding.kind == UNDECIDED}
    for booked in pool.bookings(on.number, player):
        if booked.tournament in undecided_in and booked.edition:
            sealed = recompute.tournament(pool, booked, on)
            of_all = entries.open_entries(pool, booked, on, sealed)
            yield from (finding for finding in of_all if finding.player == player)


def _no_birth_year(pool: PoolQuery, player: int) -> Iterator[Finding]:
    facts = pool.official.facts
    if player <= facts.players and not facts.years_of(np.array([player]), pool.known)[0]:
        for rule in pool.law.editions[-1].columns.values():
            if "birth_year" in rule.needs:
                says = Sentence("year of birth unknown")
                yield warning("no-birth-year", "", rule.article, says, player=player)


def _of_each_step(pool: PoolQuery, player: int, on: RatingList) -> Iterator[Finding]:
    """Yield the findings about a player in the steps of a list, in order."""
    for computed in units.unit(pool, player, on):
        rated = computed.rated
        parts = zip(rated.step.parts, rated.sheets, rated.step.rating_at_start, strict=True)
        for part, sheet, ratings in parts:
            yield from games.uncounted(part, sheet, player)
            yield from undecided.of_entries(pool.law, part, sheet, ratings, player)
        row = int(np.searchsorted(rated.step.players, player))
        if rated.step.year_end_inputs is not None:
            if not rated.unit["rating"][row]:
                yield _by_column(rated, on, player, pool.law.year_end.renews["rating"], row)
        elif rated.step.recount is not None:
            recount = rated.step.recount
            if recount.facts[CEASED][row]:
                about = (on.period, player, recount.tournament, recount.number)
                yield correction_findings.capital_ceased(pool, *about)
        elif rated.step.handover is None:
            yield from _rated(pool, rated, on, player, row)


def _rated(
    pool: PoolQuery, rated: Rated, on: RatingList, player: int, row: int
) -> Iterator[Finding]:
    """Yield why a step gave no rating, rejected results, and lapsed decisions.

    An undecided first rating is reported until a later list contains the player.
    """
    ceased = list(games.ceased(pool.law, rated, player))
    yield from ceased
    waits = list(undecided.of_units(pool.law, rated, on.period, player))
    if waits and not pool.state(player, pool.lists()[-1].number).rating:
        yield from waits
    elif not rated.unit["rating"][row] and not ceased:
        name = "rating" if rated.step.rating_before[row] else pool.law.entry
        yield _by_column(rated, on, player, name, row)
    yield from _accepted(rated, on, player, row)
    yield from _decisions_lapsed(rated, on, player, row)


def _decisions_lapsed(rated: Rated, on: RatingList, player: int, row: int) -> Iterator[Finding]:
    lapsed = rated.step.outside_play["adjusted"] & ~rated.unit["adjustment_applies"]
    if np.broadcast_to(lapsed, len(rated.step.players))[row]:
        rule = rated.step.edition.columns["adjustment_applies"]
        says = Sentence("lapsed: {why}", why=tabled(rule.sentence))
        yield warning("adjustment-lapsed", on.period, rule.article, says, player=player)
    given = np.broadcast_to(rated.unit["decided_bonus"], len(rated.step.players))
    decided = np.broadcast_to(rated.step.outside_play["decided_points"], len(rated.step.players))
    if given[row] != decided[row]:
        rule = rated.step.edition.columns["decided_bonus"]
        why = tabled(rule.sentence)
        says = Sentence("not all points of a bonus decided are given: {why}", why=why)
        yield warning("bonus-in-part", on.period, rule.article, says, player=player)


def _accepted(rated: Rated, on: RatingList, player: int, row: int) -> Iterator[Finding]:
    if "accepted" in rated.unit.choices:
        accepted = np.broadcast_to(rated.unit["accepted"], len(rated.waiting))
        for at in np.flatnonzero(rated.unit["waiting_unit"] == row).tolist():
            if not accepted[at]:
                yield _by_column(rated, on, player, "accepted", at)


def _by_column(rated: Rated, on: RatingList, player: int, name: str, row: int) -> Finding:
    """Return why a column of a step gave a player nothing."""
    why, remedies = rated.unit.why(name, row), competence.remedies(rated.step.edition)
    return by_clause("not rated", on.period, player, why, remedies)


def _decisions_without_effect(pool: PoolQuery, player: int) -> Iterator[Finding]:
    """Warn of awards and withdrawals of categories without effect."""
    for decision in categories.decisions_without_effect(pool, player):
        event = Position(decision.position)
        if decision.withdrawn:
            says = Sentence("{event} (withdrawn on {on}) has no effect: {category} is not held")
        else:
            says = Sentence(
                "{event} (awarded on {on}) has no effect: {category} is no category of its day"
            )
        says = says.about(event=event, on=decision.on, category=decision.category)
        about = f"#{decision.position}"
        yield warning("category-without-effect", about, decision.article, says, player=player)
