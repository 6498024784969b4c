"""FIDE Rating Regulations B.02, standard chess: edition in force from 1 January 2022.

Of this chapter (B022022) only 8.2 and 8.3.1 were available, and the limit of 8.3.3; the rest is
told by the edition of 1 March 2024, whose numbers its articles have. It differs in the first
rating, in the cap of a difference, in the floor, and in that nothing was lifted.
"""

import numpy as np

from projections.rulebooks.engine.columns import Choice, Values, choose, column
from projections.rulebooks.engine.numbers import Table
from projections.rulebooks.fide.standard import admission_2022_01_01
from projections.rulebooks.fide.standard.first_rating import fraction_hundredths, worth_before_2024
from projections.rulebooks.fide.standard.first_rating_pool import average_and

BASED_ON = "2024-03-01"

ADMISSION = admission_2022_01_01


REPEALS = (
    "hypothetical_opponents",
    "hypothetical_rating",
    "first_rating_cap",
    "by_earlier_rules",
    "invented_opponents",
    "lift",
    "lift_month",
    "lift_below",
    "lift_share",
    "Council decision of 15 December 2023",
)
"""What came in March 2024 only."""


# 8.2 The first rating


@column(article="8.2.2", level="unit", unit="opponents", does="max")
def averaged_opponents(pooled_games: Values) -> Values:
    """8.2.2. Number of opponents in the average; at least 1, as a divisor."""
    return np.maximum(pooled_games, 1)


@column(article="8.2.2", level="unit", unit="parts of a point", does="look up")
def averaged_rating_sum(pooled_rating_sum: Values) -> Values:
    """8.2.2. Sum of the ratings of the opponents met; Ra is the mean."""
    return pooled_rating_sum


@column(article="8.2.3", level="unit", unit="hundredths", does="round half up")
def fractional_score_hundredths(pooled_half_points: Values, averaged_opponents: Values) -> Values:
    """8.2.3. Score over games.

    Reading `tie_p`: to the nearest hundredth, a half goes up (as in the title regulations 1.4.9).
    """
    return fraction_hundredths(pooled_half_points, averaged_opponents)


@column(article="8.1.1, 8.2.3", level="unit", unit="points", does="choose")
def score_difference(
    pooled_half_points: Values,
    pooled_games: Values,
    fractional_score_hundredths: Values,
    points_each_half_point: int,
    rating_differences: Table,
) -> Choice:
    """8.1.1, 8.2.3. Points for the score; above one half by half points."""
    return worth_before_2024(
        pooled_half_points,
        pooled_games,
        fractional_score_hundredths,
        points_each_half_point,
        rating_differences,
    )


@column(article="8.2.3", level="unit", unit="points", does="round half up")
def computed_first_rating(
    averaged_rating_sum: Values,
    averaged_opponents: Values,
    score_difference: Values,
    pooled_parts: Values,
    shrinking_opponents: Values,
) -> Values:
    """8.2.3. Ru = Ra plus the points for the score, to the nearest whole; no upper limit.

    Reading `tie_Ru`: a half goes up.
    """
    return average_and(
        score_difference, averaged_rating_sum, averaged_opponents, pooled_parts, shrinking_opponents
    )


@column(article="8.2.3", level="unit", unit="points", does="look up")
def entering_rating(computed_first_rating: Values) -> Values:
    """8.2.3. The first rating as listed: there was no lift yet."""
    return computed_first_rating


# 8.3 The change of a rating


@column(article="8.3.1", level="game", unit="true or false", does="max")
def upgraded(
    difference: Values, counts: Values, entry: Values, game: Values, difference_cap: int
) -> Values:
    """8.3.1. The single game of a tournament with a much weaker opponent raised to the cap.

    Reading `once_rule_scope`: it limits what benefits the player, the raising of a weaker
    opponent; a stronger one is lowered in every game. Of equal differences the first game counts.
    Other value: any difference beyond the cap, raised or lowered, once in all; a calculation that
    FIDE published of two much stronger opponents in one tournament would change it.
    """
    beyond = np.flatnonzero((difference > difference_cap) & (counts > 0))
    ranks = np.lexsort((game.take(beyond), -difference.take(beyond), entry.take(beyond)))
    ranked = beyond.take(ranks)
    _, first = np.unique(entry.take(ranked), return_index=True)
    chosen = np.zeros(len(difference), dtype=bool)
    chosen[ranked.take(first)] = True
    return chosen


@column(article="8.3.1", level="game", unit="points", does="choose")
def counted_difference(difference: Values, upgraded: Values, difference_cap: int) -> Choice:
    """8.3.1. More than the cap counts as the cap: against the weaker once in a tournament."""
    capped = "8.3.1: capped at {difference_cap}"
    return choose(
        (difference < -difference_cap, -difference_cap, capped),
        (
            upgraded,
            difference_cap,
            "8.3.1: counted as {difference_cap}: the greatest difference of the tournament",
        ),
        (
            difference > difference_cap,
            difference,
            "8.3.1: in full: another difference of the tournament is greater",
        ),
        otherwise=(difference, "8.3.1: the difference itself"),
    )


# The list that results


@column(article="8.3.4", level="unit", unit="points", does="look up")
def rating_before_floor(changed_rating: Values) -> Values:
    """8.3.4. The rating compared with the floor: there was no lift yet."""
    return changed_rating
