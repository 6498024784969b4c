"""Elo UISP, decisions of the body about a rating: I.3."""

from __future__ import annotations

from projections.rulebooks.engine import game
from projections.rulebooks.engine.columns import Values, column
from projections.rulebooks.engine.inheritance import as_in


@column(article="I.3", level="unit", unit="true or false", does="compare")
def adjustment_applies(
    adjusted: Values, adjusted_from: Values, adjusted_to: Values, listed_rating: Values
) -> Values:
    """I.3. A correction by decision holds if the last listed rating is the start.

    Reading: it makes nobody's first rating: how a player enters is decided otherwise (I.5).
    """
    lists_somebody = (listed_rating == 0) & (adjusted_to > 0)
    return adjusted & (adjusted_from == listed_rating) & ~lists_somebody


adjustment = as_in(
    game.adjustment,
    "I.3. Points given or taken by decision; nothing where the decision unlists the player.",
)
decided_bonus = as_in(
    game.decided_bonus,
    """I.3. Points of bonuses given, or taken back, by decision.

    Reading: the text knows no bonus; what the body decides stands outside the sum of the
    variations. Who is not listed gets none.
    """,
)
