"""Elo-Rubele, international draughts: FID technical rules, chapter VI.

The text of Italian draughts, in the package of that name, with the numbers of this discipline.
"""

from __future__ import annotations

from projections.rulebooks import rubele_italiana
from projections.rulebooks.consulted import Consulted
from projections.rulebooks.loading import load_edition
from projections.rulebooks.rubele_italiana import rulebook_of

NAME = "rubele-internazionale"

_ITALIAN = rubele_italiana.RULEBOOK.editions[0]

_of_2008 = load_edition(NAME, __name__, "2008-01-01", amends=_ITALIAN)
_of_2021 = load_edition(NAME, __name__, "2021-01-01", amends=_of_2008)

RULEBOOK = rulebook_of(
    NAME,
    "international draughts",
    rubele_italiana.NAME,
    (_of_2008, _of_2021),
    consults=(Consulted("fmjd", body="fmjd", column="rating"),),
)
