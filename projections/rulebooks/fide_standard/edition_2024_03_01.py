"""FIDE Rating Regulations B.02, standard chess: edition in force from 1 March 2024.

Formulas in the order of the articles; numbers in the TOML of the same name. Tournaments go by the
edition of their first day (0.1), lists by that of the list date.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from projections.rulebooks import adjusting, game
from projections.rulebooks.choices import Choice, choose, unless, unplayed
from projections.rulebooks.fide_standard import first_rating as first
from projections.rulebooks.grammar import CARRIED, ENTRY, GAME, LISTED, UNIT, Values, column, total
from projections.rulebooks.rounding import half_away_from_zero, half_up
from projections.rulebooks.taking_over import as_in

# 5 Unplayed games


@as_in(game.played, article="5.1")
def played() -> None:
    """5.1. A game in which both sides made a move; forfeits and games cut short are not."""


@column(article="5.1, 8.3.1", level=GAME, unit="games", does="choose")
def counts(played: Values, opponent_rating: Values) -> Choice:
    """5.1, 8.3.1. Whether a game counts: it was played, and against a rated opponent."""
    return unless(
        unplayed(~played, "5.1: not played, so not counted"),
        (opponent_rating == 0, "8.3.1: opponent unrated when the tournament began"),
        otherwise="5.1, 8.3.1: played against a rated opponent",
    )


# 7.1.4 What waits for a rating: told in a file of its own

waits = first.waits
newcomers_sides = first.newcomers_sides
opponent_rating_sum = first.opponent_rating_sum
half_points = first.half_points
in_window = first.in_window
pooled_games = first.pooled_games
pooled_rating_sum = first.pooled_rating_sum
pooled_half_points = first.pooled_half_points
goes_on_waiting = first.goes_on_waiting


# 8.2 The first rating: told there too

accepted = first.accepted
pooled = first.pooled
disregarded_games = first.disregarded_games
averaged_opponents = first.averaged_opponents
averaged_rating_sum = first.averaged_rating_sum
fractional_score_hundredths = first.fractional_score_hundredths
score_difference = first.score_difference
computed_first_rating = first.computed_first_rating
first_rating = first.first_rating


@column(article="8.2.4", level=ENTRY, unit="points", does="choose")
def rating_used(rating_at_start: Values, unit: Values, listed_rating: Values) -> Choice:
    """8.2.4. The player's own rating in a tournament: the one in force when it began.

    Who had none then but stands on the list before the one that books it uses that one; to his
    opponents he is still unrated.
    """
    return choose(
        (rating_at_start > 0, rating_at_start, "7.1.1: the list in force when it began"),
        otherwise=(listed_rating.take(unit), "8.2.4: unrated when it began, rated since"),
    )


# 8.3 The change of a rating


@as_in(game.own_rating, article="8.3.1")
def own_rating() -> None:
    """8.3.1. The rating the player is taken to have in the game."""


@as_in(game.opponent_rating, article="8.3.1", reads={"rating_used": "rating_at_start"})
def opponent_rating() -> None:
    """8.3.1. The opponent's rating when the tournament began; 0 is unrated."""


@as_in(game.difference, article="8.3.1")
def difference() -> None:
    """8.3.1. D: own rating less the opponent's."""


@as_in(game.counted_difference, article="8.3.1")
def counted_difference() -> None:
    """8.3.1. A difference beyond the cap counts as the cap, in every game."""


@as_in(game.expected_score_hundredths, article="8.3.2 (a)")
def expected_score_hundredths() -> None:
    """8.3.2 (a). PD: the score the table expects for a difference."""


@as_in(game.score_hundredths, article="8.3.2 (b)")
def score_hundredths() -> None:
    """8.3.2 (b). The score made: one, a half or nothing."""


@as_in(game.game_difference_hundredths, article="8.3.2 (b)")
def game_difference_hundredths() -> None:
    """8.3.2 (b). Score less expected score; nothing where the game does not count."""


@as_in(game.counted_games, article="8.3.2 (c)")
def counted_games() -> None:
    """8.3.2 (c). Games of the tournament that count for the player."""


@as_in(game.entry_difference_hundredths, article="8.3.2 (c)")
def entry_difference_hundredths() -> None:
    """8.3.2 (c). Sum of the differences in the tournament."""


@column(article="8.3.2 (c)", level=UNIT, unit="games", does="total")
def rated_games(counted_games: Values, unit: Values, listed_rating: Values, units: int) -> Values:
    """8.3.2 (c). n: counted games of a rated player on this list, all tournaments together."""
    return total(counted_games, unit, units) * (listed_rating > 0)


@column(article="8.3.2 (c)", level=UNIT, unit="hundredths of a point", does="total")
def sum_hundredths(
    entry_difference_hundredths: Values, unit: Values, listed_rating: Values, units: int
) -> Values:
    """8.3.2 (c). Sum of the differences of the rating period."""
    return total(entry_difference_hundredths, unit, units) * (listed_rating > 0)


@column(article="8.3.3", level=UNIT, unit="points a game point", does="choose")
def k(listed_k: Values, rated_games: Values, k_times_games: int) -> Choice:
    """8.3.3. The K printed on the last list, lowered where K times games exceeds the limit."""
    games = np.maximum(rated_games, 1)
    return choose(
        (
            listed_k * rated_games > k_times_games,
            k_times_games // games,
            "8.3.3: lowered, so that K times the games of the period stays within 700",
        ),
        otherwise=(listed_k, "8.3.3: as printed on the list before"),
    )


@column(article="8.3.2 (d)", level=UNIT, unit="hundredths of a point", does="multiply")
def variation_hundredths(k: Values, sum_hundredths: Values) -> Values:
    """8.3.2 (d). K times the sum of the differences: the change before rounding."""
    return k * sum_hundredths


@column(article="8.3.4", level=UNIT, unit="points", does="round half away from zero")
def change(variation_hundredths: Values) -> Values:
    """8.3.4. The change of the period, rounded once; a half grows in magnitude."""
    return half_away_from_zero(variation_hundredths, 100)


@column(article="8.3.4", level=UNIT, unit="hundredths of a point", does="subtract")
def rounding_hundredths(change: Values, variation_hundredths: Values) -> Values:
    """8.3.4. What the rounding added or took."""
    return 100 * change - variation_hundredths


# The list that results: corrections by decision, the lift, the floor, counters, the next K


@column(article="7.1", level=UNIT, unit="true or false", does="compare")
def adjustment_applies(
    adjusted: Values, adjusted_from: Values, adjusted_to: Values, listed_rating: Values, floor: int
) -> Values:
    """7.1. A correction of the rating body holds if it starts from the rating listed last.

    Reading: an unlisted player is entered by decision only at the floor or above.
    """
    enters = (listed_rating > 0) | (adjusted_to >= floor)
    return adjusted & (adjusted_from == listed_rating) & enters


@as_in(adjusting.adjustment, article="7.1")
def adjustment() -> None:
    """7.1. Points given or taken by decision; nothing where the decision unlists the player."""


@column(article="7.1", level=UNIT, unit="points", does="multiply")
def correction(corrected_points: Values, listed_rating: Values) -> Values:
    """7.1. What closed lists would have given more or less, had their facts been as corrected.

    Reading `next_list`: a closed list stays; what it would have given otherwise comes on the first
    open one, in whole points, the difference of published changes; outside sum, n and activity.
    """
    return corrected_points * (listed_rating > 0)


@column(article="8.3.4", level=UNIT, unit="points", does="add")
def changed_rating(
    listed_rating: Values, change: Values, adjustment: Values, correction: Values
) -> Values:
    """8.3.4. The rating listed last, with the change of the period and corrections."""
    return listed_rating + change + adjustment + correction


@column(
    article="Council decision of 15 December 2023", level=UNIT, unit="points", does="round half up"
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


@column(article="Council decision of 15 December 2023", level=UNIT, unit="points", does="add")
def rating_before_floor(changed_rating: Values, lift: Values) -> Values:
    """Council decision of 15 December 2023. The rating that must stand at the floor or above."""
    return changed_rating + lift


@column(article="7.2.1", level=UNIT, unit="points", does="choose")
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
        (withdrawn_rating > 0, 0, "7.1.4: his first rating is void: unlisted, his games wait"),
        (adjustment_applies & (adjusted_to == 0), 0, "7.1: unlisted by decision"),
        ((listed_rating > 0) & (rating_before_floor < floor), 0, "7.2.1: below the floor: unrated"),
        (listed_rating > 0, rating_before_floor, "8.3.4: rated"),
        (adjustment_applies, rating_before_floor, "7.1: entered by decision"),
        otherwise=(first_rating, "8.2: a first rating, where there is one"),
    )


@column(article="8.3.3", level=UNIT, unit="points", does="max")
def peak(listed_peak: Values, rating: Values) -> Values:
    """8.3.3. The highest rating ever published."""
    return np.maximum(listed_peak, rating)


@column(article="8.3.3", level=UNIT, unit="games", does="choose")
def games(
    listed_rating: Values,
    rating: Values,
    listed_games: Values,
    corrected_games: Values,
    rated_games: Values,
    pooled_games: Values,
) -> Choice:
    """8.3.3. Counted games so far, those of a first rating included, closed lists as corrected.

    Reading `games_counter_after_delisting`: the counter starts anew when a player is unlisted.
    """
    return choose(
        (rating == 0, 0, "7.2.1: not on the list: the counter starts anew"),
        (
            listed_rating > 0,
            listed_games + corrected_games + rated_games,
            "8.3.3: games so far and those of the period",
        ),
        otherwise=(pooled_games, "7.1.4: games of the first rating"),
    )


@column(article="7.1.2", level=UNIT, unit="games", does="choose")
def period_games(listed_rating: Values, rated_games: Values, newly_pooled_games: Values) -> Choice:
    """7.1.2. Games rated in the period, as the list shows them."""
    return choose(
        (listed_rating > 0, rated_games, "7.1.2: counted games of the period"),
        otherwise=(newly_pooled_games, "7.1.2: games of the period that count for a first rating"),
    )


@column(article="7.1.2", level=UNIT, unit="games", does="total")
def newly_pooled_games(
    pooled: Values,
    was_accepted: Values,
    waiting_counted_games: Values,
    waiting_unit: Values,
    units: int,
) -> Values:
    """7.1.2. Games of the period that joined those waiting for a first rating."""
    return total(waiting_counted_games * (pooled & ~was_accepted), waiting_unit, units)


@column(article="7.2.2", level=UNIT, unit="list, as a month index", does="choose")
def last_counted(
    period_games: Values, listed_last_counted: Values, list_month_index: int
) -> Choice:
    """7.2.2. The last list with a counted game of the player."""
    return choose(
        (period_games > 0, list_month_index, "7.2.2: this one"),
        otherwise=(listed_last_counted, "7.2.2: an earlier one"),
    )


@column(article="7.2.2", level=LISTED, unit="true or false", does="compare")
def inactive(last_counted: Values, list_month_index: int, inactive_lists: int) -> Values:
    """7.2.2. No counted game on this list and the eleven before it."""
    return last_counted <= list_month_index - inactive_lists


@column(article="8.3.3", level=UNIT, unit="points a game point", does="choose")
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
    return choose(
        (peak >= master_mark, k_master, "8.3.3: 10, for 2400 was once published"),
        (junior, k_junior, "8.3.3: 40 for a junior, who never stood at 2300"),
        (games < newcomer_games, k_newcomer, "8.3.3: 40 until events with 30 games are completed"),
        otherwise=(k_standard, "8.3.3: 20, for 2400 was never published"),
    )


@column(article="8.3.3", level=CARRIED, unit="games", does="choose")
def games_carried(
    carried_games: Values, carried_k: Values, newcomer_games: int, k_newcomer: int
) -> Choice:
    """8.3.3. Counted games of a player carried over from before histories begin.

    Reading `games_carried_with_k`: where games were not told (0), a K printed below the
    newcomer's says that so many are completed; else the next list would print a newcomer's.
    Games that were told hold, whatever K was printed.
    """
    told = (carried_games == 0) & (carried_k > 0) & (carried_k < k_newcomer)
    return choose(
        (told, newcomer_games, "8.3.3: at least so many, for his K is no newcomer's"),
        otherwise=(carried_games, "8.3.3: as carried over"),
    )


ARTICLES = {
    "0.1": "nothing to compute: tournaments go by the edition of their first day, lists by that of"
    " their date",
    "0.2": "not yet computed: registration",
    "0.2.1": "not yet computed: registration 30 days before",
    "0.2.2": "not yet computed: registration 3 days before",
    "0.2.3": "not yet computed: exception by the President",
    "0.2.4": "not yet computed: exception by the Qualification Commission",
    "0.3": "not yet computed: official events",
    "0.4": "not yet computed: refusal",
    "1.1": "not yet computed: thinking time",
    "1.2": "not yet computed: first time control",
    "2.1": "nothing to compute: which laws of chess are played by",
    "3": "not yet computed: hours of play a day",
    "4": "not yet computed: events over 30 days",
    "5.1": "played, counts",
    "6.1": "not yet computed: matches with an unrated player",
    "6.2": "not yet computed: games after a match is decided",
    "7.1": "adjustment_applies, adjustment, correction",
    "7.1.1": "rating_used",
    "7.1.2": "period_games, newly_pooled_games; title, federation, sex and year of birth are the"
    " register's, and stand beside the list",
    "7.1.3": "closing_days",
    "7.1.4": "waits, in_window, pooled_games, pooled_rating_sum, pooled_half_points,"
    " newcomers_sides, opponent_rating_sum, half_points, pooled, first_rating, goes_on_waiting,"
    " first_rating_games, pool_months, floor",
    "7.2": "nothing to compute: a heading",
    "7.2.1": "rating, games, floor",
    "7.2.2": "last_counted, inactive, inactive_lists",
    "8": "nothing to compute: what the system is for",
    "8.1": "nothing to compute: what the scale is",
    "8.1.1": "score_difference, rating_differences",
    "8.1.2": "expected_scores",
    "8.2": "first_rating",
    "8.2.1": "accepted, pooled, disregarded_games",
    "8.2.2": "averaged_opponents, averaged_rating_sum, fractional_score_hundredths,"
    " hypothetical_opponents, hypothetical_rating",
    "8.2.3": "score_difference, computed_first_rating, first_rating_cap",
    "8.2.4": "rating_used",
    "8.3": "nothing to compute: a heading",
    "8.3.1": "counts, own_rating, opponent_rating, difference, counted_difference, difference_cap",
    "8.3.2": "expected_score_hundredths, score_hundredths, game_difference_hundredths,"
    " counted_games, entry_difference_hundredths, rated_games, sum_hundredths,"
    " variation_hundredths, win_hundredths, draw_hundredths",
    "8.3.3": "k, peak, games, printed_k, games_carried, k_newcomer, newcomer_games,"
    " k_standard, k_master, master_mark, k_junior, junior_age, junior_mark, k_times_games",
    "8.3.4": "change, rounding_hundredths, changed_rating",
    "9.1": "not yet computed: late reports",
    "9.2": "not yet computed: announced as rated",
    "9.3": "nothing to compute: who is the rating officer",
    "9.4": "not yet computed: games of hybrid events",
    "10.1": "not yet computed: registration through a federation",
    "10.2": "not yet computed: deaths",
    "Council decision of 15 December 2023": "lift, rating_before_floor, lift_month, lift_below,"
    " lift_share",
}
"""Every numbered article, and the decision beside them: columns, numbers, or why there are none."""
