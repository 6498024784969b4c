"""Findings about players who enter with a first rating.

An entry rating may have been unknown when a list was closed. The list stays; the findings say
whether the rating is known since, and which list books the difference (reading `decided_later`).
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ledger.sentences import ListName, Remedy, Sentence
from ledger.store.numbering import TOURNAMENTS
from projections.finding import UNDECIDED, Finding, warning
from projections.queries import PoolQuery, RatingList, recompute
from projections.queries.findings.games import of_part
from projections.queries.open_reports import contains
from projections.queries.recompute import Recomputed, preview
from projections.queries.recompute.corrected import as_booked
from projections.queries.recompute.rows import reports_now
from projections.queries.recompute.source import StoredSource
from projections.queries.rows import Booking
from projections.rating import Rated, undecided
from projections.rating.external_lists import Known, months_between
from projections.rulebooks.engine.external_lists import ExternalColumn, FirstRatings
from projections.rulebooks.engine.rulebook import Rulebook

OLD_MONTHS: Final = 12
"""Age from which an external list is called old."""


def asks_again(law: Rulebook) -> bool:
    """Return whether the rulebook asks again for unknown entry ratings."""
    return law.first_ratings is not None and law.frozen_corrections is not None


def open_entries(
    pool: PoolQuery, booked: Booking, on: RatingList, sealed: Recomputed
) -> Iterator[Finding]:
    """Yield the open decisions of a tournament on a closed list, and decisions settled since."""
    asked_then = {finding.player for finding in _entries(pool, sealed)}
    if not asked_then and booked.tournament not in pool.official.facts.corrected:
        return
    now = _as_it_stands(pool, booked)
    asked = {finding.player: finding for finding in _entries(pool, now)} if now else {}
    for finding in asked.values():
        remedy = Sentence(
            "{decide}; list {list:of} stays as sealed, the next one books what that changes",
            decide=finding.remedy,
            list=ListName(on.period),
        )
        yield replace(finding, remedy=remedy)
    if now and asked:
        games = of_part(now.rated.step.parts[0], now.rated.sheets[0])
        yield from (finding for finding in games if finding.kind == UNDECIDED)
    for player in _entering(pool, now) if now else ():
        if player in asked_then or _awaited(pool, player, on):
            yield _known_since(pool, booked, on, player)


def players_known_since(pool: PoolQuery) -> list[int]:
    """Return the players with an entry rating known only after a closing."""
    if not asks_again(pool.law):
        return []
    lists = pool.lists()
    found = set[int]()
    for number, pairs in pool.official.replay(pool.name).begun().awaiting.items():
        for booked in pool.bookings(number):
            if booked.position in pairs[:, 1]:
                sealed = recompute.tournament(pool, booked, lists[number])
                of_all = open_entries(pool, booked, lists[number], sealed)
                found |= {e.player for e in of_all if e.kind == "open" and e.player is not None}
    return sorted(found)


def _entering(pool: PoolQuery, now: Recomputed) -> list[int]:
    assert pool.law.first_ratings is not None
    step, of = now.rated.step, pool.law.first_ratings
    could = step.facts_at_start[0][of.fixes] if of.fixes else step.rating_at_start[0] == 0
    player: NDArray[np.int64] = step.parts[0].player[could & (now.rated.sheets[0][of.entry] > 0)]
    return sorted(player.tolist())


def _awaited(pool: PoolQuery, player: int, on: RatingList) -> bool:
    assert pool.law.first_ratings is not None
    had, day = pool.law.first_ratings.had, pool.law.entry_fields[pool.law.first_ratings.day]
    last = pool.lists()[-1].number
    states = pool.changes(player, last, on.number)
    return any(state.fields[day] and not state.fields[had] for state in states)


def _entries(pool: PoolQuery, computed: Recomputed) -> list[Finding]:
    step = computed.rated.step
    part, sheet, ratings = step.parts[0], computed.rated.sheets[0], step.rating_at_start[0]
    return list(undecided.of_entries(pool.law, part, sheet, ratings))


def _as_it_stands(pool: PoolQuery, booked: Booking) -> Recomputed | None:
    """Compute a booked tournament as for the next list; None where unrated."""
    name = booked.tournament
    history = pool.tournament_history(name)
    for report in reports_now(pool, booked, history):
        following = preview.coming_list(pool, report)
        as_rated = as_booked(pool, booked, report)
        if following is not None and as_rated.edition:
            at = booked.position
            source = StoredSource(
                pool, following, booked=[as_rated], reports={at: report}, histories={at: history}
            )
            return recompute.compute(source, {})
    return None


def _known_since(pool: PoolQuery, booked: Booking, on: RatingList, player: int) -> Finding:
    article = pool.law.correction_article
    about, taking = booked.tournament, list_with_entry(pool, player, on)
    if taking is None:
        says = Sentence(
            "the player's entry rating was not known when list {list:of} was sealed, but is since: "
            "the next list books what it changes",
            list=ListName(on.period),
        )
        return Finding("open", "entry-known-since", about, article, says, player=player)
    says = Sentence(
        "the player's entry rating was not known when list {list:of} was sealed: what it changes "
        "is booked on list {taking:of}",
        list=ListName(on.period),
        taking=ListName(taking.period),
    )
    return Finding("later", "entry-known-since", about, article, says, player=player)


def list_with_entry(pool: PoolQuery, player: int, after: RatingList) -> RatingList | None:
    """Return the first list after another with a player's entry rating."""
    assert pool.law.first_ratings is not None
    lists = pool.lists()
    for state in pool.changes(player, lists[-1].number):
        if state.number > after.number and state.fields[pool.law.first_ratings.had]:
            return lists[state.number]
    return None


def by_correction(pool: PoolQuery, player: int) -> Iterator[Finding]:
    """Yield the open decisions about a player whom a correction added to a closed list."""
    lists = pool.lists()
    for name in sorted(pool.official.facts.corrected, key=TOURNAMENTS.order):
        history = pool.tournament_history(name)
        for booked in pool.bookings_of(name):
            own = {booking.position for booking in pool.bookings(booked.number, player)}
            reports = reports_now(pool, booked, history) if booked.edition else ()
            if booked.position not in own and any(contains(one, player) for one in reports):
                on = lists[booked.number]
                sealed = recompute.tournament(pool, booked, on)
                found = open_entries(pool, booked, on, sealed)
                yield from (finding for finding in found if finding.player == player)


def old_lists(law: Rulebook, rated: Rated, known: Known) -> Iterator[Finding]:
    """Warn of entry ratings taken from an old external list.

    A list is in force until the next list of its body; a newer list may exist without having been
    recorded. Where rulebook or body limit the age, older lists are not used (`stale_lists`).
    """
    facts = rated.step.facts_at_start[0] if rated.step.facts_at_start else {}
    if law.first_ratings is None or "entered" not in facts:
        return
    part = rated.step.parts[0]
    days = np.broadcast_to(facts["entered"], part.player.shape)
    sources = np.broadcast_to(rated.sheets[0][law.first_ratings.whence], part.player.shape)
    found = dict(_old(law.first_ratings, days, sources, known))
    for (body, listed), (age, name) in found.items():
        remedy = Sentence(
            "record a newer list, if there is one: {record}",
            record=Remedy("record-external-list", file=None, issuer=body, list=None),
        )
        if name:
            remedy = Sentence(
                "{newer}; to set for how many months such a list counts: {limit}",
                newer=remedy,
                limit=Remedy("decide-parameter-set", name=name),
            )
        says = Sentence(
            "the list of {body} of {day}, which told who enters, was {age} months old",
            body=body,
            day=listed,
            age=age,
        )
        tournament = part.reports[0].tournament
        yield warning("old-list", tournament, law.first_ratings.article, says, remedy)


def _old(
    entering: FirstRatings, days: NDArray[Any], sources: NDArray[Any], known: Known
) -> Iterator[tuple[tuple[str, date], tuple[int, str]]]:
    """Yield body and date of each old list, with its age and the limiting parameter."""
    for step, source in entering.sources.items():
        if isinstance(source, ExternalColumn):
            used = (sources == step) | ((sources == entering.fixed) & (entering.fixed > 0))
            for day in map(date.fromordinal, np.unique(days[used & (days > 0)]).tolist()):
                in_force = known.in_force(source, day)
                if in_force is not None and not known.months(source, day):
                    listed = in_force.list_date
                    if (age := months_between(listed, day)) >= OLD_MONTHS:
                        yield (source.body, listed), (age, source.months_set)
