"""Inputs of rating steps: the interface of the assembler, and facts from outside a pool."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from projections.rating import NOTHING
from projections.rating.chain_steps import YearEnd
from projections.rating.corrected import Corrections
from projections.rating.external_lists import Known
from projections.rating.guests import GuestFacts
from projections.rating.layout import Batch, spans
from projections.rating.waiting import Waiting
from projections.rulebooks.engine.columns import Values
from projections.rulebooks.engine.rulebook import Rulebook

Starts = tuple[NDArray[np.integer], NDArray[np.bool_]]
"""Rating at start of each entry, and whether that capital ceased later; shape (entries,).

The second has shape () if no capital ceased.
"""

NONE_CEASED: Final = NOTHING > 0

Federations = Callable[[date], NDArray[np.bytes_]]
"""Federations on a day, by register number."""

CountedYears = Callable[[str, range], NDArray[np.int64]]
"""Years with counted games in another pool (its word in the rulebook), by register number."""


class OtherPool:
    """Another pool of the ledger, as visible to a list.

    The values of this class are those of a pool that is not open.
    """

    def values(self, _name: str, _day: date, players: NDArray[Any], /) -> NDArray[Any]:
        """Return the ratings, or another state field, in force on a day; 0: none."""
        return np.zeros(len(players), dtype=np.int16)

    def at_start(self, part: Batch) -> NDArray[Any]:
        """Return by entry the ratings in force when each tournament of a part began."""
        values = [
            self.values("rating", report.start, part.player[at]) for report, at in spans(part)
        ]
        return np.concatenate([np.zeros(0, np.int16), *values])

    def awards(self, _day: date, players: NDArray[Any], /) -> NDArray[Any]:
        """Return the names of the titles in force on a day; "": none."""
        return np.full(len(players), "", dtype=object)


NOT_OPEN: Final = OtherPool()


@dataclass(frozen=True, slots=True)
class OutsideFacts:
    """Other pools, external lists and federations, as known at a position of the ledger."""

    pools: Mapping[str, OtherPool] = field(default_factory=dict)
    """Other pools by word of the rulebook, `NOT_OPEN` where no such pool is open."""
    lists: Known | None = None
    """External lists; None: no external list is asked."""
    federations: Federations | None = None
    counted_years: CountedYears | None = None


NO_OUTSIDE_FACTS: Final = OutsideFacts()


class OfficialRatings(NamedTuple):
    """Official ratings of the entries of a part; shape (entries,), 0: none."""

    at_start: NDArray[np.integer]
    """On the list in force when the tournament began."""
    listed: NDArray[np.integer]
    """On the list before the one that books the tournament."""
    elsewhere: Mapping[str, NDArray[np.integer]]
    """In other pools when the tournament began, by word of the rulebook."""


class StepSource(Protocol):
    """Inputs of the steps of a list.

    Two implementations: `replay_source` (state in memory), `recompute.source` (stored rows).
    """

    law: Rulebook
    list_date: date

    @property
    def outside(self) -> OutsideFacts:
        """Return the facts from outside the pool, as the list may see them."""

    @property
    def corrections(self) -> Corrections:
        """Return the corrections of closed lists booked on the list."""

    @property
    def waiting(self) -> Waiting:
        """Return the results waiting for a first rating."""

    @property
    def asks_again(self) -> bool:
        """Return whether a player of an earlier list has no known entry rating yet."""

    def state(self, players: NDArray[np.int64]) -> dict[str, Values]:
        """Return the state columns of players before the step."""

    def starts(self, part: Batch) -> Starts:
        """Return the ratings at start of the entries of a part."""

    def official_ratings(self, part: Batch) -> OfficialRatings | None:
        """Return the official ratings of the entries of a part; None: those of `starts` are.

        Only for rulebooks whose ratings come from the list in force.
        """

    def birth_years(self, players: NDArray[np.int64]) -> Values:
        """Return years of birth; 0: unknown."""

    def decided_ratings(self, players: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return entry ratings by decision; 0: none."""

    def entry_days(
        self, players: NDArray[np.int64], days: NDArray[np.int64], /
    ) -> NDArray[np.int64]:
        """Return each player's first day of entering, over all tournaments of the list.

        `days` are the days in the tournaments at hand, as ordinals; 0: the player does not enter.
        """

    def guests(self, part: Batch) -> Iterable[GuestFacts]:
        """Return the facts about guests of a part, by the list that booked each report."""


class ChainSource(StepSource, Protocol):
    """Inputs of year ends, too."""

    since: date
    """The first day of the histories."""

    def year_end_points(self, year_end: YearEnd, players: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the points booked earlier for the same year end."""

    def left_year(self, year: int, players: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return for each player whether corrections removed all counted games of a year."""

    def entered_in(self, players: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the year of the event with which each player entered; 0: carried over."""
