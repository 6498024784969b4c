"""Decisions of a body about ratings, as several regulations have them.

No text is told here: see `game`. Which decision holds is where the texts differ, so each says that
by itself (`adjustment_applies`).
"""

from __future__ import annotations

import numpy as np

from projections.rulebooks.engine.columns import UNIT, Values, column


@column(article="", level=UNIT, unit="points", does="subtract")
def adjustment(adjustment_applies: Values, adjusted_to: Values, listed_rating: Values) -> Values:
    """Points added or subtracted by decision; 0 where the decision unlists the player."""
    return np.where(adjustment_applies & (adjusted_to > 0), adjusted_to - listed_rating, 0)


@column(article="", level=UNIT, unit="true or false", does="compare")
def unlisted(adjustment_applies: Values, adjusted_to: Values) -> Values:
    """Whether a decision takes the player off the list."""
    return adjustment_applies & (adjusted_to == 0)


@column(article="", level=UNIT, unit="points", does="multiply")
def decided_bonus(
    decided_points: Values, listed_rating: Values, adjustment_applies: Values, adjusted_to: Values
) -> Values:
    """Points of bonuses granted or withdrawn by decision; 0 for a player not listed after."""
    return decided_points * ((listed_rating > 0) & ~(adjustment_applies & (adjusted_to == 0)))
