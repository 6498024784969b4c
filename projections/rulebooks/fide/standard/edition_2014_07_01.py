"""FIDE Rating Regulations B.02, standard chess: edition in force from 1 July 2014.

The English text of the chapters of 2014 and 2017 was not available. What is known comes from a
federation's slides and an arbiter's articles of those years, the arbiters' manual of 2016 (8.2 to
8.4), and quotations of 7.1 and 7.2. Articles are cited by the numbers known; formulas are those
of later texts that say the same (the first rating of 2022, the cap in every game of 2024).

Reading `rounding_8_57`: "up" in 8.57 means away from zero, as the later text says plainly.
Reading `junior_by_year`: the texts say until the 18th birthday; birthdays are not kept, so it is
the end of that year in every edition.
"""

import numpy as np

from projections.rulebooks.engine.columns import Choice, Values, column, unless, unplayed
from projections.rulebooks.fide.standard import admission_2014_07_01, round_robins
from projections.rulebooks.fide.standard import newcomers_in_round_robins as newcomers
from projections.rulebooks.fide.standard.calculation import counted_difference

BASED_ON = "2022-01-01"

ADMISSION = admission_2014_07_01

BASE_PARTS = (round_robins, newcomers)
"""6 round robins, 8.2 and 8.52 the unrated players in them."""


__all__ = ["counted_difference"]

REPEALS = ("upgraded", "registration_days", "registration_days_norms")
"""What came in 2022 only, or in 2017."""

NUMBERING = {
    "5.1": "5",
    "7.1.1": "7.1",
    "7.1.2": "7.1",
    "7.1.3": "7.1",
    "7.1.4": "7.1",
    "7.2.1": "7.2",
    "7.2.2": "7.2",
    "8.1.1": "8.1a",
    "8.1.2": "8.1b",
    "8.2.1": "8.21",
    "8.2.2": "8.2",
    "8.2.3": "8.2",
    "8.2.4": "8.4",
    "8.3.1": "8.5",
    "8.3.2": "8.5",
    "8.3.2 (a)": "8.5",
    "8.3.2 (b)": "8.5",
    "8.3.2 (c)": "8.5",
    "8.3.2 (d)": "8.5",
    "8.3.3": "8.5",
    "8.3.4": "8.57",
}
"""Its articles for those of the later texts, as far as its numbers are known."""


@column(article="5, 6, 8.5, 8.52", level="game", unit="games", does="choose")
def counts(
    played: Values,
    opponent_rating: Values,
    undecided_round_robin: Values,
    without_a_point: Values,
    entry: Values,
    opponent_entry: Values,
) -> Choice:
    """5, 6, 8.5, 8.52. Whether a game counts: played, and against a rated opponent.

    In a round robin games against unrated opponents count too, with the ratings found for them.
    """
    unrated = opponent_rating == 0
    return unless(
        unplayed(~played, "5: not played, so not counted"),
        (
            unrated & without_a_point.take(opponent_entry),
            "8.21: opponent unrated, without a point in the round robin: disregarded",
        ),
        (
            unrated & undecided_round_robin.take(entry),
            "6: opponent unrated in a round robin with too few rated players: the game does not "
            "count until a body decides",
        ),
        (unrated, "8.5: opponent unrated when the tournament began"),
        otherwise="5, 8.5, 8.52: played against a rated opponent, or a newcomer of a round robin",
    )


@column(article="0.1, 8.2", level="unit", unit="true or false", does="compare")
def by_round_robin_rules(latest_rules_month: Values) -> Values:
    """0.1, 8.2. Round robins go by their rules, on every list of these years."""
    return np.ones(len(latest_rules_month), dtype=bool)
