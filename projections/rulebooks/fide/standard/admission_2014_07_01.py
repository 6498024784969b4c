"""FIDE Rating Regulations B.02, standard chess: admission, from 1 July 2014.

The articles in the order of the later texts, under whose numbers they stand. The text of these
years is known from slides and reports only; what it leaves open is a reading, or a finding that
asks for a decision.
"""

from fractions import Fraction

import numpy as np

from projections.rulebooks.engine.admission import FINE, NOT_RATED, TO_DECIDE, WARNING, law, of_side
from projections.rulebooks.engine.columns import Choice, Values, choose, column, unless
from projections.rulebooks.fide import admission, time_controls
from projections.rulebooks.fide.standard import registration
from projections.rulebooks.fide.standard.round_robins import too_few_rated
from projections.rulebooks.fide.time_controls import MINUTE

PARTS = (registration, admission)

NUMBERING = {
    "0.4": "0.2",
    "2.1": "2",
    "5.1": "5",
    "6.1": "6",
    "6.2": "6",
    "9.1": "9",
    "9.2": "9",
    "9.4": "9",
}
"""Articles of the later texts, as these years had them."""


# 0 Registration: told in a file of its own; hybrid play


@column(article="0.2", level="tournament", unit="true or false", does="compare")
def hybrid_barred(hybrid: Values) -> Values:
    """0.2. Games played in hybrid conditions could not be rated before February 2021."""
    return hybrid


@column(article="0.2", level="tournament", unit="kind of finding", does="choose")
def hybrid_play(hybrid_barred: Values) -> Choice:
    """0.2. Hybrid events."""
    barred = "0.2: hybrid games are rated from February 2021 on"
    return choose((hybrid_barred, NOT_RATED, barred), otherwise=(FINE, "0.2: over the board"))


# 1 Thinking time


@column(article="1.1", level="tournament", unit="seconds", does="choose")
def tested_seconds(thinking_seconds: Values, exempt_1_1: Values) -> Choice:
    """1.1. Time of each side for 60 moves, where known and subject to a minimum; else 0.

    Reading `increments_in_the_minimum`: base time and the increments of 60 moves together.
    """
    return choose((exempt_1_1, 0, "1.1: exempt"), otherwise=(thinking_seconds, "1.1: as announced"))


@column(article="1.1", level="tournament", unit="kind of finding", does="choose")
def thinking_time(
    thinking_seconds: Values,
    exempt_1_1: Values,
    entrants: Values,
    strong_mark: int,
    strong_minutes: int,
    middle_mark: int,
    middle_minutes: int,
    least_minutes: int,
) -> Choice:
    """1.1. Whether the time is known; before play also the players below the minimum.

    With a report the games that are too fast are findings of their own.

    Reading `approved_times`: 45 minutes and 30 seconds (or 60 and 30), which the commission
    approves event by event in 2026 for standard ratings, is an exception from 1.1 for that event,
    not a time of the text. Other value: such a time for every event; a new text of 1.1 would change
    it.
    """
    before = entrants == 0
    longer = "lengthen the time control, or {lift_1_1}"
    return choose(
        (exempt_1_1, FINE, "1.1: exempt"),
        (
            thinking_seconds == 0,
            WARNING,
            law("1.1: no time control reported that can be read", "{tell_time}"),
        ),
        (
            before & (thinking_seconds < least_minutes * MINUTE),
            NOT_RATED,
            law(
                "1.1: less than {least_minutes} minutes on 60 moves: too fast for every player",
                longer,
            ),
        ),
        (
            before & (thinking_seconds < middle_minutes * MINUTE),
            WARNING,
            law(
                "1.1: games with a player of {middle_mark} or more would not be rated: they need "
                "{middle_minutes} minutes on 60 moves",
                longer,
            ),
        ),
        (
            before & (thinking_seconds < strong_minutes * MINUTE),
            WARNING,
            law(
                "1.1: games with a player of {strong_mark} or more would not be rated: they need "
                "{strong_minutes} minutes on 60 moves",
                longer,
            ),
        ),
        otherwise=(FINE, "1.1: as announced"),
    )


@column(article="1.2", level="tournament", unit="moves", does="read")
def control_moves(time_control_text: Values) -> Values:
    """1.2. The moves to the first control; 0 where no number of moves is set, or none told."""
    return time_controls.of_texts(time_control_text, lambda read: read.first_control_moves)


@column(article="1.2", level="tournament", unit="kind of finding", does="choose")
def first_control(
    control_moves: Values, exempt_1_2: Values, first_control_least: int, first_control_most: int
) -> Choice:
    """1.2. Where the first control has a number of moves, how many these may be.

    Reading `first_control`: the text does not say what follows, so a body decides; 0 moves at
    most are no bound.
    """
    few = (control_moves > 0) & (control_moves < first_control_least)
    many = (first_control_most > 0) & (control_moves > first_control_most)
    decide = "{lift_1_2} or {refuse}"
    return choose(
        (exempt_1_2, FINE, "1.2: exempt"),
        (few, TO_DECIDE, law("1.2: first control before move {first_control_least}", decide)),
        (many, TO_DECIDE, law("1.2: first control after move {first_control_most}", decide)),
        otherwise=(FINE, "1.2: as it must be"),
    )


# 3 Hours of play, 4 long events


@column(article="3", level="tournament", unit="seconds", does="read")
def game_seconds(time_control_text: Values) -> Values:
    """3. The time of both sides for 60 moves; 0: not reported, or not readable."""
    return time_controls.of_texts(time_control_text, lambda read: read.game_seconds)


@column(article="3", level="tournament", unit="kind of finding", does="choose")
def hours_of_play(
    busiest_day_rounds: Values, game_seconds: Values, exempt_3: Values, day_hours: int
) -> Choice:
    """3. The hours of play on the day with most rounds, both sides' time on 60 moves.

    Reading `hours_of_play`: the text does not say what follows, so a body decides. A number of
    rounds a day, which older slides name, is no rule of these texts any more.
    """
    beyond = busiest_day_rounds * game_seconds > day_hours * 60 * MINUTE
    more = law("3: more than {day_hours} hours of play on one day", "{lift_3} or {refuse}")
    return choose(
        (exempt_3, FINE, "3: exempt"),
        (beyond, TO_DECIDE, more),
        otherwise=(FINE, "3: not more hours than allowed, or not reported"),
    )


@column(article="4", level="tournament", unit="kind of finding", does="choose")
def long_event(duration_days: Values, exempt_4: Values, longest_days: int) -> Choice:
    """4. Events of more days than these need an approval."""
    beyond = (duration_days > longest_days) & ~exempt_4
    asks = law("4: lasts more than {longest_days} days", "{lift_4} or {refuse}")
    return choose((beyond, TO_DECIDE, asks), otherwise=(FINE, "4: not longer than that"))


# What counts


@column(article="5.1", level="game", unit="games", does="choose")
def admitted(
    game_excluded: Values,
    rating_refused: Values,
    game_exempt_0_4_refusal: Values,
    late_barred: Values,
    hybrid_barred: Values,
    not_at_the_board: Values,
    too_late: Values,
    game_exempt_9_1: Values,
    too_fast: Values,
    game_exempt_1_1: Values,
    match_unrated: Values,
    after_the_match: Values,
    game_exempt_6_2: Values,
    tournament: Values,
    entry: Values,
) -> Choice:
    """5.1. Whether a game is admitted; `counts` also requires a played game with rated players.

    Reading `who_excludes`: 5.1 names reasons (force majeure, fair play) and no body; they are found
    by those who decide on fair play, and by those who rate. No federation excludes a game.
    An exception for a game lifts the article it is made from, and no other.
    """

    def of_all(flag: Values) -> Values:
        return of_side(flag, tournament, entry)

    return unless(
        (game_excluded, law("5.1: excluded by decision", "{admit}")),
        (
            of_all(rating_refused) & ~game_exempt_0_4_refusal,
            law("0.4: rating refused", "{lift_0_4_refusal}"),
        ),
        (of_all(late_barred), "0.2: registered late, and not approved"),
        (of_all(hybrid_barred), "0.2: hybrid, and not approved"),
        (of_all(not_at_the_board), "2.1: played online"),
        (of_all(too_late) & ~game_exempt_9_1, law("9.1: the report came too late", "{lift_9_1}")),
        (
            too_fast & ~game_exempt_1_1,
            law("1.1: less thinking time than the ratings of the players need", "{lift_1_1}"),
        ),
        (match_unrated, "6.1: a match with an unrated player"),
        (
            after_the_match & ~game_exempt_6_2,
            law("6.2: played after the match was won", "{lift_6_2}"),
        ),
        otherwise="5.1: nothing keeps it out",
    )


@column(article="6", level="tournament", unit="kind of finding", does="choose")
def composition(
    round_robin: Values,
    double: Values,
    entrants: Values,
    rated_entrants: Values,
    exempt_6_composition: Values,
    small_round_robin: int,
    rated_in_small: int,
    rated_share: Fraction,
    double_entrants: int,
    rated_in_double: int,
) -> Choice:
    """6. How many of a round robin must be rated, where unrated players take part.

    Reading `round_robin_composition`: the exact words of these years were not at hand, so where
    too few are rated a body decides; until then nothing is computed of its newcomers. A national
    championship may have fewer, three men or two women; no announcement tells that an event is
    one, so that too is for the body to see.
    """
    wrong = too_few_rated(
        double,
        entrants,
        rated_entrants,
        small_round_robin,
        rated_in_small,
        rated_share,
        double_entrants,
        rated_in_double,
    )
    asked = round_robin & ~exempt_6_composition
    decide = "{lift_6_composition} or {refuse}; or {tell_system}"
    return choose(
        *((asked & where, TO_DECIDE, law(says, decide)) for says, where in wrong.items()),
        otherwise=(FINE, "6: enough players are rated, or not a round robin"),
    )


@column(article="1.1", level="game", unit="true or false", does="compare")
def too_fast(
    tested_seconds: Values,
    rating_in_force: Values,
    tournament: Values,
    entry: Values,
    opponent_entry: Values,
    strong_mark: int,
    strong_minutes: int,
    middle_mark: int,
    middle_minutes: int,
    least_minutes: int,
    thinking_time_by: str,
) -> Values:
    """1.1. Less time than the higher rated of the two needs: the game is not rated.

    Reading `thinking_time_by`: the ratings that decide are those of the game, or the highest of
    the tournament; ratings are those in force when it began.
    """
    if not ((tested_seconds > 0) & (tested_seconds < strong_minutes * MINUTE)).any():
        return np.asarray(False)
    minutes = np.where(rating_in_force >= middle_mark, middle_minutes, least_minutes)
    minutes = np.where(rating_in_force >= strong_mark, strong_minutes, minutes)
    seconds = tested_seconds.take(tournament)
    asks_more = (seconds > 0) & (seconds < minutes * MINUTE)
    if thinking_time_by == "tournament":
        asks_more = np.isin(tournament, tournament[asks_more])
    if not asks_more.any():
        return np.asarray(False)
    return asks_more.take(entry) | asks_more.take(opponent_entry)
