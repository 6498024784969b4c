"""A period computed: the list that results, and everything it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ledger.store.requests import SealedList
from projections import list_document
from projections.rating import Rated, undecided
from projections.rulebooks.engine.calendars import Due
from projections.rulebooks.engine.columns import LISTED, Edition
from projections.rulebooks.engine.months import index_of
from projections.state.reports import Report
from projections.steps.booked import Booked
from projections.steps.standings import Standings

Held = Mapping[int, tuple[int, ...]]
"""By register number, the fields of a state."""


@dataclass(frozen=True)
class Closing:
    """A period computed: the list that results and everything it rests on."""

    number: int
    """Of the list in its pool, from 1."""
    booked: Booked
    outcomes: tuple[Rated, ...]
    document: SealedList
    rows: int
    held: Held = field(default_factory=dict)
    """What the sealed list says of players whom no step concerns; see `holding`."""
    deviating: int = 0
    """Rows that were sealed otherwise than they come out, as recorded."""

    @property
    def due(self) -> Due:
        """Give the days of the list."""
        return self.booked.due

    def undecided(self) -> list[str]:
        """Give the tournament of each entry that needs a decision about the rating it has.

        Those of closed lists, which a later one books once it is known, come first.
        """
        found = [each for e in self.outcomes for each in undecided.of_step(self.booked.law, e)]
        return [*self.booked.corrections.undecided, *(tournament for _, tournament in found)]

    def undecided_by_correction(self) -> list[str]:
        """Give the same of competitions counted again: they need it before this list."""
        return list(self.booked.recounts.undecided)

    def withheld(self) -> list[str]:
        """Give the tournaments of which it books less until something is decided about them."""
        found = undecided.withheld(self.booked.law, self._reports())
        return sorted({*found, *self.booked.recounts.withheld})

    def unapproved(self) -> dict[str, int]:
        """Give the tournaments that count without an approval they need, and their games."""
        return undecided.unapproved(self.booked.law, self._reports())

    def _reports(self) -> list[tuple[Edition, Report]]:
        """Give the reports that it books, each with the edition that rates it."""
        booked = self.booked
        pairs = [(booked.edition_of(each), each) for each in booked.reports]
        return [(edition, each) for edition, each in pairs if edition is not None]

    @cached_property
    def numbers_digests(self) -> dict[str, str]:
        """Give the digest of the numbers of each edition in use: of list and tournaments."""
        used = {each.name: each for each in self.booked.covering.values() if each is not None}
        used[self.booked.edition.name] = self.booked.edition
        return {name: used[name].digest for name in sorted(used)}


def sealed(pool: str, booked: Booked, standings: Standings, games: NDArray[np.int32]) -> SealedList:
    """Write down the list that standings have come to; they keep its rows for the next."""
    law, due = booked.law, booked.due
    shown = booked.edition.evaluate([LISTED], shown_from(standings.state, games, due))
    listed = standings.state["rating"] > 0
    standings.rows = list_document.render(law.list_columns, shown.values, listed, standings.rows)
    about = {
        "pool": pool,
        "period": due.period,
        "printing": 1,
        "list_date": due.list_date.isoformat(),
        "layout": law.layout,
    }
    return list_document.seal(law.list_columns, standings.rows, about)


def shown_from(state: Mapping[str, Any], games: NDArray[Any], due: Due) -> dict[str, Any]:
    """Give the facts from which a list makes what it shows of its players."""
    return {**state, "period_games": games, "list_month_index": index_of(due.list_date)}
