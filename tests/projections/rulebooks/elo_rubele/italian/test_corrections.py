"""Elo-Rubele, corrections of closed lists: the columns of a corrected competition, one by one."""

from typing import Any

import pytest

from projections.rulebooks import rulebook
from projections.rulebooks.elo_rubele.italian.deciding import BOOKED_NOTHING
from tests.support.edition_columns import ask, why

BOOKS = [
    rulebook(name).edition(edition)
    for name in ("rubele-italiana", "rubele-internazionale")
    for edition in ("2008-01-01", "2021-01-01")
]
ITALIAN = BOOKS[0]
NAMES = ("weighted_half_hundredths", "period_games", "floor_points", "bonus", "q")


def corrected(**more: Any) -> dict[str, Any]:
    """Return the facts of a player of 2000 in a competition that comes out as booked,
    unless said.
    """
    booked = {f"{side}_{name}": [0] for side in ("booked", "corrected") for name in NAMES}
    return {
        **booked,
        "listed_rating": [2000],
        "listed_games": [30],
        "listed_category": [2],
        "entering_rating": [0],
        "booked_play": [0],
        "then_play": [0],
        "then_floor_points": [0],
        "came_back": [False],
        "ceased_later": [False],
        "corrected_counted_years": [1],
        **{name: [value] for name, value in more.items()},
    }


def points(edition=ITALIAN, **more: Any) -> dict[str, int]:
    """Return the points of a correction by kind, and the capital after the correction."""
    facts, kinds = corrected(**more), ("play", "floor", "bonus", "q", "rating")
    return {kind: ask(edition, f"recounted_{kind}", **facts)[0] for kind in kinds}


@pytest.mark.parametrize("edition", BOOKS, ids=lambda edition: f"{edition.rulebook} {edition.name}")
def test_article_vi_10_nothing_is_booked_where_everything_is_as_it_was(edition):
    same = {"came_back": True}
    assert points(edition, **same) == {"play": 0, "floor": 0, "bonus": 0, "q": 0, "rating": 2000}


@pytest.mark.parametrize(
    ("held", "difference", "rating"),
    [(2969, 40, 2999), (2970, 40, 3000), (2971, 40, 3001), (2950, 100, 3017), (3050, -150, 2963)],
)
def test_article_vi_10_the_difference_is_walked_from_the_capital_held_now(held, difference, rating):
    """Reading `recounted_play`: in half hundredths, over the thresholds, rounded once."""
    more = {"listed_rating": held, "corrected_weighted_half_hundredths": difference}
    assert points(**more)["rating"] == rating


def test_article_vi_10_where_d_is_what_it_was_its_points_are():
    """Reading `recounted_play`: 150 were taken of a D of 0; D is +1.00 again, which gave 75."""
    more = {
        "booked_weighted_half_hundredths": 0,
        "corrected_weighted_half_hundredths": 200,
        "came_back": True,
        "booked_play": -75,
        "then_play": 75,
    }
    assert points(**more)["play"] == 150


@pytest.mark.parametrize(
    ("games", "says"),
    [
        (0, "VI.7: no game counts any more: the points booked for games are taken back"),
        (9, "VI.10: D is the same as at the booking, so the points are the same"),
    ],
)
def test_article_vi_10_what_is_taken_back_stands_beside_why(games, says):
    """The points booked for play are a column apart: play_booked."""
    more = corrected(came_back=True, booked_play=1083, corrected_period_games=games)
    assert ask(ITALIAN, "play_booked", **more) == [1083]
    assert ask(ITALIAN, "recounted_play", **more) == [-1083]
    assert why(ITALIAN, "recounted_play", **more) == [says]


@pytest.mark.parametrize(
    "edition", BOOKS[1::2], ids=lambda edition: f"{edition.rulebook} {edition.name}"
)
def test_article_vi_11_of_2021_an_event_that_goes_by_it_now_loses_its_bonus_for_that(edition):
    more = corrected(booked_bonus=10, corrected_period_games=9)
    assert ask(edition, "recounted_bonus", **more) == [-10]
    assert why(edition, "recounted_bonus", **more) == [
        "VI.11: the edition of 2021 applies to the event: no bonus"
    ]
    gone = corrected(booked_bonus=10)
    assert why(edition, "recounted_bonus", **gone) == [
        "VI.11: the event is not valid for the player"
    ]


def test_article_vi_10_q_is_taken_with_its_reason():
    assert why(ITALIAN, "recounted_q", **corrected(booked_q=10)) == [
        "VI.10: no valid event for the player under an edition with Q"
    ]


def test_table_18_a_the_bonus_is_given_or_taken_with_its_reason():
    """Reading `recounted_bonus`: of the events that count the event booked first has the bonus."""
    taken = corrected(booked_bonus=10)
    assert ask(ITALIAN, "recounted_bonus", **taken) == [-10]
    assert why(ITALIAN, "recounted_bonus", **taken) == [
        "VI.11: the event is not valid for the player"
    ]
    given = corrected(corrected_bonus=10, corrected_period_games=3)
    assert ask(ITALIAN, "recounted_bonus", **given) == [10]
    other = corrected(booked_bonus=10, corrected_period_games=3)
    assert "another event of the year" in why(ITALIAN, "recounted_bonus", **other)[0]


def test_table_17_q_comes_and_goes_with_the_valid_event():
    assert points(corrected_q=10)["rating"] == 2010
    assert points(booked_q=10)["rating"] == 1990


@pytest.mark.parametrize(
    ("held", "floor", "rating"), [(251, 0, 101), (250, 0, 100), (249, 1, 100), (100, 150, 100)]
)
def test_article_vi_6_a_correction_is_put_back_to_the_minimum(held, floor, rating):
    """Reading `recounted_floor`: below, on and above the minimum, with -1.00 to be booked."""
    found = points(listed_rating=held, corrected_weighted_half_hundredths=-200)
    assert (found["floor"], found["rating"]) == (floor, rating)


@pytest.mark.parametrize(("held", "rating"), [(120, 120), (500, 500), (700, 550)])
def test_article_vi_6_a_correction_leaves_who_stands_below_a_raised_minimum(held, rating):
    """Reading `minimum_set` of `recounted_floor`: the capital neither falls further nor is
    put back.
    """
    found = points(listed_rating=held, minimum_capital=500, corrected_weighted_half_hundredths=-200)
    assert found["rating"] == rating


def test_article_vi_6_what_the_minimum_gave_goes_with_the_loss():
    """Reading `recounted_floor`: 120 lost 1.00, so 130 were given; without the loss none are."""
    found = points(
        listed_rating=100,
        booked_weighted_half_hundredths=-200,
        booked_floor_points=130,
    )
    assert found == {"play": 150, "floor": -130, "bonus": 0, "q": 0, "rating": 120}


def test_article_vi_5_table_22_a_capital_that_ceased_later_is_left_alone():
    """Reading `ceased_later` of `recounted_rating`: held anew or not; said as of a late event."""
    more = {"corrected_weighted_half_hundredths": 200, "corrected_bonus": 10, "ceased_later": True}
    assert points(**more) == {"play": 0, "floor": 0, "bonus": 0, "q": 0, "rating": 2000}
    assert points(listed_rating=0, **more)["rating"] == 0
    assert why(ITALIAN, "recounted_rating", **corrected(**more)) == [BOOKED_NOTHING]


@pytest.mark.parametrize("held", [0, 2000])
def test_article_vi_5_table_22_whose_capital_ceased_since_does_not_enter_by_the_correction(held):
    """Reading `recounted_from`: the player entered with 2123 then."""
    facts = corrected(listed_rating=held, entering_rating=2123, ceased_later=True)
    assert ask(ITALIAN, "recounted_from", **facts) == [held]
    assert why(ITALIAN, "recounted_from", **facts) == [BOOKED_NOTHING]


def test_article_vi_9_who_has_none_yet_enters_with_the_event():
    """Reading `recounted_from`: 300 and +1.00."""
    more = {"listed_rating": 0, "entering_rating": 300, "corrected_weighted_half_hundredths": 200}
    assert points(**more)["rating"] == 450
    assert why(ITALIAN, "recounted_from", **corrected(**more)) == [
        "VI.9: the player enters the system with the corrected event"
    ]


@pytest.mark.parametrize(("held", "category"), [(2999, 2), (3000, 3), (3001, 3), (1500, 2)])
def test_table_12_a_corrected_capital_may_reach_a_category_and_loses_none(held, category):
    """Reading `recounted_category`: Candidato Maestro is 3000; a game more, of no difference."""
    facts = corrected(listed_rating=held, corrected_period_games=1)
    assert ask(ITALIAN, "recounted_category", **facts) == [category]


@pytest.mark.parametrize(
    ("corrected_since", "category"),
    [
        ({}, 2),
        ({"corrected_period_games": 1}, 3),
        ({"booked_period_games": 1}, 3),
        ({"corrected_weighted_half_hundredths": 2}, 3),
        ({"corrected_bonus": 10}, 3),
        ({"corrected_q": 10}, 3),
    ],
)
def test_table_12_days_corrected_alone_reach_no_category(corrected_since, category):
    """Reading `recounted_category`: the capital stood above 3000 before, by points given back."""
    facts = corrected(listed_rating=3100, **corrected_since)
    assert ask(ITALIAN, "recounted_category", **facts) == [category]


def test_article_vi_7_games_are_as_corrected():
    facts = corrected(booked_period_games=5, corrected_period_games=3)
    assert ask(ITALIAN, "recounted_games_so_far", **facts) == [28]
    assert ask(ITALIAN, "recounted_games", **facts) == [-2]


def test_article_vi_11_years_are_as_corrected():
    assert ask(ITALIAN, "recounted_years", **corrected(corrected_counted_years=6)) == [6]


@pytest.mark.parametrize(("ceased", "category"), [(False, 1), (True, 0)])
def test_table_12_who_enters_by_a_correction_has_the_category_of_what_he_enters_with(
    ceased, category
):
    """Reading `recounted_category`: a player enters with 1000, loses 0.70; without a category
    after a capital that ceased.
    """
    facts = corrected(
        listed_rating=0, listed_category=0, entering_rating=1000, corrected_period_games=1,
        corrected_weighted_half_hundredths=-140, ceased_later=ceased,
    )  # fmt: skip
    assert ask(ITALIAN, "recounted_category", **facts) == [category]
