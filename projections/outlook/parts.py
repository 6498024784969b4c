"""What is said of what lies ahead of a player, part by part."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from projections.state.reports import Report


@dataclass(frozen=True, slots=True)
class OpenTournament:
    """By how much one tournament of an open period moved a rating; in a chain only is that said."""

    report: Report
    points: int | None


@dataclass(frozen=True, slots=True)
class CorrectionDue:
    """What the next list corrects of closed ones."""

    tournament: str
    by: str
    """What corrects it, where that is told by its position."""
    points: Fraction | int


@dataclass(frozen=True, slots=True)
class Lapse:
    """The first list that shows of a player what it shows of who does nothing that counts."""

    what: str
    period: str
    on: date
    article: str
    already: bool
    """Whether it is the next list: nothing that is still recorded for a later one helps."""
    shown: bool = False
    """Whether the last list shows it too."""


@dataclass(frozen=True, slots=True)
class Withheld:
    """The category that a rating has reached and its player does not hold."""

    category: str
    threshold: int
    article: str
    proposed: bool
    """Whether reaching it only proposes it: a committee decides."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """What the next thresholds are: the category above, and the points to it."""

    category: str
    points: int
    threshold: int
    article: str
