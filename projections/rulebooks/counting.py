"""What counts: the articles about admission, beside those about ratings.

They stand in files of their own, `counting_YYYY_MM_DD.py` and `.toml` beside the editions, with the
day from which they hold. An edition has all of them up to its own day: a later file restates what
changed (REPEALS names what fell away). The numbers are no part of the edition's numbers digest:
that one was fixed before they were computed; a test pins them instead.

A column of findings says for each tournament what is wrong for rating: FINE, WARNING, TO_DECIDE or
NOT_RATED. Reading `not_told`: what nobody told is not held against the players; the games count,
and a finding says what is missing. Only what the law leaves no doubt about keeps games out.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import numpy as np

from projections.rulebooks import numbers
from projections.rulebooks.grammar import Column, Edition, Values, columns_of
from projections.rulebooks.numbers import Number

FINE, WARNING, TO_DECIDE, NOT_RATED = range(4)

_NOTHING: Final = ("nothing to compute: ", "not yet computed: ", "not available: ")

FINDING: Final = "kind of finding"
"""The unit of a column of findings."""


def law(article: str, says: str, remedy: str) -> str:
    """Give the clause of a finding: its article, what it says, and what to do about it."""
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
    read = _Read()
    for stem in stems:
        read.take(importlib.import_module(f"{package}.{stem}"))
    stated = {**edition.numbers["stated"], **read.stated}
    return replace(
        edition,
        columns={**edition.columns, **read.columns},
        numbers={**numbers.values(stated), "stated": stated},
        articles=_accounted(edition, read.columns, read.stated),
        bare=edition,
    )


@dataclass
class _Read:
    """What the files up to a day say together."""

    columns: dict[str, Column] = field(default_factory=dict)
    stated: dict[str, Number] = field(default_factory=dict)

    def take(self, module: ModuleType) -> None:
        """Take in the next file."""
        gone = frozenset(getattr(module, "REPEALS", ()))
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
            names, semicolon, remark = said.partition(";")
            if said.startswith(_NOTHING):
                articles[article] = name
            elif name not in names.split(", "):
                articles[article] = f"{names}, {name}{semicolon}{remark}" if names else name
    return articles
