"""Inputs waiting for a list: results for a first rating, decisions about entries and ratings.

Looked up as the list found it, for a step that is computed again.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

import numpy as np

from projections.queries import PoolQuery, RatingList
from projections.queries.corrections import Result, restated_on, results_waiting
from projections.rating.waiting import Waiting, nothing_waiting
from projections.state.pool import DecidedChange
from projections.steps.adjusting import decided_ratings, due_decisions
from projections.steps.beginning import carried_waiting


def waiting_before(pool: PoolQuery, player: int | None, on: RatingList) -> Waiting:
    """Return the results waiting for a player's first rating before a list."""
    edition = pool.law.editions[0]
    if player is None or not edition.waiting:
        return nothing_waiting(edition.waiting)
    since = pool.last_rated(player, on.number - 1)
    kept = results(pool, player, results_waiting(pool, player, on.number, since))
    if since >= 0 or restated_on(pool, player, on.number, since) >= 0:
        return kept
    return _carried_waiting(pool, player).joined(kept)


def results(pool: PoolQuery, player: int, rows: Sequence[Result]) -> Waiting:
    """Return stored waiting results."""
    names = pool.law.editions[0].waiting
    sums = np.array([np.frombuffer(row.sums, dtype="<i8") for row in rows], dtype=np.int32)
    sums = sums.reshape(len(rows), len(names))
    return Waiting(
        np.full(len(rows), player, dtype=np.int32),
        np.array([row.ended for row in rows], dtype=np.int32),
        np.array([row.position for row in rows], dtype=np.int64),
        {name: sums[:, at] for at, name in enumerate(names)},
    )


def _carried_waiting(pool: PoolQuery, player: int) -> Waiting:
    carried = carried_waiting(pool.law, pool.facts.carried)
    return carried.rows(np.flatnonzero(carried.player == player))


def decided_entries(
    pool: PoolQuery, players: Container[int], number: int, known: int
) -> dict[int, int]:
    """Return the valid entry ratings by decision of a list, by player (`used_up`)."""

    def rated(on: int, player: int) -> int:
        return pool.state(player, on).rating

    return decided_ratings(pool.facts, known, rated, number, players)


def changes_decided(pool: PoolQuery, player: int, on: RatingList) -> dict[int, DecidedChange]:
    """Return the decisions about the rating of a player for a list, if any."""
    before = [row.through_position for row in pool.lists() if row.number == on.number - 1]
    due = due_decisions(pool.facts, before[0], on.through_position)
    return {player: due[player]} if player in due else {}
