"""Elo-Rubele, the bonus of the year: VI.11, table 18 a."""

from __future__ import annotations

import numpy as np

from projections.rulebooks.engine.columns import Choice, Values, choose, column
from projections.rulebooks.engine.terms import FIRST_YEAR_OF_SETS


@column(article="VI.11, table 18 a", level="unit", unit="years, as a set", does="look up")
def event_year(step_year: Values) -> Values:
    """VI.11, table 18 a. Year in which the event ended, as a set: bit 0 is 2000."""
    return np.left_shift(np.int64(1), (step_year - FIRST_YEAR_OF_SETS).astype(np.int64))


@column(article="VI.11, table 18 a", level="unit", unit="true or false", does="compare")
def bonus_had(listed_counted_years: Values, event_year: Values) -> Values:
    """VI.11, table 18 a. Whether the bonus of the year was had already.

    Reading B11: for each discipline by itself; the year is that in which the event ended.
    """
    return listed_counted_years & event_year != 0


@column(article="VI.11, table 18 a", level="unit", unit="points", does="choose")
def bonus(period_games: Values, bonus_had: Values, bonus_points: int) -> Choice:
    """VI.11, table 18 a. Points for the first valid event of the year, after the thresholds.

    Reading: an event is valid for a player from one counted game on; among events booked late the
    first that is booked has it.
    """
    return choose(
        (period_games == 0, 0, "VI.11: no counted game, so not a valid event for the player"),
        (bonus_had, 0, "VI.11: had already this year"),
        otherwise=(bonus_points, "VI.11, table 18 a: first valid event of the year"),
    )


@column(article="VI.11", level="unit", unit="years, as a set", does="multiply")
def years_more(period_games: Values, event_year: Values) -> Values:
    """VI.11. Year of the event where the event is valid for the player; otherwise none."""
    return event_year * (period_games > 0)


@column(article="VI.11", level="unit", unit="years, as a set", does="add")
def counted_years(listed_counted_years: Values, years_more: Values) -> Values:
    """VI.11. Years in which the player had a valid event, this event included."""
    return listed_counted_years | years_more
