"""FIDE rapid and blitz ratings: admission, from 1 January 2022.

As in standard chess of that day, whose articles are cited here by their numbers there; a text of
these years was not available. Different are the lead of registration, the times, the rounds of a
day, and that an event has no length from which it is reported in parts.
"""

import numpy as np

from projections.rulebooks.engine.admission import FINE, NOT_RATED, TO_DECIDE, WARNING, law, of_side
from projections.rulebooks.engine.columns import Choice, Values, choose, column, unless
from projections.rulebooks.engine.inheritance import as_in
from projections.rulebooks.fide import admission
from projections.rulebooks.fide.rapid_blitz.rapid_blitz import NUMBERING
from projections.rulebooks.fide.standard import admission_2014_07_01 as standard
from projections.rulebooks.fide.standard import admission_2021_02_01 as hybrid
from projections.rulebooks.fide.standard import registration as approvals
from projections.rulebooks.fide.standard.admission_2022_01_01 import federations
from projections.rulebooks.fide.standard.admission_2023_12_25 import schedule, schedule_kept
from projections.rulebooks.fide.time_controls import MINUTE

PARTS = (approvals, admission, hybrid)

__all__ = ["NUMBERING", "federations", "schedule", "schedule_kept"]
"""The articles of this text for those of standard chess, and columns of standard chess."""


@column(article="0.2", level="tournament", unit="true or false", does="compare")
def registered_late(
    lead_days: Values,
    official: Values,
    exempt_0_2: Values,
    registered: Values,
    registration_days: int,
) -> Values:
    """0.2. Registered too late, without a recorded approval."""
    return registered & ~official & ~exempt_0_2 & (lead_days < registration_days)


@column(article="0.2", level="tournament", unit="kind of finding", does="choose")
def registration(
    lead_days: Values,
    official: Values,
    exempt_0_2: Values,
    registered: Values,
    late_barred: Values,
    registration_days: int,
) -> Choice:
    """0.2. Registered a number of days before the start, with any entrants.

    Reading `late_registration`: as in standard chess the games count until a body refuses them.
    Other value: not-counted, as there; the same would change it.
    """
    late = "0.2: registered later than {registration_days} days before the start"
    decide = "{lift_0_2} or {refuse}"
    return choose(
        (official | exempt_0_2, FINE, "0.3, 0.2: an official event, or approved"),
        (~registered, WARNING, law("0.2: no day of registration reported", "{tell_registered_on}")),
        (
            late_barred,
            NOT_RATED,
            law("0.2: registered late, not approved, so its games do not count here", "{lift_0_2}"),
        ),
        (lead_days < registration_days, TO_DECIDE, law(late, decide)),
        otherwise=(FINE, "0.2: registered in time"),
    )


game_seconds = as_in(
    standard.game_seconds,
    "1.1. The time of both sides for 60 moves; 0: not reported, or not readable.",
)


@column(article="1.1", level="tournament", unit="true or false", does="compare")
def unequal_times(thinking_seconds: Values, game_seconds: Values) -> Values:
    """1.1. The sides have different times on 60 moves; such games are never rated."""
    return game_seconds != 2 * thinking_seconds


@column(article="1.1", level="tournament", unit="true or false", does="compare")
def other_class(
    thinking_seconds: Values,
    time_class: str,
    rapid_over_minutes: int,
    rapid_under_minutes: int,
    blitz_over_minutes: int,
    blitz_to_minutes: int,
) -> Values:
    """1.1. The time is known, and belongs to the other class, rapid or blitz.

    Reading `time_not_told`: what nobody told is taken to be the time of the pool.
    """
    over, to = rapid_over_minutes * MINUTE, rapid_under_minutes * MINUTE - 1
    if time_class == "blitz":
        over, to = blitz_over_minutes * MINUTE, blitz_to_minutes * MINUTE
    return (thinking_seconds > 0) & ((thinking_seconds <= over) | (thinking_seconds > to))


@column(
    article="1.1",
    level="tournament",
    unit="1 the pool's class, -1 another class, 0 not reported",
    does="compare",
)
def own_class(thinking_seconds: Values, other_class: Values) -> Values:
    """1.1. The class of the time: 1 for this pool, -1 for another, 0 unknown."""
    return (thinking_seconds > 0) * np.where(other_class, -1, 1)


@column(article="1.1", level="tournament", unit="kind of finding", does="choose")
def thinking_time(
    thinking_seconds: Values,
    unequal_times: Values,
    other_class: Values,
    time_class: str,
    rapid_over_minutes: int,
    rapid_under_minutes: int,
    blitz_over_minutes: int,
    blitz_to_minutes: int,
) -> Choice:
    """1.1. Whether the time is known, the same for both sides, and of the pool's class."""
    not_its = (
        "1.1: not the time of rapid chess, which has over {rapid_over_minutes} and under "
        "{rapid_under_minutes} minutes on 60 moves"
    )
    if time_class == "blitz":
        not_its = (
            "1.1: not the time of blitz chess, which has over {blitz_over_minutes} and up to "
            "{blitz_to_minutes} minutes on 60 moves"
        )
    return of_time(thinking_seconds, unequal_times, other_class, time_class, not_its)


def of_time(
    thinking_seconds: Values,
    unequal_times: Values,
    other_class: Values,
    time_class: str,
    not_its: str,
) -> Choice:
    """1.1. Finding about a time; `not_its` is the clause of a time of another class."""
    tell = "{tell_time_of_blitz}" if time_class == "blitz" else "{tell_time_of_rapid}"
    other = law(not_its, "name the pool of its time, or correct the time control: {tell_details}")
    return choose(
        (
            thinking_seconds == 0,
            WARNING,
            law("1.1: no time control reported that can be read", tell),
        ),
        (unequal_times, NOT_RATED, "1.1: unequal times are never rated"),
        (other_class, NOT_RATED, other),
        otherwise=(FINE, "1.1: as it must be"),
    )


@column(article="3", level="tournament", unit="kind of finding", does="choose")
def rounds_of_a_day(
    busiest_day_rounds: Values,
    exempt_3: Values,
    time_class: str,
    rapid_rounds_a_day: int,
    blitz_rounds_a_day: int,
) -> Choice:
    """3. Rounds on the day with the most rounds.

    Reading `hours_of_play`: the text does not say what follows, so a body decides.
    """
    most, more = rapid_rounds_a_day, "3: more than {rapid_rounds_a_day} rounds on one day"
    if time_class == "blitz":
        most, more = blitz_rounds_a_day, "3: more than {blitz_rounds_a_day} rounds on one day"
    return choose(
        (
            (busiest_day_rounds > most) & ~exempt_3,
            TO_DECIDE,
            law(more, "{lift_3} or {refuse}"),
        ),
        otherwise=(FINE, "3: not more rounds than allowed, or not reported"),
    )


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
    unequal_times: Values,
    other_class: Values,
    match_unrated: Values,
    after_the_match: Values,
    game_exempt_6_2: Values,
    tournament: Values,
    entry: Values,
) -> Choice:
    """5.1. Whether a game is admitted; `counts` also requires a played game with rated players.

    Reading `who_excludes`: as in standard chess. An exception for a game lifts the article it is
    made from, and no other; from the time of the pool there is none.
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
        (of_all(unequal_times), "1.1: unequal times are never rated"),
        (of_all(other_class), "1.1: not the time of this pool"),
        (match_unrated, "6.1: a match with an unrated player"),
        (
            after_the_match & ~game_exempt_6_2,
            law("6.2: played after the match was won", "{lift_6_2}"),
        ),
        otherwise="5.1: nothing keeps it out",
    )
