"""Typed parts of the outlook of a player."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from projections.state.reports import Report


@dataclass(frozen=True, slots=True)
class OpenTournament:
    """A tournament of the open period; in a chain with the points of the player."""

    report: Report
    points: int | None


@dataclass(frozen=True, slots=True)
class CorrectionDue:
    """A correction of a closed list on the next list."""

    tournament: str
    events: tuple[int, ...]
    """Positions of the correcting events, where known."""
    points: Fraction | int


@dataclass(frozen=True, slots=True)
class UnheldCategory:
    """A category reached by the rating and not held."""

    category: str
    threshold: int
    article: str
    proposed: bool
    """Whether a committee decides about it."""


@dataclass(frozen=True, slots=True)
class NextCategory:
    """The next higher category, and the missing points."""

    category: str
    points: int
    threshold: int
    article: str
