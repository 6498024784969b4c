"""FIDE B.02 of 1 March 2024: unplayed games, periods, tables."""

from datetime import date

import pytest

from projections.rulebooks.engine.calendars import Due
from projections.rulebooks.fide.standard import RULEBOOK
from tests.oracles.fide_standard import PRINTED
from tests.support.edition_columns import ask, why

EDITION = RULEBOOK.edition("2024-03-01")


# ------------------------------------------------------------------------------ 5 Unplayed games


def test_article_5_1_a_game_counts_when_both_sides_moved():
    codes = {"result": "1=0+-WDL", "opponent_result": "0=1-+LDW"}
    assert ask(EDITION, "played", **codes) == [True] * 3 + [False] * 5


def test_article_5_1_a_game_that_both_lose_was_played():
    assert ask(EDITION, "played", result="0", opponent_result="0") == [True]


def test_article_5_1_one_side_that_never_moved_is_enough():
    assert ask(EDITION, "played", result="1-", opponent_result="-1") == [False, False]


def test_article_5_1_says_why_a_game_does_not_count():
    facts = {"played": [False, True, True], "opponent_rating": [1800, 0, 1400]}
    assert ask(EDITION, "counts", **facts) == [0, 0, 1]
    assert why(EDITION, "counts", **facts) == [
        "5.1: not played, so not counted",
        "8.3.1: opponent unrated when the tournament began",
        "5.1, 8.3.1: played against a rated opponent",
    ]


# ------------------------------------------------------------------------------ 7.1 The list


@pytest.mark.parametrize(
    ("period_name", "cut_off"),
    [
        ("2026-03", date(2026, 2, 26)),
        ("2024-03", date(2024, 2, 27)),
        ("2026-01", date(2025, 12, 29)),
    ],
)
def test_article_7_1_3_the_cut_off_is_three_days_before_the_list(period_name, cut_off):
    due = RULEBOOK.calendar.due(period_name, {})
    first = date.fromisoformat(f"{period_name}-01")
    last = date.fromordinal(first.toordinal() - 1)
    assert due == Due(period_name, first, cut_off, last_official_day=last, closes_after=last)


def test_article_7_1_lists_follow_month_by_month():
    assert RULEBOOK.calendar.after("2025-12", {}) == "2026-01"
    assert RULEBOOK.calendar.after("2026-01", {}) == "2026-02"


@pytest.mark.parametrize("wrong", ["2026-13", "2026", "2026-Q1", "march"])
def test_article_7_1_a_period_is_a_month(wrong):
    with pytest.raises(ValueError, match="is not a month: write it as 2025-11"):
        RULEBOOK.calendar.due(wrong, {})


# ------------------------------------------------------------------------------ 8.1 The tables


def test_article_8_1_1_as_printed():
    p = list(range(101))
    pool = {"pooled_games": [5] * 101, "pooled_half_points": [5] * 101}
    found = ask(EDITION, "score_difference", fractional_score_hundredths=p, **pool)
    assert found == [PRINTED.dp[score] for score in p]


def test_article_8_1_2_as_printed():
    """Every difference to 800 either way, beyond the last row too, which no capped game reaches."""
    differences = list(range(-800, 801))
    printed = []
    for difference in differences:
        step = next(step for step in PRINTED.pd if step.holds(abs(difference)))
        printed.append(step.higher if difference >= 0 else step.lower)
    assert ask(EDITION, "expected_score_hundredths", counted_difference=differences) == printed
