"""The list of March 2024: the first of its text, and the one on which low ratings were lifted."""

from __future__ import annotations

from datetime import date

import pytest

from projections.rating import rate
from tests.projections.worlds import FIDE, closings, federation, games, rated, ratings, tournament

EQUALS = [rated(each, 2000) for each in range(30, 34)]
OTHERS = tuple(games(30, "31 = 32 = 33 ="))


def test_article_8_2_the_rule_at_publication_holds_for_the_whole_pool():
    """`pool_across_2024_03`: three games of February, three of March: two invented opponents."""
    people = [*EQUALS, *(rated(each, 1600) for each in range(2, 8))]
    events = [
        tournament("F", "2024-02-01", "2024-02-20", [*games(1, "2 1 3 1 4 0"), *OTHERS]),
        tournament("M", "2024-03-02", "2024-03-20", [*games(1, "5 1 6 = 7 0"), *OTHERS]),
    ]
    world = federation(
        people, events, newcomers=[1], periods=("2024-03", "2024-04"), on=date(2024, 1, 1)
    )
    (march, april) = closings(world, FIDE, since="2022-01-01")
    assert ratings([march], 1) == [None]
    unit = rate(april.outcomes[0].step).unit
    assert unit["pooled_rating_sum"][0] == 3 * 1600 + 3 * 1760  # each as on the list of its start
    assert unit["averaged_opponents"][0] == 8
    # Ra 13680 / 8 = 1710, 4.5 of 8 is .56 with a half up, dp 43
    assert ratings([april], 1) == [1753]


LIFTED = [(1600, 1760), (1990, 1994), (1000, 1400), (2000, 2000), (2010, 2010)]


@pytest.mark.parametrize(("own", "march"), LIFTED)
def test_council_decision_of_15_december_2023_lifts_who_did_not_play(own, march):
    """Two fifths of what lacks to 2000."""
    world = federation([rated(1, own)], periods=("2024-02", "2024-03"), on=date(2024, 1, 1))
    done = closings(world, FIDE, since="2022-01-01")
    assert ratings(done, 1) == [own, march]


@pytest.mark.parametrize(("result", "march"), [("1", 1766), ("=", 1760), ("0", 1754)])
def test_council_decision_of_15_december_2023_after_the_change_of_the_period(result, march):
    """1600 with K 20: 1610 -> 1766, 1600 -> 1760, 1590 -> 1754; before it would be 1770, 1750."""
    people = [*EQUALS, rated(1, 1600), rated(2, 1600)]
    events = [tournament("T", "2024-02-01", "2024-02-20", [*games(1, f"2 {result}"), *OTHERS])]
    world = federation(people, events, periods=("2024-02", "2024-03"), on=date(2024, 1, 1))
    assert ratings(closings(world, FIDE, since="2022-01-01"), 1) == [1600, march]


def test_council_decision_of_15_december_2023_saves_nobody_below_1000():
    """990 would be 1394 after the lift: below the floor of March 2024."""
    people = [*EQUALS, rated(1, 1000), rated(2, 1000)]
    events = [tournament("T", "2024-02-01", "2024-02-20", [*games(1, "2 0"), *OTHERS])]
    world = federation(people, events, periods=("2024-02", "2024-03"), on=date(2024, 1, 1))
    assert ratings(closings(world, FIDE, since="2022-01-01"), 1) == [1000, None]


def test_council_decision_of_15_december_2023_lifts_no_first_rating():
    """It comes of the new rule already: (5 x 1600 + 3600) / 7, four of seven, dp 50."""
    people = [*EQUALS, *(rated(each, 1600) for each in range(2, 8))]
    met = games(1, "2 1 3 1 4 1 5 0 6 0")
    events = [tournament("T", "2024-02-01", "2024-02-20", [*met, *OTHERS])]
    world = federation(
        people, events, newcomers=[1], periods=("2024-02", "2024-03"), on=date(2024, 1, 1)
    )
    found = ratings(closings(world, FIDE, since="2022-01-01"), 1)
    assert found == [None, 1707]
