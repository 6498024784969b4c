"""FIDE B.02 of 1 March 2024, the resulting list: below, on and above every boundary."""

from dataclasses import replace
from fractions import Fraction

import pytest

from projections.rulebooks.engine.months import month_index
from projections.rulebooks.fide.standard import RULEBOOK
from tests.support.edition_columns import ask, why

EDITION = RULEBOOK.edition("2024-03-01")
JANUARY_2026 = month_index(202601)


# ------------------------------------------------------------------------- 7.1 Corrections, games


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
    """Reading of `adjustment_applies`: an unlisted player enters at the floor or above."""
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


def test_article_7_1_a_bonus_by_decision_is_for_who_is_listed_and_stays():
    """Reading of `decided_bonus`: not for a player unlisted by the same list."""
    facts = {
        "decided_points": [10, -10, 10, 10],
        "listed_rating": [2000, 2000, 0, 2000],
        "adjustment_applies": [False, True, False, True],
        "adjusted_to": [0, 2030, 0, 0],
    }
    assert ask(EDITION, "decided_bonus", **facts) == [10, -10, 0, 0]


def test_article_7_1_2_games_of_the_period():
    """Of a listed player the counted games, of a newcomer the games that joined the pool."""
    facts = {
        "listed_rating": [1800, 1800, 0],
        "rated_games": [9, 0, 0],
        "newly_pooled_games": [0, 0, 4],
    }
    assert ask(EDITION, "period_games", **facts) == [9, 0, 4]


def test_article_7_1_2_games_pooled_before_are_not_of_this_period():
    facts = {
        "was_accepted": [True, False, False],
        "pooled_counted_games": [7, 4, 0],
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
    """Reading of `rating` (`void_first_rating`): a new first rating waits for the next list."""
    facts = {
        **LISTED,
        "listed_rating": [0] * 3,
        "changed_rating": [0] * 3,
        "first_rating": [1700, 0, 1700],
        "withdrawn_rating": [1650, 1650, 0],
    }
    assert ask(EDITION, "rating", **facts) == [0, 0, 1700]
    assert why(EDITION, "rating", **facts)[0].startswith("7.1.4: the first rating is void")


def test_article_7_2_2_inactive_after_twelve_lists_without_a_counted_game():
    """Counted eleven, twelve and thirteen lists ago, and never."""
    last = [JANUARY_2026 - 11, JANUARY_2026 - 12, JANUARY_2026 - 13, 0]
    found = ask(EDITION, "inactive", last_counted=last, list_month_index=JANUARY_2026)
    assert found == [False, True, True, True]


def test_article_7_2_2_one_counted_game_in_the_period_makes_active():
    facts = {"period_games": [1, 0], "listed_last_counted": [5, 5], "list_month_index": 9}
    assert ask(EDITION, "last_counted", **facts) == [9, 5]


# ---------------------------------------------------------------- 8.3.3 Counters and the next K


def printed_k(peak: int, games: int, age: int, birth_year: int | None = None) -> int:
    """Return the K of a player on a list of 2026, with the age in that year."""
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


def test_article_8_3_3_the_reason_states_the_numbers_of_the_edition():
    """An edition with other numbers has other reasons: K 25 is never explained as K 20."""
    others = {
        "k_standard": 25,
        "k_junior": 35,
        "k_newcomer": 30,
        "k_master": 12,
        "junior_mark": 2250,
    }
    facts = {
        "peak": [1800, 1800, 1800, 2400],
        "games": [30, 30, 10, 30],
        "birth_year": [1986, 2015, 1986, 1986],
        "list_year": 2026,
    }
    assert why(replace(EDITION, numbers={**EDITION.numbers, **others}), "printed_k", **facts) == [
        "8.3.3: 25, for 2400 was never published",
        "8.3.3: 35 for a junior whose published rating never reached 2250",
        "8.3.3: 30 until events with 30 games are completed",
        "8.3.3: 12, for 2400 was once published",
    ]


def test_article_8_3_3_an_unknown_birth_year_gives_no_junior_k():
    assert printed_k(1800, 30, 0, birth_year=0) == 20


def test_article_8_3_3_a_junior_turns_nineteen_in_january():
    """Born 2008, never 2300: K 40 on every list of 2026, 20 on the list of January 2027."""
    facts = {"peak": [1800], "games": [30], "birth_year": [2008]}
    assert ask(EDITION, "printed_k", list_year=2026, **facts) == [40]
    assert ask(EDITION, "printed_k", list_year=2027, **facts) == [20]


def test_article_8_3_3_the_peak_stays():
    assert ask(EDITION, "peak", listed_peak=[2405, 2390], rating=[2380, 2401]) == [2405, 2401]


def test_article_8_3_3_the_counter_of_games():
    """Reading of `games` (`games_counter_after_delisting`): anew, with the games of a
    first rating.
    """
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
        "8.3.3: at least as many games as end the K of a new player",
    ]


def test_article_8_3_4_change_and_correction_come_before_the_lift():
    facts = {"listed_rating": [1990], "change": [-7], "adjustment": [5], "correction": [-40]}
    facts |= {"merge": [10]}
    assert ask(EDITION, "changed_rating", decided_bonus=[10], **facts) == [1968]


def test_article_7_1_a_correction_of_closed_lists_is_for_who_is_listed():
    """Reading of `correction` (`next_list`): in whole points, as the closed list would have."""
    facts = {"corrected_points": [-40, 10, 5], "listed_rating": [2000, 1400, 0]}
    assert ask(EDITION, "correction", **facts) == [-40, 10, 0]


def test_article_7_1_the_merge_of_two_players_is_for_who_is_listed():
    """Reading of `merge` (`merged_players`): in whole points, as a correction."""
    facts = {"merged_points": [10, 5], "listed_rating": [2000, 0]}
    assert ask(EDITION, "merge", **facts) == [10, 0]


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
