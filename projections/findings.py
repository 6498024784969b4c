"""Findings: why something does not count, or counts later, each with its article.

Read off the same columns that rate: a choice that gave nothing tells its clause.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np

from ledger import columns
from ledger.errors import Refused
from projections import (
    again,
    again_units,
    asking_corrections,
    asking_recounts,
    category_findings,
    ceased,
    checking,
    competence,
    game_findings,
    provisional,
    undecided,
)
from projections.again import Again
from projections.answers import Booked, ListRow, Pool
from projections.beside import counted_in, pool_beside
from projections.competence import NoEffect
from projections.corrected import LAPSED, UnitCorrected, in_words
from projections.corrections import Correction, Story, told
from projections.deciding import DECISIONS, decided_by
from projections.finding import Finding, by_clause
from projections.rating import Rated
from projections.recounts import CEASED
from projections.reports import Announcement, Report, before_play
from projections.rulebooks.rulebook import Books
from projections.steps import dated

ADJUST: Final = "ratings that are wrong are adjusted: `ledger record ratings-adjusted`"
"""What is left where closed lists are not corrected."""

STAYS: Final = f"the list stays as sealed, for no new printing of it can be made yet; {ADJUST}"
"""What is left where the office recorded too late what came in time."""

_WAS: Final = {Books.ENDED: "ended", Books.RECEIVED: "was received"}
_DAY: Final = {Books.ENDED: "end", Books.RECEIVED: "receipt"}


def of_tournament(pool: Pool, tournament: str) -> list[Finding]:
    """Give the findings of one tournament: booked, reported or, before play, announced.

    Raises Refused for one that is neither.
    """
    known = {each.number: each for each in pool.lists()}
    booked = [each for each in pool.bookings_of(tournament) if each.number in known]
    story = told(pool.official.ledger.read.stream(f"tournament-{tournament}"), pool.known)
    here = pool.name in story.announcement.pools
    if not booked and not here:
        why = "it is neither announced for the pool nor on one of its lists"
        raise Refused(f"{pool.name} does not know {tournament!r} at #{pool.known}: {why}")
    if not booked and not story.standing:
        return of_intended(pool, tournament, story.announcement)
    on_lists = {story.roots[each.position]: known[each.number] for each in booked}
    waiting = [
        each for each in story.in_order() if here and story.roots[each.position] not in on_lists
    ]
    return [
        *(finding for each in booked for finding in _of_booked(pool, each, known[each.number])),
        *(finding for each in waiting for finding in _provisional(pool, each)),
        *([_open(pool, waiting[-1])] if waiting else []),
        *_corrections(pool, tournament, story, on_lists),
    ]


def of_intended(pool: Pool, tournament: str, announcement: Announcement) -> list[Finding]:
    """Give what is missing or wrong for rating about what is announced, or would be."""
    report, read = before_play(tournament, announcement), pool.official.ledger.read
    other = counted_in(pool.official.facts.pools, pool.name, report)
    if other != pool.name:
        return [_elsewhere(pool, tournament, other)]
    edition = provisional.edition_of(pool, report)
    if edition is None:
        return [_outside(pool, provisional.as_booked(report, None))]
    return list(checking.of_report(read, edition, report, [], pool.known))


def _of_booked(pool: Pool, booked: Booked, on: ListRow) -> Iterator[Finding]:
    if not booked.edition:
        yield _not_rated_here(pool, booked, on)
        return
    yield from _later(pool, booked, on)
    yield from _unpublished(pool, booked, on)
    yield from _nobody_beside(pool, booked.tournament, on.through_position)
    yield from _of_whole(pool, again.tournament(pool, booked, on), on.through_position)
    yield from _disregarded(pool, booked)


def _of_whole(pool: Pool, computed: Again, known: int) -> Iterator[Finding]:
    """Give what is found about a tournament, and about its games."""
    part, sheet = computed.rated.step.parts[0], computed.rated.sheets[0]
    read, ratings = pool.official.ledger.read, computed.rated.step.rating_at_start[0]
    yield from checking.of_report(read, part.edition, part.reports[0], ratings, known)
    yield from game_findings.of_part(part, sheet)
    yield from undecided.of_entries(pool.law, part, sheet, ratings)
    yield from ceased.of_step(pool.law, computed.rated)


def _provisional(pool: Pool, report: Report) -> Iterator[Finding]:
    """Give what would be found about a report if the next list took it as it stands.

    That a first event without a point is disregarded rests on the whole list, and is told after it.
    """
    other = counted_in(pool.official.facts.pools, pool.name, report)
    if other != pool.name:
        yield _elsewhere(pool, report.tournament, other)
        return
    computed = provisional.computed(pool, report)
    if provisional.edition_of(pool, report) is None:
        yield _outside(pool, provisional.as_booked(report, None))
    elif computed is not None:
        yield from _nobody_beside(pool, report.tournament, pool.known)
        yield from _of_whole(pool, computed, pool.known)
    elif pool.law.chained:  # with which ratings it will be played is not known yet
        edition, read = provisional.edition_of(pool, report), pool.official.ledger.read
        assert edition is not None
        unknown = [0] * (len(report.player) // columns.PLAYER)
        yield from checking.of_report(read, edition, report, unknown, pool.known)


def _corrections(
    pool: Pool, tournament: str, story: Story, taken: Mapping[int, ListRow]
) -> Iterator[Finding]:
    """Tell the corrections that had no effect, and those that came too late for their list."""
    for each in story.corrections:
        event = f"#{each.position} ({each.kind})"
        if each.no_effect:
            says = f"{event} had no effect: {each.no_effect}"
            yield Finding("warning", tournament, None, "", says)
        late = asking_corrections.late(pool, story, taken, each)
        nothing = _changes_nothing(pool, story, each) if late is not None else None
        if nothing:
            yield Finding("warning", tournament, None, each.payload.article or "", *nothing)
        elif late is not None:
            yield _late(pool, tournament, each, *late)


def _changes_nothing(pool: Pool, story: Story, each: Correction) -> NoEffect | None:
    """Say of a decision why it has no effect; None of any other correction."""
    edition = next((provisional.edition_of(pool, report) for report in story.in_order()), None)
    if edition is None or not isinstance(each.payload, DECISIONS):
        return None
    return competence.without_effect(edition, decided_by(each.payload))


def _late(
    pool: Pool, tournament: str, each: Correction, closed: ListRow, taking: ListRow | None
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


def of_player(pool: Pool, player: int) -> list[Finding]:
    """Give the findings of one player over all lists, oldest first, and in reports not yet booked.

    Of those come what concerns the whole tournament, and what concerns him.
    """
    found: list[Finding] = []
    corrections: dict[int, list[UnitCorrected]] = {}
    for each in asking_corrections.taken(pool, player):
        corrections.setdefault(each.on, []).append(each.unit)
    for on in pool.lists()[1:]:
        bookings = pool.bookings(on.number, player)
        turns = [each for each in pool.turns(on.number) if each.number == on.number]
        corrected = corrections.get(on.number, ())
        counted_again = asking_recounts.recounts(pool, player, on.number)
        some = bookings or turns or corrected or counted_again
        if some or again.adjustment(pool, player, on):
            found += [_not_rated_here(pool, each, on) for each in bookings if not each.edition]
            found += _of_units(pool, player, on)
            found += [_lapsed(pool, each, on) for each in corrected if each.kind == LAPSED]
    for report in _open_reports(pool, player):
        of_all = _provisional(pool, report)
        found += [each for each in of_all if each.player in (None, player)]
    return [*found, *category_findings.of_player(pool, player), *_no_birth_year(pool, player)]


def _open_reports(pool: Pool, player: int) -> list[Report]:
    """Give the reports with a player that no list has booked, as they stood when known."""
    versions = [one for each in pool.facts.versions.values() for one in each]
    standing = [each.report for each in versions if each.stood_at(pool.known)]
    there = [*(each for each in pool.facts.pending if each.position <= pool.known), *standing]
    mine = [each for each in there if player in columns.read(each.player, columns.PLAYER)]
    return sorted(mine, key=lambda each: each.order)


def _lapsed(pool: Pool, unit: UnitCorrected, on: ListRow) -> Finding:
    """Say that a correction came to nothing: who it is for left the list meanwhile."""
    of = next(each for each in pool.lists() if each.number == unit.number)
    now, was = (in_words(each, sign=False) for each in (unit.as_corrected, unit.booked))
    says = (
        f"lapsed: a correction of list {of.period} ({now} as corrected, {was} booked), "
        "for he has not been on every list since"
    )
    return Finding("warning", on.period, unit.player, pool.law.correction_article, says)


def _open(pool: Pool, report: Report) -> Finding:
    """Say that no list known took a tournament, or a part of it."""
    last = pool.lists()[-1]
    since = f"after {last.period}" if last.number else f"from {pool.facts.opened.first_period} on"
    says = (
        f"not on a list yet: the first {since} takes it whose cut-off "
        f"is not before its {_DAY[pool.law.books]}, {dated(pool.law, report)}"
    )
    return Finding("open", report.tournament, None, pool.law.cut_off_article, says)


def _not_rated_here(pool: Pool, booked: Booked, on: ListRow) -> Finding:
    """Say why a tournament on a list was not rated: it counts elsewhere, or no edition rates it."""
    reports, _ = again.load(pool, [booked.position], on.through_position)
    other = counted_in(pool.official.facts.pools, pool.name, reports[booked.position])
    if other == pool.name:
        return _outside(pool, booked)
    return _elsewhere(pool, booked.tournament, other)


def _elsewhere(pool: Pool, tournament: str, other: str) -> Finding:
    """Say that a tournament counts in another pool that excludes this one."""
    says = f"counts in {other}: of the pools it was announced for, one of these two only"
    return Finding("not rated", tournament, None, pool.law.exclusive_article, says)


def _nobody_beside(pool: Pool, tournament: str, through: int) -> Iterator[Finding]:
    """Warn where the pool that a rulebook looks at was not there."""
    if pool.law.looks_entering:
        return
    for word, law in pool.law.looks_at.items():
        if pool_beside(pool.official.facts.pools, pool.name, law, through) is None:
            says = f"no pool of {law} was open: nobody has a {word} rating"
            yield Finding("warning", tournament, None, pool.law.looks_article, says)


def _outside(pool: Pool, booked: Booked) -> Finding:
    begins = min((each.in_force_from for each in pool.facts.adopted), default=None)
    histories = pool.lists()[0].in_force_from
    says = f"outside rulebook: it began on {booked.starts}; editions are adopted from {begins}"
    if begins is not None and booked.starts >= begins:
        says = (
            f"outside rulebook: it began on {booked.starts}, before histories begin on {histories}"
        )
    return Finding("not rated", booked.tournament, None, pool.law.scope_article, says)


def _later(pool: Pool, booked: Booked, on: ListRow) -> Iterator[Finding]:
    """Say why a tournament is not on the first list after its end."""
    after = [each for each in pool.facts.closed if each.event.list_date > booked.ends]
    if not after or after[0].number >= booked.number:
        return
    first = after[0].event
    reports, _ = again.load(pool, [booked.position], on.through_position)
    day, was = dated(pool.law, reports[booked.position]), _WAS[pool.law.books]
    remedy = ""
    if first.cut_off < day:
        says = (
            f"cut-off missed: it {was} on {day}, "
            f"list {first.period} takes what {was} by {first.cut_off}"
        )
    else:
        says = f"recorded after list {first.period} was sealed"
        if pool.law.books is Books.RECEIVED:
            says, remedy = f"office error: received in time, on {day}, but {says}", STAYS
    article = pool.law.cut_off_article
    says = f"{says}; booked on {on.period}"
    yield Finding("later", booked.tournament, None, article, says, remedy)


def _unpublished(pool: Pool, booked: Booked, on: ListRow) -> Iterator[Finding]:
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


def _disregarded(pool: Pool, booked: Booked) -> Iterator[Finding]:
    rule = pool.law.edition(booked.edition).columns.get("accepted")
    if rule is not None:
        for player, accepted in pool.results_waiting(booked.position):
            if not accepted:
                yield Finding("not rated", booked.tournament, player, rule.article, rule.sentence)


def _of_units(pool: Pool, player: int, on: ListRow) -> Iterator[Finding]:
    for computed in again_units.unit(pool, player, on):
        rated = computed.rated
        parts = zip(rated.step.parts, rated.sheets, rated.step.rating_at_start, strict=True)
        for part, sheet, ratings in parts:
            yield from game_findings.of_player(part, sheet, player)
            yield from undecided.of_entries(pool.law, part, sheet, ratings, player)
        row = int(np.searchsorted(rated.step.players, player))
        if rated.step.turning is not None:
            yield from _turned(pool, rated, on, player, row)
            continue
        if rated.step.recount is not None:
            yield from _recounted(pool, rated, on, player, row)
            continue
        gone = list(ceased.of_step(pool.law, rated, player))
        yield from gone
        if not rated.unit["rating"][row] and not gone:
            name = "rating" if rated.step.rating_before[row] else pool.law.entry
            yield by_clause("not rated", on.period, player, rated.unit.why(name, row))
        yield from _accepted(rated, on, player, row)
        lapsed = rated.step.adjusted & ~rated.unit["adjustment_applies"]
        if lapsed[row]:
            rule = rated.step.edition.columns["adjustment_applies"]
            yield Finding("warning", on.period, player, rule.article, f"lapsed: {rule.sentence}")


def _turned(pool: Pool, rated: Rated, on: ListRow, player: int, row: int) -> Iterator[Finding]:
    """Tell whose rating ceased at the end of a year."""
    if not rated.unit["rating"][row]:
        why = rated.unit.why(pool.law.turned["rating"], row)
        yield by_clause("not rated", on.period, player, why)


def _recounted(pool: Pool, rated: Rated, on: ListRow, player: int, row: int) -> Iterator[Finding]:
    """Say that a correction of a competition came to nothing: the capital ceased since."""
    recount = rated.step.recount
    if recount is not None and recount.facts[CEASED][row]:
        of = next(each for each in pool.lists() if each.number == recount.number)
        says = (
            f"lapsed: a correction of {recount.tournament}, which list {of.period} booked, "
            "for his rating ceased since"
        )
        yield Finding("warning", on.period, player, pool.law.correction_article, says)


def _accepted(rated: Rated, on: ListRow, player: int, row: int) -> Iterator[Finding]:
    if "accepted" in rated.unit.choices:
        accepted = np.broadcast_to(rated.unit["accepted"], len(rated.waiting))
        for at in np.flatnonzero(rated.unit["waiting_unit"] == row).tolist():
            if not accepted[at]:
                yield by_clause("not rated", on.period, player, rated.unit.why("accepted", at))


def _no_birth_year(pool: Pool, player: int) -> Iterator[Finding]:
    """Warn where a rule asks for a year of birth that the register does not hold."""
    facts = pool.official.facts
    if player <= facts.players and not facts.years_of(np.array([player]), pool.known)[0]:
        for rule in pool.law.editions[-1].columns.values():
            if "birth_year" in rule.needs:
                yield Finding("warning", "", player, rule.article, "year of birth unknown")
