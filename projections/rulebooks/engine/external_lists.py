"""Sources of initial ratings: lists of other bodies, other pools, fixed points."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from projections.rulebooks.engine.columns import ENTRY, UNIT
from projections.rulebooks.engine.terms import names


@dataclass(frozen=True, slots=True)
class ExternalColumn:
    """A column of another body's rating lists.

    For each word: the ENTRY facts `WORD_rating_at_start` (0: none) and `WORD_known_at_start`
    (whether a complete recorded list covers it). Both exist for entries without a rating only;
    for several entries of a player in one step, those of the first by start. Its day is the fact
    `entered`: 0 for an entry with a rating, or without effect (`FirstRatings.fixes`).
    """

    word: str
    body: str
    column: str
    months: int = 0
    """Months a list is in force, from the list date; 0: until the next list."""
    months_set: str = ""
    """The number by which the body sets the months, day by day; "": fixed."""


@dataclass(frozen=True, slots=True)
class ExternalLists:
    """Rating lists of other bodies that a rulebook reads, in the order of the text."""

    consulted: tuple[ExternalColumn, ...] = ()
    """For players without a rating."""
    guests: tuple[ExternalColumn, ...] = ()
    """For players on no list of the pool: the first with a rating holds. The ENTRY fact `guest` is
    then true (see `rating.guests`)."""

    @property
    def columns(self) -> tuple[ExternalColumn, ...]:
        """All columns that can rate a player."""
        return (*self.consulted, *self.guests)


@dataclass(frozen=True, slots=True)
class OtherPoolColumn:
    """A value of a player in another pool: a state field of the list, or the award."""

    word: str
    column: str


AWARD = "award"
"""The column of awards."""


@dataclass(frozen=True, slots=True)
class Conversion:
    """Conversion of a rating or category of another pool or body into an initial rating."""

    table: str
    """The article and table."""
    factors: str = ""
    """Number of the edition: rows of least rating and factor in tenths; "": a category converts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstRatings:
    """Columns of initial ratings and their sources."""

    article: str
    whence: str = names(ENTRY)
    """The source."""
    entry: str = names(ENTRY)
    """The rating in the player's first tournament."""
    rating: str = names(UNIT)
    """The initial rating; 0: none yet."""
    step: str = names(UNIT)
    """The source of the initial rating."""
    day: str = names(UNIT)
    """The day on which the lists were read."""
    had: str
    """State field that is 0 until a player has an initial rating."""
    sources: Mapping[int, ExternalColumn | OtherPoolColumn]
    """By value of `whence`: the list, or the other pool."""
    fixed: int = 0
    """Value of `whence` for fixed points, from no list; 0: such ratings are not recorded."""
    fixes: str = names(ENTRY, default="")
    """Whether a tournament fixes the initial rating: the others are not looked up. Computed from
    reports alone; "": every tournament does."""
    converted: Mapping[int, Conversion] = field(default_factory=dict)
    """By value of `whence`: the conversion; without one the value is used unchanged."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The UNIT columns."""
        return (self.rating, self.step, self.day)
