"""FIDE rapid and blitz, 2012 to 2021: what is told, and what is not guessed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from projections.rulebooks import rulebook
from projections.rulebooks.grammar import Edition
from tests.projections.rulebooks.asking import ask, why

RAPID = {each.name: each for each in rulebook("fide-rapid").editions}
OLDER = ("2012-01-01", "2013-07-01", "2014-07-01")


@pytest.mark.parametrize("name", OLDER)
def test_article_7_3_1_no_cap_of_400_but_735(name):
    """Reading of `counted_difference` (`difference_735`): 99 hundredths at most, in every game."""
    facts = {"difference": [400, 401, 735, 736, -900]}
    assert ask(RAPID[name], "counted_difference", **facts) == [400, 401, 735, 735, -735]
    assert ask(RAPID[name], "expected_score_hundredths", **facts) == [92, 92, 99, 99, 1]


@pytest.mark.parametrize("name", OLDER)
def test_article_7_3_3_one_k_of_20_and_700(name):
    """35 games keep it, 36 do not."""
    facts = {"peak": [2500, 1500], "games": [900, 3], "birth_year": [1980, 2012]}
    assert ask(RAPID[name], "printed_k", **facts) == [20, 20]
    k = {"listed_rating": [1800] * 2, "listed_k": [20] * 2, "entering_k": [20] * 2}
    assert ask(RAPID[name], "k", rated_games=[35, 36], **k) == [20, 19]


def accepted(edition: Edition, half_points: int, games: int) -> bool:
    """Whether a first event counts."""
    facts = {
        "was_accepted": [False],
        "waiting_half_points": [half_points],
        "waiting_counted_games": [games],
        "in_window": [True],
        "waiting_unit": [0],
    }
    (found,) = ask(edition, "accepted", **facts)
    return bool(found)


@pytest.mark.parametrize(
    ("name", "games"), [("2012-01-01", 3), ("2013-07-01", 3), ("2014-07-01", 1)]
)
def test_article_7_2_2_a_point_in_the_first_event(name, games):
    """Reading of `accepted` (`first_point`): half a point was enough in standard chess alone."""
    edition = RAPID[name]
    assert [accepted(edition, half_points, 3) for half_points in (1, 2, 3)] == [False, True, True]
    assert [accepted(edition, 2, each) for each in (games - 1, games)] == [False, True]
    assert accepted(RAPID["2022-01-01"], 1, 1)


@pytest.mark.parametrize(
    ("name", "games"), [("2012-01-01", 9), ("2013-07-01", 9), ("2014-07-01", 5)]
)
def test_article_6_1_4_games_of_a_first_rating(name, games):
    """Reading `as_standard_until_2021`: nine to June 2014, five since; the floor is 1000."""
    edition = RAPID[name]
    facts = {"base_rating": [0], "disregarded_games": [0], "pooled_half_points": [1]}
    for played, rating, listed in (
        (games - 1, 1000, 0),
        (games, 999, 0),
        (games, 1000, 1000),
        (games + 1, 1400, 1400),
    ):
        asked = {"pooled_games": [played], "entering_rating": [rating], **facts}
        assert ask(edition, "first_rating", **asked) == [listed]


def pool(half_points: int) -> dict[str, Any]:
    """Ten games against 1800 on average, and the score."""
    return {
        "pooled_games": [10],
        "pooled_rating_sum": [18000],
        "pooled_half_points": [half_points],
        "base_rating": [0],
        "disregarded_games": [0],
    }


@pytest.mark.parametrize("name", OLDER)
@pytest.mark.parametrize(
    ("half_points", "untold", "with_10"), [(8, 1728, 1728), (10, 1800, 1800), (12, 0, 1820)]
)
def test_article_7_2_4_above_one_half_only_what_the_body_set(name, half_points, untold, with_10):
    """Reading of `score_difference` (`points_not_told`): on and below one half all is told."""
    edition = RAPID[name]
    number = edition.numbers["stated"]["points_each_half_point_to_2021"]
    told = edition.stating((replace(number, stated=10),))
    assert ask(edition, "first_rating", **pool(half_points)) == [untold]
    assert ask(told, "first_rating", **pool(half_points)) == [with_10]
    (clause,) = why(edition, "first_rating", **pool(12))
    assert clause.startswith("7.2.4: above one half: what a half point is worth is not told")
