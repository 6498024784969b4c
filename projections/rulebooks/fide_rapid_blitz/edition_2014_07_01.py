"""FIDE rapid and blitz ratings: edition in force from 1 July 2014, to the end of 2021.

No text of these years was available: what is known comes from FIDE's announcement of November 2011
(rated as in standard chess, but with one K), from an arbiter's comparison with standard chess of
November 2021 (one point in the first event, 735 points, K, rounds of a day), and from the Laws of
Chess (what is rapid, what is blitz). It is told by the edition of 1 January 2022, whose articles
are cited. What none of them says is not guessed:

* what a half point above one half is worth in a first rating (7.2.4): no rating comes of such a
  score until the body sets it, or decides the rating;
* whether the newcomers of a round robin were rated by the rules that standard chess had for them
  (5.1): their results wait for a decision.

Reading `as_standard_until_2021`: five games, 26 months, the floor, the standard rating at the
start, closing days and activity are those of the text of 2022. Other value: others; a text of these
years would change it.
"""

from __future__ import annotations

import numpy as np

from projections.rulebooks import game
from projections.rulebooks.choices import Choice, choose
from projections.rulebooks.grammar import ENTRY, UNIT, WAITING, Values, column
from projections.rulebooks.numbers import Table
from projections.rulebooks.taking_over import as_in

REPEALS = (
    "upgraded",
    "rapid_over_minutes",
    "rapid_under_minutes",
    "blitz_over_minutes",
    "blitz_to_minutes",
    "points_each_half_point",
)
"""The one upgrade of 2022, the bounds of the times of later years, and 20 a half point."""


@column(article="6.1.4, 7.2.1", level=ENTRY, unit="true or false", does="choose")
def waits(
    counted_games: Values,
    as_rated: Values,
    guest: Values,
    newcomers_undecided: Values,
    tournament: Values,
) -> Choice:
    """6.1.4, 7.2.1. Results of players without a rating wait for one; those of guests do not."""
    return choose(
        (as_rated, False, "7.2.1: rated, or with a standard rating"),
        (guest, False, "6.1.1: a guest, rated by another body"),
        (counted_games == 0, False, "6.1.4: no game against a rated opponent"),
        (
            newcomers_undecided.take(tournament),
            False,
            "5.1: a newcomer in a round robin: not until that is decided",
        ),
        otherwise=(True, "6.1.4: they wait for a first rating"),
    )


@column(article="7.2.2", level=WAITING, unit="true or false", does="choose")
def accepted(
    was_accepted: Values,
    waiting_half_points: Values,
    waiting_counted_games: Values,
    in_window: Values,
    waiting_unit: Values,
    first_event_half_points: int,
    first_event_games: int,
) -> Choice:
    """7.2.2. A first event with less than a point is disregarded; any other result is kept.

    Reading `first_point`: a point in the games against rated opponents; an event is tested once,
    when it is booked, as in standard chess. Other value: a point in all its games; the words of
    these years would change it.
    """
    enough = (waiting_half_points >= first_event_half_points) & (
        waiting_counted_games >= first_event_games
    )
    makes_first = (was_accepted | enough) & in_window
    reached = np.cumsum(makes_first)
    opening = np.searchsorted(waiting_unit, waiting_unit, side="left")
    before = np.concatenate([[0], reached])[opening]
    return choose(
        (was_accepted, True, "7.2.2: accepted on an earlier list"),
        (reached > before, True, "7.2.2: enough in this event or an accepted one before"),
        otherwise=(False, "7.2.2: too little in a first event: disregarded"),
    )


@column(article="7.1.1, 7.2.4", level=UNIT, unit="points", does="choose")
def score_difference(
    pooled_half_points: Values,
    pooled_games: Values,
    fractional_score_hundredths: Values,
    points_each_half_point_to_2021: int,
    rating_differences: Table,
) -> Choice:
    """7.1.1, 7.2.4. What the score is worth in points: above one half by the half points, if told.

    Reading `points_not_told`: 20 were half of the K of 40 in standard chess, and K was 20 here; so
    they may have been 20 or 10. 0 is not told, and no rating comes of it (`first_rating`); the body
    sets what they were (`parameter-set points_each_half_point_to_2021`). Other value: 10 or 20; a
    first rating published in these years would change it.
    """
    above = pooled_half_points - pooled_games
    by_table = rating_differences.look_up(fractional_score_hundredths, "difference")
    return choose(
        (above == 0, 0, "7.2.4: half the points: the average itself"),
        (above > 0, points_each_half_point_to_2021 * above, "7.2.4: for each half point above it"),
        otherwise=(by_table.astype(np.int32), "7.1.1, 7.2.4: below one half: by the table"),
    )


@column(article="6.1.4, 7.2", level=UNIT, unit="points", does="choose")
def first_rating(
    base_rating: Values,
    pooled_games: Values,
    pooled_half_points: Values,
    disregarded_games: Values,
    entering_rating: Values,
    first_rating_games: int,
    points_each_half_point_to_2021: int,
    floor: int,
) -> Choice:
    """6.1.4, 7.2. The first rating, where it may be published; 0 where not."""
    untold = (pooled_half_points > pooled_games) & np.asarray(points_each_half_point_to_2021 == 0)
    return choose(
        (base_rating > 0, 0, "6.1.4: on the list already, or with a standard rating"),
        (
            (pooled_games == 0) & (disregarded_games > 0),
            0,
            "7.2.2: nothing waits: too little in a first event is disregarded",
        ),
        (pooled_games == 0, 0, "6.1.4: no game against a rated opponent waits"),
        (pooled_games < first_rating_games, 0, "6.1.4: too few games: they wait"),
        (
            untold,
            0,
            "7.2.4: above one half: what a half point is worth is not told for these years: they"
            " wait until the body sets points_each_half_point_to_2021, or decides the rating",
        ),
        (entering_rating < floor, 0, "6.1.4: below the floor: not published, they wait"),
        otherwise=(entering_rating, "7.2.4: published"),
    )


@as_in(game.counted_difference, article="7.3.1")
def counted_difference() -> None:
    """7.3.1. A difference beyond 735 counts as 735, in every game.

    Reading `difference_735`: "735" is the highest difference that counts, which the table gives 99
    and 1 hundredths. Other value: no bound, so that the table's last row gives 100 and 0; the words
    of these years would change it.
    """


ARTICLES = {
    "1.1": "rapid_from_seconds, rapid_to_seconds, blitz_from_seconds, blitz_to_seconds,"
    " counted_moves; games of unequal times are never rated",
    "7.2.2": "accepted, pooled, disregarded_games, first_event_half_points, first_event_games",
    "7.2.4": "fractional_score_hundredths, score_difference, computed_first_rating,"
    " entering_rating, first_rating, points_each_half_point_to_2021",
    "7.3.1": "counts, own_rating, opponent_rating, difference, counted_difference, difference_cap",
}
"""The articles it has otherwise than the text of 2022."""
