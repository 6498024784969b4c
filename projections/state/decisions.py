"""Decisions about rating a tournament, and corrections overridden by later ones.

Of decisions about rating a tournament the later counts (`taken_back`); a refusal and a cancellation
are two subjects, and a reinstatement withdraws both.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from ledger.events.base import Fact
from ledger.events.counting import (
    ExemptionGranted,
    GameAdmitted,
    GameDecision,
    GameExcluded,
    ReportDecision,
    TournamentCancelled,
    TournamentRefused,
    TournamentReinstated,
)
from ledger.events.report import EntrantReassigned, ResultCorrected
from ledger.events.tournament import Details
from ledger.store.reading import Recorded
from ledger.tournaments.current_report import Correction
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

_KINDS: Final[Mapping[type[Fact], str]] = {
    TournamentRefused: "refused",
    TournamentCancelled: "cancelled",
    TournamentReinstated: "reinstated",
    ExemptionGranted: "exempted",
    GameExcluded: "excluded",
    GameAdmitted: "admitted",
}
"""Events that decide about rating, and the kinds of `Decided`."""

_DECISIONS: Final = frozenset(event.TYPE for event in _KINDS)


def is_decision(recorded: Recorded) -> bool:
    """Return whether an event is a decision about rating."""
    return recorded.type in _DECISIONS


def rating_details(details: Details) -> set[str]:
    """Return the corrected details that rating depends on."""
    return {name for name in _TOLD if getattr(details, name) is not None}


def decision_of(fact: Fact) -> Decided:
    """Return the decision of an event. Raises TypeError for other events."""
    kind = _KINDS.get(type(fact))
    match fact:
        case GameDecision() | ExemptionGranted() if kind:
            game = -1 if fact.game is None else fact.game
            player = fact.player if isinstance(fact, ExemptionGranted) else None
            return Decided(kind, fact.article or "", fact.by, game, player or 0)
        case TournamentRefused() | TournamentCancelled() | TournamentReinstated() if kind:
            return Decided(kind, fact.article or "", fact.by)
    raise TypeError(f"{fact.TYPE} decides nothing")


def overridden_by(
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


def _about(fact: Any) -> set[tuple[Any, ...]]:
    """Return the subject of a correction; nothing for independent corrections."""
    match fact:
        case ResultCorrected():
            return {("result", fact.report, fact.game)}
        case EntrantReassigned():
            return {("entrant", fact.report, fact.entrant)}
        case GameDecision():
            return {("game", fact.report, fact.game)}
        case ReportDecision():
            return {("annulled", fact.report)}
        case TournamentRefused() | TournamentCancelled():
            return {(_KINDS[type(fact)],)}
        case TournamentReinstated():
            return {("refused",), ("cancelled",)}
    return set()
