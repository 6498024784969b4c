"""Findings about entries of closed lists whose rating was not known when the list was sealed.

What the sealed list says of them stays; told is what they are now: whether it is known since, and
which list books what that changes (reading `decided_later`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from projections import recompute
from projections.finding import UNDECIDED, Finding
from projections.findings.games import of_part
from projections.queries import PoolQuery, RatingList
from projections.queries.rows import Booking
from projections.rating import undecided
from projections.recompute import Recomputed, provisional
from projections.recompute.corrected import as_booked
from projections.recompute.rows import reports_now
from projections.recompute.source import Loaded, StoredSource
from projections.rulebooks.engine.rulebook import Rulebook
from projections.state.corrections import told


def are_asked_later(law: Rulebook) -> bool:
    """Tell whether what was not known of who enters is looked for again."""
    return law.first_ratings is not None and law.frozen_corrections is not None


def as_they_are(
    pool: PoolQuery, booked: Booking, on: RatingList, sealed: Recomputed
) -> Iterator[Finding]:
    """Give what a tournament of a closed list leaves to be decided, or left when it was sealed."""
    were = {each.player for each in _entries(pool, sealed)}
    if not were and booked.tournament not in pool.official.facts.corrected:
        return
    now = _as_it_stands(pool, booked)
    asked = {each.player: each for each in _entries(pool, now)} if now else {}
    for each in asked.values():
        later = f"list {on.period} stays as sealed, the next one books what that changes"
        yield replace(each, remedy=f"{each.remedy}; {later}")
    if now and asked:
        games = of_part(now.rated.step.parts[0], now.rated.sheets[0])
        yield from (each for each in games if each.kind == UNDECIDED)
    for player in _entering(pool, now) if now else ():
        if player in were or _awaited(pool, player, on):
            yield _known_since(pool, booked, on, player)


def known_now(pool: PoolQuery) -> list[int]:
    """Give whose entry rating is known since lists were sealed, which the next list books."""
    if not are_asked_later(pool.law):
        return []
    lists = {each.number: each for each in pool.lists()}
    found = set[int]()
    for number, pairs in pool.official.replay(pool.name).begun().awaiting.items():
        for booked in pool.bookings(number):
            if booked.position in pairs[:, 1]:
                sealed = recompute.tournament(pool, booked, lists[number])
                of_all = as_they_are(pool, booked, lists[number], sealed)
                found |= {e.player for e in of_all if e.kind == "open" and e.player is not None}
    return sorted(found)


def _entering(pool: PoolQuery, now: Recomputed) -> list[int]:
    """Give who enters, or entered, with a rating, and could have with a tournament."""
    assert pool.law.first_ratings is not None
    step, of = now.rated.step, pool.law.first_ratings
    could = step.facts_at_start[0][of.fixes] if of.fixes else step.rating_at_start[0] == 0
    player: NDArray[np.int64] = step.parts[0].player[could & (now.rated.sheets[0][of.entry] > 0)]
    return sorted(player.tolist())


def _awaited(pool: PoolQuery, player: int, on: RatingList) -> bool:
    """Tell whether a list, that one or a later one, left somebody without a rating to enter with.

    Him whom a correction put there after it was sealed too.
    """
    assert pool.law.first_ratings is not None
    had, day = pool.law.first_ratings.had, pool.law.entry_fields[pool.law.first_ratings.day]
    last = pool.lists()[-1].number
    since = (each for each in pool.changes(player, last) if each.number >= on.number)
    return any(each.fields[day] and not each.fields[had] for each in since)


def _entries(pool: PoolQuery, computed: Recomputed) -> list[Finding]:
    step = computed.rated.step
    part, sheet, ratings = step.parts[0], computed.rated.sheets[0], step.rating_at_start[0]
    return list(undecided.of_entries(pool.law, part, sheet, ratings))


def _as_it_stands(pool: PoolQuery, booked: Booking) -> Recomputed | None:
    """Compute a booked tournament as the next list would see it; None where it is not rated."""
    name = booked.tournament
    story = told(pool.official.ledger.read.stream(f"tournament-{name}"), pool.known)
    for report in reports_now(pool, booked, story):
        following = provisional.next_list(pool, report)
        as_rated = as_booked(pool, booked, report)
        if following is not None and as_rated.edition:
            at = booked.position
            loaded = Loaded([as_rated], {at: report}, {at: story})
            return recompute.compute(StoredSource(pool, following, loaded=loaded), {})
    return None


def _known_since(pool: PoolQuery, booked: Booking, on: RatingList, player: int) -> Finding:
    """Say which list books what it changes that an entry rating is known since."""
    article = pool.law.correction_article
    says = f"his entry rating was not known when list {on.period} was sealed"
    taking = taken_up(pool, player, on)
    if taking is None:
        says = f"{says}, but is since: the next list books what it changes"
        return Finding("open", booked.tournament, player, article, says)
    says = f"{says}: what it changes is booked on list {taking.period}"
    return Finding("later", booked.tournament, player, article, says)


def taken_up(pool: PoolQuery, player: int, after: RatingList) -> RatingList | None:
    """Give the list after another that first knew a player's entry rating."""
    assert pool.law.first_ratings is not None
    lists = {each.number: each for each in pool.lists()}
    for each in pool.changes(player, max(lists)):
        if each.number > after.number and each.fields[pool.law.first_ratings.had]:
            return lists[each.number]
    return None


def by_correction(pool: PoolQuery, player: int) -> Iterator[Finding]:
    """Give what is to be decided of a player where a correction put him onto a closed list."""
    lists = {each.number: each for each in pool.lists()}
    read = pool.official.ledger.read
    for name in sorted(pool.official.facts.corrected):
        story = told(read.stream(f"tournament-{name}"), pool.known)
        for booked in pool.bookings_of(name):
            there = [
                columns.read(e.player, columns.PLAYER) for e in reports_now(pool, booked, story)
            ]
            mine = {each.position for each in pool.bookings(booked.number, player)}
            if booked.position not in mine and booked.edition:
                on = lists[booked.number]
                if any(player in each for each in there):
                    sealed = recompute.tournament(pool, booked, on)
                    found = as_they_are(pool, booked, on, sealed)
                    yield from (each for each in found if each.player == player)
