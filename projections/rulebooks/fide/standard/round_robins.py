"""FIDE Rating Regulations B.02, standard chess, up to 2021: round robins.

Article 6, and who must be rated in one. The findings about a tournament and the calculation of its
newcomers (`newcomers_in_round_robins`) go by the same columns.
"""

from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from projections.rulebooks.engine.columns import Choice, Values, choose, column, total

ROUND_ROBINS: Final = (
    "round robin",
    "round-robin",
    "roundrobin",
    "all-play-all",
    "all play all",
    "berger",
    "girone",
    "italiana",
)
DOUBLE: Final = ("double", "doppi", "andata e ritorno")
"""Words of announcements in several languages; a system without these words is another one."""


def says(texts: Values, words: tuple[str, ...]) -> NDArray[np.bool_]:
    """Return a mask of the texts with one of some words."""
    return np.array([any(word in text.lower() for word in words) for text in texts], dtype=bool)


def says_another(texts: Values, words: tuple[str, ...]) -> NDArray[np.bool_]:
    """Return a mask of the nonempty texts without any of some words."""
    return np.array([bool(text) for text in texts], dtype=bool) & ~says(texts, words)


# 6 What a round robin is, and who must be rated in it


@column(article="6", level="tournament", unit="true or false", does="choose")
def round_robin(pairing_system_text: Values, meetings: Values) -> Choice:
    """6. Whether the tournament is a round robin.

    Reading `round_robin_told`: what the announcement calls by another name is none; what it calls
    a round robin, or does not name, is one if all met all, equally often.
    Reading `round_robin_unplayed`: with a game left out or not played it is rated as a Swiss,
    though announced: so it had to be reported. A part of a long event is a Swiss too, for not all
    have met in it. Other value: a forfeit is a meeting like any other; a list of FIDE with such an
    event and a newcomer would change it.
    """
    other = says_another(pairing_system_text, ROUND_ROBINS)
    announced = says(pairing_system_text, ROUND_ROBINS)
    return choose(
        (other, False, "6: announced as another system"),
        (meetings > 0, True, "6: every player met every other player equally often"),
        ((meetings < 0) & announced, True, "6: announced; nothing is played yet"),
        otherwise=(
            False,
            "6: not every player has played every other player: rated as a Swiss tournament",
        ),
    )


@column(article="6", level="tournament", unit="true or false", does="compare")
def double(round_robin: Values, pairing_system_text: Values, meetings: Values) -> Values:
    """6. Whether everybody meets everybody twice or more; before play, as announced."""
    announced = says(pairing_system_text, DOUBLE)
    return round_robin & ((meetings > 1) | ((meetings < 0) & announced))


def too_few_rated(
    double: Values,
    entrants: Values,
    rated_entrants: Values,
    small_round_robin: int,
    rated_in_small: int,
    rated_share: Fraction,
    double_entrants: int,
    rated_in_double: int,
) -> dict[str, Values]:
    """Return, by the clause of the fault, masks of mixed round robins with too few rated."""
    mixed, small = rated_entrants < entrants, entrants < small_round_robin
    least = -(-entrants * rated_share.numerator // rated_share.denominator)
    return {
        "6: a double round robin of fewer than {double_entrants} players": (
            mixed & double & (entrants < double_entrants)
        ),
        "6: fewer than {rated_in_double} are rated in a double round robin": (
            mixed & double & (rated_entrants < rated_in_double)
        ),
        "6: fewer than {rated_in_small} are rated in a round robin of fewer than"
        " {small_round_robin} players": (
            mixed & ~double & small & (rated_entrants < rated_in_small)
        ),
        "6: fewer than a third are rated in a round robin": (
            mixed & ~double & ~small & (rated_entrants < least)
        ),
    }


@column(article="6", level="entry", unit="true or false", does="choose")
def in_round_robin(
    round_robin: Values,
    double: Values,
    exempt_6_composition: Values,
    rating_in_force: Values,
    entrants: Values,
    tournament: Values,
    tournaments: int,
    small_round_robin: int,
    rated_in_small: int,
    rated_share: Fraction,
    double_entrants: int,
    rated_in_double: int,
) -> Choice:
    """6. Whether the player takes part in a round robin with own rules for newcomers."""
    wrong = too_few_rated(
        double.take(tournament),
        entrants,
        total(rating_in_force > 0, tournament, tournaments).take(tournament),
        small_round_robin,
        rated_in_small,
        rated_share,
        double_entrants,
        rated_in_double,
    )
    waits_for_decision = np.any(list(wrong.values()), axis=0) & ~exempt_6_composition.take(
        tournament
    )
    return choose(
        (~round_robin.take(tournament), False, "6: no round robin"),
        (
            waits_for_decision,
            False,
            "6: too few players are rated: the games do not count until a body decides",
        ),
        otherwise=(True, "6: a round robin"),
    )


@column(article="6", level="entry", unit="true or false", does="compare")
def undecided_round_robin(
    round_robin: Values, in_round_robin: Values, tournament: Values
) -> Values:
    """6. Whether a round robin has too few rated players and no decision."""
    return round_robin.take(tournament) & ~in_round_robin
