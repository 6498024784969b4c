"""FIDE B.02 of 1 March 2024, article by article: below, on and above every boundary."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from projections.rulebooks.calendars import Due
from projections.rulebooks.fide_standard import RULEBOOK
from projections.rulebooks.months import month_index
from tests.oracles.fide_standard import PRINTED
from tests.projections.rulebooks.asking import ask, period, sheet, why

EDITION = RULEBOOK.edition("2024-03-01")
JANUARY_2026 = month_index(202601)


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


def test_article_7_1_a_correction_holds_if_it_starts_from_the_rating_listed_last():
    facts = {
        "adjusted": [True, True, True, False],
        "adjusted_from": [1999, 2000, 2001, 2000],
        "adjusted_to": [2030, 2030, 2030, 2030],
        "listed_rating": [2000, 2000, 2000, 2000],
    }
    assert ask(EDITION, "adjustment_applies", **facts) == [False, True, False, False]
    assert ask(EDITION, "adjustment", **facts) == [0, 30, 0, 0]


def test_article_7_1_by_decision_nobody_enters_below_the_floor():
    """Reading of `adjustment_applies`: who is not listed enters at the floor or above."""
    facts = {
        "adjusted": [True] * 3,
        "adjusted_from": [0] * 3,
        "adjusted_to": [1399, 1400, 1401],
        "listed_rating": [0] * 3,
    }
    assert ask(EDITION, "adjustment_applies", **facts) == [False, True, True]


def test_article_7_1_unlisting_by_decision_gives_and_takes_no_points():
    facts = {
        "adjusted": [True],
        "adjusted_from": [2000],
        "adjusted_to": [0],
        "listed_rating": [2000],
    }
    assert ask(EDITION, "adjustment_applies", **facts) == [True]
    assert ask(EDITION, "adjustment", **facts) == [0]


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


def test_article_7_1_2_games_of_the_period():
    """Of a listed player his counted games, of a newcomer those that joined his pool."""
    facts = {
        "listed_rating": [1800, 1800, 0],
        "rated_games": [9, 0, 0],
        "newly_pooled_games": [0, 0, 4],
    }
    assert ask(EDITION, "period_games", **facts) == [9, 0, 4]


def test_article_7_1_2_games_pooled_before_are_not_of_this_period():
    facts = {
        "pooled": [True, True, False],
        "was_accepted": [True, False, False],
        "waiting_counted_games": [7, 4, 3],
        "waiting_unit": [0, 0, 0],
        "units": 1,
    }
    assert ask(EDITION, "newly_pooled_games", **facts) == [4]


# ------------------------------------------------------------------------------ 7.2 Not listed


LISTED = {
    "withdrawn_rating": [0] * 3,
    "lift": [0] * 3,
    "adjustment_applies": [False] * 3,
    "adjusted_to": [0] * 3,
    "first_rating": [0] * 3,
}


def test_article_7_2_1_below_the_floor_a_player_is_unrated():
    facts = {**LISTED, "listed_rating": [1410] * 3, "changed_rating": [1399, 1400, 1401]}
    assert ask(EDITION, "rating", **facts) == [0, 1400, 1401]
    assert why(EDITION, "rating", **facts)[0] == "7.2.1: below the floor: unrated"


def test_article_7_2_1_who_is_not_listed_gets_his_first_rating_or_none():
    facts = {
        **LISTED,
        "listed_rating": [0] * 3,
        "changed_rating": [0] * 3,
        "first_rating": [0, 1400, 2200],
    }
    assert ask(EDITION, "rating", **facts) == [0, 1400, 2200]


def test_article_7_2_1_a_decision_unlists_and_enters():
    facts = {
        **LISTED,
        "listed_rating": [1800, 0, 1800],
        "changed_rating": [1800, 1463, 1810],
        "adjustment_applies": [True, True, True],
        "adjusted_to": [0, 1463, 1810],
        "first_rating": [0, 1700, 0],
    }
    assert ask(EDITION, "rating", **facts) == [0, 1463, 1810]
    assert why(EDITION, "rating", **facts) == [
        "7.1: unlisted by decision",
        "7.1: entered by decision",
        "8.3.4: rated",
    ]


def test_article_7_1_4_whose_first_rating_is_void_is_off_the_list_whatever_waits():
    """Reading of `rating` (`void_first_rating`): a new one is for the list after."""
    facts = {
        **LISTED,
        "listed_rating": [0] * 3,
        "changed_rating": [0] * 3,
        "first_rating": [1700, 0, 1700],
        "withdrawn_rating": [1650, 1650, 0],
    }
    assert ask(EDITION, "rating", **facts) == [0, 0, 1700]
    assert why(EDITION, "rating", **facts)[0].startswith("7.1.4: his first rating is void")


def test_article_7_2_2_inactive_after_twelve_lists_without_a_counted_game():
    """Counted eleven, twelve and thirteen lists ago, and never."""
    last = [JANUARY_2026 - 11, JANUARY_2026 - 12, JANUARY_2026 - 13, 0]
    found = ask(EDITION, "inactive", last_counted=last, list_month_index=JANUARY_2026)
    assert found == [False, True, True, True]


def test_article_7_2_2_one_counted_game_in_the_period_makes_active():
    facts = {"period_games": [1, 0], "listed_last_counted": [5, 5], "list_month_index": 9}
    assert ask(EDITION, "last_counted", **facts) == [9, 5]


# ------------------------------------------------------------------------------ 8.1 The tables


def test_article_8_1_1_as_printed():
    p = list(range(101))
    assert ask(EDITION, "score_difference", fractional_score_hundredths=p) == [
        PRINTED.dp[each] for each in p
    ]


def test_article_8_1_2_as_printed():
    """Every difference to 800 either way, beyond the last row too, which no capped game reaches."""
    differences = list(range(-800, 801))
    printed = []
    for each in differences:
        step = next(step for step in PRINTED.pd if step.holds(abs(each)))
        printed.append(step.higher if each >= 0 else step.lower)
    assert ask(EDITION, "expected_score_hundredths", counted_difference=differences) == printed


# ---------------------------------------------------------------------- 8.3 The change of a rating


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
    """Four opponents lower by more than 400, all lifted: −.42 (−.61 where only one may be)."""
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
    """F-P01 as it would have been before October 2025: −.04 → −0.4 → 0."""
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
    listed_k, rated_games, expected = (list(each) for each in zip(*cases, strict=True))
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


def printed_k(peak: int, games: int, age: int, birth_year: int | None = None) -> int:
    """Ask for the K of one player on a list of 2026, aged so many years in that year."""
    facts = {
        "peak": [peak],
        "games": [games],
        "birth_year": [2026 - age if birth_year is None else birth_year],
        "list_year": 2026,
    }
    (k,) = ask(EDITION, "printed_k", **facts)
    return int(k)


@pytest.mark.parametrize(
    ("peak", "games", "age", "k"),
    [
        (2399, 30, 40, 20), (2400, 30, 40, 10), (2401, 30, 40, 10),  # the master mark
        (1800, 29, 40, 40), (1800, 30, 40, 20), (1800, 31, 40, 20),  # thirty games
        (1800, 30, 17, 40), (1800, 30, 18, 40), (1800, 30, 19, 20),  # to the end of the year
        (2299, 30, 17, 40), (2300, 30, 17, 20), (2301, 30, 17, 20),  # the junior mark
    ],
)  # fmt: skip
def test_article_8_3_3_k_at_each_boundary(peak, games, age, k):
    assert printed_k(peak, games, age) == k


@pytest.mark.parametrize(
    ("peak", "games", "age", "k"), [(2400, 0, 12, 10), (2300, 29, 12, 40), (2299, 0, 12, 40)]
)
def test_article_8_3_3_master_before_junior_before_newcomer(peak, games, age, k):
    """Reading of `printed_k`: whichever of these clauses holds first."""
    assert printed_k(peak, games, age) == k


def test_article_8_3_3_an_unknown_birth_year_gives_no_junior_k():
    assert printed_k(1800, 30, 0, birth_year=0) == 20


def test_article_8_3_3_a_junior_turns_nineteen_in_january():
    """Born 2008, never 2300: K 40 on every list of 2026, 20 on that of January 2027."""
    facts = {"peak": [1800], "games": [30], "birth_year": [2008]}
    assert ask(EDITION, "printed_k", list_year=2026, **facts) == [40]
    assert ask(EDITION, "printed_k", list_year=2027, **facts) == [20]


def test_article_8_3_3_the_peak_stays():
    assert ask(EDITION, "peak", listed_peak=[2405, 2390], rating=[2380, 2401]) == [2405, 2401]


def test_article_8_3_3_the_counter_of_games():
    """Reading of `games` (`games_counter_after_delisting`): anew, with those of a first rating."""
    facts = {
        "listed_rating": [1800, 1800, 0],
        "rating": [1810, 0, 1500],
        "listed_games": [25, 25, 0],
        "corrected_games": [-2, 0, 0],
        "rated_games": [6, 6, 0],
        "pooled_games": [0, 0, 7],
    }
    assert ask(EDITION, "games", **facts) == [29, 0, 7]


def test_article_8_3_3_games_carried_over():
    """Reading of `games_carried` (`games_carried_with_k`): K 20 without games tells thirty."""
    facts = {"carried_games": [0, 0, 0, 0, 1, 29, 31], "carried_k": [0, 40, 20, 10, 20, 20, 40]}
    assert ask(EDITION, "games_carried", **facts) == [0, 0, 30, 30, 1, 29, 31]
    assert why(EDITION, "games_carried", **facts)[1:3] == [
        "8.3.3: as carried over",
        "8.3.3: at least so many, for his K is no newcomer's",
    ]


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


def test_article_8_3_4_change_and_correction_come_before_the_lift():
    facts = {"listed_rating": [1990], "change": [-7], "adjustment": [5], "correction": [-40]}
    assert ask(EDITION, "changed_rating", **facts) == [1948]


def test_article_7_1_a_correction_of_closed_lists_is_for_who_is_listed():
    """Reading of `correction` (`next_list`): in whole points, as the closed list would have."""
    facts = {"corrected_points": [-40, 10, 5], "listed_rating": [2000, 1400, 0]}
    assert ask(EDITION, "correction", **facts) == [-40, 10, 0]


# ------------------------------------------------------- Council decision of 15 December 2023


BEFORE_LIFT = [1000, 1200, 1399, 1500, 1600, 1700, 1950, 1997, 1998, 1999, 2000, 2001]
AFTER_LIFT = [1400, 1520, 1639, 1700, 1760, 1820, 1970, 1998, 1999, 1999, 2000, 2001]


def lifts(month: int, before: list[int]) -> list[int]:
    """Ask for the lift of listed players on the list of a month."""
    listed = [1500] * len(before)
    return ask(EDITION, "lift", changed_rating=before, listed_rating=listed, list_month=month)


def test_council_decision_of_15_december_2023_as_published():
    lifted = [old + by for old, by in zip(BEFORE_LIFT, lifts(202403, BEFORE_LIFT), strict=True)]
    assert lifted == AFTER_LIFT


@pytest.mark.parametrize("month", [202402, 202404])
def test_council_decision_of_15_december_2023_on_one_list_only(month):
    assert lifts(month, BEFORE_LIFT) == [0] * len(BEFORE_LIFT)


def test_council_decision_of_15_december_2023_has_a_rounding_of_its_own_and_no_ties():
    """Reading of `lift`: two fifths of a whole number never end in a half."""
    for rating, by in zip(range(1, 2000), lifts(202403, list(range(1, 2000))), strict=True):
        exact = Fraction(2, 5) * (2000 - rating)
        assert exact % 1 != Fraction(1, 2)
        assert by == round(exact)


def test_council_decision_of_15_december_2023_not_of_who_was_unlisted():
    facts = {"changed_rating": [0, 1500], "listed_rating": [0, 0], "list_month": 202403}
    assert ask(EDITION, "lift", **facts) == [0, 0]
