"""Columns: the rules of an edition, as functions over whole columns of numbers.

The parameters of a rule are names of other columns, of facts, or of numbers in the edition's TOML.
The decorator states the article, the level (the subject of a row) and the operation. The same
functions rate twenty million games and explain one: an explanation is all columns of the
computation.

    TOURNAMENT  a tournament: facts, and consequences for all games
    GAME        a side of a game
    ENTRY       a player in a tournament
    WAITING     a result that waits for a first rating (`Edition.waiting`)
    UNIT        a player in the step: rated and rounded once
    LISTED      a player on the resulting list
    CARRIED     a player with a rating carried over
    TURN        a player at a year end (`Rulebook.year_end`)
    RECOUNT     a player in a corrected competition of a chain (`ChainedCorrections`)

A row of a level has one value in each column of that level.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from projections.rulebooks.engine.choices import Choice
from projections.rulebooks.engine.numbering import Numbering, cited

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

    def under(self, numbering: Numbering) -> Column:
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


def total(values: Values, group: Values, rows: int) -> NDArray[np.int32]:
    """Add up values by the group each row belongs to; shape (rows,), exact."""
    sums = np.zeros(rows, dtype=np.int32)
    np.add.at(sums, group, values.astype(np.int32, copy=False))
    return sums
