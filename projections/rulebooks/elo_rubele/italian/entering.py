"""Elo-Rubele, initial capitals: converted from the other discipline or a world rating.

Columns of level ENTRY: one row for each player in the event. VI.9 and VI.13, tables 20, 21 and 22.
"""

from functools import cache
from typing import Any, Final

import numpy as np

from projections.rulebooks.elo_rubele.italian import year_end
from projections.rulebooks.engine.admission import law
from projections.rulebooks.engine.columns import Choice, Values, choose, column, to_decide

DECIDE_IT: Final = (
    "before the list is closed, decide the capital: {decide_entry}; after the closing, correct it: "
    "{adjust}"
)
"""What can be done about a capital that the text leaves to a decision."""


@column(article="VI.2, table 22", level="entry", unit="true or false", does="compare")
def entering_foreign(federation: Values, home_federation: str) -> Values:
    """VI.2, table 22. Whether a new player belongs to another federation.

    Reading: as held on the day of the list; whose federation is not told is no foreigner.
    """
    return year_end.foreign(federation, home_federation)


@column(article="VI.13, table 21", level="entry", unit="points", does="table")
def converted_category(
    other_rating_at_start: Values, other_category_at_start: Values, conversion: Any
) -> Values:
    """VI.13, table 21. The capital for the category held in the other discipline; 0: none held.

    Reading: the category held when the first event begins: with the list in force then, and as long
    as the body has it kept there (`permanence_seen`). One that is only proposed, or was lowered, is
    not held; what a decision took of it is for a decision to say.
    """
    has_category = (other_rating_at_start > 0) | (other_category_at_start > 0)
    return np.where(has_category, _points(conversion).take(other_category_at_start), 0)


@cache
def _points(conversion: tuple[tuple[str, int], ...]) -> Values:
    return np.array([points for _, points in conversion], dtype=np.int64)


@column(article="VI.13, table 21", level="entry", unit="points", does="table")
def converted_title(other_award_at_start: Values, conversion: Any, title_conversion: Any) -> Values:
    """VI.13, table 21. The capital for an award in the other discipline; 0: none awarded.

    Reading: title first, else category (B15). The title is the highest awarded that holds on the
    day the first event begins; a category that was awarded converts as one that was reached, where
    it is the higher. A Grande Maestro of Italian draughts, whom table 20 leaves out, converts as a
    Maestro.
    """
    points: Values = np.zeros(np.shape(other_award_at_start), dtype=np.int64)
    for name, capital in (*conversion, *title_conversion):
        points = np.where(other_award_at_start == name, capital, points)
    return points


@column(article="VI.6, VI.9", level="entry", unit="true or false", does="compare")
def entry_decided(decided_rating: Values, unit: Values, minimum_capital: int) -> Values:
    """VI.6, VI.9. Whether the commission decided the initial capital of the player.

    Reading: no capital is below the minimum, so a decision for less does not hold.
    """
    return decided_rating.take(unit) >= minimum_capital


@column(article="VI.9, table 12", level="entry", unit="points", does="choose")
def entry_capital(
    entry_decided: Values,
    decided_rating: Values,
    unit: Values,
    converted_title: Values,
    converted_category: Values,
    entering_foreign: Values,
    initial_capital: int,
) -> Choice:
    """VI.9, table 12. Initial capital: decided, converted, or as the table gives it.

    Reading: of a foreigner without a category in the other discipline the text that would say it
    (VI.3) was not found; he enters with the initial capital, and it needs a decision.
    """
    decided = decided_rating.take(unit)
    return choose(
        (entry_decided, decided, "VI.9, table 12: initial capital decided by the commission"),
        (
            goes_first(converted_title, converted_category),
            converted_title,
            "VI.13, table 21: converted from the title or category awarded in the other discipline",
        ),
        (
            converted_category > 0,
            converted_category,
            "VI.13, table 21: converted from the category in the other discipline",
        ),
        to_decide(
            entering_foreign,
            initial_capital,
            law(
                "VI.3: a foreigner without a category in the other discipline: needs a decision",
                DECIDE_IT,
            ),
        ),
        otherwise=(initial_capital, "VI.9, table 12: new to the system"),
    )


def goes_first(converted_title: Values, converted_category: Values) -> Values:
    """Whether an award converts, and not the category reached."""
    return (converted_title > 0) & (converted_title >= converted_category)


NOWHERE, AWARDED, REACHED, LISTED_ABROAD = range(4)
"""Where an entry capital is converted from; nowhere: it is decided, or the initial one."""


@column(article="VI.13, table 21", level="entry", unit="where it comes from", does="choose")
def entry_source(
    decided_rating: Values, unit: Values, converted_title: Values, converted_category: Values
) -> Choice:
    """VI.13, table 21. Source of a converted initial capital."""
    return choose(
        (decided_rating.take(unit) > 0, NOWHERE, "VI.9: decided"),
        (goes_first(converted_title, converted_category), AWARDED, "VI.13: by award"),
        (converted_category > 0, REACHED, "VI.13: the category reached"),
        otherwise=(np.full(len(unit), NOWHERE), "VI.9: the initial capital"),
    )


@column(article="VI.13, table 21", level="unit", unit="where it comes from", does="look up")
def entering_source(entry_source: Values, unit: Values, units: int) -> Values:
    """VI.13, table 21. The same value, by player, in this step of the calculation."""
    return _of_units(entry_source, unit, units)


@column(article="VI.13, table 21", level="entry", unit="day", does="look up")
def entry_day(started: Values) -> Values:
    """VI.13, table 21. The first day of the event, counted in days from 1 January of the year 1."""
    return started


@column(article="VI.13, table 21", level="unit", unit="day", does="look up")
def entering_day(entry_day: Values, unit: Values, units: int) -> Values:
    """VI.13, table 21. The same value, by player, in this step of the calculation."""
    return _of_units(entry_day, unit, units)


@column(article="VI.9, table 12", level="unit", unit="points", does="choose")
def entered_capital(
    listed_rating: Values, entering_capital: Values, period_games: Values
) -> Choice:
    """VI.9, table 12. Initial capital fixed by this event; 0: none, or fixed before."""
    return choose(
        (listed_rating > 0, 0, "VI.5: the player already has a capital"),
        (period_games == 0, 0, "VI.9: the player enters the system with the first valid event"),
        otherwise=(
            entering_capital,
            "VI.9, table 12: the player enters the system with this event",
        ),
    )


@column(article="VI.9, table 12", level="unit", unit="points", does="look up")
def entering_capital(entry_capital: Values, unit: Values, units: int) -> Values:
    """VI.9, table 12. The same value, by player, in this step, with one event for each player."""
    return _of_units(entry_capital, unit, units)


def _of_units(values: Values, unit: Values, units: int) -> Values:
    found = np.zeros(units, dtype=np.int64)
    found[unit] = values
    return found
