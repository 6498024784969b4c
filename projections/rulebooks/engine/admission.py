"""The articles about admission, part of an edition (`loading`, ADMISSION).

`admission_YYYY_MM_DD.py` and `.toml` hold the articles from a day on. A module states columns and,
optionally, PARTS, BASED_ON (the module it inherits from, also a later one), REPEALS and NUMBERING,
as an edition does. The numbers digest of an edition does not include their numbers: lists were
closed before they were computed. The document of the adopted edition binds them (`adopted`).

A column of findings gives each tournament FINE, WARNING, TO_DECIDE or NOT_RATED. Reading
`not_told`: a missing fact is not held against the players; the games count, and a finding names the
fact. Games are excluded only where the law leaves no doubt.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, wraps
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import numpy as np

from projections.rulebooks.engine import numbers
from projections.rulebooks.engine.columns import Column, Exclusion, Numbering, Values, columns_of
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.inheritance import cited_number
from projections.rulebooks.engine.numbers import Number

FINE, WARNING, TO_DECIDE, NOT_RATED = range(4)

AS_ONE: Final = (
    "to have it rated as one, refuse it ({refuse}), announce it anew ({announce}) and hand it in "
    "whole ({import_whole})"
)
"""What can be done about a tournament whose report came in parts, where it is rated as one."""

ADMITTED: Final = "admitted"
"""The GAME column that says what keeps games out."""

REFUSED: Final = "rating_refused"
"""The TOURNAMENT column that says whether a body refused to rate it."""

COUNTED, NOT_COUNTED = "counted", "not-counted"
"""What a body may set of games that need an approval which nobody recorded."""

FINDING: Final = "kind of finding"
"""The unit of a column of findings."""


def law(clause: str, remedy: str) -> str:
    """Return the clause of a finding ("article: statement") with its remedy.

    A remedy names use cases, such as `{refuse}` or `{lift_1_2}` (see `competence.remedies`).
    """
    return f"{clause}\n{remedy}"


def of_side(flag: Values, tournament: Values, entry: Values) -> Values:
    """Return the tournament's flag for each side of a game; one False if no tournament has it."""
    if not flag.any():
        return np.asarray(False)
    return flag.take(tournament).take(entry)


@dataclass(frozen=True)
class Admission:
    """Columns and numbers of one admission module, inherited ones included."""

    module: ModuleType
    columns: Mapping[str, Column]
    numbers: Mapping[str, Number]

    @classmethod
    def of(cls, module: ModuleType) -> Admission:
        """Read a module; articles are numbered by the nearest NUMBERING."""
        columns, stated, numbering = _read(module)
        in_order = sorted(columns.values(), key=_place)  # findings are shown in this order
        return cls(
            module,
            {rule.name: rule.under(numbering) for rule in in_order},
            {name: cited_number(number, numbering) for name, number in stated.items()},
        )


def _read(module: ModuleType) -> tuple[dict[str, Column], dict[str, Number], Numbering]:
    base = getattr(module, "BASED_ON", None)
    columns, stated, numbering = _read(base) if base else ({}, {}, {})
    for name in getattr(module, "REPEALS", ()):
        if columns.pop(name, None) is None and stated.pop(name, None) is None:
            raise ValueError(f"{module.__name__} repeals {name!r}, which is not in {base}")
    for part in (*getattr(module, "PARTS", ()), module):
        columns |= columns_of(part)
    path = Path(str(module.__file__)).with_suffix(".toml")
    stated = numbers.load(path, stated) if path.exists() else stated
    return columns, stated, getattr(module, "NUMBERING", numbering)


def with_admission(edition: Edition, admission: Admission) -> Edition:
    """Return an edition with the articles on admission; the digest excludes them."""
    stated = {**edition.numbers["stated"], **admission.numbers}
    counts = both(edition.columns["counts"], admission.columns[ADMITTED])
    return replace(
        edition,
        columns={**edition.columns, **admission.columns, "counts": counts},
        numbers=numbers.by_name(stated),
        without_admission=edition,
        admission=admission.module,
    )


def _place(rule: Column) -> list[int]:
    return [int(part) for part in rule.article.partition(",")[0].split(".")]


@cache
def both(counts: Column, admitted: Column) -> Column:
    """Return the column of counted games: the edition's own conditions and admission together.

    First whether it was played, then what keeps it out of rating for everybody, and at last what
    the edition says of the two who met: so each game stands under the article that settles it.
    """
    own = len(counts.needs)

    @wraps(counts.function)
    def function(*values: Any) -> Exclusion:
        choice = counts.in_its_numbers(counts.function(*values[:own]))
        further = admitted.in_its_numbers(admitted.function(*values[own:]))
        played, *others = choice.cases
        return Exclusion((played, *further.cases, *others), 1, choice.clause)

    needs = (*counts.needs, *admitted.needs)
    return replace(counts, function=function, needs=needs, numberings=())
