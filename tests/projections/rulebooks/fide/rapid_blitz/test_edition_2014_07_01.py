"""FIDE rapid and blitz, 2012 to 2021: the known text, and no guesses beyond."""

import pytest

from projections.rulebooks import rulebook
from tests.support.edition_columns import ask

RAPID = {edition.name: edition for edition in rulebook("fide-rapid").editions}
OLDER = ("2012-01-01", "2013-07-01", "2014-07-01")


@pytest.mark.parametrize("name", OLDER)
def test_article_7_3_1_no_cap_of_400_but_735(name):
    """Reading of `counted_difference` (`difference_735`): 99 hundredths at most, in every game."""
    facts = {"difference": [400, 401, 735, 736, -900]}
    assert ask(RAPID[name], "counted_difference", **facts) == [400, 401, 735, 735, -735]
    assert ask(RAPID[name], "expected_score_hundredths", **facts) == [92, 92, 99, 99, 1]


@pytest.mark.parametrize("name", OLDER)
def test_article_7_3_3_one_k_of_20_and_700(name):
    """35 games keep the K, 36 do not."""
    facts = {"peak": [2500, 1500], "games": [900, 3], "birth_year": [1980, 2012]}
    assert ask(RAPID[name], "printed_k", **facts) == [20, 20]
    k = {"listed_rating": [1800] * 2, "listed_k": [20] * 2, "entering_k": [20] * 2}
    assert ask(RAPID[name], "k", rated_games=[35, 36], **k) == [20, 19]


@pytest.mark.parametrize(
    ("name", "games"), [("2012-01-01", 9), ("2013-07-01", 9), ("2014-07-01", 5)]
)
def test_article_6_1_4_games_of_a_first_rating(name, games):
    """Reading `as_standard_until_2021`: nine to June 2014, five since; the floor is 1000."""
    edition = RAPID[name]
    facts = {
        "base_rating": [0],
        "disregarded_games": [0],
        "pooled_half_points": [1],
        "half_point_worth": [0],
    }
    for played, rating, listed in (
        (games - 1, 1000, 0),
        (games, 999, 0),
        (games, 1000, 1000),
        (games + 1, 1400, 1400),
    ):
        asked = {"pooled_games": [played], "entering_rating": [rating], **facts}
        assert ask(edition, "first_rating", **asked) == [listed]
