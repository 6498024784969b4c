"""FIDE ratings, standard chess: results behind a first rating, and the rules for them.

Article 7.1.4, and 0.1 where its events lie on both sides of a change of the rules. Results of a
round robin that began before 2022 have an average of their own, a fraction: the sum of the
opponents' ratings stands in parts of a point then (`pooled_parts`), and stays exact.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from projections.rulebooks.engine.columns import Choice, Values, choose, column, total
from projections.rulebooks.engine.rounding import half_up

# 0.1 The rules of which day


@column(article="0.1", level="entry", unit="month of an edition, as YYYYMM", does="look up")
def rules_month(counted_games: Values, edition_month: int) -> Values:
    """0.1. Month of the tournament's edition, by the first day of play.

    Reading `carried_rules_month`: results carried over go by the month in which they ended.
    """
    return np.full(len(counted_games), edition_month, dtype=np.int32)


@column(article="0.1", level="unit", unit="month of an edition, as YYYYMM", does="max")
def latest_rules_month(
    pooled: Values, waiting_rules_month: Values, waiting_unit: Values, units: int
) -> Values:
    """0.1. The latest of these months among the results of a first rating; 0: no results."""
    latest = np.zeros(units, dtype=np.int32)
    np.maximum.at(latest, waiting_unit, waiting_rules_month * pooled)
    return latest


@column(article="0.1, 8.2", level="unit", unit="true or false", does="choose")
def by_earlier_rules(
    latest_rules_month: Values, first_rating_by: str, invented_from: int
) -> Choice:
    """0.1, 8.2. Whether a first rating goes by the rules in force before March 2024.

    Reading `first_rating_across_changes`: where all its events began before a change of the rules
    (1 January 2022, 1 March 2024), the old rules hold, otherwise the new ones, for all of them;
    each opponent's rating is that at the start of the event. The floor is that of the list. Other
    value: the rules of the list's day, `first_rating_by list` (`parameter-set`); a first rating
    that FIDE published of events before and after such a day would change it.
    """
    old = (latest_rules_month > 0) & (latest_rules_month < invented_from)
    return choose(
        (np.asarray(first_rating_by != "events"), False, "0.1: by the rules of the list's day"),
        (old, True, "0.1: all its events began before March 2024: by the rules before March 2024"),
        otherwise=(False, "0.1: an event began since March 2024: by the rules since then"),
    )


@column(article="0.1, 8.2", level="unit", unit="true or false", does="choose")
def by_round_robin_rules(
    latest_rules_month: Values, first_rating_by: str, round_robins_abolished: int
) -> Choice:
    """0.1, 8.2. Whether round robins follow the rules before 2022.

    By the rules since then only games against rated opponents count, as in any other event.
    """
    old = (latest_rules_month > 0) & (latest_rules_month < round_robins_abolished)
    return choose(
        (np.asarray(first_rating_by != "events"), False, "0.1: by the rules of the list's day"),
        (old, True, "0.1: all its events began before 2022: by the rules before 2022"),
        otherwise=(False, "0.1: an event began since 2022: by the rules since then"),
    )


# 7.1.4 What it rests on


@column(article="7.1.4", level="waiting", unit="true or false", does="compare")
def in_window(waiting_ended_month: Values, list_month_index: int, pool_months: int) -> Values:
    """7.1.4. Results count for a first rating within the months before the list.

    Reading: by the calendar month in which the tournament ended, list month not included.
    """
    age = list_month_index - waiting_ended_month
    return (age >= 1) & (age <= pool_months)


@column(article="0.1, 7.1.4", level="waiting", unit="true or false", does="compare")
def as_round_robin(
    by_round_robin_rules: Values, waiting_average_denominator: Values, waiting_unit: Values
) -> Values:
    """0.1, 7.1.4. Results of a round robin counted by the round-robin rules, in all games."""
    return by_round_robin_rules.take(waiting_unit) & (waiting_average_denominator > 0)


@column(article="0.1, 7.1.4", level="waiting", unit="games", does="subtract")
def pooled_counted_games(
    pooled: Values,
    as_round_robin: Values,
    waiting_counted_games: Values,
    waiting_unrated_games: Values,
) -> Values:
    """0.1, 7.1.4. Counted games of the result; by other rules only against rated opponents."""
    return (waiting_counted_games - waiting_unrated_games * ~as_round_robin) * pooled


@column(article="7.1.4", level="unit", unit="games", does="total")
def pooled_games(pooled_counted_games: Values, waiting_unit: Values, units: int) -> Values:
    """7.1.4. Games on which a first rating would rest.

    Reading `round_robin_five_games`: in a round robin by the rules before 2022 those against
    unrated opponents are among the five, as in the handbook of 2003 (9.14); in any other event
    only those against rated ones are counted at all. Other value: five against rated opponents, as
    slides of these years say; a first rating published of such an event would change it.
    """
    return total(pooled_counted_games, waiting_unit, units)


@column(article="7.1.4", level="unit", unit="half points", does="total")
def pooled_half_points(
    pooled: Values,
    as_round_robin: Values,
    waiting_half_points: Values,
    waiting_unrated_half_points: Values,
    waiting_unit: Values,
    units: int,
) -> Values:
    """7.1.4. Score in the pooled games, in half points."""
    made = waiting_half_points - waiting_unrated_half_points * ~as_round_robin
    return total(made * pooled, waiting_unit, units)


@column(article="8.2", level="unit", unit="parts of a point", does="multiply")
def pooled_parts(
    pooled: Values,
    as_round_robin: Values,
    waiting_average_denominator: Values,
    waiting_unit: Values,
    units: int,
) -> Values:
    """8.2. In how many parts of a point the ratings are added up: the common denominator.

    1, but for who has results of round robins by their own rules. Of several the common
    denominator may outgrow 64 bits: then whole numbers without a bound are used.
    """
    rows = np.flatnonzero(pooled & as_round_robin)
    parts = np.ones(units, dtype=np.int64)
    if len(rows):
        unit = waiting_unit.take(rows)
        several = len(np.unique(unit)) < len(unit)
        kind: Any = object if several else np.int64
        parts = parts.astype(kind)
        np.lcm.at(parts, unit, waiting_average_denominator.take(rows).astype(kind))
    return parts


@column(article="7.1.4", level="unit", unit="parts of a point", does="total")
def pooled_rating_sum(
    pooled: Values,
    as_round_robin: Values,
    pooled_parts: Values,
    waiting_opponent_rating_sum: Values,
    waiting_counted_games: Values,
    waiting_average_numerator: Values,
    waiting_average_denominator: Values,
    waiting_unit: Values,
    units: int,
) -> Values:
    """7.1.4. Sum of the opponents' ratings, each at the start of the tournament.

    Reading `round_robins_pooled`: each game of a round robin by its own rules brings its average
    Rc, as if that were the opponent's rating (8.3: all results as of one tournament). Other value:
    the mean of the ratings of the events; a first rating published of two would change it.
    """
    ratings = waiting_opponent_rating_sum * (pooled & ~as_round_robin)
    plain = total(ratings, waiting_unit, units) * pooled_parts
    rows = np.flatnonzero(pooled & as_round_robin)
    if len(rows):
        unit = waiting_unit.take(rows)
        games, numerator, denominator = (
            pooled_column.take(rows).astype(plain.dtype)
            for pooled_column in (
                waiting_counted_games,
                waiting_average_numerator,
                waiting_average_denominator,
            )
        )
        np.add.at(plain, unit, games * numerator * (pooled_parts.take(unit) // denominator))
    return plain


@column(article="8.2", level="unit", unit="opponents", does="total")
def shrinking_opponents(
    pooled: Values,
    as_round_robin: Values,
    waiting_all_opponents: Values,
    waiting_unit: Values,
    units: int,
) -> Values:
    """8.2. n of n/(n+1), the factor of a difference below one half; 0: no factor.

    Reading `shrinking_of_several`: it shrinks where every result is of a round robin by its own
    rules, with the opponents of all of them; with another event among them it does not. Other
    value: by the games of round robins alone; a first rating published of such would change it.
    """
    opponents = total(waiting_all_opponents * pooled, waiting_unit, units)
    others = total(pooled & ~as_round_robin, waiting_unit, units)
    return np.where(others == 0, opponents, 0).astype(np.int64)


def average_and(
    difference: Values, rating_sum: Values, opponents: Values, parts: Values, shrinking: Values
) -> NDArray[np.int64]:
    """Return Ra plus a difference, to the nearest whole; a half goes up.

    The sum stands in `parts` of a point; a difference below nothing shrinks to n/(n+1) of it.
    """
    n = np.where(difference < 0, shrinking, 0)
    whole, over, under = opponents * parts, np.maximum(n, 1), n + 1
    exact = rating_sum * under + difference * over * whole
    return half_up(exact, whole * under).astype(np.int64)
