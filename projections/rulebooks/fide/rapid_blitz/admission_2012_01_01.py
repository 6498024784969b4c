"""FIDE rapid and blitz ratings: admission, from 1 January 2012 to the end of 2021.

Told by what counts from 2022 on, with the lead of registration and the times that were announced.
Hybrid events, late reports and players without a federation are in no text at hand of these years.
"""

from projections.rulebooks.engine.admission import FINE, NOT_RATED, TO_DECIDE, law
from projections.rulebooks.engine.columns import Choice, Values, choose, column
from projections.rulebooks.fide.rapid_blitz import admission_2022_01_01 as later
from projections.rulebooks.fide.standard import round_robins
from projections.rulebooks.fide.standard.admission_2014_07_01 import hybrid_barred

BASED_ON = later

REPEALS = (
    "federations",
    "games_of_hybrid",
    "lifted_by_0_2_hybrid",
    "lifted_by_9_4",
    "lifted_by_10_1",
)
"""Articles of 2022."""

__all__ = ["hybrid_barred"]


@column(article="0.2", level="tournament", unit="kind of finding", does="choose")
def hybrid_play(hybrid_barred: Values) -> Choice:
    """0.2. Hybrid events of rapid and blitz are mentioned from 2022 on."""
    barred = "0.2: hybrid games are rated from January 2022 on"
    return choose((hybrid_barred, NOT_RATED, barred), otherwise=(FINE, "0.2: over the board"))


def _bounds(
    time_class: str,
    rapid_from_seconds: int,
    rapid_to_seconds: int,
    blitz_from_seconds: int,
    blitz_to_seconds: int,
) -> tuple[int, int]:
    """Return the least and the greatest time of the pool, in seconds on 60 moves."""
    if time_class == "blitz":
        return blitz_from_seconds, blitz_to_seconds
    return rapid_from_seconds, rapid_to_seconds


@column(article="1.1", level="tournament", unit="true or false", does="compare")
def other_class(
    thinking_seconds: Values,
    time_class: str,
    rapid_from_seconds: int,
    rapid_to_seconds: int,
    blitz_from_seconds: int,
    blitz_to_seconds: int,
) -> Values:
    """1.1. The time is known, and belongs to the other class, rapid or blitz.

    Reading `blitz_of_five_minutes`: the least time of blitz, announced as five minutes, held until
    the text of 2022 is applied. Other value: more than three minutes; a text of these years would
    change it.
    """
    least, most = _bounds(
        time_class, rapid_from_seconds, rapid_to_seconds, blitz_from_seconds, blitz_to_seconds
    )
    return (thinking_seconds > 0) & ((thinking_seconds < least) | (thinking_seconds > most))


@column(article="1.1", level="tournament", unit="kind of finding", does="choose")
def thinking_time(
    thinking_seconds: Values,
    unequal_times: Values,
    other_class: Values,
    time_class: str,
    rapid_from_seconds: int,
    rapid_to_seconds: int,
    blitz_from_seconds: int,
    blitz_to_seconds: int,
) -> Choice:
    """1.1. Whether the time is known, the same for both sides, and of the pool's class."""
    not_its = (
        "1.1: not the time of rapid chess, which had {rapid_from_seconds} to {rapid_to_seconds} "
        "seconds on 60 moves"
    )
    if time_class == "blitz":
        not_its = (
            "1.1: not the time of blitz chess, which had {blitz_from_seconds} to "
            "{blitz_to_seconds} seconds on 60 moves"
        )
    return later.of_time(thinking_seconds, unequal_times, other_class, time_class, not_its)


@column(article="6.1", level="tournament", unit="true or false", does="compare")
def newcomers_undecided(
    pairing_system_text: Values, meetings: Values, exempt_6_1_newcomers: Values
) -> Values:
    """6.1. A round robin without a decision about the newcomers."""
    found = round_robins.round_robin(pairing_system_text, meetings).values()
    return found & ~exempt_6_1_newcomers


@column(article="6.1", level="tournament", unit="kind of finding", does="choose")
def newcomers_in_round_robin(
    newcomers_undecided: Values, entrants: Values, rated_entrants: Values
) -> Choice:
    """6.1. Unrated players in a round robin, as standard chess defines a round robin.

    Reading `round_robins_not_told`: standard chess rated their games by rules of its own until
    2021; whether rapid and blitz did is not told, so their results do not wait for a rating until a
    body decides; then they count as in any other event. Other value: the rules of standard chess; a
    rated round robin of these years would change it.
    """
    asks = law(
        "6.1: unrated players in a round robin: the rules of these years do not say how their games"
        " are rated",
        "{lift_6_1_newcomers} or {refuse}; or {tell_system}",
    )
    return choose(
        (newcomers_undecided & (rated_entrants < entrants), TO_DECIDE, asks),
        otherwise=(FINE, "6.1: not a round robin, or a body has decided"),
    )
