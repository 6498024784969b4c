"""Elo-Rubele, Italian draughts: FID technical rules, chapter VI.

Covered: the edition of January 2008. A chained capital: recomputed after every event, so a list
shows where the chain stood on its day.
"""

from __future__ import annotations

from projections.rulebooks.rulebook import (
    AsAnnounced,
    Basis,
    LineKind,
    ListColumn,
    Rulebook,
    load_edition,
)

NAME = "rubele-italiana"

_of_2008 = load_edition(NAME, __name__, "2008-01-01")

_EXACT = _of_2008.module.walk_denominator(_of_2008.numbers["bands"])

RULEBOOK = Rulebook(
    name=NAME,
    title="Elo-Rubele, Italian draughts (FID technical rules, chapter VI)",
    editions=(_of_2008,),
    calendar=AsAnnounced(),
    basis=Basis.PREVIOUS_STEP,
    chained=True,
    state={"rating": "rating", "games": "games", "bonus_years": "bonus_years"},
    list_columns=(ListColumn("player", 8), ListColumn("rating", 5), ListColumn("period_games", 3)),
    layout="rubele-list.1",
    wide=frozenset({"bonus_years"}),
    cut_off_article="VI.8",
    base="initial_rating",
    entry="initial_rating",
    scope_article="VI.2",
    echoes={"bonus": "VI.11, table 18 a"},
    lines=(
        LineKind("play", "variation_exact", per=_EXACT),
        LineKind("rounding", "rounding_exact", per=_EXACT),
        LineKind("floor", "floor_points"),
        LineKind("bonus", "bonus"),
        LineKind("adjustment", "adjustment"),
    ),
)
