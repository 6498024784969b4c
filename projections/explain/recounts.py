"""Corrected competitions of a chain: as booked so far, and as corrected."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from ledger.errors import Damaged
from projections.explain.sheets import Cell, CorrectedSheet, UnitSheet
from projections.queries import PoolQuery, RatingList
from projections.queries.recounts import BookedRecount, recounts
from projections.recompute import Recomputed, recounted
from projections.steps.corrected import BOOKED, LAPSED, Correction


def sides(
    pool: PoolQuery, player: int, on: RatingList, sheet_of: Callable[[Recomputed], UnitSheet]
) -> Iterator[CorrectedSheet]:
    """Yield the competitions corrected by a list for a player.

    Raises Damaged where the sheets differ from the facts of the recount.
    """
    rows = {row.number: row for row in pool.lists()}
    for recount in recounts(pool, player, on.number):
        of = rows[recounted.booked(pool, recount).number]
        unit = _unit(pool, recount, of)
        was, now = recounted.sides(pool, on, recount)
        found = [_came_to(pool, player, side) for side in (was, now)]
        if found != [(unit.booked, unit.booked_games), (unit.due, unit.due_games)]:
            raise Damaged(
                f"{pool.name} {on.period}: {recount.tournament} of player {player} comes to "
                f"{found}, booked was {unit}"
            )
        nothing = recounted.nothing_left(pool, on, recount)
        was_sheet, now_sheet = (
            _as_entered(pool, sheet_of(side)) if player in side.came else sheet_of(side)
            for side in (was, now)
        )
        yield CorrectedSheet(of, unit, was_sheet, now_sheet, recount.tournament, nothing)


def _as_entered(pool: PoolQuery, unit: UnitSheet) -> UnitSheet:
    """Return a step with the reason of a rating: the player entered with this event."""
    why = f"{pool.law.correction_article}: he had none before, and comes with what he entered with"

    def with_reason(cells: dict[str, Cell], name: str) -> dict[str, Cell]:
        return {**cells, name: replace(cells[name], why=why)}

    played = (
        replace(sheet, cells=with_reason(sheet.cells, pool.law.own_rating))
        for sheet in unit.tournaments
    )
    return replace(unit, cells=with_reason(unit.cells, pool.law.base), tournaments=tuple(played))


def with_entry(unit: UnitSheet, corrected: Sequence[CorrectedSheet]) -> UnitSheet:
    """Return a step with the reason of an entry by correction, from the corrected event."""
    entered = [
        played.entered_by
        for sheet in corrected
        for played in sheet.corrected.tournaments
        if sheet.tournament == unit.corrects and played.entered_by is not None
    ]
    if not entered:
        return unit
    article, _, why = entered[0].why.partition(": ")
    lines = (
        replace(line, article=article, why=why) if line.kind == "entry" else line
        for line in unit.lines
    )
    return replace(unit, lines=tuple(lines))


def _unit(pool: PoolQuery, row: BookedRecount, of: RatingList) -> Correction:
    law = pool.law.chained_corrections
    was, now = (row.facts[f"{side}_{law.deviation}"] for side in ("booked", "corrected"))
    games = [row.facts[f"{side}_{law.games}"] for side in ("booked", "corrected")]
    kind = LAPSED if row.lapsed else BOOKED
    return Correction(row.player, of.number, kind, was, now, games[0], games[1])


def _came_to(pool: PoolQuery, player: int, side: Recomputed) -> tuple[int, int]:
    law, rated = pool.law.chained_corrections, side.rated
    row = int(np.searchsorted(rated.step.players, player))
    return int(rated.unit[law.deviation][row]), int(rated.unit[law.games][row])
