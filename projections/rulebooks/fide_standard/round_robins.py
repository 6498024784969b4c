"""FIDE Rating Regulations B.02, standard chess, up to 2021: who must be rated in a round robin.

Article 6. The columns stand in the files on what counts, from 1 July 2014.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from projections.rulebooks import pairing_systems
from projections.rulebooks.choices import Choice, choose
from projections.rulebooks.counting import FINE, TO_DECIDE, law
from projections.rulebooks.grammar import TOURNAMENT, Values, column


@column(article="6", level=TOURNAMENT, unit="true or false", does="read")
def round_robin(pairing_system_text: Values) -> Values:
    """6. Whether a round robin is announced."""
    return pairing_systems.says(pairing_system_text, pairing_systems.ROUND_ROBINS)


@column(article="6", level=TOURNAMENT, unit="true or false", does="read")
def double(pairing_system_text: Values) -> Values:
    """6. Whether everybody is announced to meet everybody twice."""
    return pairing_systems.says(pairing_system_text, pairing_systems.DOUBLE)


@column(article="6", level=TOURNAMENT, unit="kind of finding", does="choose")
def composition(
    round_robin: Values,
    double: Values,
    entrants: Values,
    rated_entrants: Values,
    exempt_6_composition: Values,
    small_round_robin: int,
    rated_in_small: int,
    rated_share: Fraction,
    double_entrants: int,
    rated_in_double: int,
) -> Choice:
    """6. How many of a round robin must be rated, where unrated players take part.

    Reading `round_robin_composition`: the exact words of these years were not at hand, so where
    too few are rated a body decides. A national championship may have fewer, three men or two
    women; no announcement tells that an event is one, so that too is for the body to see.
    """
    least = -(-entrants * rated_share.numerator // rated_share.denominator)
    few = np.where(entrants < small_round_robin, rated_entrants < rated_in_small, False)
    few = few | ((entrants >= small_round_robin) & (rated_entrants < least))
    few_double = double & ((entrants < double_entrants) | (rated_entrants < rated_in_double))
    mixed = round_robin & (rated_entrants < entrants) & ~exempt_6_composition
    decide = "{lift_6_composition} or {refuse}"
    return choose(
        (mixed & few_double, TO_DECIDE, law("6", "a double round robin of too few rated", decide)),
        (mixed & ~double & few, TO_DECIDE, law("6", "a round robin of too few rated", decide)),
        otherwise=(FINE, "6: enough are rated, or no round robin"),
    )
