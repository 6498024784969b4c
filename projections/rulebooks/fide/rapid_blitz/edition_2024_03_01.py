"""FIDE rapid and blitz ratings: edition in force from 1 March 2024.

Told by the standard regulations of the same day, under its own articles; what is different stands
in `rapid_blitz`. No player is exempt from the cap of a difference, after October 2025 neither.
"""

from __future__ import annotations

from projections.rulebooks.fide.rapid_blitz import (
    admission_2022_01_01,
    first_ratings,
    numbering,
    rapid_blitz,
)

BASED_ON = "fide-standard 2024-03-01"

NUMBERING = numbering.NUMBERING

PARTS = (first_ratings, rapid_blitz)

ADMISSION = admission_2022_01_01

ARTICLES = {
    "0.1": "rules_month, latest_rules_month, by_earlier_rules, by_round_robin_rules,"
    " as_round_robin, pooled_counted_games, first_rating_by, invented_from,"
    " round_robins_abolished; tournaments go by the edition of their first day, lists by that of"
    " their date",
    "0.2": "registration_days, late_registration, lifted_by_0_2, hybrid_approval,"
    " lifted_by_0_2_hybrid, hybrid_unapproved, late_barred, registered_late, registration,"
    " schedule, schedule_kept, unapproved, hybrid_barred, hybrid_play",
    "0.2.1": "not in this rulebook: the 30 days of standard chess",
    "0.2.2": "nothing to compute: the days stand in 0.2",
    "0.2.3": "not in this rulebook: who approves where 30 days are asked for",
    "0.2.4": "nothing to compute: who approves stands in 0.2",
    "0.3": "too_late",
    "0.4": "refused_by_0_4, lifted_by_0_4_refusal, lifted_by_0_4_cancelled, rating_refused,"
    " refusal",
    "1.1": "rapid_over_minutes, rapid_under_minutes, blitz_over_minutes, blitz_to_minutes,"
    " counted_moves, game_seconds, own_class, thinking_seconds, unequal_times, other_class,"
    " thinking_time; games of unequal times are never rated",
    "1.2": "not in this rulebook: the first time control of standard chess",
    "2.1": "not_at_the_board, online_play",
    "3": "rapid_rounds_a_day, blitz_rounds_a_day, lifted_by_3, rounds_of_a_day",
    "4": "nothing to compute: a heading",
    "4.1": "played, counts, excluded_by_5_1, admitted",
    "5.1": "match_unrated",
    "5.2": "lifted_by_6_2, after_the_match",
    "6.1": "adjustment_applies, adjustment, decided_bonus, correction",
    "6.1.1": "nothing to compute: what a rating period is",
    "6.1.2": "period_games, newly_pooled_games; title, federation, sex and year of birth are the"
    " register's, and stand beside the list",
    "6.1.3": "closing_days",
    "6.1.4": "waits, in_window, as_round_robin, pooled_counted_games, pooled_games,"
    " pooled_rating_sum, pooled_half_points, newcomers_sides, opponent_rating_sum, half_points,"
    " pooled, first_rating, goes_on_waiting, first_rating_games, pool_months, floor",
    "6.2": "nothing to compute: a heading",
    "6.2.1": "rating, games, floor",
    "6.2.2": "last_counted, inactive, inactive_lists",
    "7": "nothing to compute: what the system is for",
    "7.1": "nothing to compute: what the scale is",
    "7.1.1": "score_difference, rating_differences",
    "7.1.2": "expected_scores",
    "7.2": "first_rating, by_earlier_rules, by_round_robin_rules, pooled_parts,"
    " shrinking_opponents",
    "7.2.1": "start_rating, rating_used, as_rated, waits, own_games, own_difference_hundredths,"
    " seeding_day, seed_rating, base_rating",
    "7.2.2": "accepted, pooled, disregarded_games, first_event_half_points, few_games_suffice,"
    " first_event_games",
    "7.2.3": "invented_opponents, averaged_opponents, averaged_rating_sum,"
    " fractional_score_hundredths, hypothetical_opponents, hypothetical_rating",
    "7.2.4": "score_difference, computed_first_rating, first_rating_cap, half_point_worth,"
    " points_each_half_point, points_each_half_point_to_2021, brought_into_line",
    "7.2.5": "rating_used",
    "7.3": "nothing to compute: a heading",
    "7.3.1": "counts, own_rating, opponent_rating, difference, counted_difference, difference_cap",
    "7.3.2": "expected_score_hundredths, score_hundredths, game_difference_hundredths,"
    " counted_games, entry_difference_hundredths, own_games, own_difference_hundredths,"
    " rated_games, sum_hundredths, variation_hundredths, win_hundredths, draw_hundredths",
    "7.3.3": "k, entering_k, peak, games, printed_k, games_carried, k_newcomer, newcomer_games,"
    " k_standard, k_master, master_mark, k_junior, junior_age, junior_mark, k_times_games",
    "7.3.4": "change, rounding_hundredths, changed_rating",
    "8.1": "report_lists, lifted_by_9_1, late_report, too_late",
    "8.2": "announced",
    "8.3": "nothing to compute: who is the rating officer",
    "8.4": "lifted_by_9_4, games_of_hybrid",
    "9.1": "lifted_by_10_1, federations",
    "9.2": "not yet computed: deaths",
    "Council decision of 15 December 2023": "lift, entering_rating, rating_before_floor,"
    " lift_month, lift_below, lift_share",
}
"""The articles that only this edition has otherwise."""
