"""FIDE Rating Regulations B.02, standard chess: edition in force from 1 March 2024.

Formulas in the order of the articles; numbers in the TOML of the same name. Tournaments go by the
edition of their first day (0.1), lists by that of the list date.
"""

from __future__ import annotations

from projections.rulebooks.engine import game
from projections.rulebooks.engine.choices import Choice, unless, unplayed
from projections.rulebooks.engine.columns import GAME, Values, column
from projections.rulebooks.engine.inheritance import as_in
from projections.rulebooks.fide.standard import calculation, listing
from projections.rulebooks.fide.standard import first_rating as first
from projections.rulebooks.fide.standard import first_rating_pool as pool

# 5 Unplayed games


@as_in(game.played, article="5.1")
def played() -> None:
    """5.1. A game in which both sides made a move; forfeits and games cut short are not."""


@column(article="5.1, 8.3.1", level=GAME, unit="games", does="choose")
def counts(played: Values, opponent_rating: Values) -> Choice:
    """5.1, 8.3.1. Whether a game counts: it was played, and against a rated opponent."""
    return unless(
        unplayed(~played, "5.1: not played, so not counted"),
        (opponent_rating == 0, "8.3.1: opponent unrated when the tournament began"),
        otherwise="5.1, 8.3.1: played against a rated opponent",
    )


# 7.1.4 What waits for a rating: told in a file of its own

waits = first.waits
newcomers_sides = first.newcomers_sides
opponent_rating_sum = first.opponent_rating_sum
half_points = first.half_points
in_window = pool.in_window
pooled_games = pool.pooled_games
pooled_rating_sum = pool.pooled_rating_sum
pooled_half_points = pool.pooled_half_points
goes_on_waiting = first.goes_on_waiting
rules_month = pool.rules_month
latest_rules_month = pool.latest_rules_month
by_earlier_rules = pool.by_earlier_rules
by_round_robin_rules = pool.by_round_robin_rules
as_round_robin = pool.as_round_robin
pooled_counted_games = pool.pooled_counted_games
pooled_parts = pool.pooled_parts
shrinking_opponents = pool.shrinking_opponents


# 8.2 The first rating: told there too

accepted = first.accepted
pooled = first.pooled
disregarded_games = first.disregarded_games
invented_opponents = first.invented_opponents
averaged_opponents = first.averaged_opponents
averaged_rating_sum = first.averaged_rating_sum
fractional_score_hundredths = first.fractional_score_hundredths
score_difference = first.score_difference
computed_first_rating = first.computed_first_rating
entering_rating = first.entering_rating
first_rating = first.first_rating


# 8.2.4 and 8.3 The change of a rating: told in a file of its own

rating_used = calculation.rating_used
own_rating = calculation.own_rating
opponent_rating = calculation.opponent_rating
difference = calculation.difference
counted_difference = calculation.counted_difference
expected_score_hundredths = calculation.expected_score_hundredths
score_hundredths = calculation.score_hundredths
game_difference_hundredths = calculation.game_difference_hundredths
counted_games = calculation.counted_games
entry_difference_hundredths = calculation.entry_difference_hundredths
rated_games = calculation.rated_games
sum_hundredths = calculation.sum_hundredths
k = calculation.k
variation_hundredths = calculation.variation_hundredths
change = calculation.change
rounding_hundredths = calculation.rounding_hundredths


# 7.1, 7.2 and 8.3 The list that results: told in a file of its own

adjustment_applies = listing.adjustment_applies
adjustment = listing.adjustment
decided_bonus = listing.decided_bonus
correction = listing.correction
changed_rating = listing.changed_rating
lift = listing.lift
rating_before_floor = listing.rating_before_floor
rating = listing.rating
peak = listing.peak
games = listing.games
period_games = listing.period_games
newly_pooled_games = listing.newly_pooled_games
last_counted = listing.last_counted
inactive = listing.inactive
printed_k = listing.printed_k
games_carried = listing.games_carried


ARTICLES = {
    "0.1": "rules_month, latest_rules_month, by_earlier_rules, by_round_robin_rules,"
    " as_round_robin, pooled_counted_games, first_rating_by, invented_from, round_robins_abolished;"
    " tournaments go by the edition of their first day, lists by that of their date",
    "0.2": "not yet computed: registration",
    "0.2.1": "not yet computed: registration 30 days before",
    "0.2.2": "not yet computed: registration 3 days before",
    "0.2.3": "not yet computed: exception by the President",
    "0.2.4": "not yet computed: exception by the Qualification Commission",
    "0.3": "not yet computed: official events",
    "0.4": "not yet computed: refusal",
    "1.1": "not yet computed: thinking time",
    "1.2": "not yet computed: first time control",
    "2.1": "nothing to compute: which laws of chess are played by",
    "3": "not yet computed: hours of play a day",
    "4": "not yet computed: events over 30 days",
    "5.1": "played, counts",
    "6.1": "not yet computed: matches with an unrated player",
    "6.2": "not yet computed: games after a match is decided",
    "7.1": "adjustment_applies, adjustment, decided_bonus, correction",
    "7.1.1": "rating_used",
    "7.1.2": "period_games, newly_pooled_games; title, federation, sex and year of birth are the"
    " register's, and stand beside the list",
    "7.1.3": "closing_days",
    "7.1.4": "waits, in_window, as_round_robin, pooled_counted_games, pooled_games,"
    " pooled_rating_sum, pooled_half_points,"
    " newcomers_sides, opponent_rating_sum, half_points, pooled, first_rating, goes_on_waiting,"
    " first_rating_games, pool_months, floor",
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
    " fractional_score_hundredths,"
    " hypothetical_opponents, hypothetical_rating",
    "8.2.3": "score_difference, computed_first_rating, first_rating_cap, points_each_half_point",
    "8.2.4": "rating_used",
    "8.3": "nothing to compute: a heading",
    "8.3.1": "counts, own_rating, opponent_rating, difference, counted_difference, difference_cap",
    "8.3.2": "expected_score_hundredths, score_hundredths, game_difference_hundredths,"
    " counted_games, entry_difference_hundredths, rated_games, sum_hundredths,"
    " variation_hundredths, win_hundredths, draw_hundredths",
    "8.3.3": "k, peak, games, printed_k, games_carried, k_newcomer, newcomer_games,"
    " k_standard, k_master, master_mark, k_junior, junior_age, junior_mark, k_times_games",
    "8.3.4": "change, rounding_hundredths, changed_rating",
    "9.1": "not yet computed: late reports",
    "9.2": "not yet computed: announced as rated",
    "9.3": "nothing to compute: who is the rating officer",
    "9.4": "not yet computed: games of hybrid events",
    "10.1": "not yet computed: registration through a federation",
    "10.2": "not yet computed: deaths",
    "Council decision of 15 December 2023": "lift, entering_rating, rating_before_floor,"
    " lift_month, lift_below, lift_share",
}
"""Every numbered article, and the decision beside them: columns, numbers, or why there are none."""
