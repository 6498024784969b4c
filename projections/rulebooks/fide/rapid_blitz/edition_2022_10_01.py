"""FIDE rapid and blitz ratings: edition in force from 1 October 2022.

Its text was not available: it is told by the standard regulations of 1 January 2022, with which
it was brought into line. Where the lift of its first list stands in it is not known.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

import numpy as np

from projections.rulebooks.engine.choices import Choice, choose
from projections.rulebooks.engine.columns import UNIT, Values, column, columns_of
from projections.rulebooks.engine.inheritance import as_in
from projections.rulebooks.engine.months import month_number
from projections.rulebooks.fide.rapid_blitz import (
    admission_2022_01_01,
    first_ratings,
    numbering,
    rapid_blitz,
)
from projections.rulebooks.fide.standard import listing

BASED_ON = "fide-standard 2022-01-01"

NUMBERING = numbering.NUMBERING

PARTS = (first_ratings, rapid_blitz)

ADMISSION = admission_2022_01_01

REPEALS = ("games_carried",)
"""A K printed while it was one for all tells nothing of games."""

_as_in_standard = columns_of(listing)["printed_k"].taken_over(NUMBERING)


def also_concerned(list_date: date, birth_year: Values, numbers: Mapping[str, Any]) -> Values:
    """7.3.3. Every player on the lists with the lift and with the first K of standard chess."""
    if month_number(list_date) in {numbers.get("lift_month"), numbers.get("k_as_in_standard_from")}:
        return np.ones(len(birth_year), dtype=bool)
    return np.zeros(len(birth_year), dtype=bool)


@column(article="7.3.3", level=UNIT, unit="points a game point", does="choose")
def printed_k(
    peak: Values,
    games: Values,
    birth_year: Values,
    list_year: int,
    list_month: int,
    master_mark: int,
    k_master: int,
    junior_age: int,
    junior_mark: int,
    k_junior: int,
    newcomer_games: int,
    k_newcomer: int,
    k_standard: int,
    k_of_all: int,
    k_as_in_standard_from: int,
) -> Choice:
    """7.3.3. The K printed on this list, for the games of the next.

    Reading `k_from_december`: as in standard chess, but from the list of December 2022 on; those of
    October and November went on printing one K for all. Other value: from October 2022 on, as the
    text is dated; a calculation published for games of that October or November would change it.
    """
    if list_month < k_as_in_standard_from:
        return choose(otherwise=(np.full_like(peak, k_of_all), "7.3.3: 20 for all, until November"))
    numbers = (master_mark, k_master, junior_age, junior_mark, k_junior, newcomer_games)
    choice: Choice = listing.printed_k(
        peak, games, birth_year, list_year, *numbers, k_newcomer, k_standard
    )
    return _as_in_standard.in_its_numbers(choice)


@column(article="7.3.3", level=UNIT, unit="points a game point", does="choose")
def entering_k(
    listed_rating: Values,
    list_month: int,
    k_newcomer: int,
    k_of_all: int,
    k_as_in_standard_from: int,
) -> Choice:
    """7.3.3. The K of a player who enters with a standard rating, as an earlier list would print.

    Reading `k_from_december`: the list of December 2022 is the first that printed K as in standard
    chess, for games of January; up to that list, it included, nobody plays with another K than 20.
    """
    everybody, newcomer = (np.full_like(listed_rating, k) for k in (k_of_all, k_newcomer))
    if list_month <= k_as_in_standard_from:
        return choose(otherwise=(everybody, "7.3.3: 20 for all, until November"))
    return choose(otherwise=(newcomer, "7.3.3: of a player new to the list"))


@column(article="Amendment of 1 October 2022", level=UNIT, unit="points", does="subtract")
def lift(
    changed_rating: Values,
    base_rating: Values,
    standard_listed_rating: Values,
    list_month: int,
    lift_month: int,
    lift_margin: int,
) -> Values:
    """Amendment of 1 October 2022. Increase of ratings far below the standard ratings.

    Reading `lift_compares`: the rating after the change of the period, with the standard list of
    the same day; who stands more than the margin below it is lifted to the margin.
    """
    distance = standard_listed_rating - lift_margin - changed_rating
    if list_month != lift_month:
        return np.zeros_like(distance)
    return np.maximum(distance, 0) * (base_rating > 0)


@as_in(listing.rating_before_floor, article="Amendment of 1 October 2022")
def rating_before_floor() -> None:
    """Amendment of 1 October 2022. The rating compared with the floor."""


ARTICLES = {
    "0.1": "rules_month, latest_rules_month, by_round_robin_rules, as_round_robin,"
    " pooled_counted_games, first_rating_by, invented_from, round_robins_abolished; tournaments go"
    " by the edition of their first day, lists by that of their date",
    "0.2": "registration_days, registration_days_norms, late_registration, lifted_by_0_2,"
    " hybrid_approval, lifted_by_0_2_hybrid, hybrid_unapproved, late_barred, registered_late,"
    " registration, schedule, schedule_kept, unapproved, hybrid_barred, hybrid_play",
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
    " pooled, first_rating, goes_on_waiting, first_rating_games, pool_months, floor; its text was"
    " not available",
    "6.2": "nothing to compute: a heading",
    "6.2.1": "rating, games, floor",
    "6.2.2": "last_counted, inactive, inactive_lists",
    "7": "nothing to compute: what the system is for",
    "7.1": "nothing to compute: what the scale is",
    "7.1.1": "score_difference, rating_differences",
    "7.1.2": "expected_scores",
    "7.2": "first_rating, by_round_robin_rules, pooled_parts, shrinking_opponents",
    "7.2.1": "start_rating, rating_used, as_rated, waits, own_games, own_difference_hundredths,"
    " seeding_day, seed_rating, base_rating",
    "7.2.2": "accepted, pooled, disregarded_games, first_event_half_points, few_games_suffice,"
    " first_event_games",
    "7.2.3": "averaged_opponents, averaged_rating_sum",
    "7.2.4": "fractional_score_hundredths, score_difference, computed_first_rating,"
    " entering_rating, half_point_worth, points_each_half_point, points_each_half_point_to_2021,"
    " brought_into_line",
    "7.2.5": "rating_used",
    "7.3": "nothing to compute: a heading",
    "7.3.1": "counts, own_rating, opponent_rating, difference, upgraded, counted_difference,"
    " difference_cap",
    "7.3.2": "expected_score_hundredths, score_hundredths, game_difference_hundredths,"
    " counted_games, entry_difference_hundredths, own_games, own_difference_hundredths,"
    " rated_games, sum_hundredths, variation_hundredths, win_hundredths, draw_hundredths",
    "7.3.3": "k, entering_k, peak, games, printed_k, k_newcomer, newcomer_games, k_standard,"
    " k_master, master_mark, k_junior, junior_age, junior_mark, k_times_games, k_of_all,"
    " k_as_in_standard_from",
    "7.3.4": "change, rounding_hundredths, changed_rating; its text was not available",
    "8.1": "report_lists, lifted_by_9_1, late_report, too_late",
    "8.2": "announced",
    "8.3": "nothing to compute: who is the rating officer",
    "8.4": "lifted_by_9_4, games_of_hybrid",
    "9.1": "lifted_by_10_1, federations",
    "9.2": "not yet computed: deaths",
    "Amendment of 1 October 2022": "lift, rating_before_floor, lift_month, lift_margin",
}
"""The articles that only this edition has otherwise."""
