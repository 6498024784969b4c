"""What a worksheet is made of: cells, games, tournaments, steps, and the lines they come to."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from ledger.tournaments.corrections import Correction
from projections.queries import RatingList
from projections.queries.rows import Booking
from projections.rating.entered_from import EnteredFrom
from projections.recompute import OtherPoolList
from projections.recompute.not_counting import Uncounted
from projections.rulebooks.engine.terms import Leg
from projections.steps.corrected import Correction as ListCorrection

PLAYED: Final = frozenset("1=0")
"""Codes of games that were played: the score says it in the points of the text, counted or not."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One value of a worksheet, and the rule it comes from."""

    name: str
    value: int | Fraction
    unit: str
    article: str
    does: str
    says: str
    why: str = ""
    """Of a chosen value, the clause it stands on."""
    usual: bool = True
    """Whether that clause is the last one, where no special case holds."""


@dataclass(frozen=True, slots=True)
class GameSheet:
    """One game from the player's side. `address` is `#position#index` for ever."""

    address: str
    round: int
    white: bool
    opponent: int
    result: str
    cells: dict[str, Cell]
    corrected_by: int | None = None
    """Position of the event by which its result holds, if it was corrected."""


@dataclass(frozen=True, slots=True)
class ByeSheet:
    """One round in which the player had no opponent: its code, as TRF has it, and why it is out."""

    round: int
    code: str
    why: str


@dataclass(frozen=True, slots=True)
class EnteredBy:
    """The rating with which a player without one plays, and why; the list that gave it, if any."""

    rating: int
    why: str
    source: EnteredFrom | None = None
    told: int | str = ""
    """What that list says of him."""
    guest: bool = False
    """Whether the rating holds for this tournament alone."""


@dataclass(frozen=True, slots=True)
class TournamentSheet:
    """One tournament from the player's side."""

    booked: Booking
    list_used: RatingList
    beside: tuple[OtherPoolList, ...]
    """The lists of other pools on which ratings were looked up too."""
    games: tuple[GameSheet, ...]
    byes: tuple[ByeSheet, ...]
    cells: dict[str, Cell]
    entered_by: EnteredBy | None = None
    """With what he enters who had no rating when it began, where the regulation says."""
    corrections: tuple[Correction, ...] = ()
    """What corrected the report, or the tournament, before the list took it."""
    ceased: bool = False
    """The rating he played with ceased after its place in the chain: nothing is booked for him."""


@dataclass(frozen=True, slots=True)
class Line:
    """A change of a rating, with the rule it comes from."""

    kind: str
    points: Fraction
    article: str
    says: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class UnitSheet:
    """One step: its tournaments, the columns of the player, and the lines they come to."""

    before: int
    after: int
    tournaments: tuple[TournamentSheet, ...]
    waiting: tuple[dict[str, Any], ...]
    printed: dict[str, Cell]
    """What the list before printed for this one, and why: a coefficient."""
    cells: dict[str, Cell]
    legs: tuple[Leg, ...]
    """Of a walk over thresholds, where the regulation has one."""
    lines: tuple[Line, ...]
    year_ended: int = 0
    """The year whose end the step is; 0: it is none."""
    corrects: str = ""
    """The competition that the step corrects, in a chain; "": it is no correction."""


@dataclass(frozen=True, slots=True)
class CorrectedSheet:
    """A unit of a closed list, as it was booked and as it was computed again."""

    of: RatingList
    unit: ListCorrection
    booked: UnitSheet
    again: UnitSheet
    tournament: str = ""
    """In a chain, the competition whose unit it is."""
    uncounted: Uncounted | None = None
    """Why nothing counts of it any more, where it is not in the unit computed again."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a player's rating on a list is what it is. A rating of 0 is none."""

    pool: str
    player: int
    on: RatingList
    edition: str
    old: int
    new: int
    units: tuple[UnitSheet, ...]
    corrected: tuple[CorrectedSheet, ...] = ()
    """Units of closed lists whose correction this list took."""
