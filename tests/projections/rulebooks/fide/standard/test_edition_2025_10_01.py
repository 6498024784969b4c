"""FIDE B.02 as amended on 1 October 2025: from 2650 on, every difference counts in full."""

import pytest

from projections.rulebooks.fide.standard import RULEBOOK
from tests.support.edition_columns import ask, period, why
from tests.support.worlds import FIDE, closings, federation, games, rated, ratings, tournament

EDITION = RULEBOOK.edition("2025-10-01")
AMENDED = RULEBOOK.edition("2024-03-01")


def test_article_8_3_1_from_2650_the_true_difference_counts():
    facts = {"own_rating": [2649, 2650, 2651] * 2, "difference": [500] * 3 + [-500] * 3}
    assert ask(EDITION, "counted_difference", **facts) == [400, 500, 500, -400, -500, -500]


def test_article_8_3_1_below_2650_more_than_400_counts_as_400():
    facts = {"own_rating": [2000] * 6, "difference": [399, 400, 401, -399, -400, -401]}
    assert ask(EDITION, "counted_difference", **facts) == [399, 400, 400, -399, -400, -400]


def test_article_8_3_1_says_which_difference_counts():
    """Up to 400 no difference needs an exception, for any player."""
    facts = {"own_rating": [2650, 2649, 2649, 2650], "difference": [500, 500, 400, 400]}
    assert why(EDITION, "counted_difference", **facts) == [
        "8.3.1: in full, for a rating of 2650 or more",
        "8.3.1: capped at 400",
        "8.3.1: the difference itself",
        "8.3.1: the difference itself",
    ]


def test_article_8_3_1_one_game_is_capped_for_one_side_only():
    """F-P01 and F-P02, the same game: the 2813 expects .93, the 2400 still .08."""
    facts = {"own_rating": [2813, 2400], "opponent_rating": [2400, 2813]}
    assert ask(EDITION, "expected_score_hundredths", **facts) == [93, 8]
    assert ask(AMENDED, "expected_score_hundredths", **facts) == [92, 8]


def test_article_8_1_2_beyond_the_last_row_one_expects_everything():
    """735, 736, 737: only an uncapped player gets this far."""
    opponents = [2700 - 735, 2700 - 736, 2700 - 737]
    facts = {"own_rating": [2700] * 3, "opponent_rating": opponents}
    assert ask(EDITION, "expected_score_hundredths", **facts) == [99, 100, 100]


@pytest.mark.parametrize(
    ("own", "opponent", "result", "variation_hundredths"),
    [(2650, 2150, "1", 40), (2649, 2149, "1", 80), (2700, 1964, "1", 0), (2700, 1900, "0", -1000)],
)
def test_article_8_3_2_single_games(own, opponent, result, variation_hundredths):
    """fide.md section 5, K 10."""
    rated_period = period(EDITION, own, f"{opponent} {result}", k=10)
    assert rated_period["variation_hundredths"].tolist() == [variation_hundredths]


def test_article_8_3_2_f_p01_as_published():
    """F-P01: 2813, K 10, −.25 → −2.50 → −3 → 2810."""
    found = period(EDITION, 2813, "1787 1 2025 1 2310 1 2400 1 2505 =", k=10)
    assert found["game_difference_hundredths"].tolist() == [0, 0, 4, 7, -36]
    assert found["variation_hundredths"].tolist() == [-250]
    assert 2813 + found["change"][0] == 2810


def test_article_8_3_2_f_p02_game_by_game():
    """F-P02: +.37 → +3.7 for the event (FIDE then rounded event by event, this once)."""
    found = period(EDITION, 2400, "2000 1 2000 1 2121 1 2813 0 2084 1", k=10)
    assert found["variation_hundredths"].tolist() == [370]


def test_what_the_amendment_leaves_alone():
    """A first rating, K and the rounding are as in March 2024."""
    facts = {"pooled_games": [5], "pooled_rating_sum": [9507], "pooled_half_points": [6]}
    assert ask(EDITION, "computed_first_rating", **facts) == [1922]
    assert ask(EDITION, "k", listed_k=[20], rated_games=[36]) == [19]
    assert ask(EDITION, "change", variation_hundredths=[-250]) == [-3]
    assert EDITION.waiting == AMENDED.waiting


@pytest.mark.parametrize(
    ("start", "rating"), [("2025-09-30", 2651), ("2025-10-01", 2650), ("2025-10-02", 2650)]
)
def test_article_0_1_the_amendment_goes_by_the_first_day_of_the_tournament(start, rating):
    """Reading `amendment_2025_10_boundary`: both end in October, both are on the November list."""
    world = federation(
        [rated(1, 2650), rated(2, 2150)],
        [tournament("T", start, "2025-10-05", games(1, "2 1"))],
    )
    assert ratings(closings(world, FIDE), 1)[-1] == rating
