"""FIDE rapid and blitz ratings: edition in force from 1 October 2022.

Its text was not available: it is told by the standard regulations of 1 January 2022, with which
it was brought into line. Where the lift of its first list stands in it is not known.
"""

from collections.abc import Mapping
from datetime import date
from typing import Any

import numpy as np

from projections.rulebooks.engine.columns import Choice, Values, choose, column, columns_of
from projections.rulebooks.engine.inheritance import as_in
from projections.rulebooks.engine.months import month_number
from projections.rulebooks.fide.rapid_blitz import admission_2022_01_01, first_ratings, rapid_blitz
from projections.rulebooks.fide.standard import edition_2024_03_01, listing

BASED_ON = "fide-standard 2022-01-01"

NUMBERING = rapid_blitz.NUMBERING

PARTS = (first_ratings, rapid_blitz)

ADMISSION = admission_2022_01_01

REPEALS = ("games_carried",)
"""A K printed while it was one for all tells nothing of games."""

_as_in_standard = columns_of(listing)["printed_k"].under(NUMBERING)


def also_concerned(list_date: date, birth_year: Values, numbers: Mapping[str, Any]) -> Values:
    """7.3.3. Every player on the lists with the lift and with the first K of standard chess.

    Otherwise as in standard chess; before October 2022 one K was for all, so nobody.
    """
    if month_number(list_date) in {numbers.get("lift_month"), numbers.get("k_as_in_standard_from")}:
        return np.ones(len(birth_year), dtype=bool)
    if "junior_age" not in numbers:
        return np.zeros(len(birth_year), dtype=bool)
    return edition_2024_03_01.also_concerned(list_date, birth_year, numbers)


@column(article="7.3.3", level="unit", unit="points a game point", does="choose")
def printed_k(
    peak: Values,
    games: Values,
    birth_year: Values,
    list_year: int,
    list_month: int,
    master_mark: int,
    k_master: int,
    junior_age: int,
    junior_mark: int,
    k_junior: int,
    newcomer_games: int,
    k_newcomer: int,
    k_standard: int,
    k_of_all: int,
    k_as_in_standard_from: int,
) -> Choice:
    """7.3.3. The K printed on this list, for the games of the next.

    Reading `k_from_december`: as in standard chess, but from the list of December 2022 on; those of
    October and November went on printing one K for all. Other value: from October 2022 on, as the
    text is dated; a calculation published for games of that October or November would change it.
    """
    if list_month < k_as_in_standard_from:
        everybody = np.full_like(peak, k_of_all)
        return choose(otherwise=(everybody, "7.3.3: {k_of_all} for all, until November"))
    numbers = (master_mark, k_master, junior_age, junior_mark, k_junior, newcomer_games)
    choice: Choice = listing.printed_k(
        peak, games, birth_year, list_year, *numbers, k_newcomer, k_standard
    )
    return _as_in_standard.in_its_numbers(choice)


@column(article="7.3.3", level="unit", unit="points a game point", does="choose")
def entering_k(
    listed_rating: Values,
    list_month: int,
    k_newcomer: int,
    k_of_all: int,
    k_as_in_standard_from: int,
) -> Choice:
    """7.3.3. The K of a player who enters with a standard rating, as an earlier list would print.

    Reading `k_from_december`: the list of December 2022 is the first that printed K as in standard
    chess, for games of January; up to that list, it included, nobody plays with another K than 20.
    """
    everybody, newcomer = (np.full_like(listed_rating, k) for k in (k_of_all, k_newcomer))
    if list_month <= k_as_in_standard_from:
        return choose(otherwise=(everybody, "7.3.3: {k_of_all} for all, until November"))
    return choose(otherwise=(newcomer, "7.3.3: of a player new to the list"))


@column(article="Amendment of 1 October 2022", level="unit", unit="points", does="subtract")
def lift(
    changed_rating: Values,
    base_rating: Values,
    standard_listed_rating: Values,
    list_month: int,
    lift_month: int,
    lift_margin: int,
) -> Values:
    """Amendment of 1 October 2022. Increase of ratings far below the standard ratings.

    Reading `lift_compares`: the rating after the change of the period, with the standard list of
    the same day; who stands more than the margin below it is lifted to the margin.
    """
    distance = standard_listed_rating - lift_margin - changed_rating
    if list_month != lift_month:
        return np.zeros_like(distance)
    return np.maximum(distance, 0) * (base_rating > 0)


rating_before_floor = as_in(
    listing.rating_before_floor, "Amendment of 1 October 2022. The rating compared with the floor."
)
