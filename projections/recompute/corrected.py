"""Corrected units of closed lists, computed again from stored rows for explanation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ledger import columns
from projections import recompute
from projections.queries import PoolQuery, RatingList
from projections.queries.corrections import Result, results_behind
from projections.queries.rows import Booking
from projections.recompute import Recomputed, rows
from projections.recompute.not_counting import edition_now
from projections.recompute.rows import reports_now
from projections.recompute.source import StoredSource
from projections.state.history import TournamentHistory, tournament_history
from projections.state.reports import Report
from projections.steps.corrected import Correction
from projections.steps.other_pools import counted_in


def corrected_unit(
    pool: PoolQuery, on: RatingList, of: RatingList, unit: Correction
) -> tuple[Recomputed, Recomputed]:
    """Compute a unit corrected by a list twice: as booked, and as corrected.

    A first rating rests on all results that waited for it, as they were and as corrected.
    """
    before = pool.lists()[on.number - 1]
    return (
        _side(pool, of, before, unit, _behind(pool, on, unit, anew=False)),
        _side(pool, of, on, unit, _behind(pool, on, unit, anew=True)),
    )


def _behind(pool: PoolQuery, on: RatingList, unit: Correction, *, anew: bool) -> Sequence[Result]:
    return results_behind(pool, unit.player, on.number, unit.number, anew=anew)


def _side(
    pool: PoolQuery,
    of: RatingList,
    known: RatingList,
    unit: Correction,
    behind: Sequence[Result],
) -> Recomputed:
    """Compute a unit from reports as known to a list, and earlier waiting results."""
    reports, histories = _standing_at(pool, of, unit.player, known.through_position)
    rated = [as_booked(pool, *booking) for booking in reports]
    waited = [booking for booking in behind if booking.position not in histories]
    pairs = zip(rated, reports, strict=True)
    source = StoredSource(
        pool,
        of,
        unit.player,
        None,
        [booking for booking in rated if booking.edition],
        {report.position: report for booking, (_, report) in pairs if booking.edition},
        histories,
        rows.results(pool, unit.player, waited),
        known=known.through_position,
    )
    changes = rows.changes_decided(pool, unit.player, of)
    if pool.law.first_ratings:
        entries = pool.official.replay(pool.name).begun().given(of.number, known.number)
        entered = np.flatnonzero(entries)
        given = dict(zip(entered.tolist(), entries[entered].tolist(), strict=True))
        source = replace(source, entry_ratings=given)
    return recompute.compute(source, changes)


def _standing_at(
    pool: PoolQuery, of: RatingList, player: int, known: int
) -> tuple[list[tuple[Booking, Report]], dict[int, TournamentHistory]]:
    """Return a player's reports on a list as known at a position, and the histories."""
    found, histories = [], dict[int, TournamentHistory]()
    of_player = {booking.position for booking in pool.bookings(of.number, player)}
    for booking in pool.bookings(of.number):
        if booking.position in of_player or booking.tournament in pool.official.facts.corrected:
            history = tournament_history(
                pool.official.ledger.read.stream(f"tournament-{booking.tournament}"), known
            )
            for report in reports_now(pool, booking, history):
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
