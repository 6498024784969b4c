"""The grammar of an edition: a graph of named columns.

A rule is a small function over whole columns of numbers. Its parameters are the names of other
columns, of facts, or of numbers in the edition's TOML; its decorator says which article it is,
what a row of it is about, and which arithmetic it does. The same functions rate twenty million
games and explain one: an explanation is the columns of the computation itself, all of them kept.

    TOURNAMENT one row for each tournament: what is told of it, and what follows for all its games
    GAME    one row for each side of a game
    ENTRY   one row for each player in each tournament
    WAITING one row for each result that waits for a first rating (see `Edition.waiting`)
    UNIT    one row for each player in the step: what is rated and rounded as one
    LISTED  one row for each player on the list that results
    CARRIED one row for each player whose rating was carried over
    TURN    one row for each player at the turn of a year (see `Rulebook.turned`)
    RECOUNT one row for each player in a corrected competition of a chain (`Rulebook.recounted`)
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import Enum
from functools import cached_property
from typing import Any, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from projections.rulebooks.engine.choices import Choice
from projections.rulebooks.engine.numbering import Numbering, cited
from projections.rulebooks.engine.numbers import Number, by_name
from projections.rulebooks.engine.planning import Plan, planned

Values = NDArray[Any]
"""A column: one value for each row of its level."""

Operation = Literal[
    "add",
    "subtract",
    "multiply",
    "divide",
    "min",
    "max",
    "clamp",
    "table",
    "choose",
    "compare",
    "look up",
    "read",
    "total",
    "round half away from zero",
    "round half up",
    "round half down",
    "walk",
]
"""What a column does with its parameters: enough to do its arithmetic again without the law."""


class Level(Enum):
    """Subject of one row of a column."""

    TOURNAMENT = "tournament"
    GAME = "game"
    ENTRY = "entry"
    WAITING = "waiting"
    UNIT = "unit"
    LISTED = "listed"
    CARRIED = "carried"
    TURN = "turn"
    RECOUNT = "recount"

    __hash__ = object.__hash__  # there is one of each, and every evaluation looks for its plan


TOURNAMENT, GAME, ENTRY, WAITING, UNIT, LISTED, CARRIED, TURN, RECOUNT = Level


@dataclass(frozen=True, slots=True)
class Column:
    """One rule: a function over columns, with article, level, unit and operation."""

    name: str
    function: Callable[..., Any]
    article: str
    level: Level
    unit: str
    does: Operation
    needs: tuple[str, ...]
    """The names of its parameters."""
    written_under: str
    """The article its docstring begins with; other texts may take it over under theirs."""
    numberings: tuple[Numbering, ...] = field(default=(), hash=False)
    """Of the texts that took it over, one after the other."""

    @property
    def sentence(self) -> str:
        """First paragraph of the docstring, without the article."""
        words = " ".join(inspect.cleandoc(self.function.__doc__ or "").split("\n\n")[0].split())
        return words.removeprefix(f"{self.written_under}. ")

    def taken_over(self, numbering: Numbering) -> Column:
        """Return the column under the articles of another text; the formula is the same."""
        if not numbering:
            return self
        article, numberings = cited(self.article, numbering), (*self.numberings, numbering)
        return replace(self, article=article, numberings=numberings)

    def in_its_numbers(self, choice: Choice) -> Choice:
        """Return a choice of this column with articles numbered as in this text."""
        if not self.numberings:
            return choice
        cases = tuple(case._replace(clause=self._clause(case.clause)) for case in choice.cases)
        return replace(choice, cases=cases, clause=self._clause(choice.clause))

    def _clause(self, clause: str) -> str:
        articles, colon, says = clause.partition(": ")
        for numbering in self.numberings:
            articles = cited(articles, numbering)
        return f"{articles}{colon}{says}"


Rule = TypeVar("Rule", bound=Callable[..., Any])


def column(*, article: str, level: Level, unit: str, does: Operation) -> Callable[[Rule], Rule]:
    """Mark a function as the column with the same name, under an article."""

    def mark(function: Rule) -> Rule:
        needs = tuple(inspect.signature(function).parameters)
        rule = Column(function.__name__, function, article, level, unit, does, needs, article)
        function.__rule__ = rule  # type: ignore[attr-defined]
        return function

    return mark


def columns_of(module: Any) -> dict[str, Column]:
    """Return the columns of a module, in the order of the text."""
    found = (getattr(member, "__rule__", None) for member in vars(module).values())
    return {rule.name: rule for rule in found if isinstance(rule, Column)}


@dataclass(slots=True)
class Columns:
    """The columns of one computation by name, and the choices behind them."""

    values: dict[str, Any]
    choices: dict[str, Choice] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        """Return a column, a fact or a number."""
        return self.values[name]

    def why(self, name: str, row: int) -> str:
        """Return the clause of a chosen value, without the remedy."""
        return self.choices[name].words(row).partition("\n")[0]


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

    def set_by(self, names: Iterable[str]) -> str:
        """Return the numbers set by the body, with the body; "": none."""
        stated: Mapping[str, Number] = self.numbers["stated"]
        there = (stated[name] for name in names if name in stated)
        return "; ".join(f"{e.name} {e.stated}, {e.set_by}" for e in there if e.set_by)

    def evaluate(
        self, levels: Iterable[Level], facts: Mapping[str, Any], wanted: Iterable[str] = ()
    ) -> Columns:
        """Compute the columns of some levels from facts and numbers.

        Without `wanted` all are computed, and kept. With it only those and what they rest on, which
        goes as soon as nothing needs it: the next column takes the memory while it is at hand.
        A fact that bears the name of a column stands in its place.
        Raises KeyError where a column rests on something that is not there.
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


def total(values: Values, group: Values, rows: int) -> NDArray[np.int32]:
    """Add up values by the group each row belongs to; shape (rows,), exact."""
    sums = np.zeros(rows, dtype=np.int32)
    np.add.at(sums, group, values.astype(np.int32, copy=False))
    return sums
