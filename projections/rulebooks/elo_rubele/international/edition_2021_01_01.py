"""Elo-Rubele, international draughts: the change of 2021 to articles 10 and 11 of chapter VI.

As in Italian draughts; Q has a number of its own. The federation sets its first day.
"""

from projections.rulebooks.elo_rubele.international import edition_2008_01_01 as before
from projections.rulebooks.elo_rubele.italian import edition_2021_01_01 as italian
from projections.rulebooks.elo_rubele.italian.edition_2021_01_01 import (
    floor_points,
    q,
    rating,
    recounted_bonus,
)

BASED_ON = "2008-01-01"


REPEALS = italian.REPEALS
"""What the yearly bonus was computed by."""

NUMBERING = before.NUMBERING

__all__ = ["NUMBERING", "REPEALS", "floor_points", "q", "rating", "recounted_bonus"]
