"""Which correction of a tournament another one overtakes: said later about the same thing.

Of decisions whether a tournament counts the later holds (`taken_back`); a refusal and a
cancellation are two things, and a reinstatement takes both back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from ledger.events.counting import (
    GameDecision,
    TournamentCancelled,
    TournamentRefused,
    TournamentReinstated,
)
from ledger.events.report import EntrantReassigned, ResultCorrected
from ledger.tournaments.course import Correction

_COUNTS: Final = ("refused", "cancelled")
"""What a reinstatement takes back."""


def overtaken_by(
    corrections: Sequence[Correction], each: Correction, has_effect: Callable[[Correction], bool]
) -> Correction | None:
    """Give the correction that overtakes one: of several the last that has an effect."""
    mine = _about(each.payload)
    for later in reversed(corrections):
        if later.position <= each.position:
            return None
        plain = not (later.no_effect or later.ended)
        if plain and mine & _about(later.payload) and has_effect(later):
            return later
    return None


def _about(said: Any) -> set[tuple[Any, ...]]:
    """Give what a correction is about; nothing of those that stand beside each other."""
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
            return {(each,) for each in _COUNTS}
    return set()
