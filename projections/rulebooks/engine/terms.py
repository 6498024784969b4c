"""The terms in which a rulebook says how its lists are made up: data without any formula.

They are what the fields of a `Rulebook` are made of; each names columns of its editions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum
from fractions import Fraction
from typing import Any

import numpy as np

from projections.rulebooks.engine.columns import Values


class Basis(Enum):
    """Which ratings a tournament is played with."""

    IN_FORCE_AT_START = "the list in force when the tournament began"
    PREVIOUS_STEP = "the standings after the step before"


class Books(Enum):
    """What must have happened to a tournament by the cut-off of the list that books it."""

    ENDED = "ended"
    RECEIVED = "received"


class Force(Enum):
    """What puts a list in force."""

    LIST_DATE = "its date"
    PUBLICATION = "its publication"


@dataclass(frozen=True, slots=True)
class ListColumn:
    """One column of a list document: what it shows, in how many digits or as which letter."""

    name: str
    width: int
    letters: str = ""
    """Letters for the values 0, 1, …; none: a number."""


@dataclass(frozen=True, slots=True)
class LineKind:
    """One kind of line: the UNIT column of its points, and the denominator they stand over."""

    kind: str
    column: str
    per: int = 1


@dataclass(frozen=True, slots=True)
class TurnEcho:
    """How a TURN column is recorded: under which name of an event, and by which article.

    What the event has room for is told: the year that ended, the points of each player.
    """

    event: str
    article: str


@dataclass(frozen=True, slots=True)
class TournamentEcho:
    """How a UNIT column of points beside play is recorded: by which article, as which events."""

    article: str
    granted: str
    """The name of the event of points given,"""
    withdrawn: str
    """and of those taken back where a tournament is corrected."""


@dataclass(frozen=True, slots=True)
class TakenRegister:
    """Where it is kept what was taken at the ends of years: state fields, and a number."""

    years: str
    """The years, as a set."""
    taken: str
    """The points so far."""
    limit: str
    """The number of points that may be taken in all."""
    carried: str
    """The column of ratings carried over that tells what was taken before histories begin."""


@dataclass(frozen=True, slots=True)
class CountedBeside:
    """When the turn of a year asks in which years players had valid events in pools looked at.

    Then its TURN columns find them under `WORD_counted_years`; otherwise nothing stands there.
    """

    number: str
    """A number of the edition,"""
    word: str
    """and the word that asks, where it is that."""
    years: str
    """The number of years it looks back, that which ends included."""


FIRST_YEAR_OF_SETS = 2000
"""The year of bit 0 in a set of years; earlier ones stand there too, for no text asks for them."""


@dataclass(frozen=True, slots=True)
class Leg:
    """A stretch of a walk: from a rating to another, at one coefficient."""

    start: Fraction
    end: Fraction
    coefficient: int


@dataclass(frozen=True, slots=True)
class Correctable:
    """What a unit booked on a closed list came to: the columns that its correction compares.

    A correction is booked on the next list (`next-list`): new less booked, in whole points.
    """

    change: str
    """UNIT: the change of a rated player, as published."""
    games: str
    """UNIT: his counted games."""
    entry: str
    """UNIT: the rating of who was not on the list before; 0 is none. Without a name, and without
    the next two, who enters is a unit like any other, from a rating that was given to him."""
    entry_games: str
    """UNIT: the games with which he enters."""
    pooled: str
    """WAITING: results that count towards a first rating."""
    tournaments: str = ""
    """UNIT: his tournaments, where they are counted."""
    per: int = 1
    """The denominator of the change."""


@dataclass(frozen=True, slots=True)
class Recountable:
    """What a player's part in a competition of a chain came to: what its correction compares.

    The correction is a step of its own (RECOUNT columns) on the next list. Facts of each row, NAME
    being a UNIT column that is compared: `booked_NAME`, all that lists booked of it so far,
    `corrected_NAME`, what it comes to; `then_NAME` and `then_play`, what was booked of it when the
    deviation last was what it is now, if it ever was (`came_back`); before any list it was none.
    """

    deviation: str
    """UNIT: what a capital is walked by."""
    games: str
    """UNIT: his counted games."""
    years: str
    """State: the years in which he had such, as a set."""
    points: Mapping[str, str]
    """UNIT columns of points besides the walk, and the RECOUNT columns of how much more."""
    more_deviation: str
    more_games: str
    """RECOUNT: how much more of both."""
    base: str
    """RECOUNT: the capital it starts from."""
    walked: str
    """RECOUNT: the walk over thresholds."""
    renews: Mapping[str, str]
    """State fields, and the RECOUNT columns that renew them."""
    lines: tuple[LineKind, ...]
    """What a rating changes by; they add up to new less old."""
    shown: tuple[str, ...]
    """The RECOUNT columns a worksheet shows before them."""

    @property
    def kept(self) -> dict[str, str]:
        """Give the UNIT columns compared, and the RECOUNT columns of how much more of each."""
        return {self.deviation: self.more_deviation, self.games: self.more_games, **self.points}


Legs = Callable[[Mapping[str, Any], int, int], list[Leg]]
"""Gives the legs of a walk from the numbers, the rating before, and the exact one after."""

Concerned = Callable[[date, Values], Values]
"""Gives, for a list date and birth years by register number, whom the list changes anyway."""


def nobody_else(list_date: date, birth_year: Values) -> Values:  # noqa: ARG001 - one of its kind
    """Give nobody: a list changes only who played."""
    return np.zeros(len(birth_year), dtype=bool)


@dataclass(frozen=True, slots=True)
class LeftOpen:
    """What a number may be that the body may set: one of some words, otherwise a whole number."""

    words: tuple[str, ...] = ()
    least: int = 0
