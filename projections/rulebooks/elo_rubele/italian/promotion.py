"""Elo-Rubele, the category reached by a capital: VI.9, tables 11 and 12."""

from __future__ import annotations

from typing import Any

import numpy as np

from projections.rulebooks.engine.categories import reached
from projections.rulebooks.engine.columns import Values, column


@column(article="VI.9, table 12", level="unit", unit="category", does="max")
def category(
    listed_category: Values,
    entered_capital: Values,
    rating: Values,
    period_games: Values,
    adjustment_applies: Values,
    categories: Any,
) -> Values:
    """VI.9, table 12. The category: the highest reached by a final capital.

    Its place among the `categories`, 0 the lowest; several thresholds at once are one promotion.
    Reading: kept for good (B8); where the body sets how long one is kept (`permanence`), who holds
    which goes by that, and this is the highest that he came to. Who enters has that of the capital
    he enters with, too, as tables 20 and 21 print it; the final capital of an event he played
    decides, bonus included (B7): what points given back bring it to promotes with the next such
    event. Reading `converted_foreigner`: a foreigner whose rating converts (table 22) likewise has
    the category of that capital at once. Other value: Provinciale, as whoever begins (table 11),
    until an event brings him to a threshold; article 3, which was not found, would change it.
    Reading `corrected_capital`: a correction of the commission says what the final capital
    should have been, so it promotes by itself, on the list that takes it.
    """
    final = (period_games > 0) | adjustment_applies
    highest = np.maximum(rating, entered_capital) * final
    return np.maximum(listed_category, reached(highest, categories))


@column(article="VI.9, table 12", level="carried", unit="category", does="table")
def category_carried(carried_peak: Values, categories: Any) -> Values:
    """VI.9, table 12. The category of a capital carried over.

    Reading: that of the highest capital so far, kept for good (B8); where no other is told, that
    is the capital itself.
    """
    return reached(carried_peak, categories)
