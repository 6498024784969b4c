"""Elo-Rubele, decisions of the commission about a capital: VI.2 and VI.5."""

from __future__ import annotations

import numpy as np

from projections.rulebooks.engine import game
from projections.rulebooks.engine.columns import Values, column, somewhere
from projections.rulebooks.engine.inheritance import as_in


@column(article="VI.5", level="unit", unit="true or false", does="compare")
def adjustment_applies(
    adjusted: Values,
    adjusted_from: Values,
    adjusted_to: Values,
    listed_rating: Values,
    minimum_capital: int,
) -> Values:
    """VI.5. A correction of the commission holds if the last listed capital is the start.

    Reading: only for who has a capital, and to none or to the minimum at least (VI.6).
    """
    if not somewhere(adjusted):  # nobody's, in every event
        return adjusted
    possible = (adjusted_to == 0) | (adjusted_to >= minimum_capital)
    return adjusted & (listed_rating > 0) & (adjusted_from == listed_rating) & possible


@column(article="VI.5", level="unit", unit="points", does="subtract")
def adjustment(adjustment_applies: Values, adjusted_to: Values, listed_rating: Values) -> Values:
    """VI.5. Points given or taken by decision."""
    if not somewhere(adjustment_applies):
        return 0 * adjusted_to
    return np.where(adjustment_applies, adjusted_to - listed_rating, 0)


@column(article="VI.5", level="unit", unit="points", does="choose")
def decided_bonus(
    decided_points: Values,
    adjustment: Values,
    annulled_by_decision: Values,
    listed_rating: Values,
    minimum_capital: int,
) -> Values:
    """VI.5. Points of bonuses given, or taken back, by decision: beside the bonus of VI.11.

    Reading: they stand before the events of the list that takes them. Who has no capital gets
    none, and what is taken back leaves the minimum (VI.6), or less where a capital stood below it.
    """
    if not somewhere(decided_points):  # nobody's, in every event
        return decided_points
    capital = listed_rating + adjustment
    lowest = np.minimum(minimum_capital - capital, 0)
    return np.where((capital > 0) & ~annulled_by_decision, np.maximum(decided_points, lowest), 0)


annulled_by_decision = as_in(
    game.unlisted,
    "VI.2. Whether the commission annuls the capital by a correction to none.",
    name="annulled_by_decision",
)
