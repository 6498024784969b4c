"""Elo-Rubele, international draughts: FID technical rules, chapter VI.

The text of Italian draughts, in the package of that name, with the numbers of this discipline.
"""

from dataclasses import replace

from projections.rulebooks.elo_rubele import italian
from projections.rulebooks.elo_rubele.italian import FIRST_RATINGS, lines_of
from projections.rulebooks.elo_rubele.italian.entering import AWARDED, LISTED_ABROAD, REACHED
from projections.rulebooks.engine.external_lists import Conversion, ExternalColumn, ExternalLists
from projections.rulebooks.engine.loading import load_editions

NAME = "rubele-internazionale"

_ITALIAN = italian.RULEBOOK

_EDITIONS = load_editions(NAME, __name__, ("2008-01-01", "2021-01-01"), _ITALIAN.editions)

_TABLE_20 = Conversion("VI.13, table 20")

_WORLD_LIST = ExternalColumn("fmjd", body="fmjd", column="rating")

RULEBOOK = replace(
    _ITALIAN,
    name=NAME,
    title="Elo-Rubele, international draughts (FID technical rules, chapter VI)",
    short_title="Elo-Rubele, international draughts",
    editions=_EDITIONS,
    lines=lines_of(_EDITIONS[0]),
    other_pools=replace(_ITALIAN.other_pools, rulebooks={"other": italian.NAME}),
    external_lists=ExternalLists(consulted=(_WORLD_LIST,)),
    first_ratings=replace(
        FIRST_RATINGS,
        sources={**FIRST_RATINGS.sources, LISTED_ABROAD: _WORLD_LIST},
        converted={
            AWARDED: _TABLE_20,
            REACHED: _TABLE_20,
            LISTED_ABROAD: Conversion("VI.2, table 22", factors="world_conversion"),
        },
    ),
)
