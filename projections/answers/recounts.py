"""Questions about what lists of a chain booked of corrected competitions of closed ones."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
from sqlalchemy import Row, select

from projections.answers import Pool
from projections.facts.reports import Order, tournament_of
from projections.official.tables import recount
from projections.rating.recounts import CEASED, fact_names


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
    pool: Pool, player: int | None = None, on: int | None = None, *, position: int | None = None
) -> list[Recounted]:
    """Give what lists known booked of corrected competitions: of one player, on one list, of one.

    `position` is the one under which a closed list booked it.
    """
    if pool.law.recounts is None:
        return []
    here = recount.c
    statement = select(recount).where(here.pool == pool.id)
    if player is not None:
        statement = statement.where(here.player == player)
    if on is not None:
        statement = statement.where(here.number == on)
    if position is not None:
        statement = statement.where(here.position == position)
    with pool.reading() as connection:
        rows = list(connection.execute(statement.order_by(here.number, here.place, here.player)))
    known = {each.number for each in pool.lists()} if rows else set()
    return [_recounted(pool, row) for row in rows if row.number in known]


def _recounted(pool: Pool, row: Row[Any]) -> Recounted:
    values = np.frombuffer(row.facts, dtype="<i8").tolist()
    days = (date.fromisoformat(row.ends), date.fromisoformat(row.starts), row.tournament)
    facts = dict(zip(fact_names(pool.law.recounted), values, strict=True))
    return Recounted(row.number, row.place, row.player, row.position, row.edition, days, facts)
