"""Both sides of a corrected competition of a chain: as it was booked so far, and as it stands."""

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
    pool: PoolQuery, player: int, on: RatingList, told: Callable[[Recomputed], UnitSheet]
) -> Iterator[CorrectedSheet]:
    """Give both sides of the competitions that a list corrected for a player, as they are `told`.

    Raises Damaged where they do not come to what the list rested on.
    """
    rows = {each.number: each for each in pool.lists()}
    for each in recounts(pool, player, on.number):
        of = rows[recounted.booked(pool, each).number]
        unit = _unit(pool, each, of)
        was, now = recounted.sides(pool, on, each)
        found = [_came_to(pool, player, side) for side in (was, now)]
        if found != [(unit.booked, unit.booked_games), (unit.due, unit.due_games)]:
            raise Damaged(
                f"{pool.name} {on.period}: {each.tournament} of player {player} comes to "
                f"{found}, booked was {unit}"
            )
        nothing = recounted.nothing_left(pool, on, each)
        was_told, now_told = (
            _as_he_came(pool, told(side)) if player in side.came else told(side)
            for side in (was, now)
        )
        yield CorrectedSheet(of, unit, was_told, now_told, each.tournament, nothing)


def _as_he_came(pool: PoolQuery, unit: UnitSheet) -> UnitSheet:
    """Say of a rating that its player had none just before, and came with one he entered with."""
    why = f"{pool.law.correction_article}: he had none before, and comes with what he entered with"

    def said(cells: dict[str, Cell], name: str) -> dict[str, Cell]:
        return {**cells, name: replace(cells[name], why=why)}

    played = (
        replace(each, cells=said(each.cells, pool.law.own_rating)) for each in unit.tournaments
    )
    return replace(unit, cells=said(unit.cells, pool.law.base), tournaments=tuple(played))


def with_entry(unit: UnitSheet, corrected: Sequence[CorrectedSheet]) -> UnitSheet:
    """Say of who enters by a correction why he does with his rating: as the event says it again."""
    entered = [
        played.entered_by
        for each in corrected
        for played in each.again.tournaments
        if each.tournament == unit.corrects and played.entered_by is not None
    ]
    if not entered:
        return unit
    article, _, why = entered[0].why.partition(": ")
    lines = (
        replace(each, article=article, why=why) if each.kind == "entry" else each
        for each in unit.lines
    )
    return replace(unit, lines=tuple(lines))


def _unit(pool: PoolQuery, row: BookedRecount, of: RatingList) -> Correction:
    """Give what a correction compared: the deviation, as its column holds it, and the games."""
    law = pool.law.chained_corrections
    was, now = (row.facts[f"{side}_{law.deviation}"] for side in ("booked", "corrected"))
    games = [row.facts[f"{side}_{law.games}"] for side in ("booked", "corrected")]
    kind = LAPSED if row.lapsed else BOOKED
    return Correction(row.player, of.number, kind, was, now, games[0], games[1])


def _came_to(pool: PoolQuery, player: int, side: Recomputed) -> tuple[int, int]:
    law, rated = pool.law.chained_corrections, side.rated
    row = int(np.searchsorted(rated.step.players, player))
    return int(rated.unit[law.deviation][row]), int(rated.unit[law.games][row])
