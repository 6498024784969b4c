"""Choices of a rule: for each row the first case that holds, and the clause."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import starmap
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from projections.rulebooks.engine.columns import Values


class Case(NamedTuple):
    """One case of a choice: condition, value, clause."""

    where: Values
    value: Any
    clause: str
    byes: bool = False
    """Whether rounds without an opponent stand under it too: nothing is computed of those."""


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
        cases = (Case(rows_of(c.where, some), rows_of(c.value, some), c.clause) for c in self.cases)
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


def unless(*cases: tuple[Values, str] | Case, otherwise: str) -> Exclusion:
    """Return 0 by the first (condition, clause) that holds, otherwise 1 by a clause."""
    excluding = (case if isinstance(case, Case) else Case(case[0], 0, case[1]) for case in cases)
    return Exclusion(tuple(excluding), 1, otherwise)


def choose(*cases: tuple[Values, Any, str], otherwise: tuple[Any, str]) -> Choice:
    """Choose the first (condition, value, clause) that holds, or `otherwise`: (value, clause)."""
    return Choice(tuple(starmap(Case, cases)), *otherwise)
