"""Categories: which one a rating reaches, and which one a player keeps.

Categories stand in ascending order, each a name and a threshold, the lowest at 0; a category is
known by its place among them. How long one is kept is its permanence.

An edition states them among its numbers, or in a side file (`categories_YYYY_MM_DD.toml`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, Literal

import numpy as np

from projections.rulebooks.engine.columns import Values

Categories = tuple[tuple[str, int], ...]
"""Pairs of name and threshold, ascending; the lowest at 0."""

Permanence = Literal["permanent", "follows", "committee"]
"""How long a category is kept: for ever, as long as the rating, or as long as somebody says."""

PERMANENCE: Final[tuple[Permanence, ...]] = ("permanent", "follows", "committee")


def titles_of(numbers: Mapping[str, Any]) -> tuple[str, ...]:
    """Give the titles above the categories, ascending: a side file states more than the edition."""
    return tuple(numbers.get("awarded_titles", numbers.get("titles", ())))


def names_of(numbers: Mapping[str, Any]) -> tuple[str, ...]:
    """Give the categories and the titles that an edition states, ascending."""
    return (*(name for name, _ in numbers.get("categories", ())), *titles_of(numbers))


def reached(rating: Values, categories: Categories) -> Values:
    """Give the highest category whose threshold a rating has come to."""
    return _thresholds(categories).searchsorted(rating, side="right")


@cache
def _thresholds(categories: Categories) -> Values:
    return np.array([threshold for _, threshold in categories[1:]], dtype=np.int64)


def kept(held: Values, reached: Values, permanence: Permanence) -> Values:
    """Give the category after a rating has reached one: the higher, that one, or the one held."""
    if permanence == "permanent":
        return np.maximum(held, reached)
    return np.asarray(reached if permanence == "follows" else held)
