"""Elo-Rubele, Italian draughts: FID technical rules, chapter VI.

Covered: the edition of January 2008. A chained capital: recomputed after every event, so a list
shows where the chain stood on its day.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from projections.rulebooks.rulebook import (
    AsAnnounced,
    Basis,
    Leg,
    LineKind,
    ListColumn,
    Rulebook,
    load_edition,
)

NAME = "rubele-italiana"

_of_2008 = load_edition(NAME, __name__, "2008-01-01")

_EXACT = _of_2008.module.walk_denominator(_of_2008.numbers["bands"])


def _legs(numbers: Mapping[str, Any], capital: int, exact: int) -> list[Leg]:
    """VI.10, tables 14 and 17. Each stretch between thresholds, in the order it is walked."""
    end = Fraction(exact, _EXACT)
    inner = [Fraction(start) for start, _ in numbers["bands"][1:]]
    legs = []
    bands = zip(numbers["bands"], [None, *inner], [*inner, None], strict=True)
    for (_, coefficient), bottom, top in bands:
        one, two = (_within(each, bottom, top) for each in (Fraction(capital), end))
        if one != two:
            legs.append(Leg(one, two, coefficient))
    return legs if end > capital else legs[::-1]


def _within(value: Fraction, bottom: Fraction | None, top: Fraction | None) -> Fraction:
    raised = value if bottom is None else max(value, bottom)
    return raised if top is None else min(raised, top)


_SHOWN = ("period_games", "sum_hundredths", "weighted_half_hundredths", "initial_rating", "bonus")

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
    own="capital_before",
    shown=_SHOWN,
    shown_entering=_SHOWN,
    walked="exact_capital",
    legs=_legs,
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
