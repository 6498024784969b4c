"""Choices of a rule: the first case that holds, row by row, and the clause it stands on."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import starmap
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from projections.rulebooks.engine.columns import Values


class Case(NamedTuple):
    """One case of a choice: where it holds, the value it gives, the clause it stands on."""

    where: Values
    value: Any
    clause: str
    byes: bool = False
    """Whether rounds without an opponent stand under it too: nothing is computed of those."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A value and the clause it came from: the first case that holds, row by row."""

    cases: tuple[Case, ...]
    otherwise: Any
    clause: str

    def values(self) -> Values:
        """Give the values chosen."""
        chosen: Any = self.otherwise
        for case in reversed(self.cases):
            if case.value is not chosen and somewhere(case.where):
                chosen = np.where(case.where, case.value, chosen)
        return np.asarray(chosen)

    def clauses(self) -> NDArray[np.int8]:
        """Give the index of the case chosen; the last index is that of `otherwise`."""
        index: Any = np.int8(len(self.cases))
        for at in range(len(self.cases) - 1, -1, -1):
            index = np.where(self.cases[at].where, np.int8(at), index)
        return np.asarray(index)

    def rows(self, some: slice) -> Choice:
        """Give the choice made in some rows."""
        cases = (Case(rows_of(c.where, some), rows_of(c.value, some), c.clause) for c in self.cases)
        return type(self)(tuple(cases), rows_of(self.otherwise, some), self.clause)

    def words(self, row: int) -> str:
        """Give the clause chosen in one row."""
        return [*(case.clause for case in self.cases), self.clause][self._at(row)]

    def usual(self, row: int) -> bool:
        """Tell whether no case holds in one row."""
        return self._at(row) == len(self.cases)

    @property
    def of_byes(self) -> str:
        """Give the clause under which rounds without an opponent stand; "" where no case has it."""
        return next((case.clause for case in self.cases if case.byes), "")

    def _at(self, row: int) -> int:
        clauses = self.clauses()
        return int(clauses[row] if clauses.ndim else clauses)


def rows_of(values: Any, some: slice) -> Any:
    """Give some rows of a column; one value for all is theirs too."""
    return values[some] if getattr(values, "ndim", 0) else values


def somewhere(where: Values) -> bool:
    """Tell whether a condition may hold: most hold nowhere, which is one False for all rows."""
    return bool(where.ndim or where)


@dataclass(frozen=True, slots=True)
class Exclusion(Choice):
    """A choice between 0 and 1: 0 where any case holds."""

    def values(self) -> Values:
        """Give the values chosen; without a branch for each row, for it stands on every game."""
        excluded = self.cases[0].where
        for case in self.cases[1:]:
            if somewhere(case.where):
                excluded = excluded | case.where
        return np.asarray(~excluded).view(np.int8)


def unplayed(where: Values, clause: str) -> Case:
    """Give the case of games that were not played, which is that of byes too."""
    return Case(where, 0, clause, byes=True)


def unless(*cases: tuple[Values, str] | Case, otherwise: str) -> Exclusion:
    """Give 0 by the first (condition, clause) that holds, otherwise 1 by a clause."""
    excluding = (each if isinstance(each, Case) else Case(each[0], 0, each[1]) for each in cases)
    return Exclusion(tuple(excluding), 1, otherwise)


def choose(*cases: tuple[Values, Any, str], otherwise: tuple[Any, str]) -> Choice:
    """Choose the first (condition, value, clause) that holds, or `otherwise`: (value, clause)."""
    return Choice(tuple(starmap(Case, cases)), *otherwise)
