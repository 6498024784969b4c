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
from projections.rulebooks.fide.standard import newcomers_in_round_robins as newcomers
from projections.rulebooks.fide.standard import round_robins
from projections.rulebooks.fide.standard.edition_2024_03_01 import counted_difference

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


# 6 Round robins, 8.2 and 8.52 their newcomers: told in files of their own

round_robin = round_robins.round_robin
double = round_robins.double
in_round_robin = round_robins.in_round_robin
undecided_round_robin = round_robins.undecided_round_robin
without_a_point = newcomers.without_a_point
met = newcomers.met
all_games = newcomers.all_games
all_half_points = newcomers.all_half_points
all_opponents = newcomers.all_opponents
all_score_difference = newcomers.all_score_difference
average_denominator = newcomers.average_denominator
average_numerator = newcomers.average_numerator
round_robin_rating = newcomers.round_robin_rating
opponent_rating = newcomers.opponent_rating
unrated_games = newcomers.unrated_games
unrated_half_points = newcomers.unrated_half_points
opponent_rating_sum = newcomers.opponent_rating_sum
waits = newcomers.waits


@column(article="5, 6, 8.5, 8.52", level=GAME, unit="games", does="choose")
def counts(
    played: Values,
    opponent_rating: Values,
    undecided_round_robin: Values,
    without_a_point: Values,
    entry: Values,
    opponent_entry: Values,
) -> Choice:
    """5, 6, 8.5, 8.52. Whether a game counts: it was played, and against a rated opponent.

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
    "0.2": "not available: registration",
    "0.3": "not available: official events and arbiters",
    "1.1": "not yet computed: thinking time",
    "1.2": "not yet computed: first time control",
    "2": "nothing to compute: which laws of chess are played by",
    "3": "not yet computed: hours of play a day",
    "4": "not available: length of a tournament",
    "5": "played, counts",
    "6": "round_robin, double, in_round_robin, undecided_round_robin, counts, waits",
    "7.1": "adjustment_applies, adjustment, decided_bonus, correction, rating_used, period_games,"
    " newly_pooled_games, closing_days, waits, in_window, as_round_robin, pooled_counted_games,"
    " pooled_games, pooled_rating_sum, pooled_half_points, newcomers_sides, opponent_rating_sum,"
    " half_points, pooled, first_rating,"
    " goes_on_waiting, first_rating_games, pool_months, floor",
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
    " win_hundredths, draw_hundredths, k, peak, games, printed_k, games_carried,"
    " k_newcomer, newcomer_games, k_standard, k_master, master_mark, k_junior, junior_age,"
    " junior_mark, k_times_games",
    "8.52": "opponent_rating, round_robin_rating, counts, unrated_games, unrated_half_points",
    "8.57": "change, rounding_hundredths, changed_rating, rating_before_floor",
    "8.58": "not available: how ratings in a round robin are found, step by step; by 8.2 no step"
    " rests on another",
    "9": "not available: late reports",
}
"""Every article whose number is known: columns, numbers, or why there are none."""
