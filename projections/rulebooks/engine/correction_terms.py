"""The terms in which a rulebook says how corrections of closed lists are booked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from projections.rulebooks.engine.columns import RECOUNT, UNIT, WAITING
from projections.rulebooks.engine.terms import LineKind, names


@dataclass(frozen=True, slots=True, kw_only=True)
class FrozenCorrections:
    """Columns that a correction of a closed list compares: the difference is on the next list."""

    article: str
    change: str = names(UNIT)
    """The change of a rated player, as published."""
    games: str = names(UNIT)
    """Counted games of a rated player."""
    entry: str = names(UNIT, default="")
    """The rating of a player absent from the list before; 0 is none. Without a column here, and
    without the next two, such a player is a unit like any other."""
    entry_games: str = names(UNIT, default="")
    """Games before the initial rating."""
    pooled: str = names(WAITING, default="")
    """Results that count towards an initial rating."""
    tournaments: str = names(UNIT, default="")
    """Tournaments of the player, where they are counted."""
    per: int = 1
    """Denominator of the change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainedCorrections:
    """Columns that a correction of one competition of a chain compares.

    The correction is a step (RECOUNT columns) on the next list. Facts of each row, NAME being a
    UNIT column compared: `booked_NAME`, the sum of all lists so far; `corrected_NAME`, the value
    now; `then_NAME` and `then_play`, the sums when the deviation last had the value of now
    (`came_back`: whether it ever had; before any list it was 0).
    """

    article: str
    deviation: str = names(UNIT)
    """The difference that a capital is walked by."""
    games: str = names(UNIT)
    """Counted games of a player."""
    years: str
    """State field: the years with counted games, as a set."""
    points: Mapping[str, str] = names(RECOUNT)
    """UNIT columns of points outside the walk, and the RECOUNT columns of their differences."""
    more_deviation: str = names(RECOUNT)
    more_games: str = names(RECOUNT)
    base: str = names(RECOUNT)
    """The capital at the start."""
    walked: str = names(RECOUNT)
    """The walk over thresholds."""
    renews: Mapping[str, str] = names(RECOUNT)
    """State fields, and the columns that renew them."""
    lines: tuple[LineKind, ...] = names(RECOUNT)
    """Parts of a rating change; they add up to new less old."""
    shown: tuple[str, ...] = names(RECOUNT)
    """Columns that a worksheet shows before the lines."""

    @property
    def compared(self) -> dict[str, str]:
        """UNIT columns compared, and the RECOUNT columns of their differences."""
        return {self.deviation: self.more_deviation, self.games: self.more_games, **self.points}
