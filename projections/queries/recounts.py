"""Corrected competitions of closed lists, as booked in a chain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np

from projections.queries import PoolQuery
from projections.rating.recounts import CEASED, fact_names
from projections.state.reports import Order, tournament_of


@dataclass(frozen=True, slots=True)
class BookedRecount:
    """A player's part in a corrected competition, with the facts of the recount."""

    on: int
    """Number of the list that booked the correction."""
    place: int
    """In the chain of that list, before its events."""
    player: int
    position: int
    """Of the report in the closed list."""
    edition: str
    order: Order
    """The place of the competition among all events, as corrected."""
    facts: dict[str, int]

    @property
    def tournament(self) -> str:
        """The competition."""
        return tournament_of(self.order)

    @property
    def lapsed(self) -> bool:
        """Whether nothing was booked, the capital having ceased since."""
        return bool(self.facts[CEASED])


def recounts(
    pool: PoolQuery,
    player: int | None = None,
    on: int | None = None,
    *,
    position: int | None = None,
) -> list[BookedRecount]:
    """Return the recounts on lists: all, or of a player, a list, a booked report."""
    if not pool.law.chained:
        return []
    found = [recount for n in pool.numbers(player, on) for recount in _on(pool, n, player)]
    return [recount for recount in found if position in (None, recount.position)]


def _on(pool: PoolQuery, number: int, player: int | None) -> list[BookedRecount]:
    if player is None:
        sheet = pool.records.every(number, "recount")
    else:
        sheet = pool.records.about(number, "recount", [player])
    rows = (_recount(pool, number, row) for row in (sheet.rows() if sheet else ()))
    return sorted(rows, key=lambda recount: (recount.place, recount.player))


def _recount(pool: PoolQuery, number: int, row: Sequence[Any]) -> BookedRecount:
    player, place, position, edition, starts, ends, tournament, data = row
    values = np.frombuffer(data, dtype="<i8").tolist()
    order = (date.fromisoformat(ends), date.fromisoformat(starts), tournament)
    facts = dict(zip(fact_names(pool.law.chained_corrections), values, strict=True))
    return BookedRecount(number, place, player, position, edition, order, facts)
