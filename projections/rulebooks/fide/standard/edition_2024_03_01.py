"""FIDE Rating Regulations B.02, standard chess: edition in force from 1 March 2024.

Formulas in the order of the articles; numbers in the TOML of the same name. Tournaments go by the
edition of their first day (0.1), lists by that of the list date.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

import numpy as np

from projections.rulebooks.engine import game
from projections.rulebooks.engine.choices import Choice, unless, unplayed
from projections.rulebooks.engine.columns import GAME, Values, column
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


@as_in(game.played, article="5.1")
def played() -> None:
    """5.1. A game in which both sides made a move; forfeits and games cut short are not."""


@column(article="5.1, 8.3.1", level=GAME, unit="games", does="choose")
def counts(played: Values, opponent_rating: Values) -> Choice:
    """5.1, 8.3.1. Whether a game counts: played, and against a rated opponent."""
    return unless(
        unplayed(~played, "5.1: not played, so not counted"),
        (opponent_rating == 0, "8.3.1: opponent unrated when the tournament began"),
        otherwise="5.1, 8.3.1: played against a rated opponent",
    )


ARTICLES = {
    "0.1": "rules_month, latest_rules_month, by_earlier_rules, by_round_robin_rules,"
    " as_round_robin, pooled_counted_games, first_rating_by, invented_from,"
    " round_robins_abolished; tournaments go by the edition of their first day, lists by that of"
    " their date",
    "0.2": "late_registration, hybrid_approval, lifted_by_0_2_hybrid, hybrid_unapproved,"
    " late_barred, registered_late, registration, unapproved, hybrid_barred, hybrid_play,"
    " schedule, schedule_kept",
    "0.2.1": "registration_days_high, registration_rating, registration_rating_women,"
    " lifted_by_0_2_1, registration",
    "0.2.2": "registration_days, lifted_by_0_2_2, registered_late, registration",
    "0.2.3": "lifted_by_0_2_1",
    "0.2.4": "lifted_by_0_2_2",
    "0.3": "registered_late, registration, too_late",
    "0.4": "refused_by_0_4, lifted_by_0_4_refusal, lifted_by_0_4_cancelled, rating_refused,"
    " refusal",
    "1.1": "strong_mark, strong_minutes, middle_mark, middle_minutes, least_minutes,"
    " thinking_time_by, lifted_by_1_1, too_fast, thinking_seconds, tested_seconds, thinking_time",
    "1.2": "first_control_least, first_control_most, lifted_by_1_2, control_moves, first_control",
    "2.1": "not_at_the_board, online_play",
    "3": "day_hours, lifted_by_3, game_seconds, hours_of_play",
    "4": "lifted_by_4, whole_report_days, long_event",
    "5.1": "played, counts, excluded_by_5_1, admitted",
    "6.1": "match_unrated",
    "6.2": "lifted_by_6_2, after_the_match",
    "7.1": "adjustment_applies, adjustment, decided_bonus, correction",
    "7.1.1": "rating_used",
    "7.1.2": "period_games, newly_pooled_games; title, federation, sex and year of birth are the"
    " register's, and stand beside the list",
    "7.1.3": "closing_days",
    "7.1.4": "waits, in_window, as_round_robin, pooled_counted_games, pooled_games,"
    " pooled_rating_sum, pooled_half_points, newcomers_sides, opponent_rating_sum, half_points,"
    " pooled, first_rating, goes_on_waiting, first_rating_games, pool_months, floor",
    "7.2": "nothing to compute: a heading",
    "7.2.1": "rating, games, floor",
    "7.2.2": "last_counted, inactive, inactive_lists",
    "8": "nothing to compute: what the system is for",
    "8.1": "nothing to compute: what the scale is",
    "8.1.1": "score_difference, rating_differences",
    "8.1.2": "expected_scores",
    "8.2": "first_rating, by_earlier_rules, by_round_robin_rules, pooled_parts,"
    " shrinking_opponents",
    "8.2.1": "accepted, pooled, disregarded_games",
    "8.2.2": "invented_opponents, averaged_opponents, averaged_rating_sum,"
    " fractional_score_hundredths, hypothetical_opponents, hypothetical_rating",
    "8.2.3": "score_difference, computed_first_rating, first_rating_cap, points_each_half_point",
    "8.2.4": "rating_used",
    "8.3": "nothing to compute: a heading",
    "8.3.1": "counts, own_rating, opponent_rating, difference, counted_difference, difference_cap",
    "8.3.2": "expected_score_hundredths, score_hundredths, game_difference_hundredths,"
    " counted_games, entry_difference_hundredths, rated_games, sum_hundredths,"
    " variation_hundredths, win_hundredths, draw_hundredths",
    "8.3.3": "k, peak, games, printed_k, games_carried, k_newcomer, newcomer_games, k_standard,"
    " k_master, master_mark, k_junior, junior_age, junior_mark, k_times_games",
    "8.3.4": "change, rounding_hundredths, changed_rating",
    "9.1": "report_lists, lifted_by_9_1, late_report, too_late",
    "9.2": "announced",
    "9.3": "nothing to compute: who is the rating officer",
    "9.4": "lifted_by_9_4, games_of_hybrid",
    "10.1": "lifted_by_10_1, federations",
    "10.2": "not yet computed: deaths",
    "Council decision of 15 December 2023": "lift, entering_rating, rating_before_floor,"
    " lift_month, lift_below, lift_share",
}
"""Every numbered article, and the decision beside them: columns, numbers, or why there are none."""
