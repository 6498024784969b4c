"""A computed period: the list, and all facts it rests on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ledger.store.requests import SealedList
from projections import list_document
from projections.rating import Rated
from projections.rating.booked import Booked
from projections.rating.standings import Standings
from projections.rulebooks.engine.calendars import Due
from projections.rulebooks.engine.columns import LISTED
from projections.rulebooks.engine.months import index_of

StateByPlayer = Mapping[int, tuple[int, ...]]
"""By register number, the fields of a state."""


@dataclass(frozen=True)
class Closing:
    """A computed period: the list, and all facts it rests on."""

    number: int
    """Of the list in its pool, from 1."""
    booked: Booked
    outcomes: tuple[Rated, ...]
    document: SealedList
    rows: int
    without_step: StateByPlayer = field(default_factory=dict)
    """Values on the sealed list of players without a step."""
    deviating: int = 0
    """Rows that were sealed otherwise than they come out, as recorded."""

    @property
    def due(self) -> Due:
        """The days of the list."""
        return self.booked.due

    @cached_property
    def numbers_digests(self) -> dict[str, str]:
        """The digest of the numbers of each edition in use: of list and tournaments."""
        used = {edition.name: edition for edition in self.booked.covering.values() if edition}
        used[self.booked.edition.name] = self.booked.edition
        return {name: used[name].digest for name in sorted(used)}


def sealed(
    pool: str, booked: Booked, standings: Standings, games: NDArray[np.int32], printing: int
) -> SealedList:
    """Write the list of some standings; its rows are cached in the standings for the next list."""
    law, due = booked.law, booked.due
    shown = booked.edition.evaluate([LISTED], shown_from(standings.state, games, due))
    listed = standings.state["rating"] > 0
    rows = list_document.render(law.list_columns, shown.values, listed, standings.rows)
    about = {
        "pool": pool,
        "period": due.period,
        "printing": printing,
        "list_date": due.list_date.isoformat(),
        "layout": law.layout,
    }
    document = list_document.seal(law.list_columns, rows, about)
    standings.rows = rows.within(document)
    return document


def shown_from(state: Mapping[str, Any], games: NDArray[Any], due: Due) -> dict[str, Any]:
    """Return the facts from which a list computes the columns shown."""
    return {**state, "period_games": games, "list_month_index": index_of(due.list_date)}
