"""Decisions about rating a tournament, and the details of a tournament that rating depends on."""

from __future__ import annotations

from typing import Final

from ledger.events.base import Fact
from ledger.events.counting import (
    ExemptionGranted,
    GameAdmitted,
    GameDecision,
    GameExcluded,
    TournamentCancelled,
    TournamentRefused,
    TournamentReinstated,
)
from ledger.events.tournament import Details
from ledger.store.reading import Recorded
from projections.state.reports import Decided

_TOLD: Final = (
    "registered_on",
    "round_days",
    "time_control",
    "pairing_system",
    "hybrid",
    "online",
    "norms_possible",
    "announced_as_rated",
    "match_games",
    "received_on",
    "start",
    "weight",
)

_DECISIONS: Final = frozenset(
    event.TYPE
    for event in (
        TournamentRefused,
        TournamentCancelled,
        TournamentReinstated,
        ExemptionGranted,
        GameExcluded,
        GameAdmitted,
    )
)


def decides(recorded: Recorded) -> bool:
    """Return whether an event is a decision about rating."""
    return recorded.type in _DECISIONS


def told_by(details: Details) -> set[str]:
    """Return the corrected details that rating depends on."""
    return {name for name in _TOLD if getattr(details, name) is not None}


def decided_by(said: Fact) -> Decided:
    """Return the decision of an event. Raises TypeError for other events."""
    match said:
        case TournamentRefused():
            return Decided("refused", said.article or "", said.by)
        case TournamentCancelled():
            return Decided("cancelled", said.article or "", said.by)
        case TournamentReinstated():
            return Decided("reinstated", said.article or "", said.by)
        case ExemptionGranted():
            game = -1 if said.game is None else said.game
            return Decided("exempted", said.article, said.by, game, said.player or 0)
        case GameDecision():
            kind = "excluded" if isinstance(said, GameExcluded) else "admitted"
            return Decided(kind, said.article or "", said.by, said.game)
    raise TypeError(f"{said.TYPE} decides nothing")
