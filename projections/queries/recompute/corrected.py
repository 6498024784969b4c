"""Corrected units of closed lists computed again from stored rows, for explanation.

Of a period: the unit as booked and as corrected. For a chain see `corrected_competitions`.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ledger import columns
from projections.queries import PoolQuery, RatingList, recompute
from projections.queries.corrections import Result, results_behind
from projections.queries.recompute import Recomputed, rows
from projections.queries.recompute.merged import (
    last_with,
    names_of_unit,
    row_of,
)
from projections.queries.recompute.not_counting import (
    edition_now,
)
from projections.queries.recompute.rows import is_as_booked, reports_now
from projections.queries.recompute.source import StoredSource
from projections.queries.rows import Booking
from projections.rating.corrected import Correction
from projections.rating.other_pools import counted_in
from projections.state.history import TournamentHistory
from projections.state.merges import Names, names_at
from projections.state.reports import Report


def corrected_unit(
    pool: PoolQuery, on: RatingList, closed: RatingList, unit: Correction
) -> tuple[Recomputed, Recomputed]:
    """Compute a unit corrected by a list twice: as booked, and as corrected.

    A first rating rests on all waiting results, as booked and as corrected.
    """
    before = last_with(pool, on, unit.player, closed.number)
    return (
        _unit_as_known(pool, closed, (on, before), unit, _behind(pool, on, unit, anew=False)),
        _unit_as_known(pool, closed, (on, on), unit, _behind(pool, on, unit, anew=True)),
    )


def tournament_as_it_stands(
    pool: PoolQuery, booked: Booking, history: TournamentHistory
) -> Recomputed | None:
    """Compute a booked tournament of a period in its present form, for all entrants.

    None if unchanged since booking. Ratings are those with which its list booked it.
    """
    if is_as_booked(pool, booked, history):
        return None
    on = pool.lists()[booked.number]
    reports = reports_now(pool, booked, history)
    now = [as_booked(pool, booked, report) for report in reports]
    found = {booking.position: report for booking, report in zip(now, reports, strict=True)}
    rated = [booking for booking in now if booking.edition]
    source = StoredSource(
        pool, on, None, None, rated, found if rated else {}, dict.fromkeys(found, history)
    )
    return recompute.compute(source, {})


def _behind(pool: PoolQuery, on: RatingList, unit: Correction, *, anew: bool) -> Sequence[Result]:
    return results_behind(pool, unit.player, on.number, unit.number, anew=anew)


def _unit_as_known(
    pool: PoolQuery,
    closed: RatingList,
    lists: tuple[RatingList, RatingList],
    unit: Correction,
    behind: Sequence[Result],
) -> Recomputed:
    """Compute a unit from reports as known to a list, and earlier waiting results.

    `lists` are the correcting list, and the list whose knowledge counts.
    """
    on, known = lists
    player = row_of(pool, unit.player, closed, on)
    names = names_of_unit(pool, unit.player, player, closed, known.through_position)
    reports, histories = _standing_at(pool, closed, player, known.through_position, names)
    rated = [as_booked(pool, *booking) for booking in reports]
    waited = [booking for booking in behind if booking.position not in histories]
    pairs = zip(rated, reports, strict=True)
    source = StoredSource(
        pool,
        closed,
        player,
        None,
        [booking for booking in rated if booking.edition],
        {report.position: report for booking, (_, report) in pairs if booking.edition},
        histories,
        rows.results(pool, player, waited),
        known=known.through_position,
    )
    changes = rows.changes_decided(pool, player, closed)
    if pool.law.first_ratings:
        entries = pool.official.replay(pool.name).begun().entry_ratings(closed.number, known.number)
        entered = np.flatnonzero(entries)
        given = dict(zip(entered.tolist(), entries[entered].tolist(), strict=True))
        source = replace(source, entry_ratings=given)
    return recompute.compute(source, changes)


def _standing_at(
    pool: PoolQuery, closed: RatingList, player: int, known: int, names: Names
) -> tuple[list[tuple[Booking, Report]], dict[int, TournamentHistory]]:
    """Return a player's reports on a list as known at a position, and the histories."""
    found, histories = [], dict[int, TournamentHistory]()
    numbers = {player, *(who for who, kept in names.items() if kept == player)}
    booked = names_at(pool.facts.merges, closed.through_position)
    numbers |= {booked[who] for who in numbers if who in booked}  # as the list called them
    of_player = {
        booking.position for who in numbers for booking in pool.bookings(closed.number, who)
    }
    for booking in pool.bookings(closed.number):
        if booking.position in of_player or booking.tournament in pool.official.facts.corrected:
            history = pool.tournament_history(booking.tournament, known)
            for report in reports_now(pool, booking, history, names):
                if player in columns.read(report.player, columns.PLAYER):
                    found.append((booking, report))
                    histories[booking.position] = history
    return found, histories


def as_booked(pool: PoolQuery, booked: Booking, report: Report) -> Booking:
    """Return the booking of a report in its present form: with its present edition and days."""
    edition = edition_now(pool, booked, report)
    here = counted_in(pool.official.facts.pools, pool.name, report) == pool.name
    name = edition.name if edition is not None and here else ""
    return replace(booked, edition=name, starts=report.start, ends=report.end)
