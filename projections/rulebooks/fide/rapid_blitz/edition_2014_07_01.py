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

from projections.rulebooks.engine import game
from projections.rulebooks.engine.columns import Choice, Values, choose, column
from projections.rulebooks.engine.inheritance import as_in
from projections.rulebooks.fide.rapid_blitz import admission_2012_01_01

BASED_ON = "2022-01-01"

ADMISSION = admission_2012_01_01


REPEALS = (
    "upgraded",
    "rapid_over_minutes",
    "rapid_under_minutes",
    "blitz_over_minutes",
    "blitz_to_minutes",
)
"""The one upgrade of 2022, and the bounds of the times of later years."""


@column(article="6.1.4, 7.2.1", level="entry", unit="true or false", does="choose")
def waits(
    counted_games: Values,
    as_rated: Values,
    guest: Values,
    newcomers_undecided: Values,
    tournament: Values,
) -> Choice:
    """6.1.4, 7.2.1. Results of unrated players wait for a rating, except results of guests."""
    return choose(
        (as_rated, False, "7.2.1: rated, or with a standard rating"),
        (guest, False, "6.1.1: a guest, rated by another body"),
        (counted_games == 0, False, "6.1.4: no game against a rated opponent"),
        (
            newcomers_undecided.take(tournament),
            False,
            "5.1: an unrated player in a round robin: the game does not count until a body decides",
        ),
        otherwise=(True, "6.1.4: the games wait for a first rating"),
    )


counted_difference = as_in(
    game.counted_difference,
    """7.3.1. A difference beyond 735 counts as 735, in every game.

    Reading `difference_735`: "735" is the highest difference that counts, which the table gives 99
    and 1 hundredths. Other value: no bound, so that the table's last row gives 100 and 0; the words
    of these years would change it.
    """,
)
