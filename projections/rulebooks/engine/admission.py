"""What counts: the articles about admission, beside those about ratings.

They stand in files of their own, `counting_YYYY_MM_DD.py` and `.toml` beside the editions, with the
day from which they hold. An edition has all of them up to its own day: a later file restates what
changed (REPEALS names what fell away; NUMBERING, as in editions, the articles that were numbered
otherwise). The numbers are no part of the edition's numbers digest: lists were sealed with that
one before they were computed. The document of the adopted edition binds them (`adopted`).

A column of findings says for each tournament what is wrong for rating: FINE, WARNING, TO_DECIDE or
NOT_RATED. Reading `not_told`: what nobody told is not held against the players; the games count,
and a finding says what is missing. Only what the law leaves no doubt about keeps games out.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, wraps
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import numpy as np

from projections.rulebooks.engine import numbers
from projections.rulebooks.engine.choices import Exclusion
from projections.rulebooks.engine.columns import Column, Edition, Values, columns_of
from projections.rulebooks.engine.inheritance import cited_number
from projections.rulebooks.engine.numbering import Numbering
from projections.rulebooks.engine.numbers import Number

FINE, WARNING, TO_DECIDE, NOT_RATED = range(4)

AS_ONE: Final = (
    "to have it rated as one, refuse it (ledger event record tournament-refused), announce it anew "
    "(ledger tournament announce) and hand it in whole (ledger tournament import FILE --of T)"
)
"""What can be done about a tournament whose report came in parts, where it is rated as one."""

_NOTHING: Final = ("nothing to compute: ", "not yet computed: ", "not available: ")

_NOT_YET: Final = "; not yet computed"

ADMITTED: Final = "admitted"
"""The GAME column that says what keeps games out."""

REFUSED: Final = "rating_refused"
"""The TOURNAMENT column that says whether a body refused to rate it."""

COUNTED, NOT_COUNTED = "counted", "not-counted"
"""What a body may set of games that need an approval which nobody recorded."""

FINDING: Final = "kind of finding"
"""The unit of a column of findings."""


def law(article: str, says: str, remedy: str) -> str:
    """Give the clause of a finding: its article, what it says, and what to do about it.

    A remedy may name commands, `{refuse}` or `{lift_1_2}`: what settles it (see `competence`).
    """
    return f"{article}: {says}\n{remedy}"


def of_side(flag: Values, tournament: Values, entry: Values) -> Values:
    """Give for each side what holds for its tournament; one False where it holds for none."""
    if not flag.any():
        return np.asarray(False)
    return flag.take(tournament).take(entry)


def with_counting(edition: Edition, package: str) -> Edition:
    """Give an edition with the articles about what counts, up to its day; itself without any."""
    folder = Path(str(edition.module.__file__)).parent
    found = sorted(each.stem for each in folder.glob("counting_*.py"))
    stems = [each for each in found if each <= f"counting_{edition.name.replace('-', '_')}"]
    if not stems:
        return edition
    modules = tuple(importlib.import_module(f"{package}.{stem}") for stem in stems)
    read = _Read()
    for module in modules:
        read.take(module)
    in_order = sorted(read.columns.values(), key=_place)  # findings are told in it
    columns = {each.name: each.taken_over(read.numbering) for each in in_order}
    said = {n: cited_number(each, read.numbering) for n, each in read.stated.items()}
    stated = {**edition.numbers["stated"], **said}
    counts = both(edition.columns["counts"], columns[ADMITTED])
    return replace(
        edition,
        columns={**edition.columns, **columns, "counts": counts},
        numbers=numbers.by_name(stated),
        articles=_accounted(edition, columns, said),
        bare=edition,
        counting=modules,
    )


def _place(rule: Column) -> list[int]:
    """Give the place of a column among the articles, wherever it is written."""
    return [int(each) for each in rule.article.partition(",")[0].split(".")]


@cache
def both(counts: Column, admitted: Column) -> Column:
    """Give the column that says whether a game counts: what the edition says, and admission.

    First whether it was played, then what keeps it out of rating for everybody, and at last what
    the edition says of the two who met: so each game stands under the article that settles it.
    """
    own = len(counts.needs)

    @wraps(counts.function)
    def function(*given: Any) -> Exclusion:
        said = counts.in_its_numbers(counts.function(*given[:own]))
        further = admitted.in_its_numbers(admitted.function(*given[own:]))
        played, *others = said.cases
        return Exclusion((played, *further.cases, *others), 1, said.clause)

    needs = (*counts.needs, *admitted.needs)
    return replace(counts, function=function, needs=needs, numberings=())


@dataclass
class _Read:
    """What the files up to a day say together."""

    columns: dict[str, Column] = field(default_factory=dict)
    stated: dict[str, Number] = field(default_factory=dict)
    numbering: Numbering = field(default_factory=dict)

    def take(self, module: ModuleType) -> None:
        """Take in the next file."""
        gone = frozenset(getattr(module, "REPEALS", ()))
        self.numbering = getattr(module, "NUMBERING", self.numbering)
        columns, stated = _left(self.columns, gone), _left(self.stated, gone)
        self.columns = {**columns, **columns_of(module)}
        self.stated = numbers.load(Path(str(module.__file__)).with_suffix(".toml"), stated)


def _left(named: Mapping[str, Any], gone: frozenset[str]) -> dict[str, Any]:
    return {name: each for name, each in named.items() if name not in gone}


def _accounted(
    edition: Edition, columns: Mapping[str, Column], stated: Mapping[str, Number]
) -> dict[str, str]:
    """Give the accounts of an edition's articles, with what counts named where it cites them."""
    named = {name: each.article for name, each in stated.items()}
    named |= {name: each.article for name, each in columns.items()}
    articles = dict(edition.articles)
    for name, cites in named.items():
        for article in cites.split(", "):
            said = articles.get(article, "")
            names, semicolon, remark = said.removesuffix(_NOT_YET).partition(";")
            if said.startswith(_NOTHING):
                articles[article] = name
            elif name not in names.split(", "):
                articles[article] = f"{names}, {name}{semicolon}{remark}" if names else name
    return articles
