"""Corrections of a tournament overridden by later corrections of the same subject.

Of decisions about rating a tournament the later counts (`taken_back`); a refusal and a cancellation
are two subjects, and a reinstatement withdraws both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ledger.events.counting import (
    GameDecision,
    TournamentCancelled,
    TournamentRefused,
    TournamentReinstated,
)
from ledger.events.report import EntrantReassigned, ResultCorrected
from ledger.tournaments.corrections import Correction


def overtaken_by(
    corrections: Sequence[Correction], earlier: Correction, has_effect: Callable[[Correction], bool]
) -> Correction | None:
    """Return the last effective correction that overrides another."""
    mine = _about(earlier.payload)
    for later in reversed(corrections):
        if later.position <= earlier.position:
            return None
        plain = not (later.no_effect or later.ended)
        if plain and mine & _about(later.payload) and has_effect(later):
            return later
    return None


def _about(said: Any) -> set[tuple[Any, ...]]:
    """Return the subject of a correction; nothing for independent corrections."""
    match said:
        case ResultCorrected():
            return {("result", said.report, said.game)}
        case EntrantReassigned():
            return {("entrant", said.report, said.entrant)}
        case GameDecision():
            return {("game", said.report, said.game)}
        case TournamentRefused():
            return {("refused",)}
        case TournamentCancelled():
            return {("cancelled",)}
        case TournamentReinstated():
            return {("refused",), ("cancelled",)}
    return set()
