"""Division into groups: the group of their own for the lowest category, Provinciale.

The note of the technical commission of 2016 tells it, by a resolution of the federal council of
2015; its day was not readable, so the edition bears the first of that year.
"""

import numpy as np

from projections.rulebooks.elo_rubele.groups.edition_2008_01_01 import TABLE_23
from projections.rulebooks.engine.columns import Choice, Values, choose, column

BASED_ON = "2008-01-01"


@column(article="Resolution 57/2015", level="tournament", unit="players", does="choose")
def group_apart(lowest: Values, apart_from: int) -> Choice:
    """Resolution 57/2015. Size of the separate group of the lowest category; 0: none.

    Reading `group_apart`: it comes besides the groups of table 23, and the least size of these does
    not hold for it, being larger than what makes it.
    """
    enough = np.asarray(lowest) >= apart_from
    return choose(
        (enough, lowest, "Resolution 57/2015: enough entrants of the lowest category"),
        otherwise=(
            0,
            "Resolution 57/2015: too few entrants of the lowest category; they play with all "
            "others",
        ),
    )


@column(article=TABLE_23, level="tournament", unit="players", does="subtract")
def divided_players(entrants: Values, group_apart: Values) -> Values:
    """VII.2.1, table 23. The players to be divided: all entrants but for the group apart."""
    return entrants - group_apart
