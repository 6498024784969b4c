"""Where first ratings come from: lists of other bodies that a rulebook consults, fixed points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Consulted:
    """One column of another body's lists.

    Under its word stand the ENTRY facts `WORD_rating_at_start` (0: none) and `WORD_known_at_start`:
    whether a whole list, recorded, tells it. Both are told only of entries without a rating; of a
    player's several in one step they are those of the first by start, whose day is `entered`;
    of an entry that fixes nothing (see `Entering.fixes`) that is 0, as of one with a rating.
    """

    word: str
    body: str
    column: str
    months: int = 0
    """For how many months a list is in force, its own included; 0: until there is a later one."""
    months_set: str = ""
    """The number by which the body may set that, day by day; "": it may not."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What a pool looked at shows of a player: a state field of its list, or what it awarded."""

    word: str
    column: str


AWARD = "award"
"""The column of what a pool awarded."""


@dataclass(frozen=True, slots=True)
class Conversion:
    """How a rating or a category held elsewhere becomes the one with which a player enters."""

    table: str
    """The article and table that say it."""
    factors: str = ""
    """The number of the edition that holds factors of ratings: rows of the least rating and of the
    factor in tenths. Without it, categories are converted."""


@dataclass(frozen=True, slots=True)
class Entering:
    """Where a player's first rating comes from: its columns, for who reads and records it."""

    article: str
    whence: str
    """The ENTRY column of where it comes from."""
    entry: str
    """The ENTRY column of the rating he plays with."""
    rating: str
    """The UNIT column of the rating he entered with; 0: none yet."""
    step: str
    """The UNIT column of where it comes from."""
    day: str
    """The UNIT column of the day of which the lists were asked."""
    had: str
    """The state field that is 0 of who had not entered."""
    sources: Mapping[int, Consulted | Beside]
    """By where it comes from, the list it stands on, or the pool that shows it."""
    fixed: int = 0
    """Where it comes from if it is fixed points, on no list; 0: such are not recorded."""
    fixes: str = ""
    """The ENTRY column of whether a tournament fixes with what its player enters: of one that does
    not, nothing is asked. It rests on reports alone; "": every one does."""
    converted: Mapping[int, Conversion] = field(default_factory=dict)
    """By where it comes from, how what is held there is converted; else it is taken as it is."""

    @property
    def columns(self) -> tuple[str, ...]:
        """Give its UNIT columns."""
        return (self.rating, self.step, self.day)
