"""Reasons that keep single games out, article by article: below, on and above."""

import numpy as np
import pytest

from projections.rulebooks import rulebook
from projections.rulebooks.engine.columns import GAME, TOURNAMENT

BOOK = rulebook("fide-standard")


def sides(edition, name, ratings, games, results="", **facts):
    """Ask for a GAME column: games are pairs of entrants, white first; whites, then blacks."""
    pairs = np.array(games)
    entry = np.concatenate([pairs[:, 0], pairs[:, 1]])
    given = {
        "rating_in_force": np.array(ratings),
        "tournament": np.zeros(len(ratings), dtype=np.int64),
        "entry": entry,
        "opponent_entry": np.concatenate([pairs[:, 1], pairs[:, 0]]),
        **{each: np.array([value]) for each, value in facts.items()},
    }
    if results:
        white = np.frombuffer(results.encode(), np.uint8)
        black = np.frombuffer(results.translate(str.maketrans("10+-", "01-+")).encode(), np.uint8)
        given["result"] = np.concatenate([white, black])
        given["opponent_result"] = np.concatenate([black, white])
    sheet = BOOK.edition(edition).evaluate([TOURNAMENT, GAME], given, [name])
    return np.broadcast_to(sheet[name], len(entry))[: len(games)].tolist()


# ----------------------------------------------------------------------------- 1 thinking time

ONE_GAME = [(0, 1)]


def too_fast(edition, minutes, ratings, games=ONE_GAME, seconds=0):
    time = minutes * 60 + seconds
    return sides(edition, "too_fast", ratings, games, thinking_seconds=time, exempt_1_1=False)


@pytest.mark.parametrize(
    ("edition", "middle", "strong"),
    [("2017-07-01", 1600, 2200), ("2022-01-01", 1800, 2400), ("2024-03-01", 1800, 2400)],
)
@pytest.mark.parametrize(("above", "minutes"), [((-1, 60)), ((0, 90)), ((1, 90))])
def test_article_1_1_the_middle_mark(edition, middle, strong, above, minutes):
    """Below, on and above the mark; a second less is not enough."""
    for ratings in ([middle + above, 0], [1400, middle + above]):
        assert too_fast(edition, minutes, ratings) == [False]
        assert too_fast(edition, minutes, ratings, seconds=-1) == [True]


@pytest.mark.parametrize(
    ("edition", "strong"), [("2017-07-01", 2200), ("2022-01-01", 2400), ("2025-10-01", 2400)]
)
@pytest.mark.parametrize(("above", "minutes"), [(-1, 90), (0, 120), (1, 120)])
def test_article_1_1_the_strong_mark(edition, strong, above, minutes):
    assert too_fast(edition, minutes, [strong + above, 1500]) == [False]
    assert too_fast(edition, minutes, [strong + above, 1500], seconds=-1) == [True]


def test_article_1_1_unrated_players_need_an_hour():
    assert too_fast("2024-03-01", 60, [0, 0]) == [False]
    assert too_fast("2024-03-01", 59, [0, 0]) == [True]


def test_article_1_1_by_the_game_or_by_the_tournament():
    """Reading `thinking_time_by`: a strong player keeps out the own games, or all games."""
    ratings, games = [2300, 1500, 1500], [(0, 1), (1, 2)]
    assert too_fast("2017-07-01", 90, ratings, games) == [True, False]
    assert too_fast("2014-07-01", 90, ratings, games) == [True, True]


def test_article_1_1_what_is_not_told_keeps_nothing_out():
    """Reading `not_told`."""
    assert too_fast("2024-03-01", 0, [2500, 2500]) == [False]


def test_article_1_1_an_exemption_lifts_it():
    told = {"thinking_seconds": 3600, "exempt_1_1": True}
    assert sides("2024-03-01", "too_fast", [2500, 2500], ONE_GAME, **told) == [False]


# ---------------------------------------------------------------------------- 5 games, 6 matches


def test_article_6_1_a_match_with_an_unrated_player():
    """Reading `what_a_match_is`: announced with a number of games."""
    facts = {"match_games": 4}
    assert sides("2024-03-01", "match_unrated", [0, 2000], ONE_GAME, **facts) == [True]
    assert sides("2024-03-01", "match_unrated", [1400, 2000], ONE_GAME, **facts) == [False]
    assert sides("2024-03-01", "match_unrated", [2000, 0], ONE_GAME, **facts) == [True]
    assert sides("2024-03-01", "match_unrated", [0, 2000], ONE_GAME, match_games=0) == [False]


@pytest.mark.parametrize(
    ("results", "after"),
    [
        ("==1=", [False] * 4),
        ("=11=", [False, False, False, True]),
        ("11==", [False, False, False, True]),
        ("1+==", [False, False, False, True]),
        ("====", [False] * 4),
    ],
)
def test_article_6_2_games_after_a_match_is_won(results, after):
    """Of four games: two points are not more than half, two and a half are; forfeits score."""
    games = [(0, 1)] * 4
    told = {"match_games": 4, "exempt_6_2": False}
    assert sides("2024-03-01", "after_the_match", [2000, 2000], games, results, **told) == after


def test_article_6_2_colours_alternate():
    """Points go to the player, with either colour."""
    games = [(0, 1), (1, 0), (0, 1), (1, 0)]
    told = {"match_games": 4, "exempt_6_2": False}
    assert sides("2024-03-01", "after_the_match", [2000, 2000], games, "1010", **told) == [
        False,
        False,
        False,
        True,
    ]


def test_article_6_2_a_request_granted_beforehand():
    told = {"match_games": 4, "exempt_6_2": True}
    games = [(0, 1)] * 4
    ratings = [2000, 2000]
    assert not any(sides("2024-03-01", "after_the_match", ratings, games, "1111", **told))
