"""FIDE Rating Regulations B.02, standard chess: amendment in force from 1 October 2025.

Amends the edition of 1 March 2024. Reading `amendment_2025_10_boundary`: it holds for tournaments
that begin on or after its day (0.1). Other value: for games from that day on, or for the list of
October; a calculation that FIDE published for a tournament across the day would change it.
"""

import numpy as np

from projections.rulebooks.engine.columns import Choice, Values, choose, column

BASED_ON = "2024-03-01"

STANDARD_ONLY = True
"""In rapid and blitz no player is exempt from the cap of a difference."""


@column(article="8.3.1", level="game", unit="points", does="choose")
def counted_difference(
    difference: Values, own_rating: Values, difference_cap: int, uncapped_from: int
) -> Choice:
    """8.3.1. A difference beyond the cap counts as the cap, but in full for the highest rated.

    The rating that decides is the player's own: the same game may be capped for one side only.
    """
    capped = np.clip(difference, -difference_cap, difference_cap)
    beyond = capped != difference
    in_full = "8.3.1: in full, for a rating of {uncapped_from} or more"
    return choose(
        (beyond & (own_rating >= uncapped_from), difference, in_full),
        (beyond, capped, "8.3.1: capped at {difference_cap}"),
        otherwise=(capped, "8.3.1: the difference itself"),
    )
