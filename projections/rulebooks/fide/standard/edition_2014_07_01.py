"""FIDE Rating Regulations B.02, standard chess: edition in force from 1 July 2014.

The English text of the chapters of 2014 and 2017 was not available. What is known comes from a
federation's slides and an arbiter's articles of those years, the arbiters' manual of 2016 (8.2 to
8.4), and quotations of 7.1 and 7.2. Articles are cited by the numbers known; formulas are those
of later texts that say the same (the first rating of 2022, the cap in every game of 2024).

Reading `rounding_8_57`: "up" in 8.57 means away from zero, as the later text says plainly.
Reading `junior_by_year`: the texts say until the 18th birthday; birthdays are not kept, so it is
the end of that year in every edition.
"""

from __future__ import annotations

import numpy as np

from projections.rulebooks.engine.choices import Choice, unless, unplayed
from projections.rulebooks.engine.columns import GAME, UNIT, Values, column
from projections.rulebooks.fide.standard import admission_2014_07_01, round_robins
from projections.rulebooks.fide.standard import newcomers_in_round_robins as newcomers
from projections.rulebooks.fide.standard.calculation import counted_difference

BASED_ON = "2022-01-01"

ADMISSION = admission_2014_07_01

TAKEN_FROM = (round_robins, newcomers)
"""6 round robins, 8.2 and 8.52 the unrated players in them."""


__all__ = ["counted_difference"]

REPEALS = ("upgraded", "registration_days", "registration_days_norms")
"""What came in 2022 only, or in 2017."""

NUMBERING = {
    "5.1": "5",
    "7.1.1": "7.1",
    "7.1.2": "7.1",
    "7.1.3": "7.1",
    "7.1.4": "7.1",
    "7.2.1": "7.2",
    "7.2.2": "7.2",
    "8.1.1": "8.1a",
    "8.1.2": "8.1b",
    "8.2.1": "8.21",
    "8.2.2": "8.2",
    "8.2.3": "8.2",
    "8.2.4": "8.4",
    "8.3.1": "8.5",
    "8.3.2": "8.5",
    "8.3.2 (a)": "8.5",
    "8.3.2 (b)": "8.5",
    "8.3.2 (c)": "8.5",
    "8.3.2 (d)": "8.5",
    "8.3.3": "8.5",
    "8.3.4": "8.57",
}
"""Its articles for those of the later texts, as far as its numbers are known."""


@column(article="5, 6, 8.5, 8.52", level=GAME, unit="games", does="choose")
def counts(
    played: Values,
    opponent_rating: Values,
    undecided_round_robin: Values,
    without_a_point: Values,
    entry: Values,
    opponent_entry: Values,
) -> Choice:
    """5, 6, 8.5, 8.52. Whether a game counts: played, and against a rated opponent.

    In a round robin games against unrated opponents count too, with the ratings found for them.
    """
    unrated = opponent_rating == 0
    return unless(
        unplayed(~played, "5: not played, so not counted"),
        (
            unrated & without_a_point.take(opponent_entry),
            "8.21: opponent unrated, and without a point in the round robin: disregarded",
        ),
        (
            unrated & undecided_round_robin.take(entry),
            "6: opponent unrated in a round robin of too few rated: not until that is decided",
        ),
        (unrated, "8.5: opponent unrated when the tournament began"),
        otherwise="5, 8.5, 8.52: played against a rated opponent, or a newcomer of a round robin",
    )


@column(article="0.1, 8.2", level=UNIT, unit="true or false", does="compare")
def by_round_robin_rules(latest_rules_month: Values) -> Values:
    """0.1, 8.2. Round robins go by their rules, on every list of these years."""
    return np.ones(len(latest_rules_month), dtype=bool)


ARTICLES = {
    "0.1": "rules_month, latest_rules_month, by_round_robin_rules, as_round_robin,"
    " pooled_counted_games, first_rating_by, invented_from, round_robins_abolished; tournaments go"
    " by the edition of their first day",
    "0.2": "registration_days, registration_days_norms, late_registration, lifted_by_0_2,"
    " refused_by_0_4, lifted_by_0_4_refusal, lifted_by_0_4_cancelled, hybrid_unapproved,"
    " late_barred, registered_late, registration, unapproved, hybrid_barred, hybrid_play,"
    " rating_refused, refusal",
    "0.3": "registered_late, registration, too_late",
    "1.1": "strong_mark, strong_minutes, middle_mark, middle_minutes, least_minutes,"
    " thinking_time_by, lifted_by_1_1, too_fast, thinking_seconds, tested_seconds, thinking_time",
    "1.2": "first_control_least, first_control_most, lifted_by_1_2, control_moves, first_control",
    "2": "not_at_the_board, online_play",
    "3": "day_hours, lifted_by_3, game_seconds, hours_of_play",
    "4": "longest_days, lifted_by_4, long_event",
    "5": "played, counts, excluded_by_5_1, admitted",
    "6": "round_robin, double, in_round_robin, undecided_round_robin, counts, waits,"
    " small_round_robin, rated_in_small, rated_share, double_entrants, rated_in_double,"
    " lifted_by_6_composition, lifted_by_6_2, composition, match_unrated, after_the_match",
    "7.1": "adjustment_applies, adjustment, decided_bonus, correction, rating_used, period_games,"
    " newly_pooled_games, closing_days, waits, in_window, as_round_robin, pooled_counted_games,"
    " pooled_games, pooled_rating_sum, pooled_half_points, newcomers_sides, opponent_rating_sum,"
    " half_points, pooled, first_rating, goes_on_waiting, first_rating_games, pool_months, floor",
    "7.2": "rating, games, last_counted, inactive, inactive_lists, floor",
    "8.1": "nothing to compute: what the scale is",
    "8.1a": "score_difference, all_score_difference, rating_differences",
    "8.1b": "expected_scores",
    "8.2": "averaged_opponents, averaged_rating_sum, fractional_score_hundredths,"
    " score_difference, computed_first_rating, entering_rating, first_rating,"
    " points_each_half_point, waits, by_round_robin_rules, met, all_games, all_half_points,"
    " all_opponents, all_score_difference, average_denominator, average_numerator,"
    " round_robin_rating, pooled_parts, shrinking_opponents",
    "8.21": "accepted, pooled, disregarded_games, without_a_point, counts",
    "8.3": "computed_first_rating; results are taken as of one tournament",
    "8.4": "rating_used",
    "8.5": "counts, own_rating, opponent_rating, difference, counted_difference, difference_cap,"
    " expected_score_hundredths, score_hundredths, game_difference_hundredths, counted_games,"
    " entry_difference_hundredths, rated_games, sum_hundredths, variation_hundredths,"
    " win_hundredths, draw_hundredths, k, peak, games, printed_k, games_carried, k_newcomer,"
    " newcomer_games, k_standard, k_master, master_mark, k_junior, junior_age, junior_mark,"
    " k_times_games",
    "8.52": "opponent_rating, round_robin_rating, counts, unrated_games, unrated_half_points",
    "8.57": "change, rounding_hundredths, changed_rating, rating_before_floor",
    "8.58": "not available: how ratings in a round robin are found, step by step; by 8.2 no step"
    " rests on another",
    "9": "report_lists, lifted_by_9_1, late_report, too_late, announced",
}
"""Every article whose number is known: columns, numbers, or why there are none."""
