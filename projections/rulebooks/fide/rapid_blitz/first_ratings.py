"""First ratings in rapid and blitz: as in standard chess, except events begun before 2022.

Their results may stand on later lists, too; by 0.1 they go by the rules of their own day.
"""

import numpy as np

from projections.rulebooks.engine.admission import law
from projections.rulebooks.engine.columns import Choice, Values, choose, column, to_decide


@column(article="7.2.2", level="waiting", unit="true or false", does="choose")
def accepted(
    was_accepted: Values,
    waiting_half_points: Values,
    waiting_counted_games: Values,
    waiting_rules_month: Values,
    in_window: Values,
    waiting_unit: Values,
    brought_into_line: int,
    first_event_half_points: int,
    few_games_suffice: int,
    first_event_games: int,
) -> Choice:
    """7.2.2. A first event with too little is disregarded; any other result is kept.

    Too little is no point; in events before 2022 less than one, before July 2014 also fewer games
    than three. Reading `first_point`: in the games against rated opponents; an event is tested
    once, when it is booked, by the rules of its first day. Other value: in all its games; the words
    of those years would change it.
    """
    half_points = np.where(waiting_rules_month < brought_into_line, first_event_half_points, 1)
    games = np.where(waiting_rules_month < few_games_suffice, first_event_games, 1)
    enough = (waiting_half_points >= half_points) & (waiting_counted_games >= games)
    makes_first = (was_accepted | enough) & in_window
    reached = np.cumsum(makes_first)
    opening = np.searchsorted(waiting_unit, waiting_unit, side="left")
    before = np.concatenate([[0], reached])[opening]
    return choose(
        (was_accepted, True, "7.2.2: accepted on an earlier list"),
        (
            reached > before,
            True,
            "7.2.2: enough points and games in this event or in an earlier accepted event",
        ),
        otherwise=(False, "7.2.2: too few points or games in a first event: disregarded"),
    )


@column(article="7.2.4", level="unit", unit="points", does="choose")
def half_point_worth(
    latest_rules_month: Values,
    list_month: int,
    first_rating_by: str,
    brought_into_line: int,
    points_each_half_point: int,
    points_each_half_point_to_2021: int,
) -> Choice:
    """7.2.4. Points for each half point above one half by the rules before March 2024.

    Reading `points_not_told`: before 2022 they may have been 20 as in standard chess, or 10, half
    of a K of 20. 0 is not told, and no rating comes of it (`first_rating`) until the body sets what
    they were (`parameter-set points_each_half_point_to_2021`). Other value: 10 or 20; a first
    rating published in those years would change it.
    """
    old = (latest_rules_month > 0) & (latest_rules_month < brought_into_line)
    by_list = list_month >= brought_into_line and first_rating_by != "events"
    return choose(
        (np.asarray(by_list), points_each_half_point, "0.1: by the rules of the list's day"),
        (old, points_each_half_point_to_2021, "7.2.4: all its events began before 2022"),
        otherwise=(points_each_half_point, "7.2.4: as in standard chess"),
    )


@column(article="6.1.4, 7.2", level="unit", unit="points", does="choose")
def first_rating(
    base_rating: Values,
    pooled_games: Values,
    pooled_half_points: Values,
    half_point_worth: Values,
    disregarded_games: Values,
    entering_rating: Values,
    first_rating_games: int,
    floor: int,
) -> Choice:
    """6.1.4, 7.2. The first rating, where publication is permitted; otherwise 0."""
    untold = (pooled_half_points > pooled_games) & (half_point_worth == 0)
    return choose(
        (base_rating > 0, 0, "6.1.4: on the list already, or with a standard rating"),
        (
            (pooled_games == 0) & (disregarded_games > 0),
            0,
            "7.2.2: no game waits: a first event with too few points or games is disregarded",
        ),
        (pooled_games == 0, 0, "6.1.4: no game against a rated opponent waits"),
        (
            pooled_games < first_rating_games,
            0,
            "6.1.4: too few games: the games wait for a first rating",
        ),
        to_decide(
            untold,
            0,
            law(
                "7.2.4: a score above one half: the rules of these years do not say the points for "
                "a half point, so the games wait for a first rating: needs a decision",
                "the body sets what a half point was worth: "
                "{set_points_each_half_point_to_2021}; or decides the rating: {adjust}",
            ),
        ),
        (
            entering_rating < floor,
            0,
            "6.1.4: below the floor: not published, the games wait for a first rating",
        ),
        otherwise=(entering_rating, "7.2.4: published"),
    )
