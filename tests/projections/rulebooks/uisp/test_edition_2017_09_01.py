"""Elo UISP, article by article: the ranked players, the games of a list, the rating of
the period.
"""

from datetime import date

import pytest

from projections.rulebooks import rulebook
from projections.rulebooks.engine.calendars import Announced
from projections.rulebooks.uisp import RULEBOOK
from tests.support.edition_columns import ask, why
from tests.support.uisp_lists import EDITION, rate

EXACT = rulebook("uisp-exact").edition("2017-09-01")


def test_article_i_5_the_text_without_a_date_holds_from_the_first_season_known():
    """Reading `undated_text`: from 1 September 2017; a single text, so a single edition."""
    assert [edition.name for edition in RULEBOOK.editions] == ["2017-09-01"]


# ---------------------------------------------------------------------------------- I.1 The ranking


def test_article_i_1_counters():
    """Corrections on closed lists are in the counters, and on no list."""
    games = {"listed_games": [12], "period_games": [9], "corrected_games": [-2]}
    assert ask(EDITION, "games", **games) == [19]
    facts = {"unit": [0, 0, 1], "units": 2, "counted_games": [5, 0, 1]}
    assert ask(EDITION, "period_tournaments", **facts) == [1, 1]
    before = {"listed_tournaments_played": [3, 0], "corrected_tournaments": [0, 1]}
    assert ask(EDITION, "tournaments_played", **facts, **before) == [4, 2]


def test_article_i_1_who_only_stands_in_a_report_does_not_take_part():
    """Reading of `takes_part`: from the first counted game on."""
    assert ask(EDITION, "takes_part", counted_games=[0, 1, 7]) == [0, 1, 1]


def test_article_i_1_without_a_counted_game_nobody_enters_and_nobody_leaves():
    """A game of a closed list, as corrected, counts too."""
    base = {"entry_rating_kept": [1440, 1440, 0, 1440], "listed_rating": [0, 0, 1500, 0]}
    games = {"period_games": [0, 1, 0, 0], "corrected_games": [0, 0, -1, 1]}
    assert ask(EDITION, "base_rating", **games, **base) == [0, 1440, 1500, 1440]


@pytest.mark.parametrize("edition", [EDITION, EXACT])
def test_article_i_3_who_enters_goes_on_from_his_entry_rating_which_no_list_has_rounded(edition):
    none, entry = (
        "I.1: the player has no counted game yet: not on the list",
        "I.5: the entry rating",
    )
    listed = "the rating as published" if edition is EDITION else "the index before rounding"
    before = {"listed_rating": [0, 0, 1440], "listed_rounding_tenths": [0, 0, 0]}
    base = {"base_rating": [0, 1440, 1440], "adjustment_applies": [False] * 3}
    assert ask(edition, "base_tenths", **base, **before) == [0, 14400, 14400]
    assert why(edition, "base_tenths", **base, **before) == [none, entry, f"I.3: {listed}"]


# ---------------------------------------------------------------------------- I.2 What a list takes


@pytest.mark.parametrize(("received", "quarter"), [("2025-03-26", 2), ("2025-03-27", 3)])
def test_article_i_2_a_list_takes_what_came_by_the_tenth_day_before_its_issue(received, quarter):
    """Reading `A6` (U17): issued on 5 April, received by 26 March inclusive."""
    due = RULEBOOK.calendar.due("2025-Q2", {"2025-Q2": Announced(date(2025, 4, 5), date.min)})
    assert (date.fromisoformat(received) <= due.cut_off) == (quarter == 2)


@pytest.mark.parametrize(("day", "issued"), [(1, True), (10, True), (11, False)])
def test_article_i_2_a_list_is_issued_in_the_first_ten_days_of_a_quarter(day, issued):
    if issued:
        cut_off = RULEBOOK.calendar.announce("2025-Q4", date(2025, 10, day), None).cut_off
        assert (date(2025, 10, day) - cut_off).days == 10
    else:
        with pytest.raises(ValueError, match="from 2025-10-01 to 2025-10-10"):
            RULEBOOK.calendar.announce("2025-Q4", date(2025, 10, day), None)


@pytest.mark.parametrize("what", ["refused", "cancelled"])
def test_article_i_2_what_was_not_duly_received_is_not_rated(what):
    found = rate(1500, ("90+30", "1500 1"), ("90+30", "1500 1"), **{what: [True, False]})
    assert found["counted_games"].tolist() == [0, 1]
    assert str(found.why("counts", 0)) == "I.2: the report of the tournament was not duly received"
    (clause, _) = why(
        EDITION,
        "receipt",
        **{"refused": [False] * 2, "cancelled": [False] * 2} | {what: [True, False]},
    )
    assert clause.startswith("I.2: ")


# ------------------------------------------------------------------------------ I.3 The rating used


def test_article_i_3_a_quarter_of_four_tournaments():
    """U14: +6, +12, +2.5 and +5 from 1500: 1525.5, published 1526."""
    found = rate(
        1500,
        ("90+30", "1540 1 1470 = 1600 0"),
        ("15+10", "1460 1 1530 1 1620 = 1490 0"),
        ("3+2", "1500 1"),
        ("3+2", "1500 1 1500 1"),
        online=[False, False, True, True],
    )
    assert found["expected_points_rounded_tenths"].tolist() == [13, 19, 5, 10]
    assert found["entry_variation_tenths"].tolist() == [60, 120, 25, 50]
    assert found["index_tenths"].tolist() == [15255]
    assert found["rating"].tolist() == [1526]


def test_article_i_3_an_opponent_has_the_rating_he_has_himself():
    """Reading of `opponent_rating`, `A8`: a player who enters with 1560 is 1560 to
    opponents too.
    """
    facts = {"rating_used": [1500, 1560], "entry": [0, 1], "opponent_entry": [1, 0]}
    assert ask(EDITION, "opponent_rating", **facts) == [1560, 1500]
    assert ask(EDITION, "own_rating", **facts) == [1500, 1560]


HALF_UP = ("3+2", "1500 1")
"""Online, +2.5 for who has 1500."""


def test_article_i_3_the_next_list_goes_on_from_the_rating_published():
    """Reading of `base_tenths`, `carry`: +2.5 twice is 1503 and 1506, or exactly 1503 and 1505."""
    again = ("3+2", "1503 1")
    for edition, second, given_back in ((EDITION, 1506, 5), (EXACT, 1505, -5)):
        first = rate(1500, HALF_UP, edition=edition, online=[True])
        assert first["rating"].tolist() == [1503]
        assert first["rounding_tenths"].tolist() == [5]
        then = rate(1503, again, edition=edition, online=[True], listed_rounding_tenths=[5])
        assert then["rating"].tolist() == [second]
        assert then["rounding_line_tenths"].tolist() == [given_back]


def test_article_i_3_the_games_of_a_merged_number_come_beside_the_sum():
    """Reading of `merge_tenths`, `merged_players`: a line apart, as a correction."""
    found = rate(1500, ("90+30", "1500 1"), merged_points=[40])
    assert found["variation_tenths"].tolist() == [150]
    assert found["merge_tenths"].tolist() == [40]
    assert found["rating"].tolist() == [1519]


def test_article_i_3_what_closed_lists_would_have_given_comes_beside_the_sum():
    """Reading of `change_tenths`, `next_list`: a line apart, gone with an unlisted player."""
    corrected = {"corrected_points": [-40]}
    found = rate(1500, ("90+30", "1500 1"), **corrected)
    assert found["variation_tenths"].tolist() == [150]
    assert found["correction_tenths"].tolist() == [-40]
    assert found["rating"].tolist() == [1511]
    unlisting = {"adjusted": [True], "adjusted_from": [1500], "adjusted_to": [0]}
    assert rate(1500, ("90+30", "1500 1"), **corrected, **unlisting)["rating"].tolist() == [0]


@pytest.mark.parametrize("variation", [-26, -25, -24, 24, 25, 26])
def test_article_i_3_what_a_correction_compares(variation):
    """Reading of `change_tenths`, `corrected_exactly`: as published, or the variation itself."""
    whole = {-26: -30, -25: -20, -24: -20, 24: 20, 25: 30, 26: 30}[variation]
    for edition, change in ((EDITION, whole), (EXACT, variation)):
        assert ask(edition, "change_tenths", variation_tenths=[variation]) == [change]


# -------------------------------------------------------------------------- I.6 What does not count


@pytest.mark.parametrize("result", "+-WLDHFZ")
def test_article_i_6_games_not_played_are_dropped_with_their_points(result):
    """Reading of `played`, `A11`: for any reason."""
    found = rate(1440, ("90+30", f"1440 1 1600 {result} 1520 ="))
    assert found["counted_games"].tolist() == [2]
    assert found["points_hundredths"].tolist() == [150]
    assert str(found.why("counts", 1)) == "I.6: not played, so not counted"


def test_article_i_6_an_excluded_game_is_as_one_not_played():
    """Reading of `counts`, `excluded_games`."""
    found = rate(1500, ("90+30", "1500 1 1500 0"), game_excluded=[True, False])
    assert found["counted_games"].tolist() == [1]
    assert str(found.why("counts", 0)) == "I.6: excluded by decision"


@pytest.mark.parametrize(("own", "opponent"), [(0, 1500), (1500, 0)])
def test_article_i_5_games_wait_for_the_decision_how_a_player_enters(own, opponent):
    found = rate(1500, ("90+30", "1500 1"), own_rating=[own], opponent_rating=[opponent])
    assert found["counted_games"].tolist() == [0]
    assert str(found.why("counts", 0)).endswith("needs a decision")


@pytest.mark.parametrize("edition", [EDITION, EXACT])
def test_article_i_3_a_correction_by_decision_moves_the_rating_and_ends_what_was_rounded(edition):
    """Reading of `adjustment_applies`: from the rating listed last, of a player with a rating."""
    decided = {"adjusted": [True], "adjusted_from": [1503], "adjusted_to": [1600]}
    found = rate(1503, ("3+2", "1503 1"), edition=edition, online=[True], **decided)
    assert found["rating"].tolist() == [1603]
    lapsed = rate(1502, ("3+2", "1502 1"), edition=edition, online=[True], **decided)
    assert lapsed["rating"].tolist() == [1505]
    entering = {"adjusted_from": [0], "adjusted_to": [1600], "listed_rating": [0]}
    assert ask(EDITION, "adjustment_applies", adjusted=[True], **entering) == [False]
    unlisting = rate(1503, ("3+2", "1503 1"), **{**decided, "adjusted_to": [0]})
    assert unlisting["rating"].tolist() == [0]
    assert str(unlisting.why("rating", 0)) == "I.3: unlisted by decision"


@pytest.mark.parametrize("edition", [EDITION, EXACT])
def test_article_i_3_a_bonus_by_decision_stands_beside_the_sum(edition):
    """Reading of `decided_bonus`: for a listed player, and not unlisted by the same list."""
    game = ("3+2", "1503 1")
    found = rate(1503, game, edition=edition, online=[True], decided_points=[-7])
    assert found["rating"].tolist() == [1506 - 7]
    assert found["decided_bonus"].tolist() == [-7]
    unlisting = {"adjusted": [True], "adjusted_from": [1503], "adjusted_to": [0]}
    gone = rate(1503, game, edition=edition, online=[True], decided_points=[7], **unlisting)
    assert (gone["decided_bonus"].tolist(), gone["rating"].tolist()) == ([0], [0])
