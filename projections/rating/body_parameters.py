"""Numbers that a regulation leaves open and the body sets with `parameter-set`, by day.

A rulebook names the numbers that may be set (`Rulebook.body_parameters`). Of the numbers in force
on a day, the newest known holds; before the first, the number in the edition.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from projections.rating.external_lists import Months
from projections.rulebooks import rulebook
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.external_lists import ExternalColumn
from projections.rulebooks.engine.numbers import Number
from projections.state.law import Law, parameter_on
from projections.state.pool import Parameter, PoolFacts


def number_on(facts: PoolFacts, name: str, day: date, known: int) -> Number:
    """Return the number in force on a day: as set, or as stated by the edition.

    Raises OutsideRulebook if no adopted edition covers the day.
    """
    found: Number = of_list(Law(facts, known), day, known).numbers["stated"][name]
    return found


def months_set(facts: PoolFacts, known: int) -> Months:
    """Return a function for the months of validity of external lists, as set for a day."""

    def months(one: ExternalColumn, day: date) -> int:
        said = parameter_on(facts, one.months_set, day, known) if one.months_set else None
        return said.said if said and isinstance(said.said, int) else one.months

    return months


def as_set(edition: Edition, facts: PoolFacts, day: date, known: int) -> Edition:
    """Return an edition with the numbers set by the body and in force on a day.

    The day is the first day of an event, the last day of a year end, and the list date for
    decisions and corrections of closed lists.
    """
    if not facts.parameters:  # mostly, and a list asks it of every first day
        return edition
    there = edition.numbers["stated"]
    return edition.stating(
        tuple(
            _set(there[name], parameter)
            for name in rulebook(facts.rulebook).body_parameters
            if name in there and (parameter := parameter_on(facts, name, day, known)) is not None
        )
    )


def of_list(law: Law, day: date, known: int) -> Edition:
    """Return the edition of a list date with the numbers set. Raises OutsideRulebook."""
    return as_set(law.edition_of_list(day), law.facts, day, known)


def _set(number: Number, parameter: Parameter) -> Number:
    by = f"set by {parameter.by} from {parameter.in_force_from} on (#{parameter.position})"
    says = f"{number.says} {by[0].upper()}{by[1:]}; the edition states {number.stated}."
    return replace(number, stated=parameter.said, says=says, set_by=by)
