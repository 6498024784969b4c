"""Categories: reached by a rating, and kept by a player.

Categories stand in ascending order, each a name and a threshold, the lowest at 0; a category is
known by its place among them. How long one is kept is its permanence.

An edition states them among its numbers, or in a side file (`categories_YYYY_MM_DD.toml`).
"""

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
    """Return the titles above the categories, ascending, from the side file."""
    return tuple(numbers.get("awarded_titles", numbers.get("titles", ())))


def names_of(numbers: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the categories and titles of an edition, ascending."""
    return (*(name for name, _ in numbers.get("categories", ())), *titles_of(numbers))


def reached(rating: Values, categories: Categories) -> Values:
    """Return the highest category with a threshold at or below a rating."""
    return _thresholds(categories).searchsorted(rating, side="right")


@cache
def _thresholds(categories: Categories) -> Values:
    return np.array([threshold for _, threshold in categories[1:]], dtype=np.int64)


def retained(held: Values, reached: Values, permanence: Permanence) -> Values:
    """Return the category after a rating reached one: the higher of new and old."""
    if permanence == "permanent":
        return np.maximum(held, reached)
    return np.asarray(reached if permanence == "follows" else held)
