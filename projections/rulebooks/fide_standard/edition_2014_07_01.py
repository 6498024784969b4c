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

from projections.rulebooks import game, pairing_systems
from projections.rulebooks.choices import Choice, choose, unless, unplayed
from projections.rulebooks.fide_standard.edition_2024_03_01 import counted_difference
from projections.rulebooks.fide_standard.first_rating import fraction_hundredths
from projections.rulebooks.grammar import ENTRY, GAME, TOURNAMENT, Values, column, total
from projections.rulebooks.numbers import Table
from projections.rulebooks.rounding import half_up
from projections.rulebooks.taking_over import as_in

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


# 6 Round robins


@column(article="6", level=TOURNAMENT, unit="true or false", does="read")
def told_otherwise(pairing_system_text: Values) -> Values:
    """6. Whether a pairing system is announced that is no round robin."""
    return pairing_systems.says_another(pairing_system_text, pairing_systems.ROUND_ROBINS)


@column(article="6", level=ENTRY, unit="true or false", does="compare")
def may_be_round_robin(
    pairings: Values, entrants: Values, told_otherwise: Values, tournament: Values
) -> Values:
    """6. Whether the tournament may be a round robin, which has rules of its own for newcomers.

    Reading `round_robin_told`: where the announcement names another pairing system, it is none.
    Else its pairings tell: with fewer than it takes for all to meet it is none; with as many
    nobody can tell it from another system, and it is not guessed.

    Reading `round_robin_unplayed`: with fewer pairings it is none even where a round robin was
    announced: the rules of these years had one with games left out reported as a Swiss. A forfeit
    is a pairing.
    """
    return (2 * pairings >= entrants * (entrants - 1)) & ~told_otherwise.take(tournament)


@column(article="5, 8.5, 8.52", level=GAME, unit="games", does="choose")
def counts(
    played: Values,
    opponent_rating: Values,
    may_be_round_robin: Values,
    game_exempt_8_52: Values,
    entry: Values,
) -> Choice:
    """5, 8.5, 8.52. Whether a game counts: it was played, and against a rated opponent.

    In a round robin games against unrated opponents counted too, with ratings found by steps
    (8.52, 8.58); how is in the text that was not available, so it needs a decision. What was
    decided is no game counted here: its points, if any, come as an adjustment.
    """
    unrated = opponent_rating == 0
    in_round_robin = unrated & may_be_round_robin.take(entry)
    settle = "{lift_8_52}, with ratings-adjusted if it has points; or {exclude}; or {tell_system}"
    return unless(
        unplayed(~played, "5: not played, so not counted"),
        (
            in_round_robin & game_exempt_8_52,
            "8.52: opponent unrated in what may be a round robin: decided",
        ),
        (
            in_round_robin,
            f"8.52: opponent unrated in what may be a round robin: needs a decision\n{settle}",
        ),
        (unrated, "8.5: opponent unrated when the tournament began"),
        otherwise="5, 8.5: played against a rated opponent",
    )


@column(article="7.1, 8.2", level=ENTRY, unit="true or false", does="choose")
def waits(
    counted_games: Values,
    unit: Values,
    listed_rating: Values,
    may_be_round_robin: Values,
    player_exempt_8_2: Values,
) -> Choice:
    """7.1, 8.2. Results of who is not on the last list wait for his first rating.

    Of what may be a round robin they do not: its newcomers are entered by decision, for which
    `round_robin_rating` gives the figure.
    """
    settle = (
        "decide his rating (ratings-adjusted); the rule alone gives {round_robin_rating}; given one"
        " or none, {lift_8_2}; or {tell_system}"
    )
    return choose(
        (listed_rating.take(unit) > 0, False, "7.1: on the last list"),
        (counted_games == 0, False, "7.1: no game against a rated opponent"),
        (
            may_be_round_robin & player_exempt_8_2,
            False,
            "8.2: a newcomer in what may be a round robin: decided",
        ),
        (
            may_be_round_robin,
            False,
            f"8.2: a newcomer in what may be a round robin: needs a decision\n{settle}",
        ),
        otherwise=(True, "7.1: they wait for a first rating"),
    )


@as_in(game.counted_games, article="8.2", reads={"counts": "played"})
def all_games() -> None:
    """8.2. Games the player really played in the tournament, against rated and unrated."""


@column(article="8.2", level=ENTRY, unit="half points", does="total")
def all_half_points(
    score_hundredths: Values, played: Values, entry: Values, entries: int, draw_hundredths: int
) -> Values:
    """8.2. His score in all of them, in half points."""
    return total(score_hundredths * played // draw_hundredths, entry, entries)


@column(article="8.1a, 8.2", level=ENTRY, unit="points", does="table")
def all_score_difference(
    all_games: Values, all_half_points: Values, rating_differences: Table
) -> Values:
    """8.1a, 8.2. dp of his score over all his games; 0 where he played none.

    Reading `tie_p`: to the nearest hundredth, a half goes up.
    """
    fraction = fraction_hundredths(all_half_points, np.maximum(all_games, 1))
    found = rating_differences.look_up(fraction, "difference").astype(np.int32)
    return np.where(all_games > 0, found, 0)


@column(article="8.2", level=ENTRY, unit="points", does="round half up")
def round_robin_rating(
    all_games: Values,
    all_half_points: Values,
    all_score_difference: Values,
    rating_at_start: Values,
    tournament: Values,
    tournaments: int,
    points_each_half_point: int,
) -> Values:
    """8.2. What the rule of round robins gives a newcomer from this tournament alone; 0: nothing.

    With n games: Rc is the mean rating of the rated players less the mean of their dp times
    n/(n+1); above one half so many points for each half point, below it dp times n/(n+1).
    It decides nothing: the competent body does.
    """
    rated, games = rating_at_start > 0, all_games
    players, ratings, worth = (
        total(each, tournament, tournaments).take(tournament)
        for each in (rated, rating_at_start * rated, all_score_difference * rated)
    )
    above = all_half_points - games
    gain = points_each_half_point * above * (games + 1)
    score = np.where(above >= 0, gain, all_score_difference * games)
    exact = ratings * (games + 1) - worth * games + score * players
    known = ~rated & (players > 0) & (games > 0)
    return np.where(known, half_up(exact, np.maximum(players, 1) * (games + 1)), 0)


ARTICLES = {
    "0.1": "rules_month, latest_rules_month, first_rating_by, invented_from; tournaments go by the"
    " edition of their first day",
    "0.2": "not available: registration",
    "0.3": "not available: official events and arbiters",
    "1.1": "not yet computed: thinking time",
    "1.2": "not yet computed: first time control",
    "2": "nothing to compute: which laws of chess are played by",
    "3": "not yet computed: hours of play a day",
    "4": "not available: length of a tournament",
    "5": "played, counts",
    "6": "told_otherwise, may_be_round_robin;"
    " who must be rated in a round robin is not yet computed",
    "7.1": "adjustment_applies, adjustment, decided_bonus, correction, rating_used, period_games,"
    " newly_pooled_games, closing_days, waits, in_window, pooled_games, pooled_rating_sum,"
    " pooled_half_points, newcomers_sides, opponent_rating_sum, half_points, pooled, first_rating,"
    " goes_on_waiting, first_rating_games, pool_months, floor",
    "7.2": "rating, games, last_counted, inactive, inactive_lists, floor",
    "8.1": "nothing to compute: what the scale is",
    "8.1a": "score_difference, all_score_difference, rating_differences",
    "8.1b": "expected_scores",
    "8.2": "averaged_opponents, averaged_rating_sum, fractional_score_hundredths,"
    " score_difference, computed_first_rating, entering_rating, first_rating,"
    " points_each_half_point, waits,"
    " all_games, all_half_points, all_score_difference, round_robin_rating",
    "8.21": "accepted, pooled, disregarded_games",
    "8.3": "computed_first_rating; results are taken as of one tournament",
    "8.4": "rating_used",
    "8.5": "counts, own_rating, opponent_rating, difference, counted_difference, difference_cap,"
    " expected_score_hundredths, score_hundredths, game_difference_hundredths, counted_games,"
    " entry_difference_hundredths, rated_games, sum_hundredths, variation_hundredths,"
    " win_hundredths, draw_hundredths, k, peak, games, printed_k, games_carried,"
    " k_newcomer, newcomer_games, k_standard, k_master, master_mark, k_junior, junior_age,"
    " junior_mark, k_times_games",
    "8.52": "counts; the ratings of unrated opponents in a round robin need a decision",
    "8.57": "change, rounding_hundredths, changed_rating, rating_before_floor",
    "8.58": "not available: how ratings in a round robin are found, step by step",
    "9": "not available: late reports",
}
"""Every article whose number is known: columns, numbers, or why there are none."""
