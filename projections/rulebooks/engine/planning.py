"""In which order the columns of an edition are computed, and how long each is kept."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from graphlib import TopologicalSorter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from projections.rulebooks.engine.columns import Column, Level


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
    plans = zip(order, _done(order, kept), strict=True)
    return Plan(
        tuple(Planned(rule, rule.name in kept, done) for rule, done in plans),
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


def _done(order: Sequence[Column], kept: Collection[str]) -> list[tuple[str, ...]]:
    """Return, for each column in order, the columns of no further use after it."""
    last = {name: at for at, rule in enumerate(order) for name in (rule.name, *rule.needs)}
    let_go = [rule.name for rule in order if rule.name not in kept]
    return [tuple(name for name in let_go if last[name] == at) for at in range(len(order))]
