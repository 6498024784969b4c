"""The typed document of an explanation: steps, tournaments, games, lines and cells.

Positions of events are numbers. JSON leaves out fields that have the default value.
"""

from datetime import date
from fractions import Fraction
from numbers import Rational
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec

from ledger.register.identities import RegisterNumber
from ledger.sentences import Sentence
from projections.queries import RatingList
from projections.queries.recompute import OtherPoolList
from projections.queries.recompute.not_counting import CorrectionEvent, Uncounted
from projections.rating.entered_from import EnteredFrom
from projections.rulebooks.engine.columns import Clause

PLAYED: Final = frozenset("1=0")
"""Codes of played games."""

if TYPE_CHECKING:
    Exact: TypeAlias = int | Fraction
else:
    Exact = Rational  # msgspec decodes into one type of ours, not into a union with it

Rating: TypeAlias = int | None
"""None: none."""


class Stated(Sentence):
    """The sentence of a clause behind its articles."""

    __slots__ = ("clause",)

    def __init__(self, clause: Clause) -> None:
        """State a clause."""
        words = clause.sentence
        super().__init__(words.template, words.more, **words.values)
        self.clause = clause


class Cell(msgspec.Struct, frozen=True, omit_defaults=True):
    """A value of a worksheet, with the rule."""

    value: Exact
    unit: str
    article: str
    does: str
    """Operation of the rule."""
    says: Sentence
    why: Sentence | None = None
    """The clause of a chosen value."""
    usual: bool = True
    """Whether no special case applies."""

    @property
    def words(self) -> Sentence:
        """The clause of a chosen value, or the sentence of the rule behind its article."""
        return self.why or Clause(self.article, self.says).sentence


class GameSheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game from the player's side. `address` is `#position#index`."""

    address: str
    round: int
    white: bool
    opponent: RegisterNumber
    result: str
    cells: dict[str, Cell]
    corrected_by: int | None = None
    """Position of the event that corrected the result."""
    shown: tuple[str, ...] = ()
    """The columns of the table with a meaning in this game."""
    remark: Sentence | None = None
    """Why the game does not count, or the special case of its difference."""


class ByeSheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """A round without opponent: the TRF code, and the excluding clause."""

    round: int
    code: str
    why: Sentence


class EnteredBy(msgspec.Struct, frozen=True, omit_defaults=True):
    """The rating used for a player without one, the reason, and the source list."""

    rating: int
    article: str
    """Of the reason; empty: of a guest."""
    why: Sentence
    source: EnteredFrom | None = None
    listed: int | str = ""
    """The rating or category on that list."""
    guest: bool = False
    """Whether the rating is used for this tournament only."""

    @property
    def words(self) -> Sentence:
        """The reason behind its article."""
        return Clause(self.article, self.why).sentence if self.article else self.why


class TournamentSheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tournament from the player's side."""

    tournament: str
    report: int
    start: date
    end: date
    edition: str
    list_used: RatingList
    other_pools: tuple[OtherPoolList, ...]
    """The lists of other pools consulted."""
    games: tuple[GameSheet, ...]
    byes: tuple[ByeSheet, ...]
    cells: dict[str, Cell]
    entered_by: EnteredBy | None = None
    """The rating of a player who enters, where the regulation gives one."""
    corrections: tuple[CorrectionEvent, ...] = ()
    """Corrections of the report or the tournament before the list."""
    ceased: bool = False
    """The rating ceased later in the chain: nothing is booked."""
    name: str = ""
    basis: tuple[Sentence, ...] = ()
    """Corrections, the ratings used, the rating of the player with its reason."""
    columns: tuple[str, ...] = ()
    """Of the table of games, in order."""
    sums: dict[str, Cell] = {}
    """Of columns of the table, over the counted games; none for an unrated player."""
    shown: tuple[str, ...] = ()
    """What stands below the table, in order: sums, then cells of the tournament."""


class Leg(msgspec.Struct, frozen=True):
    """A stretch of a walk over thresholds, at one coefficient, with its points."""

    start: Fraction
    end: Fraction
    coefficient: int
    points: Fraction
    article: str


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A change of a rating, with the rule."""

    kind: str
    points: Fraction
    article: str
    says: Sentence
    why: Sentence | None = None


class UnitSheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step: tournaments, columns of the player, and lines.

    It is read in this order: tournaments, waiting results of an unrated player, printed before,
    cells shown, printed here, legs, lines.
    """

    before: Rating
    after: Rating
    tournaments: tuple[TournamentSheet, ...]
    waiting: tuple[dict[str, Any], ...]
    """Results that wait for a first rating, with `tournament` and `name` unless carried over."""
    printed_before: dict[str, Cell]
    """Values printed on the list before for this one, such as the K-factor."""
    cells: dict[str, Cell]
    legs: tuple[Leg, ...]
    """Legs over thresholds, where the regulation has them."""
    lines: tuple[Line, ...]
    year_ended: int = 0
    """The year of a year end; 0 for other steps."""
    corrects: str = ""
    """The competition that the step corrects, in a chain; "" for other steps."""
    shown: tuple[str, ...] = ()
    """The cells between the values printed before and the lines, in order."""
    printed_here: dict[str, Cell] = {}
    """Values that this list prints for the next one, by the names of `printed_before`."""


class DecidedCorrection(msgspec.Struct, frozen=True):
    """An event that corrected a closed list: a correction, a decision, a merge."""

    position: int
    event: str
    """Type of the event, without the version."""
    tournament: str
    """The tournament that it concerns; empty: none."""
    decided_by: str
    """The body; empty: none is named."""
    decided_by_name: Sentence
    decided_on: date
    """The day of the decision; if none was stated, that from which the fact holds."""
    article: str


class GameOnBothSides(msgspec.Struct, frozen=True):
    """A game with the result booked and the result as corrected; empty: no such game."""

    tournament: str
    round: int
    opponent: RegisterNumber
    white: bool
    booked: str
    corrected: str
    corrected_by: int | None
    """Position of the event that corrected the result."""


class CorrectedSheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit of a closed list, as booked and as corrected."""

    list: RatingList
    kind: str
    """BOOKED, LAPSED or VOID."""
    booked_points: Fraction
    due_points: Fraction
    """By the facts known now."""
    booked: UnitSheet
    corrected: UnitSheet
    tournament: str = ""
    """In a chain, the competition."""
    uncounted: Uncounted | None = None
    """The reason why nothing of the competition counts any more."""
    edition: str = ""
    """Of the closed list."""
    decisions: tuple[DecidedCorrection, ...] = ()
    """The events since the list before that corrected the unit."""
    shown: tuple[str, ...] = ()
    """The cells of both sides to set beside each other, in order."""
    games: tuple[GameOnBothSides, ...] = ()
    """The games of both sides."""


class Explanation(msgspec.Struct, frozen=True, omit_defaults=True):
    """The explanation of a rating on a list."""

    pool: str
    player: RegisterNumber
    list: RatingList
    edition: str
    old: Rating
    new: Rating
    units: tuple[UnitSheet, ...]
    corrected: tuple[CorrectedSheet, ...] = ()
    """Units of closed lists corrected by this list."""
