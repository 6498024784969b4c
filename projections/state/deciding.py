"""What decides whether a tournament counts: which details of it, and which decisions about it."""

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
    each.TYPE
    for each in (
        TournamentRefused,
        TournamentCancelled,
        TournamentReinstated,
        ExemptionGranted,
        GameExcluded,
        GameAdmitted,
    )
)


def decides(recorded: Recorded) -> bool:
    """Tell whether an event decides about what counts."""
    return recorded.type in _DECISIONS


def told_by(details: Details) -> set[str]:
    """Give which facts a correction tells on which it rests what counts."""
    return {name for name in _TOLD if getattr(details, name) is not None}


def decided_by(said: Fact) -> Decided:
    """Give what an event decides. Raises TypeError for one that decides nothing."""
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
