"""FIDE ratings, standard chess, March 2024: the resulting list.

Corrections by decision, the lift, the floor, counters, the next K: articles 7.1, 7.2 and 8.3.
"""

from typing import Any

import numpy as np

from projections.rulebooks.engine import game
from projections.rulebooks.engine.columns import Choice, Values, choose, column, total
from projections.rulebooks.engine.inheritance import as_in
from projections.rulebooks.engine.rounding import half_up


@column(article="7.1", level="unit", unit="true or false", does="compare")
def adjustment_applies(
    adjusted: Values, adjusted_from: Values, adjusted_to: Values, listed_rating: Values, floor: int
) -> Values:
    """7.1. A correction of the rating body holds if the last listed rating is the start.

    Reading: an unlisted player is entered by decision only at the floor or above.
    """
    enters = (listed_rating > 0) | (adjusted_to >= floor)
    return adjusted & (adjusted_from == listed_rating) & enters


adjustment = as_in(
    game.adjustment,
    "7.1. Points given or taken by decision; nothing where the decision unlists the player.",
)
decided_bonus = as_in(
    game.decided_bonus,
    """7.1. Points of bonuses given, or taken back, by decision.

    Reading: the text knows no bonus; what the rating body decides stands apart from what it
    corrects. Who is not listed gets none.
    """,
)


@column(article="7.1", level="unit", unit="points", does="multiply")
def correction(corrected_points: Values, listed_rating: Values) -> Values:
    """7.1. Difference between the corrected and the booked changes of closed lists.

    Reading `next_list`: a closed list stays; what it would have given otherwise comes on the first
    open one, in whole points, the difference of published changes; outside sum, n and activity.
    """
    return corrected_points * (listed_rating > 0)


@column(article="7.1", level="unit", unit="points", does="multiply")
def merge(merged_points: Values, listed_rating: Values) -> Values:
    """7.1. The same difference, of closed lists on which two numbers stood for one player.

    Reading `merged_players`: each change is computed again with the games of both; opponents keep
    theirs. A separation takes the difference back.
    """
    return merged_points * (listed_rating > 0)


@column(article="8.3.4", level="unit", unit="points", does="add")
def changed_rating(
    listed_rating: Values,
    change: Values,
    adjustment: Values,
    decided_bonus: Values,
    correction: Values,
    merge: Values,
) -> Values:
    """8.3.4. The rating listed last, with the change of the period and corrections."""
    return listed_rating + change + adjustment + decided_bonus + correction + merge


@column(
    article="Council decision of 15 December 2023",
    level="unit",
    unit="points",
    does="round half up",
)
def lift(
    changed_rating: Values,
    listed_rating: Values,
    list_month: int,
    lift_month: int,
    lift_below: int,
    lift_share: Any,
) -> Values:
    """Council decision of 15 December 2023. The increase of low ratings on the list of March 2024.

    Reading: after the change of the period, with a rounding of its own (ties cannot occur).
    """
    distance = np.maximum(lift_below - changed_rating, 0) * (listed_rating > 0)
    if list_month != lift_month:
        return np.zeros_like(distance)
    return half_up(distance * lift_share.numerator, lift_share.denominator)


@column(article="Council decision of 15 December 2023", level="unit", unit="points", does="add")
def rating_before_floor(changed_rating: Values, lift: Values) -> Values:
    """Council decision of 15 December 2023. The rating compared with the floor."""
    return changed_rating + lift


@column(article="7.2.1", level="unit", unit="points", does="choose")
def rating(
    listed_rating: Values,
    rating_before_floor: Values,
    adjustment_applies: Values,
    adjusted_to: Values,
    first_rating: Values,
    withdrawn_rating: Values,
    floor: int,
) -> Choice:
    """7.2.1. The rating on this list; 0 is unlisted.

    Reading `void_first_rating`: whose first rating would not have come about, as corrected, is off
    this list whatever waits for him; all his games do, and the next list may rate him anew.
    """
    return choose(
        (
            withdrawn_rating > 0,
            0,
            "7.1.4: the first rating is void: the player is not listed, the games wait for a "
            "first rating",
        ),
        (adjustment_applies & (adjusted_to == 0), 0, "7.1: unlisted by decision"),
        ((listed_rating > 0) & (rating_before_floor < floor), 0, "7.2.1: below the floor: unrated"),
        (listed_rating > 0, rating_before_floor, "8.3.4: rated"),
        (adjustment_applies, rating_before_floor, "7.1: entered by decision"),
        otherwise=(first_rating, "8.2: a first rating, where there is one"),
    )


@column(article="8.3.3", level="unit", unit="points", does="max")
def peak(listed_peak: Values, rating: Values) -> Values:
    """8.3.3. The highest rating ever published."""
    return np.maximum(listed_peak, rating)


@column(article="8.3.3", level="unit", unit="games", does="choose")
def games(
    listed_rating: Values,
    rating: Values,
    listed_games: Values,
    corrected_games: Values,
    rated_games: Values,
    pooled_games: Values,
) -> Choice:
    """8.3.3. Counted games so far, including games of a first rating, closed lists as corrected.

    Reading `games_counter_after_delisting`: the counter starts anew when a player is unlisted.
    Other value: it goes on; a K 20 that FIDE printed for a player back on the list, with less than
    30 games since, would change it.
    """
    return choose(
        (rating == 0, 0, "7.2.1: not on the list: the count of games starts again"),
        (
            listed_rating > 0,
            listed_games + corrected_games + rated_games,
            "8.3.3: games so far and those of the period",
        ),
        otherwise=(pooled_games, "7.1.4: games of the first rating"),
    )


@column(article="7.1.2", level="unit", unit="games", does="choose")
def period_games(listed_rating: Values, rated_games: Values, newly_pooled_games: Values) -> Choice:
    """7.1.2. Games rated in the period, as printed on the list."""
    return choose(
        (listed_rating > 0, rated_games, "7.1.2: counted games of the period"),
        otherwise=(newly_pooled_games, "7.1.2: games of the period that count for a first rating"),
    )


@column(article="7.1.2", level="unit", unit="games", does="total")
def newly_pooled_games(
    pooled_counted_games: Values, was_accepted: Values, waiting_unit: Values, units: int
) -> Values:
    """7.1.2. Games of the period added to the results waiting for a first rating."""
    return total(pooled_counted_games * ~was_accepted, waiting_unit, units)


@column(article="7.2.2", level="unit", unit="list, as a month index", does="choose")
def last_counted(
    period_games: Values, listed_last_counted: Values, list_month_index: int
) -> Choice:
    """7.2.2. The last list with a counted game of the player."""
    return choose(
        (period_games > 0, list_month_index, "7.2.2: this one"),
        otherwise=(listed_last_counted, "7.2.2: an earlier one"),
    )


@column(article="7.2.2", level="listed", unit="true or false", does="compare")
def inactive(last_counted: Values, list_month_index: int, inactive_lists: int) -> Values:
    """7.2.2. No counted game on this list and the eleven lists before."""
    return last_counted <= list_month_index - inactive_lists


@column(article="8.3.3", level="unit", unit="points a game point", does="choose")
def printed_k(
    peak: Values,
    games: Values,
    birth_year: Values,
    list_year: int,
    master_mark: int,
    k_master: int,
    junior_age: int,
    junior_mark: int,
    k_junior: int,
    newcomer_games: int,
    k_newcomer: int,
    k_standard: int,
) -> Choice:
    """8.3.3. The K printed on this list, for the games of the next.

    Reading: the master mark for ever; then juniors to the end of the calendar year and only if
    never at the junior mark; then newcomers; an unknown birth year gives no junior K.
    """
    junior = (birth_year > 0) & (list_year - birth_year <= junior_age) & (peak < junior_mark)
    young = "8.3.3: {k_junior} for a junior whose published rating never reached {junior_mark}"
    new = "8.3.3: {k_newcomer} until events with {newcomer_games} games are completed"
    return choose(
        (peak >= master_mark, k_master, "8.3.3: {k_master}, for {master_mark} was once published"),
        (junior, k_junior, young),
        (games < newcomer_games, k_newcomer, new),
        otherwise=(k_standard, "8.3.3: {k_standard}, for {master_mark} was never published"),
    )


@column(article="8.3.3", level="carried", unit="games", does="choose")
def games_carried(
    carried_games: Values, carried_k: Values, newcomer_games: int, k_newcomer: int
) -> Choice:
    """8.3.3. Counted games of a player carried over from before histories begin.

    Reading `games_carried_with_k`: where games were not told (0), a K printed below the
    newcomer's says that so many are completed; else the next list would print a newcomer's.
    Games that were told hold, whatever K was printed.
    """
    completed = (carried_games == 0) & (carried_k > 0) & (carried_k < k_newcomer)
    return choose(
        (completed, newcomer_games, "8.3.3: at least as many games as end the K of a new player"),
        otherwise=(carried_games, "8.3.3: as carried over"),
    )
