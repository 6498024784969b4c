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

A row of a level has one value in each column of that level, a whole number (see `whole`). A column
of choices keeps the clause of each value. Where one text takes over another, its numbering cites
the articles.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache
from itertools import starmap
from typing import Any, Final, Literal, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from ledger.sentences import NO_SENTENCE, Sentence, parsed, tabled
from projections.rulebooks.engine.whole import stored

Values = NDArray[Any]
"""A column: one value for each row of its level."""

Numbering = Mapping[str, str]
"""Articles of one text, and for each the article of another text that says the same."""


def cited(articles: str, numbering: Numbering) -> str:
    """Return articles such as "5.1, 8.3.2 (b)" in the numbers of another text, without repeats.

    A part such as (b) goes with its article unless it is numbered by itself; what the numbering
    does not name keeps its number.
    """
    return ", ".join(dict.fromkeys(_cited(article, numbering) for article in articles.split(", ")))


def _cited(article: str, numbering: Numbering) -> str:
    if article in numbering:
        return numbering[article]
    whole, space, part = article.partition(" ")
    return f"{numbering.get(whole, whole)}{space}{part}"


class Clause(NamedTuple):
    """What a rulebook says in one case: articles, sentence, and a remedy as a template.

    Written `ARTICLES: sentence`, with the remedy on a second line; numbers of the edition stand in
    braces.
    """

    article: str
    says: Sentence
    remedy: str = ""

    @property
    def sentence(self) -> Sentence:
        """The sentence behind its articles."""
        return Sentence("{article}: {says}", article=tabled(self.article), says=self.says)

    def __str__(self) -> str:
        """Return the clause in English, for logs and tests."""
        return str(self.sentence)


NO_CLAUSE: Final = Clause("", NO_SENTENCE)


# The choice between cases, and its clauses


Asked = Literal["nobody", "player", "opponent"]
"""About whom a clause asks for a decision: the player of the row, or the opponent in the game."""


class Case(NamedTuple):
    """One case of a choice: condition, value, clause."""

    where: Values
    value: Any
    clause: str
    byes: bool = False
    """Whether rounds without an opponent stand under it too: nothing is computed of those."""
    asks: Asked = "nobody"
    """About whom the competent body has to decide."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Values and clauses: for each row the first case that holds."""

    cases: tuple[Case, ...]
    otherwise: Any
    clause: str

    def values(self) -> Values:
        """Return the chosen values."""
        chosen: Any = self.otherwise
        for case in reversed(self.cases):
            if case.value is not chosen and somewhere(case.where):
                chosen = np.where(case.where, case.value, chosen)
        return np.asarray(chosen)

    def clauses(self) -> NDArray[np.int8]:
        """Return the index of the chosen case; the last index is `otherwise`."""
        index: Any = np.int8(len(self.cases))
        for at in range(len(self.cases) - 1, -1, -1):
            index = np.where(self.cases[at].where, np.int8(at), index)
        return np.asarray(index)

    def rows(self, some: slice) -> Choice:
        """Return the choice for some rows."""
        cases = (
            case._replace(where=rows_of(case.where, some), value=rows_of(case.value, some))
            for case in self.cases
        )
        return type(self)(tuple(cases), rows_of(self.otherwise, some), self.clause)

    def words(self, row: int) -> str:
        """Return the clause of one row."""
        return [*(case.clause for case in self.cases), self.clause][self._at(row)]

    def usual(self, row: int) -> bool:
        """Whether no case holds in one row."""
        return self._at(row) == len(self.cases)

    @property
    def of_byes(self) -> str:
        """Clause for rounds without an opponent; "": none."""
        return next((case.clause for case in self.cases if case.byes), "")

    def _at(self, row: int) -> int:
        clauses = self.clauses()
        return int(clauses[row] if clauses.ndim else clauses)


def rows_of(values: Any, some: slice) -> Any:
    """Return some rows of a column; a single value stays."""
    return values[some] if getattr(values, "ndim", 0) else values


def somewhere(where: Values) -> bool:
    """Whether a condition may hold: most are one False for all rows."""
    return bool(where.ndim or where)


@dataclass(frozen=True, slots=True)
class Exclusion(Choice):
    """A choice between 0 and 1: 0 where any case holds."""

    def values(self) -> Values:
        """Return the chosen values; computed without a branch per row, for speed."""
        excluded = self.cases[0].where
        for case in self.cases[1:]:
            if somewhere(case.where):
                excluded = excluded | case.where
        return np.asarray(~excluded).view(np.int8)


def unplayed(where: Values, clause: str) -> Case:
    """Return the case of unplayed games, which includes byes."""
    return Case(where, 0, clause, byes=True)


def to_decide(where: Values, value: Any, clause: str, about: Asked = "player") -> Case:
    """Return a case that the competent body has to decide, about a player."""
    return Case(where, value, clause, asks=about)


def unless(*cases: tuple[Values, str] | Case, otherwise: str) -> Exclusion:
    """Return 0 by the first (condition, clause) that holds, otherwise 1 by a clause."""
    excluding = (case if isinstance(case, Case) else Case(case[0], 0, case[1]) for case in cases)
    return Exclusion(tuple(excluding), 1, otherwise)


def choose(*cases: tuple[Values, Any, str] | Case, otherwise: tuple[Any, str]) -> Choice:
    """Choose the first (condition, value, clause) that holds, or `otherwise`: (value, clause)."""
    return Choice(tuple(starmap(Case, cases)), *otherwise)


# Rules, and the values they give

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
        return _first_paragraph(self.function).removeprefix(f"{self.written_under}. ")

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


@cache
def _first_paragraph(function: Callable[..., Any]) -> str:
    return " ".join(inspect.cleandoc(function.__doc__ or "").split("\n\n")[0].split())


Rule = TypeVar("Rule", bound=Callable[..., Any])


def column(*, article: str, level: str, unit: str, does: Operation) -> Callable[[Rule], Rule]:
    """Mark a function as the column with the same name. Raises ValueError for an unknown level."""

    def mark(function: Rule) -> Rule:
        needs = tuple(inspect.signature(function).parameters)
        name, of_level = function.__name__, Level(level)
        rule = Column(name, function, article, of_level, unit, does, needs, article)
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

    def why(self, name: str, row: int) -> Clause:
        """Return the clause of a chosen value."""
        return self.clause(self.choices[name].words(row))

    def clause(self, text: str) -> Clause:
        """Return a clause as written, with the numbers that it names."""
        if not text:
            return NO_CLAUSE
        line, _, remedy = text.partition("\n")
        article, _, says = line.partition(": ")
        named = {name: self.values[name] for _, name, _ in parsed(says) if name}
        return Clause(article, tabled(says, **named), remedy)


def total(values: Values, group: Values, rows: int) -> NDArray[np.int32]:
    """Add up whole numbers by the group each row belongs to; shape (rows,), exact."""
    sums = np.zeros(rows, dtype=np.int32)
    np.add.at(sums, group, stored(values, np.int32, "a number to add up"))
    return sums
