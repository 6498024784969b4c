"""Numbers and words that the body set with `parameter-set`, by name and day."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from projections.rulebooks.engine.rulebook import in_force
from projections.state.pool import Parameter, PoolFacts


def known_parameters(facts: PoolFacts, names: Iterable[str], known: int) -> list[Parameter]:
    """Give what the body set under some names, as known at a position."""
    if not facts.parameters:  # mostly: it is asked for every day on which somebody enters
        return []
    wanted = frozenset(names)
    return [each for each in facts.parameters if each.position <= known and each.name in wanted]


def parameter_on(facts: PoolFacts, name: str, day: date, known: int) -> Parameter | None:
    """Give what the body set under a name that is in force on a day; None: nothing."""
    found: Parameter | None = in_force(
        ((each.in_force_from, each) for each in known_parameters(facts, (name,), known)), day
    )
    return found
