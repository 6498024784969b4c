"""FIDE B.02 of 1 January 2022: the first rating by half points, a single raising in a
tournament.
"""

from datetime import date

import pytest

from projections.rulebooks.fide.standard import RULEBOOK
from tests.support.edition_columns import ask, period, sheet, why
from tests.support.worlds import FIDE, closings, federation, games, rated, ratings, tournament

EDITION = RULEBOOK.edition("2022-01-01")
AFTER = RULEBOOK.edition("2024-03-01")
OLDER = [RULEBOOK.edition(name) for name in ("2014-07-01", "2017-07-01", "2021-02-01")]
BOTH = [RULEBOOK.edition(name) for name in ("2022-01-01", "2023-12-25")]
UNTIL_2024 = [*OLDER, *BOTH]


def first(edition, games_played: int, rating_sum: int, half_points: int) -> int:
    """The first rating computed from so many games."""
    facts = {
        "pooled_games": [games_played],
        "pooled_rating_sum": [rating_sum],
        "pooled_half_points": [half_points],
    }
    (found,) = ask(edition, "computed_first_rating", **facts)
    return int(found)


# ------------------------------------------------------------------------- 8.2 The first rating


@pytest.mark.parametrize("edition", UNTIL_2024, ids=lambda edition: edition.name)
@pytest.mark.parametrize(
    ("half_points", "rating"), [(11, 1950), (13, 1990), (9, 1885), (15, 2030), (7, 1817)]
)
def test_article_8_2_the_five_examples_of_the_slides(edition, half_points, rating):
    """Eleven games, mean 1950: 5.5, 6.5, 4.5, 7.5 and 3.5 points."""
    assert first(edition, 11, 11 * 1950, half_points) == rating


def test_article_8_2_3_one_half_point_below_on_and_above_one_half():
    facts = {"pooled_games": [10] * 3, "pooled_half_points": [9, 10, 11]}
    assert ask(EDITION, "score_difference", **facts) == [-36, 0, 20]
    assert why(EDITION, "score_difference", **facts) == [
        "8.1.1, 8.2.3: below one half: by the table",
        "8.2.3: half of the possible points: the average itself",
        "8.2.3: points for each half point above one half",
    ]


def test_article_8_2_2_nobody_is_invented():
    facts = {"pooled_games": [0, 1, 5], "pooled_rating_sum": [0, 1800, 9000]}
    assert ask(EDITION, "averaged_opponents", **facts) == [1, 1, 5]
    assert ask(EDITION, "averaged_rating_sum", **facts) == [0, 1800, 9000]


def test_article_8_2_3_half_a_hundredth_goes_up():
    """Reading of `fractional_score_hundredths` (`tie_p`): .375 is .38, .625 is .63."""
    facts = {"pooled_games": [4, 8, 8], "pooled_half_points": [3, 5, 10]}
    assert ask(EDITION, "fractional_score_hundredths", **facts) == [38, 31, 63]
    assert [first(EDITION, 8, 8 * 1700, half) for half in (6, 10)] == [1700 - 87, 1700 + 40]
    assert first(AFTER, 6, 6 * 1700, 4) == 1638
    assert first(AFTER, 6, 6 * 1700, 8) == 1820


def test_article_8_2_3_half_a_point_of_rating_goes_up():
    """Reading of `computed_first_rating` (`tie_Ru`): means 1642.25, 1642.5 and 1642.75."""
    assert [first(EDITION, 4, rating_sum, 4) for rating_sum in (6569, 6570, 6571)] == [
        1642,
        1643,
        1643,
    ]


def test_article_8_2_3_nothing_caps_a_first_rating():
    assert first(EDITION, 5, 5 * 2400, 10) == 2500
    assert first(AFTER, 5, 5 * 2400, 10) == 2200


@pytest.mark.parametrize("edition", UNTIL_2024, ids=lambda edition: edition.name)
def test_article_7_1_4_the_floor_is_1000(edition):
    facts = {
        "listed_rating": [0] * 3,
        "pooled_games": [5] * 3,
        "disregarded_games": [0] * 3,
        "computed_first_rating": [999, 1000, 1001],
    }
    assert ask(edition, "first_rating", **facts) == [0, 1000, 1001]


# ---------------------------------------------------------------------- 8.3.1 One raising only


def counted(own: int, *tournaments: str) -> list[int]:
    """The differences counted, game by game."""
    found: list[int] = period(EDITION, own, *tournaments)["counted_difference"].tolist()
    return found


@pytest.mark.parametrize("edition", BOTH, ids=lambda edition: edition.name)
def test_article_8_3_1_below_on_and_above_400_of_one_weaker_opponent(edition):
    for opponent, difference in [(1601, 399), (1600, 400), (1599, 400)]:
        found = period(edition, 2000, f"{opponent} 1")
        assert found["counted_difference"].tolist() == [difference]


def test_article_8_3_1_only_the_greatest_difference_is_raised():
    """Four opponents more than 400 below (an example of January 2022): the lowest alone."""
    assert counted(2000, "1299 1 1063 1 1413 1 1427 1") == [701, 400, 587, 573]


def test_article_8_3_1_a_stronger_opponent_is_always_lowered():
    """Reading of `upgraded` (`once_rule_scope`): the limit is on raising a weaker opponent only."""
    found = counted(2000, "2401 0 2500 0 1500 1 1400 1")
    assert found == [-400, -400, 500, 400]
    assert counted(2000, "2399 0 2400 0 2401 0") == [-399, -400, -400]


def test_article_8_3_1_of_equal_differences_the_first_game_is_raised():
    assert counted(2000, "1500 1 1500 = 1450 1 1450 0") == [500, 500, 400, 550]


def test_article_8_3_1_once_in_every_tournament():
    assert counted(2000, "1500 1 1400 1", "1550 1 1300 1") == [500, 400, 450, 400]


def test_article_8_3_1_a_game_that_was_not_played_raises_nobody():
    """1200 did not come: the raising is left for the game really played."""
    facts = {
        "difference": [800, 500, 450],
        "counts": [0, 1, 1],
        "entry": [0, 0, 0],
        "game": [0, 1, 2],
    }
    assert ask(EDITION, "counted_difference", **facts) == [800, 400, 450]


def test_article_8_3_1_says_which_difference_counts():
    facts = {
        "difference": [-401, 500, 450, 400],
        "counts": [1] * 4,
        "entry": [0] * 4,
        "game": list(range(4)),
    }
    assert why(EDITION, "counted_difference", **facts) == [
        "8.3.1: capped at 400",
        "8.3.1: counted as 400: the greatest difference of the tournament",
        "8.3.1: in full: another difference of the tournament is greater",
        "8.3.1: the difference itself",
    ]


def test_article_8_3_1_each_player_of_a_tournament_has_his_own():
    facts = {
        "difference": [500, 450, 600, 700],
        "counts": [1] * 4,
        "entry": [0, 1, 0, 1],
        "game": [0, 0, 1, 1],
    }
    found = sheet(EDITION, ["counted_difference"], facts)["counted_difference"]
    assert found.tolist() == [500, 450, 400, 400]


@pytest.mark.parametrize(
    ("start", "change"), [("2024-02-28", 1), ("2024-02-29", 1), ("2024-03-01", 2)]
)
def test_article_0_1_the_rule_goes_by_the_first_day_of_the_tournament(start, change):
    """K 10, wins against opponents 500 and 600 lower: .04 and .08; from March 2024 .08 twice."""
    world = federation(
        [rated(1, 2600), rated(2, 2100), rated(3, 2000)],
        [tournament("T", start, "2024-03-10", games(1, "2 1 3 1"))],
        periods=("2024-02", "2024-03", "2024-04"),
        on=date(2024, 1, 1),
    )
    assert ratings(closings(world, FIDE, since="2022-01-01"), 1) == [2600, 2600, 2600 + change]
