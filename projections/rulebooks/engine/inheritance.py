"""Inheritance between texts: an amendment from the amended text, an older text from a later.

`as_in` gives a text the formula of another text under its own article.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import wraps
from itertools import repeat, starmap
from types import FunctionType, ModuleType
from typing import Any

from projections.rulebooks.engine.columns import Case, Column, Exclusion, Numbering, Rule, cited
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.numbers import Number


def as_in(
    formula: Rule, says: str, *, name: str = "", reads: Mapping[str, str] | None = None
) -> Rule:
    """Return the formula of another text as a column of the calling module.

    `says` is the docstring of the column, which begins with the article. `name` replaces the name
    of the column, and `reads` replaces parameters. The function is a copy, not a wrapper: a step
    evaluates many.
    """
    there: Column = formula.__rule__  # type: ignore[attr-defined]
    assert isinstance(formula, FunctionType)
    caller = sys._getframe(1)
    function = FunctionType(formula.__code__, formula.__globals__, name or there.name)
    function.__doc__, function.__module__ = says, caller.f_globals["__name__"]
    article, own = says.partition(". ")[0], function.__name__
    needs = tuple((reads or {}).get(need, need) for need in there.needs)
    stated = replace(there, name=own, function=function, article=article, needs=needs)
    rule = replace(stated, written_under=article)
    function.__dict__.update(__rule__=rule, stated_at=(caller.f_code.co_filename, caller.f_lineno))
    return function  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class Inherited:
    """Columns, numbers and articles inherited from the edition in BASED_ON."""

    columns: Mapping[str, Column]
    numbers: Mapping[str, Number]
    articles: Mapping[str, str]
    module: ModuleType
    numbering: Numbering

    def cite(self, rule: Column) -> Column:
        """Return a column of the module under the articles of the module's text."""
        own = rule.function.__module__ == self.module.__name__
        return rule if own else rule.under(self.numbering)


def inherited(module: ModuleType, based_on: Edition | None) -> Inherited:
    """Return the columns, numbers and articles of the base edition, without REPEALS.

    With NUMBERING no account of articles is inherited. Raises ValueError for an unknown name in
    REPEALS.
    """
    numbering: Numbering = getattr(module, "NUMBERING", {})
    if based_on is None:
        return Inherited({}, {}, {}, module, numbering)
    stated: Mapping[str, Number] = based_on.numbers["stated"]
    repealed = frozenset(getattr(module, "REPEALS", ()))
    unknown = repealed - {*based_on.columns, *stated, *based_on.articles}
    if unknown:
        raise ValueError(f"{module.__name__} repeals what is not there: {sorted(unknown)}")
    columns = {n: c.under(numbering) for n, c in based_on.columns.items() if n not in repealed}
    numbers = cited_numbers(stated, module)
    articles = {} if numbering else based_on.articles
    accounts = {article: text for article, text in articles.items() if article not in repealed}
    return Inherited(columns, numbers, accounts, module, numbering)


def cited_numbers(stated: Mapping[str, Number], module: ModuleType) -> dict[str, Number]:
    """Return inherited numbers under the articles of a module."""
    numbering: Numbering = getattr(module, "NUMBERING", {})
    repealed = frozenset(getattr(module, "REPEALS", ()))
    return {
        name: cited_number(number, numbering)
        for name, number in stated.items()
        if name not in repealed
    }


def cited_number(number: Number, numbering: Numbering) -> Number:
    """Return a number of another text under the article of this text."""
    return replace(number, article=cited(number.article, numbering)) if numbering else number


def excluding(
    counts: Column, conditions: tuple[tuple[str, str], ...], numbering: Numbering
) -> Column:
    """Return the column of counted games with further conditions: (GAME column, clause)."""
    own, names = len(counts.needs), tuple(name for name, _ in conditions)
    clauses = [
        f"{cited(articles, numbering)}{colon}{text}"
        for articles, colon, text in (clause.partition(": ") for _, clause in conditions)
    ]

    @wraps(counts.function)
    def function(*values: Any) -> Exclusion:
        choice = counts.in_its_numbers(counts.function(*values[:own]))
        further = zip(values[own:], repeat(0), clauses, strict=False)
        return Exclusion((*choice.cases, *starmap(Case, further)), 1, choice.clause)

    return replace(counts, function=function, needs=(*counts.needs, *names), numberings=())
