"""FIDE rapid and blitz ratings: amendment in force from 1 December 2024.

Where it stands in the numbered text is not known; it is cited by its day.
"""

import numpy as np

from projections.rulebooks.engine.columns import Values, column

BASED_ON = "2024-03-01"


@column(article="Amendment of 1 December 2024", level="game", unit="true or false", does="compare")
def too_far_apart(
    own_rating: Values, opponent_rating: Values, unrated_gap: int, unrated_gap_above: int
) -> Values:
    """Amendment of 1 December 2024. A wide gap between two ratings, with a very high rating.

    Who has no rating is not apart from anybody.
    """
    gap = np.abs(own_rating - opponent_rating)
    high = np.maximum(own_rating, opponent_rating) > unrated_gap_above
    both = (own_rating > 0) & (opponent_rating > 0)
    return both & high & (gap >= unrated_gap)


CONDITIONS = {
    "too_far_apart": (
        "Amendment of 1 December 2024: ratings 600 points or more apart, one of them above 2600"
    )
}
