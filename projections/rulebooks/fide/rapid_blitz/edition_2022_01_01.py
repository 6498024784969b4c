"""FIDE rapid and blitz ratings: edition in force from 1 January 2022.

Told by the edition of October 2022, which brought the K of standard chess and the lift; the cap of
a difference and the first rating were those of standard chess already. Before it, differences were
not capped: what was played earlier is outside this rulebook.
"""

import numpy as np

from projections.rulebooks.engine.columns import Choice, Values, choose, column
from projections.rulebooks.engine.inheritance import as_in
from projections.rulebooks.fide.rapid_blitz import rapid_blitz
from projections.rulebooks.fide.standard import edition_2022_01_01 as standard

BASED_ON = "2022-10-01"


REPEALS = (
    "k_junior",
    "k_master",
    "k_standard",
    "k_as_in_standard_from",
    "master_mark",
    "newcomer_games",
    "junior_age",
    "junior_mark",
    "lift",
    "lift_month",
    "lift_margin",
    "Amendment of 1 October 2022",
)
"""What came in October 2022 only."""


@column(article="7.3.3", level="unit", unit="points a game point", does="choose")
def printed_k(peak: Values, k_of_all: int) -> Choice:
    """7.3.3. The K printed on this list, for the games of the next: the same for all."""
    return choose(otherwise=(np.full_like(peak, k_of_all), "7.3.3: {k_of_all} for all"))


entering_k = as_in(
    rapid_blitz.entering_k,
    "7.3.3. The K of a player who enters with a standard rating: the same for all.",
)
rating_before_floor = as_in(
    standard.rating_before_floor,
    "7.3.4. The rating compared with the floor: there was no lift yet.",
)
