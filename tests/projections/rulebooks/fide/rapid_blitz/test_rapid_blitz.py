"""Differences of rapid and blitz chess from standard chess, column by column."""

import pytest

from projections.rulebooks import rulebook
from projections.rulebooks.engine.rulebook import Rulebook
from projections.rulebooks.fide import standard, time_controls
from projections.rulebooks.fide.rapid_blitz.rapid_blitz import NUMBERING
from tests.support.edition_columns import ask, why

RAPID, BLITZ = rulebook("fide-rapid"), rulebook("fide-blitz")
EDITION = RAPID.edition("2024-03-01")
EVERY = [pytest.param(edition, id=edition.name) for edition in RAPID.editions]

ENTRIES = {
    "rating_at_start": [1500, 0, 0, 0, 1500],
    "standard_rating_at_start": [2000, 2000, 0, 0, 2000],
    "unit": [0, 1, 2, 3, 4],
    "listed_rating": [1510, 0, 0, 1600, 0],
}
"""Rated; rated in standard chess only; unrated; unrated then but listed since; unlisted since."""


# ------------------------------------------------------------------------ 7.2.1 The standard rating


@pytest.mark.parametrize("edition", EVERY)
def test_article_7_2_1_who_has_no_rating_plays_with_that_of_standard_chess(edition):
    """Reading `seeded_before_2024`: in every edition."""
    assert ask(edition, "start_rating", **ENTRIES) == [1500, 2000, 0, 0, 1500]
    assert ask(edition, "rating_used", **ENTRIES) == [1500, 2000, 0, 1600, 1500]
    assert why(edition, "rating_used", **ENTRIES)[1:4] == [
        "7.2.1: unrated when the tournament began: the standard rating",
        "7.2.5: unrated when the tournament began, rated since",
        "7.2.5: unrated when the tournament began, rated since",
    ]


def test_article_7_2_1_for_his_opponents_he_is_rated():
    """The opponent of entry 1 sees 2000; of entry 3, rated since, nothing (7.2.5)."""
    facts = {**ENTRIES, "opponent_entry": [0, 1, 2, 3]}
    assert ask(EDITION, "opponent_rating", **facts) == [1500, 2000, 0, 0]


def test_article_7_2_1_his_games_are_those_of_a_rated_player():
    """Reading `seed_is_a_rating`: the games do not wait; games of a player unlisted since do."""
    assert ask(EDITION, "as_rated", **ENTRIES) == [True, True, False, True, False]
    counted = {**ENTRIES, "counted_games": [3, 1, 3, 3, 3]}
    assert ask(EDITION, "waits", **counted) == [False, False, True, False, True]
    assert ask(EDITION, "own_games", **counted) == [3, 1, 0, 3, 0]


def seeded(*entries: tuple[int, int, int, int], listed: int = 0) -> int:
    """The rating a player comes with: (day, standard rating, games, own rating at start) each."""
    started, standard, games, own = (list(column) for column in zip(*entries, strict=True))
    (found,) = ask(
        EDITION,
        "base_rating",
        rating_at_start=own,
        standard_rating_at_start=standard,
        counted_games=games,
        started=started,
        unit=[0] * len(entries),
        units=1,
        listed_rating=[listed],
    )
    return int(found)


def test_article_7_2_1_of_several_tournaments_the_one_begun_last():
    """Reading `seed_of_several`: in any order of the list."""
    assert seeded((10, 2000, 3, 0), (20, 2010, 3, 0), (15, 2005, 3, 0)) == 2010
    assert seeded((20, 1990, 3, 0), (10, 2000, 3, 0)) == 1990


def test_article_7_2_1_without_a_counted_game_nobody_comes_onto_the_list():
    assert seeded((10, 2000, 0, 0)) == 0
    assert seeded((10, 2000, 3, 0), (20, 2010, 0, 0)) == 2000


def test_article_7_2_1_an_event_played_without_any_rating_seeds_nobody():
    assert seeded((10, 0, 3, 0), (5, 2000, 2, 0)) == 2000
    assert seeded((10, 0, 3, 0)) == 0


def test_article_7_2_1_a_listed_player_changes_the_rating_listed_last():
    assert seeded((10, 2000, 3, 1500), listed=1510) == 1510
    assert seeded((10, 2000, 3, 0), listed=1600) == 1600


# ---------------------------------------------------------------------------------- 7.3.3 The K


@pytest.mark.parametrize("edition", EVERY)
def test_article_7_3_3_who_begins_with_a_standard_rating_brings_the_games_that_waited(edition):
    """Reading `seed_games`: listed; begins with 2 games waiting and 3 further games;
    unrated still.
    """
    facts = {"rated_games": [4, 3, 0], "pooled_games": [0, 2, 4]}
    told = {"listed_rating": [1500, 0, 0], "rating": [1510, 1600, 0], "listed_games": [20, 0, 0]}
    told["corrected_games"] = [1, 0, 0]
    assert ask(edition, "games", **facts, **told) == [25, 5, 0]


@pytest.mark.parametrize("edition", EVERY)
def test_article_6_1_2_games_of_the_period_are_his_own_and_those_that_joined_the_waiting(edition):
    """Of a listed player; of a player who begins with a standard rating; of a player
    unrated still.
    """
    facts = {"rated_games": [4, 3, 0], "newly_pooled_games": [0, 2, 1]}
    assert ask(edition, "period_games", **facts) == [4, 5, 1]


def k(edition, listed: int, games: int, listed_k: int = 20) -> int:
    """Return the K of a player with a rating, or with only the K of standard chess (0)."""
    facts = {"listed_rating": [listed], "listed_k": [listed_k], "rated_games": [games]}
    (found,) = ask(edition, "k", **facts, list_month=202301)
    return int(found)


def test_article_7_3_3_who_comes_with_his_standard_rating_is_new():
    """Reading `seed_k`: 40, before October 2022 the K of all; the limit of 700 holds too."""
    assert k(EDITION, 0, 5) == k(RAPID.edition("2022-10-01"), 0, 5) == 40
    assert k(RAPID.edition("2022-01-01"), 0, 5) == 20
    assert [k(EDITION, 0, games) for games in (16, 17, 18)] == [40, 40, 38]
    assert k(EDITION, 1800, 5) == 20


def test_article_7_3_3_vector_109_blitz_of_36_games():
    assert [k(BLITZ.edition("2024-03-01"), 1400, games) for games in (34, 35, 36)] == [20, 20, 19]


# ------------------------------------------------------------------------------ 1.1, 3 The numbers


@pytest.mark.parametrize("edition", EVERY[3:])
def test_article_1_1_the_bounds_of_the_times_and_the_moves_they_are_measured_by(edition):
    numbers = edition.numbers
    assert (numbers["blitz_over_minutes"], numbers["blitz_to_minutes"]) == (3, 10)
    assert (numbers["rapid_over_minutes"], numbers["rapid_under_minutes"]) == (10, 60)
    assert numbers["counted_moves"] == time_controls.MOVES


@pytest.mark.parametrize("edition", EVERY)
def test_article_3_rounds_of_a_day(edition):
    assert (edition.numbers["rapid_rounds_a_day"], edition.numbers["blitz_rounds_a_day"]) == (
        15,
        30,
    )


# ------------------------------------------------------------------------------ the text as a whole


def test_rapid_and_blitz_have_one_text():
    assert [edition.digest for edition in RAPID.editions] == [
        edition.digest for edition in BLITZ.editions
    ]


def test_articles_are_those_of_standard_chess_shifted_by_one():
    """Reading `shifted_by_one`: no two articles become the same, and the formulas are the same."""
    assert len(set(NUMBERING.values())) == len(NUMBERING)
    assert (NUMBERING["8"], NUMBERING["7.1.4"], NUMBERING["9.1"]) == ("7", "6.1.4", "8.1")
    of_standard = standard.RULEBOOK.edition("2024-03-01").columns["expected_score_hundredths"]
    here = EDITION.columns["expected_score_hundredths"]
    assert (here.function, here.article) == (of_standard.function, "7.3.2 (a)")


def test_article_7_3_1_no_player_is_exempt_from_the_cap():
    """In standard chess 2650 is, from October 2025; here nobody is."""
    for edition in RAPID.editions:
        if edition.name < "2024":
            continue
        found = ask(edition, "counted_difference", difference=[399, 400, 401, -401])
        assert found == [399, 400, 400, -400]


@pytest.mark.parametrize("law", [RAPID, BLITZ], ids=["rapid", "blitz"])
def test_a_rulebook_that_is_looked_at_looks_at_none(law: Rulebook):
    for name in law.other_pools.rulebooks.values():
        assert not rulebook(name).other_pools.rulebooks
