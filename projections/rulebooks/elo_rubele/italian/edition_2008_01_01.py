"""Elo-Rubele, Italian draughts: chapter VI of the FID technical rules, edition of January 2008.

Formulas in the order of the articles, which survive through the tables that cite them (11 to 22).
The capital is recomputed after every valid event (VI.5): a step holds at most one tournament for
each player, so a unit is a player in a competition.
"""

from __future__ import annotations

import numpy as np

from projections.rulebooks.elo_rubele.italian import (
    bonuses,
    calculation,
    ceasing,
    corrections,
    deciding,
    entering,
    promotion,
    year_end,
)
from projections.rulebooks.engine import game
from projections.rulebooks.engine.admission import of_side
from projections.rulebooks.engine.choices import Choice, choose, unless, unplayed
from projections.rulebooks.engine.columns import GAME, UNIT, Values, column

PARTS = (
    entering,
    ceasing,
    calculation,
    bonuses,
    deciding,
    promotion,
    year_end,
    corrections,
)
"""VI.2, VI.9, VI.13 initial capitals; VI.5 a capital that ceased; VI.10 the change; VI.11 the bonus
of the year; VI.2 decisions; VI.9 categories; VI.11 and table 22 the year end; corrections."""

# VI.6 and VI.7 What counts


@column(article="VI.2, VI.7", level=GAME, unit="games", does="choose")
def counts(
    result: Values,
    opponent_result: Values,
    void: Values,
    weight_unknown: Values,
    game_excluded: Values,
    tournament: Values,
    entry: Values,
) -> Choice:
    """VI.2, VI.7. Forfeits, byes, points from a withdrawal and invalid events do not count.

    Which events are valid, the commission decides: one refused or cancelled is none for anybody,
    and one of which nobody knows how much it counts is none yet.
    """
    return unless(
        unplayed(~game.played(result, opponent_result), "VI.7: not played, so not counted"),
        (void, "VI.2: the event was refused or cancelled"),
        (of_side(weight_unknown, tournament, entry), "VI.2: the event's weight is not known"),
        (game_excluded, "VI.2: the game was excluded by decision"),
        otherwise="VI.7: played",
    )


# VI.9 Where a player starts


@column(article="VI.9, table 12", level=UNIT, unit="points", does="choose")
def initial_rating(
    listed_rating: Values, entering_capital: Values, nothing_booked: Values
) -> Choice:
    """VI.9, table 12. The capital before the event: present or initial."""
    return choose(
        (listed_rating > 0, listed_rating, "VI.5: the capital after the event before"),
        (nothing_booked, 0, f"VI.5: {ceasing.BOOKED_NOTHING}"),
        otherwise=(entering_capital, "VI.9, table 12: enters with this event"),
    )


# VI.6 and VI.10 The final capital


@column(article="VI.6, table 12", level=UNIT, unit="points", does="max")
def floor_points(
    rounded_capital: Values,
    bonus: Values,
    period_games: Values,
    nothing_booked: Values,
    minimum_capital: int,
) -> Values:
    """VI.6, table 12. Points back to the minimum capital. Reading B6: bonus included.

    Reading `minimum_set`: the commission sets the minimum, from a day on (`parameter-set`). An
    event goes by that of its first day; who stands below a minimum that was raised is put back to
    it by his next valid event, and by nothing else.
    """
    lacking = np.maximum(minimum_capital - rounded_capital - bonus, 0)
    return lacking * ((period_games > 0) & ~nothing_booked)


@column(article="VI.10, VI.11", level=UNIT, unit="points", does="choose")
def rating(
    rounded_capital: Values,
    floor_points: Values,
    bonus: Values,
    adjustment: Values,
    decided_bonus: Values,
    annulled_by_decision: Values,
    period_games: Values,
    listed_rating: Values,
) -> Choice:
    """VI.10, VI.11. CF: the final capital; unchanged without counted games."""
    decided = adjustment + decided_bonus
    final = rounded_capital + floor_points + bonus + decided
    return choose(
        (period_games > 0, final, "VI.10: after a valid event"),
        (annulled_by_decision, 0, "VI.2: annulled by decision"),
        (decided != 0, listed_rating + decided, "VI.2: adjusted by decision"),
        (listed_rating > 0, listed_rating, "VI.5: no valid event: unchanged"),
        otherwise=(listed_rating, "VI.9: enters with the first valid event"),  # of nobody yet
    )


# VI.5 What goes on to the next event


@column(article="VI.5", level=UNIT, unit="points", does="subtract")
def moved(
    rating: Values, initial_rating: Values, period_games: Values, listed_rating: Values
) -> Values:
    """VI.5. Change of the capital by the event; subtracted when an earlier event comes late."""
    return np.where((period_games > 0) | (listed_rating > 0), rating - initial_rating, 0)


@column(article="VI.5", level=UNIT, unit="games", does="add")
def games(listed_games: Values, period_games: Values) -> Values:
    """VI.5. Counted games so far."""
    return listed_games + period_games


ARTICLES = {
    "VI.1": "nothing to compute: who has a capital",
    "VI.2": "counts, weight, weight_unknown, weight_halves, weighted_half_hundredths,"
    " annulled_by_decision; what else the commission decides is no column",
    "VI.3": "nothing to compute: the purpose",
    "VI.4": "nothing to compute: the numerical system",
    "VI.5": "initial_rating, adjustment_applies, adjustment, decided_bonus, games, moved,"
    " capital_ceased, nothing_booked, rated_as_one, recounted_from, recounted_rating,"
    " recounted_games_so_far",
    "VI.6": "rounded_capital, rounding_exact, floor_points, entry_decided, minimum_capital,"
    " recounted_play, recounted_floor",
    "VI.7": "counts, recounted_games",
    "VI.8": "nothing to compute: lists come on announced days",
    "VI.9": "initial_rating, entry_decided, entry_capital, entering_capital, entered_capital,"
    " initial_capital,"
    " category, category_carried, categories, titles, permanence, recounted_category",
    "VI.10": "capital_before, own_rating, opponent_rating, difference, expected_score_hundredths,"
    " score_hundredths, game_difference_hundredths, counted_games, entry_difference_hundredths,"
    " period_games, sum_hundredths, weighted_half_hundredths, exact_capital, variation_exact,"
    " rating, rated_as_one, bands, expected_scores, win_hundredths, draw_hundredths,"
    " recounted_difference_half_hundredths, recounted_exact, play_booked, recounted_play,"
    " recounted_q",
    "VI.11": "bonus, bonus_had, event_year, years_more, counted_years, bonus_points, took_part,"
    " malus, malus_withdrawn,"
    " turned_rating, malus_taken, malus_years, malus_points, malus_limit, malus_taken_held,"
    " malus_years_held, recounted_bonus, recounted_years",
    "VI.12": "not available: the text of this article was not found",
    "VI.13": "converted_title, converted_category, entry_source, entering_source, entry_day,"
    " entering_day, conversion, title_conversion",
    "table 11": "not in this rulebook: international draughts",
    "table 12": "initial_rating, entry_capital, entering_capital, entered_capital,"
    " initial_capital, floor_points, category, category_carried, categories, recounted_floor,"
    " recounted_category",
    "table 13": "nothing to compute: an image",
    "table 14": "exact_capital, recounted_exact",
    "table 15": "not in this rulebook: international draughts",
    "table 16": "not in this rulebook: international draughts",
    "table 17": "exact_capital, variation_exact, rated_as_one, bands, recounted_exact, recounted_q",
    "table 18": "bonus, bonus_had, event_year, bonus_points, took_part, malus, malus_withdrawn,"
    " malus_taken, malus_years, malus_points, malus_limit, malus_taken_held, malus_years_held,"
    " recounted_bonus",
    "table 19": "expected_score_hundredths, expected_scores",
    "table 20": "not in this rulebook: conversion to international draughts",
    "table 21": "converted_title, converted_category, entry_source, entering_source, entry_day,"
    " entering_day, conversion, title_conversion",
    "table 22": "entering_foreign, foreign, valid_years, idle, annulled, turned_rating,"
    " home_federation, idle_scope, idle_clock, idle_years; the world body's ratings convert into"
    " international draughts",
    "table 23": "nothing to compute: groups are no part of the rating",
    "table 24": "nothing to compute: an image",
}
"""Every numbered article and table: its columns and numbers, or why nothing is computed."""
