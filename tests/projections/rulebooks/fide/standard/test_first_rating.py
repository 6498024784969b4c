"""FIDE standard chess, articles 7.1.4 and 8.2 as of March 2024: the first rating."""

import pytest

from projections.rulebooks.fide.standard import RULEBOOK
from tests.support.edition_columns import ask, sheet, why

EDITION = RULEBOOK.edition("2024-03-01")


# ------------------------------------------------------------------- 7.1.4 What waits for a rating


def test_article_7_1_4_games_of_who_is_not_listed_wait():
    facts = {
        "counted_games": [3, 0, 3, 0],
        "unit": [0, 1, 2, 3],
        "listed_rating": [0, 0, 1500, 1500],
    }
    assert ask(EDITION, "waits", **facts) == [True, False, False, False]


def test_article_7_1_4_of_a_newcomers_games_those_against_rated_opponents_are_kept():
    """Entry 0 is a newcomer, entry 1 is listed: nothing is kept of entry 1."""
    facts = {
        "unit": [0, 1],
        "listed_rating": [0, 1900],
        "entry": [0, 0, 0, 1],
        "entries": 2,
        "opponent_rating": [1700, 1600, 0, 1500],
        "counts": [1, 1, 0, 1],
        "result": "1=11",
    }
    assert ask(EDITION, "newcomers_sides", **facts) == [0, 1, 2]
    assert ask(EDITION, "opponent_rating_sum", **facts) == [3300, 0]
    assert ask(EDITION, "half_points", **facts) == [3, 0]


def test_article_7_1_4_five_games_and_the_floor():
    """Reading of `first_rating` (`sub_floor_pool_restart`): below the floor the results wait."""
    facts = {
        "listed_rating": [0, 0, 0, 0, 0, 0, 1500],
        "pooled_games": [0, 4, 5, 6, 5, 5, 5],
        "disregarded_games": [0] * 7,
        "entering_rating": [0, 1600, 1600, 1600, 1399, 1400, 1600],
    }
    assert ask(EDITION, "first_rating", **facts) == [0, 0, 1600, 1600, 0, 1400, 0]
    assert why(EDITION, "first_rating", **facts) == [
        "7.1.4: no game against a rated opponent waits",
        "7.1.4: fewer than five games: the games wait for a first rating",
        "8.2.3: published",
        "8.2.3: published",
        "7.1.4: below the floor: not published, the games wait for a first rating",
        "8.2.3: published",
        "7.1.4: on the list already",
    ]


def test_article_8_2_1_a_disregarded_first_event_is_told_where_nothing_waits():
    """The games of the event alone; beside games that wait both are told with the event."""
    counted = {"waiting_counted_games": [5, 3, 2], "waiting_unit": [0, 0, 1], "units": 3}
    assert ask(EDITION, "disregarded_games", accepted=[False, True, False], **counted) == [5, 2, 0]
    facts = {"listed_rating": [0, 0], "pooled_games": [0, 3], "disregarded_games": [5, 5]}
    assert why(EDITION, "first_rating", entering_rating=[0, 1600], **facts) == [
        "8.2.1: no game waits: a first event without a point is disregarded",
        "7.1.4: fewer than five games: the games wait for a first rating",
    ]


def test_article_7_1_4_results_go_on_waiting_until_a_rating_comes_of_them():
    facts = {"pooled": [True, False, True], "rating": [0, 1500], "waiting_unit": [0, 0, 1]}
    assert ask(EDITION, "goes_on_waiting", **facts) == [True, False, False]


# ------------------------------------------------------------------------- 8.2 The first rating


def accepted(*results: tuple[int, bool, int, bool]) -> list[bool]:
    """Ask for results given as (unit, accepted before, half points, in the window)."""
    unit, before, half_points, inside = (list(column) for column in zip(*results, strict=True))
    return ask(
        EDITION,
        "accepted",
        waiting_unit=unit,
        was_accepted=before,
        waiting_half_points=half_points,
        in_window=inside,
    )


def test_article_8_2_1_zero_in_the_first_event_is_disregarded():
    """Reading of `accepted`: zero, a point, zero: the second makes first, the third is kept."""
    assert accepted((0, False, 0, True)) == [False]
    assert accepted((0, False, 1, True)) == [True]
    zero_point_zero = [(0, False, 0, True), (0, False, 1, True), (0, False, 0, True)]
    assert accepted(*zero_point_zero) == [False, True, True]


def test_article_8_2_1_accepted_stays_accepted():
    assert accepted((0, True, 0, True), (0, False, 0, True)) == [True, True]


def test_article_8_2_1_losses_stay_accepted_when_the_half_point_leaves_the_window():
    """Half a point, then twice three losses: at last the rating rests on the six losses."""
    half, losses = (0, True, 1, False), (0, True, 0, True)
    assert accepted(half, losses, losses) == [True, True, True]
    assert asked_pooled([True, True, True], inside=[False, True, True]) == [False, True, True]
    assert accepted((0, False, 0, True), (0, False, 0, True)) == [False, False]


def asked_pooled(accepted, inside):
    """Which results count towards the first rating."""
    return ask(EDITION, "pooled", accepted=accepted, in_window=inside)


def test_article_8_2_1_outside_the_window_an_accepted_event_opens_nothing():
    assert accepted((0, True, 3, False), (0, False, 0, True)) == [True, False]
    assert accepted((0, False, 3, False), (0, False, 0, True)) == [False, False]


def test_article_8_2_1_each_player_has_his_own_first_event():
    assert accepted((0, False, 2, True), (1, False, 0, True), (1, False, 1, True)) == [
        True,
        False,
        True,
    ]


def test_article_8_2_1_results_count_if_accepted_and_in_the_window():
    facts = {"accepted": [True, True, False], "in_window": [True, False, True]}
    assert ask(EDITION, "pooled", **facts) == [True, False, False]


BEFORE = RULEBOOK.edition("2023-12-25")
POOL = {"pooled_games": [5], "pooled_rating_sum": [9507], "pooled_half_points": [6]}
"""What FIDE published as 1922 in December 2025; 1921 by the rules before March 2024."""


def test_article_8_2_the_same_results_by_the_rules_of_either_day():
    assert BEFORE.waiting == EDITION.waiting
    assert ask(BEFORE, "computed_first_rating", **POOL) == [1921]
    assert ask(EDITION, "computed_first_rating", **POOL) == [1922]
    assert ask(EDITION, "computed_first_rating", latest_rules_month=[202312], **POOL) == [1921]


def test_article_8_2_the_old_rules_are_those_of_the_text_before():
    """Above, on and below one half, and beyond the cap of 2200, which the old rules lack."""
    pool = {
        "pooled_games": [5, 5, 5, 5],
        "pooled_rating_sum": [11000, 9000, 8000, 11000],
        "pooled_half_points": [9, 5, 1, 5],
    }
    names = ("averaged_opponents", "averaged_rating_sum", "score_difference")
    for name in (*names, "computed_first_rating"):
        found = ask(EDITION, name, latest_rules_month=[202201] * 4, **pool)
        assert found == ask(BEFORE, name, **pool), name
    assert found == [2280, 1800, 1234, 2200]
    assert ask(EDITION, "computed_first_rating", **pool)[0] == 2200


def test_article_8_2_3_points_for_half_a_point_are_those_of_the_text_before():
    """Stated twice: in the text of 2022, and where the text of 2024 goes by the earlier rules."""
    assert EDITION.numbers["points_each_half_point"] == BEFORE.numbers["points_each_half_point"]


@pytest.mark.parametrize(("month", "lifted"), [(202402, 1000), (202403, 1400), (202404, 1000)])
def test_council_decision_of_15_december_2023_lifts_a_first_rating_by_the_old_rules(month, lifted):
    """Reading of `entering_rating` (`lift_of_a_first_rating`): the lift of a single list,
    no other.
    """
    facts = {"computed_first_rating": [1000, 1000], "by_earlier_rules": [True, False]}
    assert ask(EDITION, "entering_rating", list_month=month, **facts) == [lifted, 1000]


def test_article_8_2_2_two_invented_opponents_of_1800_and_two_draws():
    facts = {"pooled_games": [5, 7], "pooled_rating_sum": [9507, 0], "pooled_half_points": [6, 0]}
    assert ask(EDITION, "averaged_opponents", **facts) == [7, 9]
    assert ask(EDITION, "averaged_rating_sum", **facts) == [13107, 3600]
    assert ask(EDITION, "fractional_score_hundredths", **facts) == [57, 11]


def test_article_8_2_2_half_a_hundredth_goes_up():
    """Reading of `fractional_score_hundredths` (`tie_p`): 3/8 is .38 and 5/8 is .63."""
    found = ask(
        EDITION, "fractional_score_hundredths", pooled_half_points=[4, 8], averaged_opponents=[8, 8]
    )
    assert found == [38, 63]


def test_article_8_2_3_half_a_point_goes_up():
    """Reading of `computed_first_rating` (`tie_Ru`): Ra 1642.5, 1643.5, dp 0: 1643, 1644."""
    found = ask(
        EDITION,
        "computed_first_rating",
        averaged_rating_sum=[16425, 16424, 16435],
        averaged_opponents=[10] * 3,
        score_difference=[0] * 3,
    )
    assert found == [1643, 1642, 1644]


def test_article_8_2_3_at_most_2200():
    found = ask(
        EDITION,
        "computed_first_rating",
        averaged_rating_sum=[7 * 2199, 7 * 2200, 7 * 2201],
        averaged_opponents=[7] * 3,
        score_difference=[0] * 3,
    )
    assert found == [2199, 2200, 2200]


I_4 = "1940 1415 1850 1635 1715 1460 1545 1960 1400 1800 1280 2144 1998"


@pytest.mark.parametrize(
    ("opponents", "half_points", "ru"),
    [
        pytest.param("1940 1415 1850 1300 1450 1475", 8, 1724, id="I-1"),
        pytest.param("1940 1415 1850 1980 2215", 2, 1699, id="I-2"),
        pytest.param("1940 1415 1850 2015 1515", 4, 1712, id="I-3"),
        pytest.param(I_4, 12, 1695, id="I-4"),
        pytest.param(I_4[:34], 8, 1727, id="I-5"),
        pytest.param("1902 1877 1884 2012 1832", 6, 1922, id="F-N01"),
        pytest.param("1950 " * 11, 11, 1927, id="slides 5.5"),
        pytest.param("1950 " * 11, 13, 1984, id="slides 6.5"),
        pytest.param("1950 " * 11, 9, 1870, id="slides 4.5"),
        pytest.param("1950 " * 11, 15, 2037, id="slides 7.5"),
        pytest.param("1950 " * 11, 7, 1817, id="slides 3.5"),
        pytest.param("1400 " * 5, 1, 1284, id="below the floor"),
        pytest.param("1500 " * 5, 1, 1356, id="below the floor too"),
        pytest.param("2400 " * 9, 18, 2200, id="2674 is capped"),
        pytest.param("1700 " * 6, 4, 1638, id="p ties at .375"),
        pytest.param("1700 " * 6, 8, 1820, id="p ties at .625"),
    ],
)
def test_article_8_2_3_recomputed_examples(opponents, half_points, ru):
    """Figures of fide.md section 5 under this edition; F-N01 was published by FIDE."""
    met = [int(word) for word in opponents.split()]
    found = ask(
        EDITION,
        "computed_first_rating",
        pooled_games=[len(met)],
        pooled_rating_sum=[sum(met)],
        pooled_half_points=[half_points],
    )
    assert found == [ru]


def test_article_8_2_4_unrated_when_it_began_rated_since():
    """Own rating: of the start of the event, else of the list before the list that books."""
    facts = {
        "rating_at_start": [1700, 0, 1700, 0],
        "unit": [0, 1, 2, 3],
        "listed_rating": [1650, 1671, 0, 0],
    }
    assert ask(EDITION, "rating_used", **facts) == [1700, 1671, 1700, 0]
    assert (
        why(EDITION, "rating_used", **facts)[1]
        == "8.2.4: unrated when the tournament began, rated since"
    )


def test_article_8_2_4_to_his_opponents_he_is_unrated():
    """The opponent's rating is as of the start: 0, so the game does not count for the opponent."""
    facts = {
        "rating_at_start": [0, 1960],
        "unit": [0, 1],
        "listed_rating": [1671, 1960],
        "entry": [0, 1],
        "opponent_entry": [1, 0],
        "result": "01",
        "opponent_result": "10",
    }
    found = sheet(EDITION, ["own_rating", "counts"], facts)
    assert found["own_rating"].tolist() == [1671, 1960]
    assert found["counts"].tolist() == [1, 0]
