"""FIDE Rating Regulations B.02, standard chess: edition in force from 1 March 2024.

Formulas in the order of the articles; numbers in the TOML of the same name. Tournaments go by the
edition of their first day (0.1), lists by that of the list date.
"""

from collections.abc import Mapping
from datetime import date
from typing import Any

import numpy as np

from projections.rulebooks.engine import game
from projections.rulebooks.engine.columns import Choice, Values, column, unless, unplayed
from projections.rulebooks.engine.inheritance import as_in
from projections.rulebooks.engine.months import month_number
from projections.rulebooks.fide.standard import (
    admission_2023_12_25,
    calculation,
    first_rating,
    first_rating_pool,
    listing,
)

PARTS = (first_rating, first_rating_pool, calculation, listing)
"""7.1.4 and 8.2 initial ratings; 8.2.4 and 8.3 the change; 7.1, 7.2 and 8.3 the list."""

ADMISSION = admission_2023_12_25

WAITING = (
    "counted_games",
    "opponent_rating_sum",
    "half_points",
    "rules_month",
    "unrated_games",
    "unrated_half_points",
    "all_opponents",
    "average_numerator",
    "average_denominator",
)


def also_concerned(list_date: date, birth_year: Values, numbers: Mapping[str, Any]) -> Values:
    """8.3.3. A player too old for the K of juniors since January; with the lift, every player."""
    if month_number(list_date) == numbers.get("lift_month"):
        return np.ones(len(birth_year), dtype=bool)
    too_old_since_january = list_date.year - numbers["junior_age"] - 1
    return (birth_year == too_old_since_january) & (list_date.month == 1)


# 5 Unplayed games

played = as_in(
    game.played,
    "5.1. A game in which both sides made a move; forfeits and games cut short are not.",
)


@column(article="5.1, 8.3.1", level="game", unit="games", does="choose")
def counts(played: Values, opponent_rating: Values) -> Choice:
    """5.1, 8.3.1. Whether a game counts: played, and against a rated opponent."""
    return unless(
        unplayed(~played, "5.1: not played, so not counted"),
        (opponent_rating == 0, "8.3.1: opponent unrated when the tournament began"),
        otherwise="5.1, 8.3.1: played against a rated opponent",
    )
