"""The typed document of an explanation: steps, tournaments, games, lines and cells."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from ledger.tournaments.current_report import Correction
from projections.queries import RatingList
from projections.queries.rows import Booking
from projections.rating.entered_from import EnteredFrom
from projections.recompute import OtherPoolList
from projections.recompute.not_counting import Uncounted
from projections.rulebooks.engine.terms import Leg
from projections.steps.corrected import Correction as ListCorrection

PLAYED: Final = frozenset("1=0")
"""Codes of played games."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A value of a worksheet, with the rule."""

    name: str
    value: int | Fraction
    unit: str
    article: str
    does: str
    says: str
    why: str = ""
    """The clause of a chosen value."""
    usual: bool = True
    """Whether no special case applies."""


@dataclass(frozen=True, slots=True)
class GameSheet:
    """A game from the player's side. `address` is `#position#index`."""

    address: str
    round: int
    white: bool
    opponent: int
    result: str
    cells: dict[str, Cell]
    corrected_by: int | None = None
    """Position of the event that corrected the result."""


@dataclass(frozen=True, slots=True)
class ByeSheet:
    """A round without opponent: the TRF code, and the excluding clause."""

    round: int
    code: str
    why: str


@dataclass(frozen=True, slots=True)
class EnteredBy:
    """The rating used for a player without one, the reason, and the source list."""

    rating: int
    why: str
    source: EnteredFrom | None = None
    listed: int | str = ""
    """The rating or category on that list."""
    guest: bool = False
    """Whether the rating is used for this tournament only."""


@dataclass(frozen=True, slots=True)
class TournamentSheet:
    """A tournament from the player's side."""

    booked: Booking
    list_used: RatingList
    other_pools: tuple[OtherPoolList, ...]
    """The lists of other pools consulted."""
    games: tuple[GameSheet, ...]
    byes: tuple[ByeSheet, ...]
    cells: dict[str, Cell]
    entered_by: EnteredBy | None = None
    """The rating of a player who enters, where the regulation gives one."""
    corrections: tuple[Correction, ...] = ()
    """Corrections of the report or the tournament before the list."""
    ceased: bool = False
    """The rating ceased later in the chain: nothing is booked."""


@dataclass(frozen=True, slots=True)
class Line:
    """A change of a rating, with the rule."""

    kind: str
    points: Fraction
    article: str
    says: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class UnitSheet:
    """A step: tournaments, columns of the player, and lines."""

    before: int
    after: int
    tournaments: tuple[TournamentSheet, ...]
    waiting: tuple[dict[str, Any], ...]
    printed: dict[str, Cell]
    """Values printed on the list before for this one, such as the K-factor."""
    cells: dict[str, Cell]
    legs: tuple[Leg, ...]
    """Legs over thresholds, where the regulation has them."""
    lines: tuple[Line, ...]
    year_ended: int = 0
    """The year of a year end; 0 for other steps."""
    corrects: str = ""
    """The competition that the step corrects, in a chain; "" for other steps."""


@dataclass(frozen=True, slots=True)
class CorrectedSheet:
    """A unit of a closed list, as booked and as corrected."""

    of: RatingList
    unit: ListCorrection
    booked: UnitSheet
    corrected: UnitSheet
    tournament: str = ""
    """In a chain, the competition."""
    uncounted: Uncounted | None = None
    """The reason why nothing of the competition counts any more."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The explanation of a rating on a list. A rating of 0 is none."""

    pool: str
    player: int
    on: RatingList
    edition: str
    old: int
    new: int
    units: tuple[UnitSheet, ...]
    corrected: tuple[CorrectedSheet, ...] = ()
    """Units of closed lists corrected by this list."""
