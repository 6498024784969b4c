"""Where first ratings come from: lists of other bodies that a rulebook consults, fixed points."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Consulted:
    """One column of another body's lists.

    Under its word stand the ENTRY facts `WORD_rating_at_start` (0: none) and `WORD_known_at_start`:
    whether a whole list, recorded, tells it. Both are told only of entries without a rating; of a
    player's several in one step they are those of the first by start, whose day is `entered`.
    """

    word: str
    body: str
    column: str
    months: int = 0
    """For how many months a list is in force, its own included; 0: until there is a later one."""


@dataclass(frozen=True, slots=True)
class Entering:
    """Where a player's first rating comes from: its columns, for who reads and records it."""

    article: str
    rating: str
    """The UNIT column of the rating he entered with; 0: none yet."""
    step: str
    """The UNIT column of where it comes from: numbers from `first` on are the lists consulted."""
    day: str
    """The UNIT column of the day of which the lists were asked."""
    had: str
    """The state field of the rating he entered with."""
    first: int
    fixed: int
    """The step of fixed points, on no list."""
