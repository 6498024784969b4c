"""FIDE ratings, standard chess, of March 2024: the change of a rating.

Articles 8.2.4 and 8.3.
"""

import numpy as np

from projections.rulebooks.engine import game
from projections.rulebooks.engine.columns import Choice, Values, choose, column, total
from projections.rulebooks.engine.inheritance import as_in
from projections.rulebooks.engine.rounding import half_away_from_zero

# 8.2.4 The rating a player has in a tournament


@column(article="8.2.4", level="entry", unit="points", does="choose")
def rating_used(
    rating_at_start: Values, guest: Values, unit: Values, listed_rating: Values
) -> Choice:
    """8.2.4. The player's own rating in a tournament: in force at the start.

    Who had none then but stands on the list before the one that books it uses that one; to his
    opponents he is still unrated. A guest has the rating of another body's list, or by decision.
    """
    return choose(
        (guest, rating_at_start, "7.1.1: a guest, on no list of the pool: the guest's rating"),
        (
            rating_at_start > 0,
            rating_at_start,
            "7.1.1: the rating on the list in force when the tournament began",
        ),
        otherwise=(
            listed_rating.take(unit),
            "8.2.4: unrated when the tournament began, rated since",
        ),
    )


# 8.3 The change of a rating

own_rating = as_in(game.own_rating, "8.3.1. The rating the player is taken to have in the game.")
opponent_rating = as_in(
    game.opponent_rating,
    "8.3.1. The opponent's rating when the tournament began; 0 is unrated.",
    reads={"rating_used": "rating_at_start"},
)
difference = as_in(game.difference, "8.3.1. D: own rating less the opponent's.")
counted_difference = as_in(
    game.counted_difference, "8.3.1. A difference beyond the cap counts as the cap, in every game."
)
expected_score_hundredths = as_in(
    game.expected_score_hundredths, "8.3.2 (a). PD: the score the table expects for a difference."
)
score_hundredths = as_in(game.score_hundredths, "8.3.2 (b). The score: one point, a half or none.")
game_difference_hundredths = as_in(
    game.game_difference_hundredths,
    "8.3.2 (b). Score less expected score; nothing where the game does not count.",
)
counted_games = as_in(
    game.counted_games, "8.3.2 (c). Counted games of the player in the tournament."
)
entry_difference_hundredths = as_in(
    game.entry_difference_hundredths, "8.3.2 (c). Sum of the differences in the tournament."
)


@column(article="8.3.2 (c)", level="unit", unit="games", does="total")
def rated_games(counted_games: Values, unit: Values, listed_rating: Values, units: int) -> Values:
    """8.3.2 (c). n: counted games of a rated player on this list, all tournaments together."""
    return total(counted_games, unit, units) * (listed_rating > 0)


@column(article="8.3.2 (c)", level="unit", unit="hundredths of a point", does="total")
def sum_hundredths(
    entry_difference_hundredths: Values, unit: Values, listed_rating: Values, units: int
) -> Values:
    """8.3.2 (c). Sum of the differences of the rating period."""
    return total(entry_difference_hundredths, unit, units) * (listed_rating > 0)


@column(article="8.3.3", level="unit", unit="points a game point", does="choose")
def k(listed_k: Values, rated_games: Values, k_times_games: int) -> Choice:
    """8.3.3. The K printed on the last list, lowered where K times games exceeds the limit."""
    games = np.maximum(rated_games, 1)
    return choose(
        (
            listed_k * rated_games > k_times_games,
            k_times_games // games,
            "8.3.3: lowered, so that K times the games of the period stays within {k_times_games}",
        ),
        otherwise=(listed_k, "8.3.3: as printed on the list before"),
    )


@column(article="8.3.2 (d)", level="unit", unit="hundredths of a point", does="multiply")
def variation_hundredths(k: Values, sum_hundredths: Values) -> Values:
    """8.3.2 (d). K times the sum of the differences: the change before rounding."""
    return k * sum_hundredths


@column(article="8.3.4", level="unit", unit="points", does="round half away from zero")
def change(variation_hundredths: Values) -> Values:
    """8.3.4. The change of the period, rounded once; a half grows in magnitude."""
    return half_away_from_zero(variation_hundredths, 100)


@column(article="8.3.4", level="unit", unit="hundredths of a point", does="subtract")
def rounding_hundredths(change: Values, variation_hundredths: Values) -> Values:
    """8.3.4. Points added by rounding; negative: subtracted."""
    return 100 * change - variation_hundredths
