"""What a regulation leaves open and the body sets with `parameter-set`, by its days.

A rulebook names the numbers that may be set (`Rulebook.left_open`). The newest one known holds of
those in force on a day; before the first the number that the edition states.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from projections.pool_facts import Parameter, PoolFacts
from projections.rulebooks import numbers, rulebook
from projections.rulebooks.grammar import Edition
from projections.rulebooks.numbers import Number
from projections.rulebooks.rulebook import in_force


def known_parameters(facts: PoolFacts, names: Iterable[str], known: int) -> list[Parameter]:
    """Give what the body set under some names, as known at a position."""
    wanted = frozenset(names)
    return [each for each in facts.parameters if each.position <= known and each.name in wanted]


def set_on(facts: PoolFacts, name: str, day: date, known: int) -> Parameter | None:
    """Give what the body set under a name that is in force on a day; None: nothing."""
    found: Parameter | None = in_force(
        ((each.in_force_from, each) for each in known_parameters(facts, (name,), known)), day
    )
    return found


def as_set(edition: Edition, facts: PoolFacts, day: date, known: int) -> Edition:
    """Give an edition with the numbers that the body set, in force on a day, in their places."""
    there = edition.numbers["stated"]
    found = {
        name: _set(there[name], each)
        for name in rulebook(facts.rulebook).left_open.keys() & there.keys()
        if (each := set_on(facts, name, day, known)) is not None
    }
    if not found:
        return edition
    stated = {**there, **found}
    return replace(edition, numbers={**numbers.values(stated), "stated": stated})


def _set(number: Number, said: Parameter) -> Number:
    by = f"Set by {said.by} from {said.in_force_from} on (#{said.position}); "
    return replace(
        number, stated=said.said, says=f"{number.says} {by}the edition states {number.stated}."
    )
