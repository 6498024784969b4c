"""What decides whether a tournament counts, as its events say it: facts corrected, decisions."""

from __future__ import annotations

from datetime import date
from typing import Any, Final, TypeVar

from msgspec import structs

from ledger.events.base import Fact
from ledger.events.counting import (
    ExemptionGranted,
    GameDecision,
    GameExcluded,
    TournamentCancelled,
    TournamentRefused,
    TournamentReinstated,
)
from ledger.events.tournament import Details
from projections.facts.reports import Announcement, Decided, Report, share_of

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
)

DECISIONS: Final = (
    TournamentRefused,
    TournamentCancelled,
    TournamentReinstated,
    ExemptionGranted,
    GameDecision,
)
"""The events that decide about what counts."""

Decidable = TypeVar("Decidable", Announcement, Report)


def told_by(details: Details) -> dict[str, Any]:
    """Give what a correction says of the facts on which it rests what counts."""
    said = {name: getattr(details, name) for name in _TOLD}
    said["begins"] = details.start
    said["weight"] = details.weight and share_of(details.weight)
    return {name: value for name, value in said.items() if value is not None}


def days_with(was: tuple[date, date] | None, details: Details) -> tuple[date, date] | None:
    """Give the days announced, as corrected; as they were where they would contradict."""
    if was is None:
        return None
    start, end = details.start or was[0], details.end or was[1]
    return (start, end) if start <= end else was


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


def with_decision(was: Decidable, decided: Decided) -> Decidable:
    """Give an announcement, or a report, with one more decision."""
    about = structs.replace(was.about, decided=(*was.about.decided, decided))
    return structs.replace(was, about=about)
