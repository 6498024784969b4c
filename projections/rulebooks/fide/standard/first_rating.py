"""FIDE ratings, standard chess, March 2024: first ratings, and results waiting for a rating.

Articles 7.1.4 and 8.2; what it rests on, and by which rules it goes, stands in `first_rating_pool`.
"""

from typing import Any

import numpy as np

from projections.rulebooks.engine.columns import Choice, Values, choose, column, total
from projections.rulebooks.engine.numbers import Table
from projections.rulebooks.engine.rounding import half_up
from projections.rulebooks.fide.standard.first_rating_pool import average_and

# 7.1.4 What waits for a rating


@column(article="7.1.4", level="entry", unit="true or false", does="compare")
def waits(counted_games: Values, unit: Values, listed_rating: Values, guest: Values) -> Values:
    """7.1.4. Results of a player absent from the last list wait for a first rating.

    Those of a guest, whom another body's list rates, do not (`rating.guests`).
    """
    return (listed_rating.take(unit) == 0) & (counted_games > 0) & ~guest


@column(article="7.1.4", level="game", unit="rows", does="look up")
def newcomers_sides(unit: Values, listed_rating: Values, entry: Values) -> Values:
    """7.1.4. Sides of games with a player absent from the last list."""
    return np.flatnonzero((listed_rating.take(unit) == 0).take(entry))


@column(article="7.1.4", level="entry", unit="points", does="total")
def opponent_rating_sum(
    opponent_rating: Values, counts: Values, newcomers_sides: Values, entry: Values, entries: int
) -> Values:
    """7.1.4. Sum of the ratings of a newcomer's rated opponents in the tournament."""
    ratings = opponent_rating.take(newcomers_sides).astype(np.int32) * counts.take(newcomers_sides)
    return total(ratings, entry.take(newcomers_sides), entries)


@column(article="7.1.4", level="entry", unit="half points", does="total")
def half_points(
    score_hundredths: Values,
    counts: Values,
    newcomers_sides: Values,
    entry: Values,
    entries: int,
    draw_hundredths: int,
) -> Values:
    """7.1.4. A newcomer's score against rated opponents in the tournament, in half points."""
    scores = score_hundredths.take(newcomers_sides) * counts.take(newcomers_sides)
    return total(scores // draw_hundredths, entry.take(newcomers_sides), entries)


@column(article="7.1.4", level="waiting", unit="true or false", does="compare")
def goes_on_waiting(pooled: Values, rating: Values, waiting_unit: Values) -> Values:
    """7.1.4. Results that remain: in the window, without a first rating yet."""
    return pooled & (rating.take(waiting_unit) == 0)


# 8.2 The first rating


def fraction_hundredths(half_points: Values, games: Values) -> Values:
    """Return a score in half points over games, to the nearest hundredth; a half goes up."""
    return half_up(100 * half_points, 2 * games)


@column(article="8.2.1", level="waiting", unit="true or false", does="choose")
def accepted(
    was_accepted: Values, waiting_half_points: Values, in_window: Values, waiting_unit: Values
) -> Choice:
    """8.2.1. A first event without a point is disregarded; any other result is kept.

    Reading: "zero" means no point in the games against rated opponents; an event is tested once,
    when it is booked, and only while no accepted event stands in the window. So an event accepted
    without a point stays when the event with the point leaves the window: half a point and three
    losses, later three more, then the half point is too old, and the first rating rests on six
    losses. Rows come in order of unit, then earlier accepted ones, then by end, start and id.
    """
    makes_first = (was_accepted | (waiting_half_points > 0)) & in_window
    reached = np.cumsum(makes_first)
    opening = np.searchsorted(waiting_unit, waiting_unit, side="left")
    before = np.concatenate([[0], reached])[opening]
    return choose(
        (was_accepted, True, "8.2.1: accepted on an earlier list"),
        (
            reached > before,
            True,
            "8.2.1: a point was made in this event or in an earlier accepted event",
        ),
        otherwise=(False, "8.2.1: no point in a first event: disregarded"),
    )


@column(article="7.1.4, 8.2.1", level="waiting", unit="true or false", does="multiply")
def pooled(accepted: Values, in_window: Values) -> Values:
    """7.1.4, 8.2.1. Results that count towards the first rating on this list."""
    return accepted & in_window


@column(article="8.2.1", level="unit", unit="games", does="total")
def disregarded_games(
    accepted: Values, waiting_counted_games: Values, waiting_unit: Values, units: int
) -> Values:
    """8.2.1. Games against rated opponents in first events without a point."""
    return total(waiting_counted_games * ~accepted, waiting_unit, units)


@column(article="8.2.2", level="unit", unit="opponents", does="choose")
def invented_opponents(by_earlier_rules: Values, hypothetical_opponents: int) -> Choice:
    """8.2.2. Invented opponents in the average; the result against each is a draw."""
    return choose(
        (by_earlier_rules, 0, "8.2.2: no invented opponents by the rules before March 2024"),
        otherwise=(hypothetical_opponents, "8.2.2: two invented opponents, a draw against each"),
    )


@column(article="8.2.2", level="unit", unit="opponents", does="add")
def averaged_opponents(pooled_games: Values, invented_opponents: Values) -> Values:
    """8.2.2. Number of opponents in the average, invented included; at least 1."""
    return np.maximum(pooled_games + invented_opponents, 1)


@column(article="8.2.2", level="unit", unit="parts of a point", does="add")
def averaged_rating_sum(
    pooled_rating_sum: Values, invented_opponents: Values, hypothetical_rating: int
) -> Values:
    """8.2.2. Sum of the ratings of all opponents in the average; Ra is this over their number.

    In parts of a point, like what was pooled; where there are more than one, none is invented.
    """
    return pooled_rating_sum + invented_opponents * hypothetical_rating


@column(article="8.2.2", level="unit", unit="hundredths", does="round half up")
def fractional_score_hundredths(
    pooled_half_points: Values, averaged_opponents: Values, invented_opponents: Values
) -> Values:
    """8.2.2. Score over games, the draws against the invented opponents included.

    Reading `tie_p`: to the nearest hundredth, a half goes up (as in the title regulations 1.4.9).
    Other value: a half goes down, or to the even one; a first rating that FIDE published on a share
    with five thousandths would change it.
    """
    return fraction_hundredths(pooled_half_points + invented_opponents, averaged_opponents)


def worth_before_2024(
    pooled_half_points: Values,
    pooled_games: Values,
    fractional_score_hundredths: Values,
    points_each_half_point: int,
    rating_differences: Table,
) -> Choice:
    """Return the points for a score before March 2024: above one half by half points."""
    above = pooled_half_points - pooled_games
    by_table = rating_differences.look_up(fractional_score_hundredths, "difference")
    return choose(
        (above == 0, 0, "8.2.3: half of the possible points: the average itself"),
        (
            above > 0,
            points_each_half_point * above,
            "8.2.3: points for each half point above one half",
        ),
        otherwise=(by_table.astype(np.int32), "8.1.1, 8.2.3: below one half: by the table"),
    )


@column(article="8.1.1, 8.2.3", level="unit", unit="points", does="choose")
def score_difference(
    by_earlier_rules: Values,
    pooled_half_points: Values,
    pooled_games: Values,
    fractional_score_hundredths: Values,
    points_each_half_point: int,
    rating_differences: Table,
) -> Choice:
    """8.1.1, 8.2.3. dp: points for the fractional score, by the table."""
    before = worth_before_2024(
        pooled_half_points,
        pooled_games,
        fractional_score_hundredths,
        points_each_half_point,
        rating_differences,
    )
    half, above, *_ = before.cases
    return choose(
        (by_earlier_rules & half.where, half.value, half.clause),
        (by_earlier_rules & above.where, above.value, above.clause),
        otherwise=(before.otherwise, "8.1.1, 8.2.3: by the table"),
    )


@column(article="8.2.3", level="unit", unit="points", does="round half up")
def computed_first_rating(
    averaged_rating_sum: Values,
    averaged_opponents: Values,
    score_difference: Values,
    pooled_parts: Values,
    shrinking_opponents: Values,
    by_earlier_rules: Values,
    first_rating_cap: int,
) -> Values:
    """8.2.3. Ru = Ra + dp to the nearest whole, at most the cap, which came in March 2024.

    Reading `tie_Ru`: a half goes up.
    """
    uncapped = average_and(
        score_difference, averaged_rating_sum, averaged_opponents, pooled_parts, shrinking_opponents
    )
    return np.where(by_earlier_rules, uncapped, np.minimum(uncapped, first_rating_cap))


@column(
    article="Council decision of 15 December 2023",
    level="unit",
    unit="points",
    does="round half up",
)
def entering_rating(
    computed_first_rating: Values,
    by_earlier_rules: Values,
    list_month: int,
    lift_month: int,
    lift_below: int,
    lift_share: Any,
) -> Values:
    """Council decision of 15 December 2023. The first rating as listed, after the lift.

    Reading `lift_of_a_first_rating`: what the rules before March 2024 give is a rating of the old
    scale; on the list of the lift it is lifted like every other, on later lists as little as any.
    Other value: not lifted; a first rating on FIDE's list of March 2024 would change it.
    """
    if list_month != lift_month:
        return computed_first_rating
    distance = np.maximum(lift_below - computed_first_rating, 0) * by_earlier_rules
    return computed_first_rating + half_up(distance * lift_share.numerator, lift_share.denominator)


@column(article="7.1.4, 8.2", level="unit", unit="points", does="choose")
def first_rating(
    listed_rating: Values,
    pooled_games: Values,
    disregarded_games: Values,
    entering_rating: Values,
    first_rating_games: int,
    floor: int,
) -> Choice:
    """7.1.4, 8.2. The first rating, where publication is permitted; otherwise 0.

    Reading `sub_floor_pool_restart`: below the floor nothing is published and the pool does not
    begin anew: its results go on waiting. Other value: the pool begins anew; a first rating that
    FIDE published, or held back, after such a result would change it.
    """
    return choose(
        (listed_rating > 0, 0, "7.1.4: on the list already"),
        (
            (pooled_games == 0) & (disregarded_games > 0),
            0,
            "8.2.1: no game waits: a first event without a point is disregarded",
        ),
        (pooled_games == 0, 0, "7.1.4: no game against a rated opponent waits"),
        (
            pooled_games < first_rating_games,
            0,
            "7.1.4: fewer than five games: the games wait for a first rating",
        ),
        (
            entering_rating < floor,
            0,
            "7.1.4: below the floor: not published, the games wait for a first rating",
        ),
        otherwise=(entering_rating, "8.2.3: published"),
    )
