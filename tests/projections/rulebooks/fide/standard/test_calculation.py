"""FIDE B.02 of 1 March 2024, the change of a rating: below, on and above every boundary."""

import pytest

from projections.rulebooks.fide.standard import RULEBOOK
from tests.support.edition_columns import ask, period, sheet, why

EDITION = RULEBOOK.edition("2024-03-01")


def test_article_8_3_1_difference_is_own_less_opponents():
    assert ask(EDITION, "difference", own_rating=[2000, 1500], opponent_rating=[1500, 2000]) == [
        500,
        -500,
    ]


def test_article_8_3_1_counts_more_than_400_as_400():
    differences = [399, 400, 401, 1200, -399, -400, -401, -1200]
    assert ask(EDITION, "counted_difference", difference=differences) == [
        399, 400, 400, 400, -399, -400, -400, -400,
    ]  # fmt: skip


def test_article_8_3_1_every_game_may_be_capped():
    """Four opponents lower by more than 400, all lifted: −.42 (−.61 where a single lift is
    allowed).
    """
    rated = period(EDITION, 2000, "1063 1 1299 1 1413 1 1872 = 1851 0 1427 1 1682 1")
    assert rated["sum_hundredths"].tolist() == [-42]
    assert rated["variation_hundredths"].tolist() == [-840]


@pytest.mark.parametrize("own", [2649, 2650, 2813])
def test_article_8_3_1_the_highest_rated_are_capped_too(own):
    assert period(EDITION, own, f"{own - 500} 1", k=10)["variation_hundredths"].tolist() == [80]


def test_article_8_3_2_score_less_expected_score():
    facts = {"result": "1=0", "expected_score_hundredths": [36, 36, 36], "counts": [1, 1, 1]}
    assert ask(EDITION, "score_hundredths", **facts) == [100, 50, 0]
    assert ask(EDITION, "game_difference_hundredths", **facts) == [64, 14, -36]


def test_article_8_3_2_games_that_do_not_count_change_nothing():
    facts = {"result": "1", "expected_score_hundredths": [36], "counts": [0]}
    assert ask(EDITION, "game_difference_hundredths", **facts) == [0]


def test_article_8_3_2_sums_by_tournament_and_by_period():
    rated = period(EDITION, 2000, "2000 1 2000 =", "2000 0")
    assert rated["entry_difference_hundredths"].tolist() == [50, -50]
    assert rated["counted_games"].tolist() == [2, 1]
    assert rated["sum_hundredths"].tolist() == [0]
    assert rated["rated_games"].tolist() == [3]


def test_article_8_3_2_who_is_not_listed_has_no_change():
    facts = {
        "entry_difference_hundredths": [50],
        "counted_games": [5],
        "unit": [0],
        "units": 1,
        "listed_rating": [0],
    }
    assert ask(EDITION, "sum_hundredths", **facts) == [0]
    assert ask(EDITION, "rated_games", **facts) == [0]


def test_article_8_3_2_f_p04_as_published():
    """F-P04: 2053, K 20, −.01 → −0.2 → 0; the 1653 stands at 400 exactly."""
    rated = period(EDITION, 2053, "1675 1 2310 0 1653 1 1884 1 2218 0")
    assert rated["sum_hundredths"].tolist() == [-1]
    assert rated["variation_hundredths"].tolist() == [-20]
    assert rated["change"].tolist() == [0]


def test_article_8_3_2_f_p01_with_the_cap():
    """F-P01 under the cap before October 2025: −.04 → −0.4 → 0."""
    rated = period(EDITION, 2813, "1787 1 2025 1 2310 1 2400 1 2505 =", k=10)
    assert rated["sum_hundredths"].tolist() == [-4]
    assert rated["change"].tolist() == [0]


def test_article_8_2_4_worked_example_of_ricca_corrected():
    """1671, K 40, 2 points of 6: −.44 → −17.6 → −18 → 1653 (../regulations/fide.md 7.1)."""
    rated = period(EDITION, 1671, "1960 0 1400 1 1800 0 1280 1 2144 0 1998 0", k=40)
    assert rated["variation_hundredths"].tolist() == [-1760]
    assert 1671 + rated["change"][0] == 1653


def test_article_8_3_3_k_times_games_within_700():
    cases = [(40, 17, 40), (40, 18, 38), (40, 36, 19), (20, 34, 20), (20, 35, 20), (20, 36, 19),
             (20, 39, 17), (10, 69, 10), (10, 70, 10), (10, 71, 9), (20, 0, 20)]  # fmt: skip
    listed_k, rated_games, expected = (list(column) for column in zip(*cases, strict=True))
    assert ask(EDITION, "k", listed_k=listed_k, rated_games=rated_games) == expected


def test_article_8_3_3_says_when_k_is_lowered():
    assert why(EDITION, "k", listed_k=[20, 20], rated_games=[35, 36]) == [
        "8.3.3: as printed on the list before",
        "8.3.3: lowered, so that K times the games of the period stays within 700",
    ]


def test_article_8_3_3_f_p05_as_published():
    """F-P05: 2054, 39 games in five events, K 20 → 17: 92.48 → +92 → 2146 (by event +91)."""
    facts = {
        "entry_difference_hundredths": [144, 114, 234, 79, -27],
        "counted_games": [9, 9, 9, 9, 3],
        "unit": [0] * 5,
        "units": 1,
        "listed_rating": [2054],
        "listed_k": [20],
    }
    found = sheet(EDITION, ["change"], facts)
    assert found["k"].tolist() == [17]
    assert found["variation_hundredths"].tolist() == [9248]
    assert found["change"].tolist() == [92]
    by_event = ask(EDITION, "change", variation_hundredths=[2448, 1938, 3978, 1343, -459])
    assert sum(by_event) == 91


def test_article_8_3_4_half_a_point_grows_in_magnitude():
    halves = [-251, -250, -249, -50, -49, 0, 49, 50, 249, 250, 251]
    assert ask(EDITION, "change", variation_hundredths=halves) == [
        -3, -3, -2, -1, 0, 0, 0, 1, 2, 3, 3,
    ]  # fmt: skip


def test_article_8_3_4_published_sums_of_several_events():
    """Rounded once for the period, as FIDE published; event by event most come out otherwise."""
    sums = [-5160, 60, -540, 1700, -140, -2660, 2760, -3120, -1750, -2250, 9248]
    assert ask(EDITION, "change", variation_hundredths=sums) == [
        -52, 1, -5, 17, -1, -27, 28, -31, -18, -23, 92,
    ]  # fmt: skip


def test_article_8_3_4_says_what_the_rounding_did():
    assert ask(EDITION, "rounding_hundredths", variation_hundredths=[1280, -1760, 300]) == [
        20,
        -40,
        0,
    ]
