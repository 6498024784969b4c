"""FIDE rapid and blitz ratings: edition in force from 1 July 2013.

Told by the edition of 2014. The bound between rapid and blitz moved to ten minutes on this day, as
the congress of 2012 decided; a first rating still took nine games, as in standard chess.
"""

from __future__ import annotations

BASED_ON = "2014-07-01"


ARTICLES = {
    "6.1.4": "waits, in_window, as_round_robin, pooled_counted_games, pooled_games,"
    " pooled_rating_sum, pooled_half_points, newcomers_sides, opponent_rating_sum, half_points,"
    " pooled, first_rating, goes_on_waiting, first_rating_games, pool_months, floor; nine games,"
    " as announced; its text was not available",
}
"""The articles it has otherwise than the text of 2014, besides numbers."""
