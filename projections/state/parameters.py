"""Numbers and words set by the body with `parameter-set`, by name and day."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from projections.rulebooks.engine.rulebook import in_force
from projections.state.pool import Parameter, PoolFacts


def known_parameters(facts: PoolFacts, names: Iterable[str], known: int) -> list[Parameter]:
    """Return the parameters set under some names, as known at a position."""
    if not facts.parameters:  # mostly: it is asked for every day on which somebody enters
        return []
    wanted = frozenset(names)
    return [
        parameter
        for parameter in facts.parameters
        if parameter.position <= known and parameter.name in wanted
    ]


def parameter_on(facts: PoolFacts, name: str, day: date, known: int) -> Parameter | None:
    """Return the parameter in force on a day, if set."""
    found: Parameter | None = in_force(
        (
            (parameter.in_force_from, parameter)
            for parameter in known_parameters(facts, (name,), known)
        ),
        day,
    )
    return found
