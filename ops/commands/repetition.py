"""Whether a decision is said again, or anew: what was said last about the same thing.

What is refused, reinstated and refused again is refused: of decisions about one thing the last
holds, so the same words answer what was said between, and are no repetition of the first.
"""

from __future__ import annotations

from collections.abc import Sequence
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
from projections.state.deciding import decides

NEVER: Final = -1
"""The position of what was not said."""

_ANSWERING: Final = frozenset(
    each.TYPE for each in (ParameterSet, CategoryAwarded, CategoryWithdrawn)
)
"""The events of which the later one answers the earlier, besides what decides what counts."""


def said_otherwise(read: Reader, *facts: Fact) -> int:
    """Return the position of the last decision that says something else about the same; or NEVER.

    Of several decisions the last position of all; each stream is read once.
    """
    by_stream: dict[str, list[Fact]] = {}
    for fact in facts:
        by_stream.setdefault(fact.stream(), []).append(fact)
    return max((_said_in(read, *each) for each in by_stream.items()), default=NEVER)


def _said_in(read: Reader, stream: str, facts: Sequence[Fact]) -> int:
    said_of: dict[object, list[Fact]] = {}
    for fact in facts:
        for thing in _about(fact):
            said_of.setdefault(thing, []).append(fact)
    if not said_of:
        return NEVER
    for recorded in reversed(read.stream(stream)):
        if decides(recorded) or recorded.type in _ANSWERING:
            said = recorded.decoded().payload
            if any(fact != said for thing in _about(said) for fact in said_of.get(thing, ())):
                return recorded.position
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
