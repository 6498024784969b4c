"""Corrected competitions of a chain computed again from stored rows, for explanation.

The correction as a step, from its inputs at that time; and both sides: the competition before and
after the correction, with the capitals just before the competition.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ledger import columns
from projections.queries import NOBODY, PoolQuery, RatingList, recompute
from projections.queries.corrections import BookedRecount
from projections.queries.recompute import Recomputed
from projections.queries.recompute.merged import (
    last_with,
    names_of_unit,
    row_of,
    separations,
    state_by_separations,
)
from projections.queries.recompute.not_counting import (
    Uncounted,
    edition_now,
    uncounted,
    why_uncounted,
)
from projections.queries.recompute.rows import is_as_booked, reports_now
from projections.queries.recompute.source import StoredSource
from projections.queries.rows import Booking
from projections.rating import rate
from projections.rating.assembler import recount_step
from projections.rating.capital_changes import (
    CHAINED,
    DEVIATING,
    NOWHERE,
    RECOUNTED,
    BookingTime,
    CapitalChange,
)
from projections.rating.capital_history import CapitalChanges
from projections.rating.chain_steps import CAME_BACK, CEASED, Recount
from projections.state.history import TournamentHistory
from projections.state.law import as_set
from projections.state.merges import Names


def step_of(pool: PoolQuery, on: RatingList, row: BookedRecount) -> Recomputed:
    """Compute a correction again, for its player."""
    players = np.array([row.player], dtype=np.int64)
    text = pool.law.edition(row.edition)
    edition = as_set(text, pool.facts, on.list_date, on.through_position)
    flags = (CAME_BACK, CEASED)
    recount = Recount(
        position=row.position,
        number=closed_booking(pool, row).number,
        tournament=row.tournament,
        begins=row.order[1],
        order=row.order,
        booked=(0, 0, row.order),
        edition=edition,
        law=pool.law,
        players=players,
        facts={n: np.array([bool(v) if n in flags else v]) for n, v in row.facts.items()},
    )
    source = StoredSource(pool, on, row.player, place=row.place)
    return Recomputed(rate(recount_step(source, recount)), source)


def closed_booking(pool: PoolQuery, row: BookedRecount) -> Booking:
    """Return the booking of the competition on its closed list."""
    found = pool.bookings_of(row.tournament)
    return next(booking for booking in found if booking.position == row.position)


def sides(pool: PoolQuery, on: RatingList, row: BookedRecount) -> tuple[Recomputed, Recomputed]:
    """Compute a competition twice: as of the previous closing, and as corrected."""
    booking = closed_booking(pool, row)
    before = (
        None
        if _dropped(pool, on, row, booking)
        else last_with(pool, on, row.player, booking.number)
    )
    return (_side(pool, on, row, booking, before), _side(pool, on, row, booking, on))


def _dropped(pool: PoolQuery, on: RatingList, row: BookedRecount, booking: Booking) -> bool:
    """Return whether a player's result was booked in a capital that a separation takes back."""
    played = {booking.position for booking in pool.bookings(booking.number, row.player)}
    return row.position in played and any(
        one.last == on.number and row.player == one.merge.kept and one.drops
        for one in separations(pool, row.player, on)
    )


def as_it_stands(pool: PoolQuery, booked: Booking, history: TournamentHistory) -> Recomputed | None:
    """Compute a booked competition in its present form, for all entrants.

    None if unchanged since booking, or if nothing counts any more (`not_counting`). Capitals are
    those just before the competition as booked: a difference is a correction.
    """
    if is_as_booked(pool, booked, history) or why_uncounted(pool, booked, history):
        return None
    source = _present_inputs(pool, None, booked, history, None)
    return _compute(source, None, booked, (pool.lists()[-1].number, DEVIATING, NOWHERE))


def nothing_left(pool: PoolQuery, on: RatingList, row: BookedRecount) -> Uncounted | None:
    """Return why a corrected competition has no results of a player; None: has results."""
    history = pool.tournament_history(row.tournament, on.through_position)
    booked = closed_booking(pool, row)
    closed = pool.lists()[booked.number]
    number = _number(pool, row, closed, on, history)
    names = names_of_unit(pool, row.player, number, closed, on.through_position)
    return uncounted(pool, number, booked, history, names)


def _number(
    pool: PoolQuery,
    row: BookedRecount,
    closed: RatingList,
    on: RatingList,
    history: TournamentHistory,
) -> int:
    """Return the number under which a player was rated in a competition.

    Before a capital went on under another number, this is the number that had the capital.
    """
    reports = history.replacements(row.position)
    named = (columns.read(report.player, columns.PLAYER) for report in reports)
    if any(row.player in players for players in named):
        return row.player
    return row_of(pool, row.player, closed, on)


def _side(
    pool: PoolQuery,
    on: RatingList,
    row: BookedRecount,
    booked: Booking,
    known: RatingList | None,
) -> Recomputed:
    """Compute a competition for a player, as known to a list; None: without results."""
    closed, player = pool.lists()[booked.number], row.player
    if known is None:
        return recompute.compute(
            StoredSource(pool, closed, player, booked.place, order=booked.order), {}
        )
    history = pool.tournament_history(booked.tournament, known.through_position)
    number = _number(pool, row, closed, on, history)
    names = names_of_unit(pool, player, number, closed, known.through_position)
    source = _present_inputs(pool, number, booked, history, names)
    if pool.facts.merges:
        last = (known.number, DEVIATING + 1, NOWHERE)
        read_at = last if known.number < on.number else (on.number, RECOUNTED, row.order)
        source = replace(source, read_at=read_at)
        state = state_by_separations(pool, number, closed, known, source.booked_before)
        source = replace(source, instead={} if state is None else {number: state})
    return _compute(source, number, booked, (on.number, RECOUNTED, row.order))


class _Entry(NamedTuple):
    """The first entry of a player into the pool after a competition was booked."""

    capital: int
    change: CapitalChange


def _compute(
    source: StoredSource, player: int | None, booked: Booking, until: BookingTime
) -> Recomputed:
    """Compute a competition for a player, or for all entrants (None).

    A player asked about who entered with the competition enters again; if the corrected competition
    would give another entry capital, the original one is used (`own_inputs`). Other players without
    a rating before the competition have the capital of their next entry.
    """
    entries = _entries_since(source, booked, until)
    entrants = (columns.read(report.player, columns.PLAYER) for report in source.reports.values())
    asked = [who for players in entrants for who in players.tolist() if player in (None, who)]
    again = [who for who in asked if who in entries and _is_with(booked, entries[who], player)]
    computed = _entering(source, entries, again)
    if not again:
        return computed
    at = np.searchsorted(computed.rated.step.players, again)
    capitals = computed.rated.unit[source.law.base][at].tolist()
    pairs = zip(again, capitals, strict=True)
    same = [who for who, capital in pairs if capital == entries[who].capital]
    return computed if same == again else _entering(source, entries, same)


def _present_inputs(
    pool: PoolQuery,
    player: int | None,
    booked: Booking,
    history: TournamentHistory,
    names: Names | None,
) -> StoredSource:
    """Return the present form of a competition, at the place where it was booked."""
    source = StoredSource(
        pool, pool.lists()[booked.number], player, booked.place, order=booked.order
    )
    for report in reports_now(pool, booked, history, names):
        edition, at = edition_now(pool, booked, report), report.position
        if edition is not None:
            row = replace(booked, starts=report.start, ends=report.end, edition=edition.name)
            source = replace(source, booked=[row], reports={at: report}, histories={at: history})
    return source


def _entries_since(source: StoredSource, booked: Booking, until: BookingTime) -> dict[int, _Entry]:
    """Return the entries of players without a rating before a competition, up to `until`."""
    unrated = {
        player for player in source.players.tolist() if not source.states.get(player, NOBODY).rating
    }
    since = (booked.number, CHAINED, booked.order)
    lists = range(booked.number, until[0] + 1)
    changes = source.pool.official.replay(source.pool.name).begun().moved.stored
    entries = dict[int, _Entry]()
    for change in CapitalChanges(change for change in changes if change.number in lists):
        if since <= change.booked <= until:
            capitals = zip(change.player.tolist(), change.entered.tolist(), strict=True)
            for player, capital in capitals:
                if capital and player in unrated:
                    entries.setdefault(player, _Entry(capital, change))
    return entries


def _is_with(booked: Booking, entry: _Entry, player: int | None) -> bool:
    """Return whether an entry belongs to a competition: for all entrants (None), as first booked.

    For a player also by a correction of the competition.
    """
    competition, phase = entry.change.competition, entry.change.phase
    with_it = competition is not None and competition.position == booked.position
    return with_it and (player is not None or phase == CHAINED)


def _entering(
    source: StoredSource, entries: Mapping[int, _Entry], again: Sequence[int]
) -> Recomputed:
    """Compute a competition with which some players enter; others have their later capital."""
    later = {player: entry.capital for player, entry in entries.items() if player not in again}
    numbers = {entries[player].change.number for player in again}
    enters_on = next((row for row in source.pool.lists() if row.number in numbers), None)
    return recompute.compute(replace(source, later_capitals=later, enters_on=enters_on), {})
