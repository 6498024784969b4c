"""What waits for a decision in a pool: tournaments announced or reported, entries, categories."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

import msgspec

from ledger import register
from ledger.people import Details, details
from ops.answers.answer import Answer
from ops.answers.tournaments import (
    TournamentsAsked,
    open_reports,
    state_of,
    tournaments_of,
)
from projections import categories, findings
from projections.again.provisional import edition_of
from projections.answers import NotCovered, Pool
from projections.answers.coming_lists import next_list
from projections.answers.known_then import followed_to
from projections.categories.ladders import NoCategories
from projections.facts import Facts
from projections.facts.pool import PoolFacts
from projections.facts.reports import WHOLE, before_play
from projections.finding import UNDECIDED, Finding
from projections.findings import checking, games
from projections.holding.change import Change
from projections.rating import Rated, rate, undecided
from projections.rulebooks.calendars import Due
from projections.rulebooks.rulebook import OutsideRulebook
from projections.steps import Booked

Where = Literal["announced", "next list", "closed list", "category"]
"""What it keeps open: a tournament that is announced; one that waits for a list; an entry, or a
tournament, that a closed list booked as far as it was known; a category that is proposed."""


class PendingDecision(msgspec.Struct, frozen=True):
    """One thing that waits for a decision: what, about whom, on which article, and what to type."""

    where: Where
    about: str
    """The tournament, or the list."""
    name: str
    """Of the tournament."""
    player: str
    """As 572-4; "" where it is about no player."""
    player_name: str
    article: str
    says: str
    opponents: tuple[str, ...]
    """The players on whom it rests, where they are others."""
    remedy: str


def pending_decisions(pool: Pool) -> Answer[PendingDecision]:
    """Return what waits for a decision in a pool, computed as the next list would see it.

    All that is reported and on no list yet is looked at, whenever it is due.
    """
    people = details(pool.official.ledger.read, pool.known)
    found = dict.fromkeys([*_announced(pool, people), *_of_next_list(pool, people)])
    settled = _not_rated_by_decision(pool, {each.about for _, each in found})
    left = [pair for pair in found if pair[1].about not in settled]
    rows = _named(pool, [*left, *_proposed(pool)])
    return Answer({"pool": pool.name, "known_to": f"#{pool.known}"}, rows)


_Found = tuple[Where, Finding]


def _not_rated_by_decision(pool: Pool, tournaments: set[str]) -> set[str]:
    """Return those of some tournaments that are refused or cancelled: nothing is left to decide."""
    said = followed_to(pool.official, pool.known).facts.announcements
    states = {name: state_of(pool, name, said[name], frozenset()) for name in tournaments}
    return {name for name, state in states.items() if state in ("refused", "cancelled")}


def _announced(pool: Pool, people: Details) -> Iterator[_Found]:
    announcements = followed_to(pool.official, pool.known).facts.announcements
    asked = TournamentsAsked(state="announced")
    for row in tournaments_of([pool], asked).rows:
        said = announcements[row.tournament]
        for each in findings.of_intended(pool, row.tournament, said, people):
            if each.kind == UNDECIDED:
                yield "announced", each


def _of_next_list(pool: Pool, people: Details) -> Iterator[_Found]:
    """Yield what is found where the next list is computed with everything that is reported."""
    then = followed_to(pool.official, pool.known)
    replay = then.replay(pool.name).fork()
    try:
        booked, outcomes, _ = replay.rate(_taking_everything(pool, replay.facts), pool.known)
    except OutsideRulebook:
        return
    for rated in outcomes:
        if rated.step.parts:
            for each in _of_step(pool, rate(rated.step), people):  # with every column
                if each.kind == UNDECIDED:
                    yield "next list", each
    open_ = {report.tournament for report in booked.reports}
    for name in sorted({*_left_open(booked), *_withheld(pool, then.facts)} - open_):
        for each in findings.of_tournament(pool, name):
            if each.kind == UNDECIDED:
                yield "closed list", each


def _taking_everything(pool: Pool, facts: PoolFacts) -> Due:
    """Return the days of the next list, its cut-off so late that it takes all that is reported."""
    due = next_list(pool, facts)
    days = [due.cut_off, due.last_official_day]
    for report in open_reports(facts):
        days += [report.end, report.about.received_on or report.end]
    return replace(due, cut_off=max(days), last_official_day=max(days))


def _left_open(booked: Booked) -> set[str]:
    """Return the tournaments of closed lists of which something is left to be decided."""
    again = booked.recounts
    return {*booked.corrections.undecided, *again.undecided, *again.withheld}


def _withheld(pool: Pool, facts: Facts) -> set[str]:
    """Return the reported tournaments of which lists book less until their share is decided."""
    reports = (
        before_play(name, announcement)
        for name, announcement in facts.announcements.items()
        if announcement.reported
        and announcement.days is not None
        and pool.name in announcement.pools
        and announcement.about.weight != WHOLE
    )
    rated = ((edition_of(pool, report), report) for report in reports if pool.law.withheld)
    of_editions = ((edition, report) for edition, report in rated if edition is not None)
    return set(undecided.withheld(pool.law, of_editions))


def _of_step(pool: Pool, rated: Rated, people: Details) -> Iterator[Finding]:
    step, read = rated.step, pool.official.ledger.read
    for part, sheet, ratings in zip(step.parts, rated.sheets, step.rating_at_start, strict=False):
        yield from undecided.of_entries(pool.law, part, sheet, ratings)
        yield from games.of_part(part, sheet)
        for at, report in enumerate(part.reports):
            own = ratings[part.tournament == at]
            yield from checking.of_report(read, part.edition, report, own, pool.known, people)


def _proposed(pool: Pool) -> Iterator[_Found]:
    """Yield the categories that are proposed to a committee and were not decided since."""
    try:
        held = categories.held(pool)
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
            f"ledger record category-awarded --pool {pool.name} --category "
            f'"{change.after}" --player {register.show(change.player)} --by …'
        )
        yield "category", Finding(UNDECIDED, period, change.player, change.article, says, remedy)


def _named(pool: Pool, found: Sequence[_Found]) -> tuple[PendingDecision, ...]:
    announced = pool.official.facts.announcements
    players = {player for _, e in found for player in (e.player, *e.others) if player}
    names = register.names(pool.official.ledger.read, sorted(players))
    return tuple(
        PendingDecision(
            where=where,
            about=each.about,
            name=announced[each.about].name if each.about in announced else "",
            player=register.show(each.player) if each.player else "",
            player_name=names.get(each.player or 0, ""),
            article=each.article,
            says=each.says,
            opponents=tuple(f"{register.show(e)} {names[e]}" for e in each.others),
            remedy=each.remedy,
        )
        for where, each in found
    )
