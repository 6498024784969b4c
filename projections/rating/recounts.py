"""Corrected competitions of a chain as steps of their own.

The RECOUNT columns of a rulebook compute the new result of a player in a competition that a closed
list booked and that was corrected later. Each is a step of the next list, before its events and
year ends; its place in the chain is that of the competition. `corrections.chained` finds them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from projections.rulebooks.engine.columns import RECOUNT, Columns
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.terms import ChainedCorrections
from projections.state.reports import Order


@dataclass(frozen=True, slots=True)
class Recount:
    """A corrected competition and the players with another result in it."""

    position: int
    """Under which a closed list booked its report."""
    number: int
    """Number of that list."""
    tournament: str
    begins: date
    """The day that says its edition."""
    order: Order
    """Its place among the events, as corrected."""
    booked: tuple[int, int, Order]
    """Time of booking, as a sort key."""
    edition: Edition
    law: ChainedCorrections
    state: Mapping[str, str]
    """All state fields, and the UNIT columns they are found under."""
    players: NDArray[np.int64]
    facts: Mapping[str, NDArray[Any]]
    """By player: amounts booked, and as corrected. `CEASED` is added by the step."""
    whence: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    """Origin of entry ratings, by UNIT column; empty if no list is asked."""


@dataclass(frozen=True, slots=True)
class Recounts:
    """Corrections of competitions on closed lists, booked on one list of a chain."""

    rows: tuple[Recount, ...] = ()
    """In the order of their places."""
    joined: Mapping[int, NDArray[np.int64]] = field(default_factory=dict)
    """By year: players with a valid event after all."""
    left: Mapping[int, NDArray[np.int64]] = field(default_factory=dict)
    """By year: players without any valid event left."""
    undecided: tuple[str, ...] = ()
    """The tournament of each entry by a correction that needs a decision."""

    withheld: tuple[str, ...] = ()
    """The tournaments of which, as corrected, less is booked until something is decided."""

    @property
    def years(self) -> set[int]:
        """Return the years with changed participation."""
        return {*self.joined, *self.left}

    def players_of(self, year: int) -> NDArray[np.int64]:
        """Return the players with changed participation in a year."""
        return np.union1d(self.joined.get(year, NOBODY), self.left.get(year, NOBODY))

    def under(self, law: Callable[[Edition], Edition]) -> Recounts:
        """Return the corrections under the editions of the booking list."""
        if not self.rows:
            return self
        return replace(self, rows=tuple(replace(e, edition=law(e.edition)) for e in self.rows))

    def place(self, recount: Recount) -> int:
        """Return the place of a correction in the list's chain: negative, before the events."""
        (at,) = [at for at, row in enumerate(self.rows) if row.position == recount.position]
        return at - len(self.rows)


NOBODY: Final = np.zeros(0, dtype=np.int64)
NO_RECOUNTS: Final = Recounts()

CEASED, ENTERING = "ceased_later", "entering_rating"
CAME_BACK, PLAY = "came_back", "play"


def fact_names(law: ChainedCorrections) -> tuple[str, ...]:
    """Return the names of the facts of a row, in stored order."""
    compared = [f"{side}_{name}" for name in law.compared for side in ("booked", "corrected")]
    then = [f"then_{name}" for name in (PLAY, *law.points)]
    years = f"corrected_{law.years}"
    return (*compared, f"booked_{PLAY}", *then, CAME_BACK, years, ENTERING, CEASED)


def recounted(recount: Recount, listed: Mapping[str, NDArray[Any]]) -> Columns:
    """Compute a correction: RECOUNT columns, and the new state under its UNIT names."""
    law, rows = recount.law, len(recount.players)
    facts = {**{f"listed_{name}": values for name, values in listed.items()}, **recount.facts}
    sheet = recount.edition.evaluate([RECOUNT], facts)
    for name, column in recount.state.items():
        renewed = law.renews.get(name)
        sheet.values[column] = sheet[renewed] if renewed else listed[name]
    entered = np.where(listed["rating"] > 0, 0, sheet[law.base])
    moved = np.asarray(sheet["rating"], dtype=np.int64) - listed["rating"] - entered
    moved = np.where(sheet["rating"] > 0, moved, 0)
    sheet.values |= {"period_games": np.zeros(rows, dtype=np.int32), "moved": moved}
    return sheet
