"""FIDE rapid and blitz of 1 December 2024: games of players very far apart are not rated."""

import pytest

from projections.rulebooks import rulebook
from tests.support.edition_columns import ask, why

LAW = rulebook("fide-rapid")
EDITION, BEFORE = LAW.edition("2024-12-01"), LAW.edition("2024-03-01")
FAR = "Amendment of 1 December 2024: ratings 600 points or more apart, one of them above 2600"


def counts(own: int, opponent: int, edition=EDITION) -> int:
    """Return whether a game counts for the player."""
    facts = {"own_rating": [own], "opponent_rating": [opponent], "played": [True]}
    return int(ask(edition, "counts", **facts)[0])


@pytest.mark.parametrize(
    ("one", "other", "counted"),
    [
        pytest.param(1800, 2601, 0, id="vectors 69 and 70"),
        pytest.param(1900, 2600, 1, id="vector 71: 2600 is not above 2600"),
        (2001, 2600, 1),
        (2000, 2600, 1),
        (2002, 2601, 1),
        (2001, 2601, 0),
        (2000, 2601, 0),
        (1500, 2300, 1),
    ],
)
def test_amendment_of_1_december_2024_a_gap_of_600_is_rated_for_neither(one, other, counted):
    assert counts(one, other) == counts(other, one) == counted


def test_amendment_of_1_december_2024_says_why():
    facts = {"own_rating": [1800], "opponent_rating": [2601], "played": [True]}
    assert why(EDITION, "counts", **facts) == [FAR]


def test_amendment_of_1_december_2024_nobody_unrated_is_apart():
    assert counts(0, 2700) == 1
    assert counts(2700, 0) == 0  # the opponent is unrated


def test_amendment_of_1_december_2024_before_it_every_gap_was_rated():
    assert counts(1800, 2601, BEFORE) == counts(2601, 1800, BEFORE) == 1


@pytest.mark.parametrize(
    ("own", "opponent", "result", "k", "points"),
    [
        pytest.param(1800, 2601, "0", 40, 0, id="vector 69"),
        pytest.param(2601, 1800, "1", 10, 0, id="vector 70"),
        pytest.param(2600, 1900, "1", 10, 1, id="vector 71"),
        pytest.param(1500, 1500, "1", 40, 20, id="vector 72"),
        pytest.param(1500, 1900, "=", 40, 17, id="vector 73"),
    ],
)
def test_article_7_3_vectors_of_one_game(own, opponent, result, k, points):
    other = {"1": "0", "0": "1", "=": "="}[result]
    facts = {
        "own_rating": [own],
        "opponent_rating": [opponent],
        "result": result,
        "opponent_result": other,
        "entry": [0],
        "entries": 1,
        "unit": [0],
        "units": 1,
        "rating_at_start": [own],
        "standard_rating_at_start": [0],
        "started": [1],
        "listed_rating": [own],
        "listed_k": [k],
    }
    assert ask(EDITION, "change", **facts) == [points]
