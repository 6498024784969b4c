"""Elo-Rubele, Italian draughts: the change of 2021 to articles 10 and 11 of chapter VI.

The bonus of the year ends; Q comes after every event, against deflation. The day from which this
holds was not readable: the federation sets it when it adopts the edition, whose name says no more
than the year.
"""

from __future__ import annotations

import numpy as np

from projections.rulebooks.grammar import UNIT, Choice, Values, choose, column


@column(article="VI.10, table 17", level=UNIT, unit="points", does="choose")
def q(period_games: Values, q_points: int) -> Choice:
    """VI.10, table 17. Q: points after every valid event, whatever its kind and its length.

    Reading: it is tied to the event as such (B12), so an event at 50 % gives the whole of it too;
    an event is valid for a player from one counted game on.
    """
    return choose(
        (period_games == 0, 0, "VI.10: no counted game, so not a valid event for the player"),
        otherwise=(q_points, "VI.10, table 17: after a valid event"),
    )


@column(article="VI.6, table 12", level=UNIT, unit="points", does="max")
def floor_points(
    rounded_capital: Values,
    q: Values,
    period_games: Values,
    nothing_booked: Values,
    minimum_capital: int,
) -> Values:
    """VI.6, table 12. Points back to the minimum capital. Reading B6: Q included."""
    lacking = np.maximum(minimum_capital - rounded_capital - q, 0)
    return lacking * ((period_games > 0) & ~nothing_booked)


@column(article="VI.10", level=UNIT, unit="points", does="choose")
def rating(
    rounded_capital: Values,
    floor_points: Values,
    q: Values,
    adjustment: Values,
    period_games: Values,
    listed_rating: Values,
    decided_rating: Values,
) -> Choice:
    """VI.10. CF = CI + V + Q; thresholds before Q. Who has played nothing that counts stays."""
    final = rounded_capital + floor_points + q + adjustment
    return choose(
        (period_games > 0, final, "VI.10: after a valid event"),
        ((listed_rating > 0) & (adjustment == -listed_rating), 0, "VI.2: annulled by decision"),
        (adjustment != 0, listed_rating + adjustment, "VI.2: adjusted by decision"),
        (listed_rating > 0, listed_rating, "VI.5: no valid event: unchanged"),
        otherwise=(0 * decided_rating, "VI.9: enters with the first valid event"),
    )


REPEALS = ("bonus", "bonus_had", "bonus_points")
"""What the yearly bonus was computed by."""

ARTICLES = {
    "VI.10": "capital_before, own_rating, opponent_rating, difference, expected_score_hundredths,"
    " score_hundredths, game_difference_hundredths, counted_games, entry_difference_hundredths,"
    " period_games, sum_hundredths, weighted_half_hundredths, exact_capital, variation_exact, q,"
    " rating, bands, expected_scores, win_hundredths, draw_hundredths, q_points,"
    " recounted_difference_half_hundredths, recounted_exact, recounted_play, recounted_q",
    "VI.11": "counted_years, took_part, malus, malus_withdrawn, turned_rating, malus_taken,"
    " malus_years, malus_points, malus_limit, malus_taken_held, malus_years_held, recounted_years;"
    " the bonus ended, but for what corrections take back of it (recounted_bonus)",
    "table 17": "exact_capital, variation_exact, bands, q, q_points, recounted_exact, recounted_q",
    "table 18": "took_part, malus, malus_withdrawn, malus_taken, malus_years, malus_points,"
    " malus_limit, malus_taken_held, malus_years_held, recounted_bonus; 18 a ended with the bonus",
}
"""The articles that changed."""
