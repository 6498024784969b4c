"""Editions in which a column gives other values: fractions, or numbers too large."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np

from projections.rulebooks import rulebook
from projections.rulebooks.engine.columns import Choice


@contextmanager
def giving(book: str, name: str, more: Any) -> Iterator[None]:
    """Let a column of every edition of a rulebook give so much more than stated."""
    editions = [e for e in rulebook(book).editions if name in e.columns]
    stated = [edition.columns[name] for edition in editions]
    try:
        for edition, rule in zip(editions, stated, strict=True):
            _put(edition, replace(rule, function=_with_more(rule.function, more)))
        yield
    finally:
        for edition, rule in zip(editions, stated, strict=True):
            _put(edition, rule)


def _put(edition: Any, rule: Any) -> None:
    edition.columns[rule.name] = rule
    for kept in ("_plans", "_stating"):
        edition.__dict__.pop(kept, None)


def _with_more(function: Any, more: Any) -> Any:
    def column(*needs: Any) -> Any:
        result = function(*needs)
        values = np.asarray(result.values() if isinstance(result, Choice) else result)
        if isinstance(more, int):
            values = values.astype(np.int64)
        return np.where(values > 0, values + more, values)

    return column
