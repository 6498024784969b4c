"""FIDE ratings, standard chess: what a first rating rests on, and by which rules it goes.

Article 7.1.4, and 0.1 where its events lie on both sides of a change of the rules.
"""

from __future__ import annotations

import numpy as np

from projections.rulebooks.choices import Choice, choose
from projections.rulebooks.grammar import ENTRY, UNIT, WAITING, Values, column, total

# 7.1.4 What it rests on


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


# 0.1 The rules of which day


@column(article="0.1", level=ENTRY, unit="month of an edition, as YYYYMM", does="look up")
def rules_month(counted_games: Values, edition_month: int) -> Values:
    """0.1. The month of the edition by which the tournament goes, that of its first day.

    Reading `carried_rules_month`: results carried over go by the month in which they ended.
    """
    return np.full(len(counted_games), edition_month, dtype=np.int32)


@column(article="0.1", level=UNIT, unit="month of an edition, as YYYYMM", does="max")
def latest_rules_month(
    pooled: Values, waiting_rules_month: Values, waiting_unit: Values, units: int
) -> Values:
    """0.1. The latest of these months among the results of a first rating; 0: no results."""
    latest = np.zeros(units, dtype=np.int32)
    np.maximum.at(latest, waiting_unit, waiting_rules_month * pooled)
    return latest


@column(article="0.1, 8.2", level=UNIT, unit="true or false", does="choose")
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
        (old, True, "0.1: all its events began before March 2024: by the rules before it"),
        otherwise=(False, "0.1: an event began since March 2024: by the rules since then"),
    )
