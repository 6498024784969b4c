"""FIDE ratings, standard chess, of March 2024: what waits for a first rating, and what it is.

Articles 7.1.4 and 8.2.
"""

from __future__ import annotations

import numpy as np

from projections.rulebooks.choices import Choice, choose
from projections.rulebooks.grammar import ENTRY, GAME, UNIT, WAITING, Values, column, total
from projections.rulebooks.numbers import Table
from projections.rulebooks.rounding import half_up

# 7.1.4 What waits for a rating


@column(article="7.1.4", level=ENTRY, unit="true or false", does="compare")
def waits(counted_games: Values, unit: Values, listed_rating: Values) -> Values:
    """7.1.4. Results of who is not on the last list wait for his first rating."""
    return (listed_rating.take(unit) == 0) & (counted_games > 0)


@column(article="7.1.4", level=GAME, unit="rows", does="look up")
def newcomers_sides(unit: Values, listed_rating: Values, entry: Values) -> Values:
    """7.1.4. The sides of games whose player is not on the last list."""
    return np.flatnonzero((listed_rating.take(unit) == 0).take(entry))


@column(article="7.1.4", level=ENTRY, unit="points", does="total")
def opponent_rating_sum(
    opponent_rating: Values, counts: Values, newcomers_sides: Values, entry: Values, entries: int
) -> Values:
    """7.1.4. Sum of the ratings of a newcomer's rated opponents in the tournament."""
    ratings = opponent_rating.take(newcomers_sides).astype(np.int32) * counts.take(newcomers_sides)
    return total(ratings, entry.take(newcomers_sides), entries)


@column(article="7.1.4", level=ENTRY, unit="half points", does="total")
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


@column(article="7.1.4", level=WAITING, unit="true or false", does="compare")
def in_window(waiting_ended_month: Values, list_month_index: int, pool_months: int) -> Values:
    """7.1.4. Results count for a first rating within the months before the list.

    Reading: by the calendar month in which the tournament ended, list month not included.
    """
    age = list_month_index - waiting_ended_month
    return (age >= 1) & (age <= pool_months)


@column(article="7.1.4", level=UNIT, unit="games", does="total")
def pooled_games(
    pooled: Values, waiting_counted_games: Values, waiting_unit: Values, units: int
) -> Values:
    """7.1.4. Games against rated opponents on which a first rating would rest."""
    return total(waiting_counted_games * pooled, waiting_unit, units)


@column(article="7.1.4", level=UNIT, unit="points", does="total")
def pooled_rating_sum(
    pooled: Values, waiting_opponent_rating_sum: Values, waiting_unit: Values, units: int
) -> Values:
    """7.1.4. Sum of those opponents' ratings, each as it stood when its tournament began."""
    return total(waiting_opponent_rating_sum * pooled, waiting_unit, units)


@column(article="7.1.4", level=UNIT, unit="half points", does="total")
def pooled_half_points(
    pooled: Values, waiting_half_points: Values, waiting_unit: Values, units: int
) -> Values:
    """7.1.4. Score made in those games, in half points."""
    return total(waiting_half_points * pooled, waiting_unit, units)


@column(article="7.1.4", level=WAITING, unit="true or false", does="compare")
def goes_on_waiting(pooled: Values, rating: Values, waiting_unit: Values) -> Values:
    """7.1.4. Results that go on waiting: kept, in the window, and no rating came of them."""
    return pooled & (rating.take(waiting_unit) == 0)


# 8.2 The first rating


def fraction_hundredths(half_points: Values, games: Values) -> Values:
    """Give a score in half points over games, to the nearest hundredth; a half goes up."""
    return half_up(100 * half_points, 2 * games)


def average_and(difference: Values, rating_sum: Values, opponents: Values) -> Values:
    """Give Ra and a difference, to the nearest whole; a half goes up."""
    return half_up(rating_sum + difference * opponents, opponents)


@column(article="8.2.1", level=WAITING, unit="true or false", does="choose")
def accepted(
    was_accepted: Values, waiting_half_points: Values, in_window: Values, waiting_unit: Values
) -> Choice:
    """8.2.1. A first event without a point is disregarded; any other result is kept.

    Reading: "zero" means no point in the games against rated opponents; an event is tested once,
    when it is booked, and only while no accepted event stands in the window. Rows come in order
    of unit, then earlier accepted ones, then by end, start and id.
    """
    makes_first = (was_accepted | (waiting_half_points > 0)) & in_window
    reached = np.cumsum(makes_first)
    opening = np.searchsorted(waiting_unit, waiting_unit, side="left")
    before = np.concatenate([[0], reached])[opening]
    return choose(
        (was_accepted, True, "8.2.1: accepted on an earlier list"),
        (reached > before, True, "8.2.1: a point was made in this event or an accepted one before"),
        otherwise=(False, "8.2.1: no point in a first event: disregarded"),
    )


@column(article="7.1.4, 8.2.1", level=WAITING, unit="true or false", does="multiply")
def pooled(accepted: Values, in_window: Values) -> Values:
    """7.1.4, 8.2.1. Results that count towards the first rating on this list."""
    return accepted & in_window


@column(article="8.2.1", level=UNIT, unit="games", does="total")
def disregarded_games(
    accepted: Values, waiting_counted_games: Values, waiting_unit: Values, units: int
) -> Values:
    """8.2.1. Games against rated opponents in first events without a point."""
    return total(waiting_counted_games * ~accepted, waiting_unit, units)


@column(article="8.2.2", level=UNIT, unit="opponents", does="add")
def averaged_opponents(pooled_games: Values, hypothetical_opponents: int) -> Values:
    """8.2.2. Opponents in the average: those met and the invented ones."""
    return pooled_games + hypothetical_opponents


@column(article="8.2.2", level=UNIT, unit="points", does="add")
def averaged_rating_sum(
    pooled_rating_sum: Values, hypothetical_opponents: int, hypothetical_rating: int
) -> Values:
    """8.2.2. Sum of the ratings of all opponents in the average; Ra is this over their number."""
    return pooled_rating_sum + hypothetical_opponents * hypothetical_rating


@column(article="8.2.2", level=UNIT, unit="hundredths", does="round half up")
def fractional_score_hundredths(
    pooled_half_points: Values, averaged_opponents: Values, hypothetical_opponents: int
) -> Values:
    """8.2.2. Score over games, the draws against the invented opponents included.

    Reading `tie_p`: to the nearest hundredth, a half goes up (as in the title regulations 1.4.9).
    """
    half_points = pooled_half_points + hypothetical_opponents
    return fraction_hundredths(half_points, averaged_opponents)


@column(article="8.1.1, 8.2.3", level=UNIT, unit="points", does="table")
def score_difference(fractional_score_hundredths: Values, rating_differences: Table) -> Values:
    """8.1.1, 8.2.3. dp: what the fractional score is worth in points."""
    return rating_differences.look_up(fractional_score_hundredths, "difference").astype(np.int32)


@column(article="8.2.3", level=UNIT, unit="points", does="round half up")
def computed_first_rating(
    averaged_rating_sum: Values,
    averaged_opponents: Values,
    score_difference: Values,
    first_rating_cap: int,
) -> Values:
    """8.2.3. Ru = Ra + dp to the nearest whole, at most the cap.

    Reading `tie_Ru`: a half goes up.
    """
    uncapped = average_and(score_difference, averaged_rating_sum, averaged_opponents)
    return np.minimum(uncapped, first_rating_cap)


@column(article="7.1.4, 8.2", level=UNIT, unit="points", does="choose")
def first_rating(
    listed_rating: Values,
    pooled_games: Values,
    disregarded_games: Values,
    computed_first_rating: Values,
    first_rating_games: int,
    floor: int,
) -> Choice:
    """7.1.4, 8.2. The first rating, where it may be published; 0 where not.

    Reading `sub_floor_pool_restart`: below the floor nothing is published and the pool does not
    begin anew: its results go on waiting. Reading `pool_across_2024_03`: the rule in force on the
    list date holds for the whole pool, with opponents' ratings as they stood at each start.
    """
    return choose(
        (listed_rating > 0, 0, "7.1.4: on the list already"),
        (
            (pooled_games == 0) & (disregarded_games > 0),
            0,
            "8.2.1: nothing waits: a first event without a point is disregarded",
        ),
        (pooled_games == 0, 0, "7.1.4: no game against a rated opponent waits"),
        (pooled_games < first_rating_games, 0, "7.1.4: fewer than five games: they wait"),
        (computed_first_rating < floor, 0, "7.1.4: below the floor: not published, they wait"),
        otherwise=(computed_first_rating, "8.2.3: published"),
    )
