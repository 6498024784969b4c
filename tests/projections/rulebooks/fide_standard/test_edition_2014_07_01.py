"""FIDE B.02 of 1 July 2014: the text that was not available whole, under the numbers known."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from projections.rulebooks.fide_standard import RULEBOOK
from projections.rulebooks.grammar import Sheet
from tests.projections.rulebooks.asking import OTHER_SIDE, ask, period, sheet, why
from tests.projections.worlds import (
    FIDE,
    closings,
    federation,
    games,
    rated,
    ratings,
    stage,
    tournament,
)

EDITION = RULEBOOK.edition("2014-07-01")
OLDER = [RULEBOOK.edition(name) for name in ("2014-07-01", "2017-07-01", "2021-02-01")]
LATER = RULEBOOK.edition("2022-01-01")


# -------------------------------------------------------------------------------- its own numbers


def test_article_8_57_half_a_point_grows_in_magnitude():
    """Reading `rounding_8_57`: "up" is away from zero, whichever way the change goes."""
    halves = [-251, -250, -249, -50, -49, 49, 50, 249, 250, 251]
    assert ask(EDITION, "change", variation_hundredths=halves) == [
        *[-3, -3, -2, -1, 0],
        *[0, 1, 2, 3, 3],
    ]


def test_article_8_5_juniors_go_by_the_year():
    """Reading `junior_by_year`: born in 1998, to the end of 2016, whatever the birthday."""
    printed = [
        ask(EDITION, "printed_k", peak=[1800], games=[30], birth_year=[1998], list_year=year)
        for year in (2015, 2016, 2017)
    ]
    assert printed == [[40], [40], [20]]


@pytest.mark.parametrize("edition", OLDER, ids=lambda each: each.name)
def test_article_8_5_every_opponent_more_than_400_lower_is_raised(edition):
    """Before 2022 each time, from then on once in a tournament."""
    played = "1599 1 1500 1 1300 1"
    assert period(edition, 2000, played)["counted_difference"].tolist() == [400, 400, 400]
    assert period(LATER, 2000, played)["counted_difference"].tolist() == [401, 500, 400]


def test_article_8_5_k_is_cited_under_it():
    printed = {"peak": [2400], "games": [30], "birth_year": [0], "list_year": 2015}
    assert why(EDITION, "printed_k", **printed) == ["8.5: 10, for 2400 was once published"]
    assert why(LATER, "printed_k", **printed) == ["8.3.3: 10, for 2400 was once published"]


def test_article_8_5_700_below_on_and_above():
    assert ask(EDITION, "k", listed_k=[20] * 3, rated_games=[34, 35, 36]) == [20, 20, 19]


# --------------------------------------------------------------------------------- 6 Round robins


@pytest.mark.parametrize("edition", OLDER, ids=lambda each: each.name)
def test_article_6_what_may_be_a_round_robin(edition):
    """Reading of `may_be_round_robin` (`round_robin_told`): four players meet in six games.

    Where the announcement names another system, it is none.
    """
    facts = {"pairings": [5, 6, 7, 12], "entrants": [4] * 4, "tournament": [0] * 4}
    told, untold = {"told_otherwise": [True]}, {"told_otherwise": [False]}
    assert ask(edition, "may_be_round_robin", **facts, **told) == [False] * 4
    assert ask(edition, "may_be_round_robin", **facts, **untold) == [False, True, True, True]


@pytest.mark.parametrize("edition", OLDER, ids=lambda each: each.name)
def test_article_6_an_announced_system_is_not_guessed(edition):
    """Reading `round_robin_told`: the second was announced as a Swiss."""
    told = {"told_otherwise": [False, True], "tournament": [0, 0, 1, 1]}
    facts = {"pairings": [6] * 4, "entrants": [4] * 4}
    assert ask(edition, "may_be_round_robin", **facts, **told) == [True, True, False, False]


@pytest.mark.parametrize("edition", OLDER, ids=lambda each: each.name)
def test_article_6_a_round_robin_with_games_left_out_is_none_though_announced(edition):
    """Reading `round_robin_unplayed`: below, on and above the pairings in which four all meet."""
    facts = {"pairings": [5, 6, 7], "entrants": [4] * 3, "tournament": [0] * 3}
    announced = {"told_otherwise": [False], "round_robin": [True]}
    assert ask(edition, "may_be_round_robin", **facts, **announced) == [False, True, True]


def test_article_8_52_what_was_decided_about_a_game_is_no_game_counted():
    facts = {
        "played": [True, True],
        "opponent_rating": [0, 0],
        "may_be_round_robin": [True],
        "entry": [0, 0],
        "game_exempt_8_52": [True, False],
    }
    assert ask(EDITION, "counts", **facts) == [0, 0]
    assert why(EDITION, "counts", **facts) == [
        "8.52: opponent unrated in what may be a round robin: decided",
        "8.52: opponent unrated in what may be a round robin: needs a decision",
    ]


def test_article_8_2_a_newcomer_about_whom_was_decided_waits_for_nothing():
    facts = {
        "counted_games": [3, 3],
        "unit": [0, 1],
        "listed_rating": [0, 0],
        "may_be_round_robin": [True, True],
        "player_exempt_8_2": [True, False],
    }
    assert ask(EDITION, "waits", **facts) == [False, False]
    assert why(EDITION, "waits", **facts) == [
        "8.2: a newcomer in what may be a round robin: decided",
        "8.2: a newcomer in what may be a round robin: needs a decision",
    ]


def test_article_8_52_an_unrated_opponent_in_a_round_robin_needs_a_decision():
    facts = {
        "played": [True, True, True, False],
        "opponent_rating": [0, 0, 1800, 0],
        "may_be_round_robin": [True, False],
        "entry": [0, 1, 0, 0],
    }
    assert ask(EDITION, "counts", **facts) == [0, 0, 1, 0]
    assert why(EDITION, "counts", **facts) == [
        "8.52: opponent unrated in what may be a round robin: needs a decision",
        "8.5: opponent unrated when the tournament began",
        "5, 8.5: played against a rated opponent",
        "5: not played, so not counted",
    ]


def test_article_8_2_results_of_a_newcomer_in_a_round_robin_do_not_wait():
    facts = {
        "counted_games": [3, 3, 0, 3],
        "unit": [0, 0, 0, 1],
        "listed_rating": [0, 1500],
        "may_be_round_robin": [True, False, False, True],
    }
    assert ask(EDITION, "waits", **facts) == [False, True, False, False]
    assert why(EDITION, "waits", **facts) == [
        "8.2: a newcomer in what may be a round robin: needs a decision",
        "7.1: they wait for a first rating",
        "7.1: no game against a rated opponent",
        "7.1: on the last list",
    ]


RATED = (0, 2000, 1900, 1800)
"""A round robin of four: a newcomer and three who are rated."""
THEIRS = {(1, 2): "1", (1, 3): "=", (2, 3): "1"}
"""The rated: 2000 beat 1900 and drew with 1800, 1900 beat 1800."""


def round_robin(newcomers: str) -> Sheet:
    """Ask for the figures of the four, given the newcomer's results against 2000, 1900, 1800."""
    met = {(0, at): result for at, result in enumerate(newcomers, start=1)} | THEIRS
    results = "".join(met.values())
    facts = {
        "entry": [pair[0] for pair in met] + [pair[1] for pair in met],
        "result": results + results.translate(OTHER_SIDE),
        "opponent_result": results.translate(OTHER_SIDE) + results,
        "entries": 4,
        "rating_at_start": list(RATED),
        "tournament": [0] * 4,
        "tournaments": 1,
    }
    return sheet(EDITION, ["round_robin_rating"], facts)


@pytest.mark.parametrize(
    ("results", "worth", "rating"),
    [
        # dp 125, -125, -273: mean -91; Rc = 1900 + 91 x 3/4; two half points above one half
        ("=11", [0, 125, -125, -273], Fraction("1968.25") + 40),
        # dp 273, 0, -273: mean 0; one half: Rc itself
        ("0=1", [0, 273, 0, -273], Fraction(1900)),
        # dp 125, 125, 0: mean 83 1/3; Rc = 1900 - 62.5; below one half: -273 x 3/4
        ("=00", [0, 125, 125, 0], Fraction("1837.5") - Fraction("204.75")),
    ],
)
def test_article_8_2_the_figure_of_a_round_robin(results, worth, rating):
    """AM16 page 188: Rar less dpa times n/(n+1); and above, on and below one half."""
    found = round_robin(results)
    assert found["all_games"].tolist() == [3] * 4
    assert found["all_score_difference"].tolist()[1:] == worth[1:]
    assert found["round_robin_rating"].tolist() == [int(rating + Fraction(1, 2)), 0, 0, 0]


def test_article_8_2_a_fraction_in_a_round_robin_is_rounded_half_up():
    """Reading of `all_score_difference` (`tie_p`): 3 of 8 is .38, 5 of 8 is .63."""
    facts = {"all_games": [8, 8, 0], "all_half_points": [6, 10, 0]}
    assert ask(EDITION, "all_score_difference", **facts) == [-87, 95, 0]


CLUB = federation(
    [rated(2, 2000), rated(3, 1900), rated(4, 1800), rated(6, 1850)],
    [
        tournament(
            "RR",
            "2018-01-02",
            "2018-01-20",
            [*games(1, "2 = 3 1 4 1 6 1"), *games(2, "3 1 4 = 6 ="), *games(3, "4 1 6 ="),
             *games(4, "6 =")],
        )
    ],
    newcomers=[1],
    periods=("2018-02", "2018-03"),
    on=date(2018, 1, 1),
)  # fmt: skip
"""A newcomer meets four rated players, all meet all."""


def test_article_8_52_a_round_robin_with_a_newcomer_rates_the_games_of_the_rated_only():
    (february, _) = closings(CLUB, FIDE, since="2014-07-01")
    assert ratings([february], 1) == [None]
    assert ratings([february], 2) == [1998]  # .36 - .26 - .20, K 20; not the game with 1
    assert len(february.outcomes[0].waiting) == 0


def test_article_8_2_a_decision_enters_the_newcomer_of_a_round_robin():
    on_stage = stage(CLUB, FIDE, since="2014-07-01")
    on_stage.submit(CLUB.tournaments[0])
    on_stage.close("2018-02")
    on_stage.adjust(1, None, 2008)
    assert ratings([on_stage.close("2018-03")], 1) == [2008]


def test_article_8_2_with_a_pairing_less_it_is_none_and_the_results_wait():
    """One rated player did not meet another: no round robin, five entrants in nine games."""
    (played,) = CLUB.tournaments
    less = type(played)("S", played.start, played.end, played.games[:-1])
    on_stage = stage(CLUB, FIDE, since="2014-07-01")
    on_stage.submit(less)
    closing = on_stage.close("2018-02")
    assert closing.outcomes[0].waiting.sums["counted_games"].tolist() == [4]
