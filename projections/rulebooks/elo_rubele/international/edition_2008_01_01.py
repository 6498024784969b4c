"""Elo-Rubele, international draughts: chapter VI of the FID technical rules, January 2008.

The text is that of Italian draughts; where it has tables for each discipline, those of this one
(11 for 12, 16 for 14), and other numbers.

Reading `thresholds_of_the_coefficient`: tables 16 and 17 call 2000 and 3000 thresholds of
promotion (B3); they are those of the coefficient, promotions have their own (table 11).
"""

from functools import cache
from typing import Any, Final

import numpy as np

from projections.rulebooks.elo_rubele.italian.entering import (
    AWARDED,
    DECIDE_IT,
    LISTED_ABROAD,
    NOWHERE,
    REACHED,
    goes_first,
)
from projections.rulebooks.engine.admission import law
from projections.rulebooks.engine.columns import Choice, Values, choose, column, to_decide
from projections.rulebooks.engine.rounding import half_up

BASED_ON = "rubele-italiana 2008-01-01"

NUMBERING = {
    "table 12": "table 11",
    "table 14": "table 16",
    "tables 14": "tables 16",
    "table 21": "table 20",
}
"""By table of Italian draughts, that of this discipline."""

# VI.2, VI.9 and VI.13 Initial capitals: ratings of the world body, tables 11, 20 and 22

RECORD_OR_DECIDE: Final = (
    "before the list is closed, record the list with the rating: {record_fmjd} (a recorded list "
    "that does not tell of the player once more, under another name), or decide the capital: "
    "{decide_entry}; after the closing, correct it: {adjust}"
)
"""What can be done about a foreigner of whom no recorded list tells."""

TENTHS = 10


@column(article="VI.9, table 11", level="entry", unit="points", does="choose")
def entry_capital(
    entry_decided: Values,
    decided_rating: Values,
    unit: Values,
    converted_title: Values,
    converted_category: Values,
    converted_world_rating: Values,
    entering_foreign: Values,
    fmjd_known_at_start: Values,
    initial_capital: int,
) -> Choice:
    """VI.9, table 11. Initial capital: decided, converted, or as the table gives it.

    Reading: a foreigner's rating on the list of the world body in force when the event begins goes
    before his category in Italian draughts. Without such a list, and for a foreigner who has
    neither, it needs a decision (VI.3, which would say it, was not found); until then he enters
    with the initial capital.
    """
    decided = decided_rating.take(unit)
    not_told = entering_foreign & ~fmjd_known_at_start
    return choose(
        (entry_decided, decided, "VI.9, table 11: initial capital decided by the commission"),
        (
            converted_world_rating > 0,
            converted_world_rating,
            "VI.2, table 22: converted from the rating on the world body's list",
        ),
        to_decide(
            not_told,
            initial_capital,
            law(
                "VI.2, table 22: a foreigner on no recorded list of the world body for the first "
                "day of the event: needs a decision",
                RECORD_OR_DECIDE,
            ),
        ),
        (
            goes_first(converted_title, converted_category),
            converted_title,
            "VI.13, table 20: converted from the title or category awarded in Italian draughts",
        ),
        (
            converted_category > 0,
            converted_category,
            "VI.13, table 20: converted from the category in Italian draughts",
        ),
        to_decide(
            entering_foreign,
            initial_capital,
            law(
                "VI.3: a foreigner without a rating on the world body's list: needs a decision",
                DECIDE_IT,
            ),
        ),
        otherwise=(initial_capital, "VI.9, table 11: new to the system"),
    )


@column(article="VI.13, table 20", level="entry", unit="where it comes from", does="choose")
def entry_source(
    decided_rating: Values,
    unit: Values,
    converted_title: Values,
    converted_category: Values,
    converted_world_rating: Values,
    entering_foreign: Values,
    fmjd_known_at_start: Values,
) -> Choice:
    """VI.13, table 20. Source of a converted initial capital."""
    undecided = entering_foreign & ~fmjd_known_at_start
    return choose(
        (decided_rating.take(unit) > 0, NOWHERE, "VI.9: decided"),
        (converted_world_rating > 0, LISTED_ABROAD, "VI.2: the world body's list"),
        (undecided, NOWHERE, "VI.2: needs a decision"),
        (goes_first(converted_title, converted_category), AWARDED, "VI.13: by award"),
        (converted_category > 0, REACHED, "VI.13: the category reached"),
        otherwise=(np.full(len(unit), NOWHERE), "VI.9: the initial capital"),
    )


@column(article="VI.2, table 22", level="entry", unit="points", does="table")
def converted_world_rating(
    fmjd_rating_at_start: Values, entering_foreign: Values, world_conversion: Any
) -> Values:
    """VI.2, table 22. The capital for a foreigner's rating on the world body's list; 0: none.

    Reading: a half goes up (B14).
    """
    starts, factors = _starts_and_factors(world_conversion)
    rating = fmjd_rating_at_start.astype(np.int64)
    band = np.searchsorted(starts, rating, side="right") - 1
    return np.where(entering_foreign, half_up(rating * factors.take(band), TENTHS), 0)


@cache
def _starts_and_factors(world_conversion: tuple[tuple[int, int], ...]) -> Values:
    return np.array(world_conversion, dtype=np.int64).T.copy()
