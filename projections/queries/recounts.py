"""Questions about what lists of a chain booked of corrected competitions of closed ones."""

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
class Recounted:
    """A player's part in a competition, corrected by a list: what that rested on."""

    on: int
    """Number of the list that booked the correction."""
    place: int
    """In that list's chain: before its events."""
    player: int
    position: int
    """Under which a closed list booked the competition."""
    edition: str
    order: Order
    """The place of the competition among the events, as corrected."""
    facts: dict[str, int]

    @property
    def tournament(self) -> str:
        """Give the competition."""
        return tournament_of(self.order)

    @property
    def lapsed(self) -> bool:
        """Tell whether nothing was booked: the capital ceased since."""
        return bool(self.facts[CEASED])


def recounts(
    pool: PoolQuery,
    player: int | None = None,
    on: int | None = None,
    *,
    position: int | None = None,
) -> list[Recounted]:
    """Give what lists known booked of corrected competitions: of one player, on one list, of one.

    `position` is the one under which a closed list booked it.
    """
    if pool.law.recounts is None:
        return []
    known = [row.number for row in pool.lists() if row.number]
    if on is not None:
        known = [number for number in known if number == on]
    elif player is not None:
        known = [n for n in reversed(list(pool.touched(player, len(known)))) if n]
    found = [recounted for number in known for recounted in _on(pool, number, player)]
    return [each for each in found if position is None or each.position == position]


def _on(pool: PoolQuery, number: int, player: int | None) -> list[Recounted]:
    """What one list booked of corrected competitions, by place and player."""
    if player is None:
        sheet = pool.records.every(number, "recount")
    else:
        sheet = pool.records.about(number, "recount", [player])
    rows = sheet.rows() if sheet else ()
    return sorted(
        (_recounted(pool, number, row) for row in rows), key=lambda each: (each.place, each.player)
    )


def _recounted(pool: PoolQuery, number: int, row: Sequence[Any]) -> Recounted:
    player, place, position, edition, starts, ends, tournament, data = row
    values = np.frombuffer(data, dtype="<i8").tolist()
    order = (date.fromisoformat(ends), date.fromisoformat(starts), tournament)
    facts = dict(zip(fact_names(pool.law.recounted), values, strict=True))
    return Recounted(number, place, player, position, edition, order, facts)
