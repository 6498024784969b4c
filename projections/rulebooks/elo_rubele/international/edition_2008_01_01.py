"""Elo-Rubele, international draughts: chapter VI of the FID technical rules, January 2008.

The text is that of Italian draughts; where it has tables for each discipline, those of this one
(11 for 12, 16 for 14), and other numbers.

Reading `thresholds_of_the_coefficient`: tables 16 and 17 call 2000 and 3000 thresholds of
promotion (B3); they are those of the coefficient, promotions have their own (table 11).
"""

from projections.rulebooks.elo_rubele.international import entering

BASED_ON = "rubele-italiana 2008-01-01"

BASE_PARTS = (entering,)

NUMBERING = {
    "table 12": "table 11",
    "table 14": "table 16",
    "tables 14": "tables 16",
    "table 21": "table 20",
}
"""By table of Italian draughts, that of this discipline."""
