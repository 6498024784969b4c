"""The terms in which a rulebook says how lists are made: data that names columns, no formula."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, Literal, cast, get_args

from projections.rulebooks.engine.columns import (
    ENTRY,
    TOURNAMENT,
    TURN,
    UNIT,
    Level,
)


def names(level: Level, **default: Any) -> Any:
    """Mark a field with names of columns of a level; "" is none."""
    return field(metadata={"level": level}, kw_only=True, **default)


def named_columns(part: Any, prefix: str = "") -> Iterator[tuple[str, Level, str]]:
    """Return each column named in a marked field of a part: field, level, column."""
    for own in fields(part) if is_dataclass(part) else ():
        if level := own.metadata.get("level"):
            for name in _columns(getattr(part, own.name)):
                yield f"{prefix}{own.name}", level, name


def _columns(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield from [value] if value else []
    elif isinstance(value, LineKind):
        yield value.column
    else:
        for entry in value.values() if isinstance(value, Mapping) else value:
            yield from _columns(entry)


class Basis(Enum):
    """Ratings that a tournament is played with."""

    IN_FORCE_AT_START = "the list in force when the tournament began"
    PREVIOUS_STEP = "the standings after the step before"


class Books(Enum):
    """Condition on a tournament at the cut-off of the list that counts it."""

    ENDED = "ended"
    RECEIVED = "received"


class Force(Enum):
    """Act that puts a list in force."""

    LIST_DATE = "its date"
    PUBLICATION = "its publication"


@dataclass(frozen=True, slots=True)
class ListColumn:
    """A column of a list document, in digits or letters."""

    name: str
    width: int
    letters: str = ""
    """Letters for the values 0, 1, …; "": a number."""


Join = Literal["add", "maximum", "own", "own or other", "union"]
"""How a state field of two merged players joins: the sum, the greater value, that of the player
whose rating goes on, this one unless it is 0, or the union of two sets of years."""
ADD, MAXIMUM, OWN, OWN_OR_OTHER, UNION = JOINS = cast(tuple[Join, ...], get_args(Join))


@dataclass(frozen=True, slots=True)
class LineKind:
    """A kind of line: the column of points, and the denominator of the points."""

    kind: str
    column: str
    per: int = 1
    by_law: bool = False
    """Whether the law adds it without a game or decision, to players of `also_concerned`."""


@dataclass(frozen=True, slots=True)
class PointsEvent:
    """Events that record a UNIT column of points outside play, with the article."""

    article: str
    granted: str
    """Name of the event for points given,"""
    withdrawn: str
    """and for points withdrawn when a tournament is corrected."""


@dataclass(frozen=True, slots=True)
class YearEndEvent:
    """Event that records a TURN column for the year that ended, with the article."""

    event: str
    article: str


@dataclass(frozen=True, slots=True)
class PenaltyRegister:
    """Register of inactivity penalties: state fields, and the number of the limit."""

    years: str
    """State field: the years, as a set."""
    taken: str
    """State field: the points so far."""
    limit: str
    """Number: the points that may be subtracted in all."""
    carried: str
    """Column of ratings carried over with the penalties before histories begin."""


@dataclass(frozen=True, slots=True)
class YearsElsewhere:
    """When a year end reads the years with valid events in other pools.

    TURN columns then receive them as `WORD_counted_years`; otherwise the set is empty.
    """

    number: str
    """Number of the edition,"""
    word: str
    """and its value for which other pools are read."""
    years: str
    """Number of years read, the year that ends included."""


@dataclass(frozen=True, slots=True)
class YearEndTerms:
    """The step on 31 December, after all events of the year; empty: none."""

    renews: Mapping[str, str] = names(TURN, default_factory=dict)
    """State fields, and the TURN columns that renew them."""
    lines: tuple[LineKind, ...] = names(TURN, default=())
    """Parts of a rating change."""
    events: Mapping[str, YearEndEvent] = field(default_factory=dict)
    """TURN columns that a closing records as events."""
    years_elsewhere: YearsElsewhere | None = None
    penalties: PenaltyRegister | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Booking:
    """Which tournaments a list counts."""

    article: str
    """The article with the cut-off."""
    counts_when: Books = Books.ENDED
    whole_reports: str = names(TOURNAMENT, default="")
    """Finding about reports in parts, where a tournament is rated as one."""
    withheld: str = names(TOURNAMENT, default="")
    """Finding that asks for a decision and lets a list count less than was played."""
    own_class: str = names(TOURNAMENT, default="")
    """1: a tournament of this rulebook; -1: of another; 0: unknown."""
    exclusive: str = ""
    """Group of rulebooks of which at most one counts a tournament."""
    exclusive_article: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Worksheet:
    """Columns shown when a rating is explained; the deciding column comes first."""

    shown: tuple[str, ...] = names(UNIT)
    """Between sums and lines."""
    shown_entering: tuple[str, ...] = names(UNIT)
    """The same for a player without a rating before."""
    shown_of_tournaments: tuple[str, ...] = names(ENTRY, default=())
    """Below the games of a tournament."""
    variation: str = names(ENTRY, default="")
    """The points of one tournament; with a `coefficient`, the difference that it multiplies."""
    coefficient: str = names(UNIT, default="")
    """The coefficient of a list, where all its tournaments have one; empty: each has its own."""
    coefficient_games: str = names(UNIT, default="")
    """The games of the list on which that coefficient rests."""
    walked: str = names(UNIT, default="")
    """The column of a walk over thresholds, if the regulation has one."""
    legs: Legs | None = None
    """The stretches of the walk."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherPools:
    """Ratings of other pools that columns read.

    For each word: the facts `WORD_rating_at_start`, `WORD_rating_in_force` (ENTRY) and
    `WORD_listed_rating` (UNIT), and `WORD_FIELD_at_start` for each field.
    """

    rulebooks: Mapping[str, str] = field(default_factory=dict)
    """Words, and the rulebooks of the pools."""
    fields: tuple[str, ...] = ()
    """State fields of the pools (`shown_elsewhere`)."""
    awards: bool = False
    """Whether columns read awarded categories: `WORD_award_at_start`; "" is none."""
    only_entering: bool = False
    """Whether only players without a rating are looked up; the pool may be missing."""
    article: str = ""


FIRST_YEAR_OF_SETS = 2000
"""Year of bit 0 in a set of years; earlier years are bit 0 too, for no text reads them."""


@dataclass(frozen=True, slots=True)
class Leg:
    """A stretch of a walk: from a rating to another, at one coefficient."""

    start: Fraction
    end: Fraction
    coefficient: int


Legs = Callable[[Mapping[str, Any], int, int], list[Leg]]
"""Stretches of a walk, from the numbers, the rating before, and the exact rating after."""


@dataclass(frozen=True, slots=True)
class AppealTerms:
    """Names of the numbers about a kind of appeals; an edition without them states nothing."""

    days: str
    """Days to appeal from the notice."""
    bodies: str
    """The bodies that decide."""


@dataclass(frozen=True, slots=True)
class BodyParameter:
    """Permitted values of a number set by the body: words, otherwise whole numbers."""

    words: tuple[str, ...] = ()
    least: int = 0
