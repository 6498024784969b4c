"""An edition: the text of a rulebook in force from a day, computed as a graph of columns."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from graphlib import TopologicalSorter
from typing import Any, NamedTuple

import numpy as np

from ledger.sentences import Sentence, plain
from projections.rulebooks.engine.columns import Choice, Column, Columns, Level, Values
from projections.rulebooks.engine.numbers import Number, by_name
from projections.rulebooks.engine.titles import title
from projections.rulebooks.engine.whole import INTEGERS, whole


def nobody(list_date: date, birth_year: Values, numbers: Mapping[str, Any]) -> Values:  # noqa: ARG001
    """Return no player: a list changes only players with games."""
    return np.zeros(len(birth_year), dtype=bool)


@dataclass(frozen=True)
class Edition:
    """The text of a rulebook in force from a day: columns, numbers and articles.

    `articles` accounts for every numbered article: the names of its columns and numbers, or why
    nothing is computed. `waiting` names the ENTRY columns kept for results that wait.
    """

    rulebook: str
    name: str
    module: Any
    columns: Mapping[str, Column]
    numbers: Mapping[str, Any]
    digest: str
    articles: Mapping[str, str]
    waiting: tuple[str, ...] = ()
    based_on: Edition | None = None
    """The edition in force where this one is silent: the one amended, or a later text."""
    without_admission: Edition | None = None
    """The edition without its articles on what counts: other texts inherit this one."""
    admission: Any = None
    """The module of these articles."""
    concerned: Callable[[date, Values, Mapping[str, Any]], Values] = nobody
    """Mask of players whom a list changes without a game, from the list date, the years of birth by
    player, and the numbers of the edition."""

    def has(self, level: Level, name: str) -> bool:
        """Whether a column of a level has this name."""
        return name in self.columns and self.columns[name].level is level

    def also_concerned(self, list_date: date, birth_year: Values) -> Values:
        """Return a mask of players whom a list changes without a game."""
        return self.concerned(list_date, birth_year, self.numbers)

    def computes_like(self, other: Edition, names: Iterable[str]) -> bool:
        """Whether another edition has the same formulas and numbers for some columns."""
        return self is other or all(
            self.columns[name].function is other.columns[name].function
            and all(
                self.numbers.get(need) == other.numbers.get(need)
                for need in self.columns[name].needs
            )
            for name in names
        )

    def stating(self, others: tuple[Number, ...]) -> Edition:
        """Return the edition with other numbers; the same numbers give the same edition.

        Its digest stays: it is bound as it was adopted.
        """
        if not others:
            return self
        known: dict[Any, Edition] = self.__dict__.setdefault("_stating", {})
        if others not in known:
            stated = {**self.numbers["stated"], **{number.name: number for number in others}}
            known[others] = replace(self, numbers={**self.numbers, **by_name(stated)})
        return known[others]

    def set_by(self, names: Iterable[str]) -> Sentence:
        """Return the numbers set by the body, with the body; no sentence where none was."""
        stated: Mapping[str, Number] = self.numbers["stated"]
        there = (stated[name] for name in names if name in stated)
        return plain([_set(number) for number in there if number.set_by])

    def evaluate(
        self, levels: Iterable[Level], facts: Mapping[str, Any], wanted: Iterable[str] = ()
    ) -> Columns:
        """Compute the columns of some levels from facts and numbers.

        Without `wanted` all are computed, and kept. With it only those and what they rest on, which
        goes as soon as nothing needs it: the next column takes the memory while it is at hand.
        A fact that bears the name of a column stands in its place.
        Raises KeyError where a column rests on something that is not there, NotWhole for a column
        with a fraction.
        """
        sheet = Columns({**self.numbers, **facts})
        values = sheet.values
        plan = self._plan(frozenset(levels), frozenset(wanted), facts)
        for rule, kept, done in plan.columns:
            result = rule.function(*map(values.__getitem__, rule.needs))
            if isinstance(result, Choice):
                if kept:
                    sheet.choices[rule.name] = rule.in_its_numbers(result)
                result = result.values()
            if result.dtype.kind not in INTEGERS:
                result = whole(result, rule.name, f"{self.rulebook} {self.name}, column ")
            values[rule.name] = result
            for name in done:
                del values[name]
        return sheet

    @cached_property
    def asked(self) -> frozenset[str]:
        """Every name that a column takes as a parameter."""
        return frozenset(need for rule in self.columns.values() for need in rule.needs)

    def asked_as(self, *beginnings: str) -> tuple[str, ...]:
        """Return the parameters with one of some prefixes."""
        known: dict[Any, tuple[str, ...]] = self.__dict__.setdefault("_asked_as", {})
        if beginnings not in known:
            known[beginnings] = tuple(sorted(n for n in self.asked if n.startswith(beginnings)))
        return known[beginnings]

    def needed(self, of: Level, by: Iterable[Level]) -> frozenset[str]:
        """Return the columns of one level that columns of other levels take as parameters."""
        key = ("needed", of, tuple(by))
        known: dict[Any, frozenset[str]] = self.__dict__.setdefault("_needed", {})
        if key not in known:
            rules = self.columns
            asked = {need for rule in rules.values() if rule.level in key[2] for need in rule.needs}
            known[key] = frozenset(n for n in asked if n in rules and rules[n].level is of)
        return known[key]

    def outside(
        self, levels: Iterable[Level], wanted: Iterable[str], given: Iterable[str] = ()
    ) -> frozenset[str]:
        """Return the facts that some columns, and their ancestors, take from outside.

        Columns that are given rest on nothing any more, and are not among them.
        """
        return self._plan(frozenset(levels), frozenset(wanted), given).outside

    def resting_on(
        self, facts: Iterable[str], levels: Iterable[Level], wanted: Iterable[str]
    ) -> frozenset[str]:
        """Return the columns that some facts alone determine, among the ancestors of `wanted`."""
        plan = self._plan(frozenset(levels), frozenset(wanted), ())
        return plan.resting_on({*facts, *self.numbers})

    def _plan(self, levels: frozenset[Level], wanted: frozenset[str], facts: Iterable[str]) -> Plan:
        given = self.columns.keys() & facts
        key = (levels, wanted, frozenset(given))
        plans: dict[Any, Plan] = self.__dict__.setdefault("_plans", {})
        if key not in plans:
            found = planned(self.columns, *key)
            plans[key] = replace(found, outside=found.outside.difference(self.numbers))
        return plans[key]


def _set(number: Number) -> Sentence:
    name, value = title(number.name), number.stated
    return Sentence("{name} {value}, {set_by}", name=name, value=value, set_by=number.set_by)


# In which order columns are computed, and how long each is kept


class Planned(NamedTuple):
    """A column to compute, and the columns finished after it."""

    rule: Column
    kept: bool
    done: tuple[str, ...]
    """The columns that nothing after it needs, and nobody wants."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Columns in an order in which each follows its parameters."""

    columns: tuple[Planned, ...]
    outside: frozenset[str]
    """What they take that no column of the edition gives: facts, and numbers."""

    def resting_on(self, facts: Collection[str]) -> frozenset[str]:
        """Return the columns that some facts alone determine, if used by others or kept."""
        alone: set[str] = set()
        for rule, _, _ in self.columns:
            if all(need in facts or need in alone for need in rule.needs):
                alone.add(rule.name)
        of_use = {column.rule.name for column in self.columns if column.kept}
        of_use.update(
            *(column.rule.needs for column in self.columns if column.rule.name not in alone)
        )
        return frozenset(alone & of_use)


def planned(
    columns: Mapping[str, Column],
    levels: frozenset[Level],
    wanted: frozenset[str],
    given: frozenset[str],
) -> Plan:
    """Plan the columns of some levels, without columns given as facts.

    With `wanted` only those and what they rest on, which is kept as long as it is needed.
    """
    rules = {n: r for n, r in columns.items() if r.level in levels and n not in given}
    graph = {name: [n for n in rule.needs if n in rules] for name, rule in rules.items()}
    if wanted:
        graph = {name: graph[name] for name in _ancestors(graph, wanted)}
    order = [rules[name] for name in TopologicalSorter(graph).static_order()]
    kept = wanted or graph.keys()
    last = {name: at for at, rule in enumerate(order) for name in (rule.name, *rule.needs)}
    done: dict[int, list[str]] = {}
    for name in (rule.name for rule in order if rule.name not in kept):
        done.setdefault(last[name], []).append(name)
    return Plan(
        tuple(
            Planned(rule, rule.name in kept, tuple(done.get(at, ())))
            for at, rule in enumerate(order)
        ),
        frozenset(need for rule in order for need in rule.needs) - columns.keys(),
    )


def _ancestors(graph: Mapping[str, list[str]], wanted: Iterable[str]) -> list[str]:
    reached: dict[str, None] = {}
    waiting = [name for name in wanted if name in graph]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached[name] = None
            waiting.extend(graph[name])
    return list(reached)
