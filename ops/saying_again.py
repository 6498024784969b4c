"""Whether a decision is said again, or anew: what was said last about the same thing.

What is refused, reinstated and refused again is refused: of decisions about one thing the last
holds, so the same words answer what was said between, and are no repetition of the first.
"""

from __future__ import annotations

from typing import Final

from ledger import columns
from ledger.events.base import Fact
from ledger.events.category import CategoryAwarded, CategoryDecided, CategoryWithdrawn
from ledger.events.counting import (
    ExemptionGranted,
    GameDecision,
    TournamentCancelled,
    TournamentRefused,
    TournamentReinstated,
)
from ledger.events.pool import ParameterSet
from ledger.store.reading import Reader
from projections.facts.deciding import decides

NEVER: Final = -1
"""The position of what was not said."""

_ANSWERING: Final = frozenset(
    each.TYPE for each in (ParameterSet, CategoryAwarded, CategoryWithdrawn)
)
"""The events of which the later one answers the earlier, besides what decides what counts."""


def said_otherwise(read: Reader, fact: Fact) -> int:
    """Give the position of the last decision about the same that says something else; or NEVER."""
    things = _about(fact)
    if not things:
        return NEVER
    for each in reversed(read.stream(fact.stream())):
        if decides(each) or each.type in _ANSWERING:
            said = each.decoded().payload
            if said != fact and not things.isdisjoint(_about(said)):
                return each.position
    return NEVER


def _about(said: Fact) -> frozenset[object]:
    """Give what a decision is about, in its stream: nothing where none answers another."""
    match said:
        case TournamentRefused() | TournamentCancelled() | TournamentReinstated():
            return frozenset({"tournament"})
        case GameDecision() | ExemptionGranted() if said.game is not None:
            return frozenset({(said.report, said.game)})
        case ParameterSet():
            return frozenset({(said.name, said.in_force_from)})
        case CategoryDecided():
            return frozenset(columns.read(said.player, columns.PLAYER).tolist())
    return frozenset()
