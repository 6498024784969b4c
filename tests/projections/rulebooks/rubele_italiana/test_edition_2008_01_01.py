"""Elo-Rubele, Italian draughts, of January 2008: article by article, with every example printed."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from msgspec import structs

from projections.reports import Decided
from projections.rulebooks.counting import FINE, TO_DECIDE
from projections.rulebooks.rubele_italiana import RULEBOOK
from tests.oracles import elo_rubele
from tests.oracles.table_13 import CAPITALS, EXPECTED, FINAL, synthetic_world
from tests.projections.rulebooks import draughts
from tests.projections.rulebooks.asking import ask, why
from tests.projections.rulebooks.draughts import HAD_THIS_YEAR, VECTORS, YEAR
from tests.projections.worlds import (
    RUBELE,
    closings,
    federation,
    games,
    rated,
    ratings,
    rows,
    stage,
    tournament,
)

EDITION = RULEBOOK.edition("2008-01-01")
BANDS = EDITION.numbers["bands"]

DAYS = [("2015-06-01", date(2015, 6, 1)), ("2015-09-01", date(2015, 9, 1))]


def season(carried, tournaments, **more):
    """A season of 2015 with lists in June and September, in which the bonus is still to be had."""
    periods = tuple(name for name, _ in DAYS)
    return federation(carried, tournaments, periods=periods, on=date(2015, 2, 1), **more)


def capital(ci: int, d_hundredths: int, **more: Any) -> dict[str, Any]:
    """One listed player after one event; the bonus of the year was had, unless said otherwise."""
    return draughts.capital(EDITION, ci, d_hundredths, **more)


# ------------------------------------------------------------------- VI.5 After every valid event


def test_article_vi_5_without_a_valid_event_a_capital_stays():
    assert capital(2000, 0, period_games=[0], listed_counted_years=[0])["cf"] == 2000


def test_article_vi_5_chained_within_a_list_and_one_bonus_a_year():
    """A: +150 and the bonus: 2160. B: D 160, .92 × 150 = 138, no second bonus: 2298."""
    world = season(
        [rated(1, 2000), rated(2, 2000), rated(3, 2000, last_counted="2015-01-20")],
        [
            tournament("B", "2015-04-01", "2015-04-02", games(1, "3 1")),
            tournament("A", "2015-03-01", "2015-03-02", games(1, "2 1")),
        ],
    )
    first, _ = closings(world, RUBELE, DAYS)
    assert {player: row["rating"] for player, row in rows(first).items()} == {
        1: 2298,
        2: 1860,
        3: 1862,
    }
    assert rows(first)[1]["period_games"] == 2


def test_article_vi_5_a_correction_holds_if_it_starts_from_the_capital_listed_last():
    facts = {
        "adjusted": [True, True, False],
        "adjusted_from": [2000, 1999, 2000],
        "adjusted_to": [2030, 2030, 2030],
        "listed_rating": [2000, 2000, 2000],
    }
    assert ask(EDITION, "adjustment", **facts) == [30, 0, 0]


def test_article_vi_5_counters():
    assert ask(EDITION, "games", listed_games=[12], period_games=[9]) == [21]
    facts = {"initial_rating": [300, 300], "period_games": [1, 0], "listed_rating": [0, 0]}
    assert ask(EDITION, "moved", rating=[460, 0], **facts) == [160, 0]


# ------------------------------------------------------------------------ VI.6 Rounding and floor


def test_article_vi_6_the_capital_is_rounded_once_and_a_half_goes_up():
    """Reading of `rounded_capital` (B4): also on the way down, 1998.5 is 1999."""
    assert capital(2000, -1) == {"exact": Fraction(3997, 2), "cf": 1999, "floor": 0, "category": 1}
    assert capital(2000, 1) == {"exact": Fraction(4003, 2), "cf": 2002, "floor": 0, "category": 2}
    assert capital(3000, -37)["exact"] == Fraction(5889, 2)
    assert capital(3000, -37)["cf"] == 2945


@pytest.mark.parametrize(("rounded", "given"), [(99, 1), (100, 0), (101, 0), (-50, 150)])
def test_article_vi_6_table_12_below_the_minimum_back_to_it(rounded, given):
    facts = {"rounded_capital": [rounded], "bonus": [0], "period_games": [1]}
    assert ask(EDITION, "floor_points", **facts) == [given]


@pytest.mark.parametrize(("games", "given"), [(0, 0), (1, 380)])
def test_article_vi_6_a_raised_minimum_puts_back_who_had_a_valid_event(games, given):
    """Reading `minimum_set` of `floor_points`."""
    facts = {"rounded_capital": [120], "bonus": [0], "period_games": [games]}
    assert ask(EDITION, "floor_points", minimum_capital=500, **facts) == [given]


@pytest.mark.parametrize(("rounded", "given"), [(89, 1), (90, 0), (91, 0)])
def test_article_vi_6_the_floor_comes_after_the_bonus(rounded, given):
    """Reading of `floor_points` (B6): 95 and 10 is 105, not 110."""
    facts = {"rounded_capital": [rounded], "bonus": [10], "period_games": [1]}
    assert ask(EDITION, "floor_points", **facts) == [given]


# ------------------------------------------------------------------------------- VI.7 What counts


def test_article_vi_7_forfeits_do_not_count():
    codes = {"result": "1=0+-WDL", "opponent_result": "0=1-+LDW"}
    assert ask(EDITION, "counts", **codes) == [1, 1, 1, 0, 0, 0, 0, 0]
    assert why(EDITION, "counts", **codes)[3] == "VI.7: not played, so not counted"


def test_article_vi_2_what_is_not_valid_does_not_count():
    """Refused or cancelled, or a game excluded; a game admitted is one like any other."""
    codes = {"result": "1111", "opponent_result": "0000"}
    facts = {"void": [True, False, False, False], "game_excluded": [False, True, False, False]}
    assert ask(EDITION, "counts", **codes, **facts) == [0, 0, 1, 1]
    assert why(EDITION, "counts", **codes, **facts)[:2] == [
        "VI.2: the event was refused or cancelled",
        "VI.2: the game was excluded by decision",
    ]


def test_article_vi_11_of_a_first_event_that_is_cancelled_the_next_one_has_the_bonus():
    """While the list is open the year is chained anew: A gives nothing, B the bonus."""
    on_stage = stage(season([rated(1, 2000), rated(2, 2000)], []), RUBELE, DAYS)
    on_stage.submit(tournament("A", "2015-03-01", "2015-03-02", games(1, "2 1")))
    on_stage.submit(tournament("B", "2015-04-01", "2015-04-02", games(1, "2 =")))
    pending = on_stage.replay.facts.pending
    cancelled = structs.replace(pending[0].about, decided=(Decided("cancelled", "VI.2", "ctf"),))
    pending[0] = structs.replace(pending[0], about=cancelled)
    closing = on_stage.close("2015-06-01")
    assert ratings([closing], 1) == [2010]
    assert [rated_.unit["bonus"].tolist() for rated_ in closing.outcomes] == [[0, 0], [10, 10]]


# ----------------------------------------------------------------------- VI.9 Where a player starts


def test_article_vi_9_table_12_entry_capitals():
    facts = {"listed_rating": [1200, 0], "entering_capital": [300, 300]}
    assert ask(EDITION, "initial_rating", **facts) == [1200, 300]
    assert why(EDITION, "initial_rating", **facts) == [
        "VI.5: the capital after the event before",
        "VI.9, table 12: enters with this event",
    ]


def test_article_vi_9_a_beginner_enters_with_his_first_valid_event():
    """20 beats 21: 300 + 150 + 10; 22 is only there by forfeit."""
    played = (*games(20, "21 1 22 +"), *games(21, "22 +"))
    world = season(
        [], [tournament("A", "2015-03-01", "2015-03-02", played)], newcomers=[20, 21, 22]
    )
    first, second = closings(world, RUBELE, DAYS)
    assert rows(first) == {
        20: {"rating": 460, "period_games": 1},
        21: {"rating": 160, "period_games": 1},
    }
    assert rows(second)[20] == {"rating": 460, "period_games": 0}


def test_article_vi_9_an_entry_capital_by_decision():
    """20 enters with 2300 and loses to a 2000 who expected .85: 172.5 points, both halves up."""
    played = tournament("A", "2015-03-01", "2015-03-02", games(1, "20 1"))
    on_stage = stage(season([rated(1, 2000)], [], newcomers=[20]), RUBELE, DAYS)
    on_stage.decide_entry(20, 2300)
    on_stage.submit(played)
    first = rows(on_stage.close("2015-06-01"))
    assert first[1]["rating"] == 2173 + 10
    assert first[20]["rating"] == 2128 + 10


# ----------------------------------------------------------------------- VI.9 Categories

PROVINCIALE, REGIONALE, NAZIONALE, CANDIDATO, MAESTRO = range(5)


@pytest.mark.parametrize(
    ("capital_after", "reached"),
    [(999, PROVINCIALE), (1000, REGIONALE), (1001, REGIONALE), (1999, REGIONALE),
     (2000, NAZIONALE), (2999, NAZIONALE), (3000, CANDIDATO), (3899, CANDIDATO),
     (3900, MAESTRO), (5000, MAESTRO)],
)  # fmt: skip
def test_article_vi_9_table_12_a_category_is_reached_at_its_threshold(capital_after, reached):
    facts = {"listed_category": [0], "entered_capital": [0]}
    facts["adjustment_applies"] = [False]
    found = ask(EDITION, "category", rating=[capital_after], period_games=[1], **facts)
    assert found == [reached]


def test_article_vi_9_a_category_once_reached_is_kept():
    """Reading of `category` (B8): 2000 was reached; 1950 is left, and 3000 is one promotion on."""
    facts = {"listed_category": [NAZIONALE] * 2, "entered_capital": [0, 0]}
    facts |= {"period_games": [1, 1]}
    facts |= {"adjustment_applies": [False, False]}
    assert ask(EDITION, "category", rating=[1950, 3900], **facts) == [NAZIONALE, MAESTRO]


@pytest.mark.parametrize(
    ("before", "to", "category"),
    [(3850, 3899, CANDIDATO), (3850, 3900, MAESTRO), (3849, 3900, CANDIDATO)],
)
def test_article_vi_9_a_correction_promotes_by_itself(before, to, category):
    """Reading `corrected_capital` of `category`: below the threshold, on it; not where it does not
    start from the capital listed, and so does not hold."""
    found = draughts.capital(
        EDITION, 3850, 0, period_games=[0], listed_category=[CANDIDATO],
        adjusted=[True], adjusted_from=[before], adjusted_to=[to],
    )  # fmt: skip
    assert found["category"] == category


@pytest.mark.parametrize(("played", "category"), [(0, CANDIDATO), (1, MAESTRO)])
def test_article_vi_9_an_event_not_played_does_not_promote(played, category):
    """Reading of `category` (B7): a malus given back led to 3900; the next event played counts."""
    facts = {"listed_category": [CANDIDATO], "entered_capital": [0]}
    facts |= {"adjustment_applies": [False]}
    found = ask(EDITION, "category", rating=[3900], period_games=[played], **facts)
    assert found == [category]


def test_article_vi_9_the_final_capital_decides():
    """Reading of `category` (B7): 3895 + 4 + 10 is 3909; F14 comes to 3900 exactly."""
    found = draughts.capital(EDITION, 3895, 4, listed_counted_years=[0], listed_category=[3])
    assert (found["cf"], found["category"]) == (3909, MAESTRO)
    f14 = draughts.capital(EDITION, 3800, 100, listed_category=[3])
    assert (f14["cf"], f14["category"]) == (3900, MAESTRO)


def test_article_vi_9_who_enters_has_the_category_of_the_capital_he_enters_with():
    """Reading of `category`: he enters as Nazionale and loses below 2000; a beginner is 0."""
    facts = {"listed_rating": [0, 0, 0], "listed_category": [0, 0, 0], "period_games": [1, 1, 0]}
    facts |= {"adjustment_applies": [False] * 3}
    found = ask(
        EDITION, "category", entering_capital=[2000, 300, 2000], rating=[1900, 310, 0], **facts
    )
    assert found == [NAZIONALE, PROVINCIALE, PROVINCIALE]


def test_article_vi_9_a_capital_carried_over_has_its_category():
    """Reading of `category_carried` (B8): that of the peak told with it, never below its own."""
    fallen = [replace(rated(3, 3850), peak=3899), replace(rated(4, 3850), peak=3900)]
    world = season([rated(1, 1999), rated(2, 2000), *fallen, replace(rated(5, 2000), peak=0)], [])
    standings = stage(world, RUBELE, DAYS).replay.begun()
    categories = [0, REGIONALE, NAZIONALE, CANDIDATO, MAESTRO, NAZIONALE]
    assert standings.state["category"].tolist() == categories


# ------------------------------------------------------------------------ VI.10 Expected points


def test_article_vi_10_table_19_as_printed():
    """Every difference to 6000 either way."""
    differences = list(range(-6000, 6001))
    assert ask(EDITION, "expected_score_hundredths", difference=differences) == [
        elo_rubele.expected_points_hundredths(each, 0) for each in differences
    ]


@pytest.mark.parametrize(
    ("difference", "hundredths"),
    [(0, 100), (9, 100), (10, 101), (30, 101), (31, 102), (1129, 150), (1130, 151),
     (4234, 198), (4235, 199), (4929, 199), (4930, 200), (9999, 200)],
)  # fmt: skip
def test_article_vi_10_table_19_at_its_edges_without_a_cap(difference, hundredths):
    found = ask(EDITION, "expected_score_hundredths", difference=[difference, -difference])
    assert found == [hundredths, 200 - hundredths]


def test_article_vi_10_table_17_two_points_a_win():
    facts = {"result": "1=0", "expected_score_hundredths": [108] * 3, "counts": [1, 1, 0]}
    assert ask(EDITION, "score_hundredths", **facts) == [200, 100, 0]
    assert ask(EDITION, "game_difference_hundredths", **facts) == [92, -8, 0]


def test_article_vi_10_the_capital_before_the_event():
    """Held, below the minimum by what came later, none: the one he enters with."""
    facts = {
        "rating_at_start": [2000, 60, 0],
        "unit": [0, 1, 2],
        "listed_rating": [2150, 110, 0],
        "entry_capital": [300, 300, 2300],
    }
    assert ask(EDITION, "capital_before", **facts) == [2000, 100, 2300]


def test_article_vi_10_a_capital_below_a_raised_minimum_counts_as_it_is():
    """Reading `minimum_set` of `capital_before`: held, not found by taking back."""
    facts = {
        "rating_at_start": [120, 120],
        "unit": [0, 1],
        "listed_rating": [120, 130],
        "entry_capital": [300, 300],
    }
    assert ask(EDITION, "capital_before", minimum_capital=500, **facts) == [120, 500]


def test_article_vi_10_an_event_recorded_late_takes_the_capitals_of_its_place():
    """Reading of `capital_before`: B of April moved 1 by +150 before A of March was recorded; A
    takes 2000 against 2000 and is walked from 2150."""
    world = season(
        [rated(each, 2000, last_counted="2015-01-20") for each in (1, 2, 3)],
        [
            tournament("B", "2015-04-01", "2015-04-02", games(1, "2 1")),
            tournament("A", "2015-03-01", "2015-03-02", games(1, "3 1"), recorded=1),
        ],
    )
    assert ratings(closings(world, RUBELE, DAYS), 1) == [2150, 2300]


# ---------------------------------------------------------------------- VI.10 Crossing thresholds


def test_article_vi_10_table_17_coefficients():
    assert BANDS == ((0, 150), (3000, 100), (3900, 50))


@pytest.mark.parametrize(
    ("ci", "d_hundredths", "exact"),
    [(2999, 1, "3000.333333"), (3000, 1, "3001"), (3001, 1, "3002"),
     (2999, -1, "2997.5"), (3000, -1, "2998.5"), (3001, -1, "3000"),
     (3899, 1, "3900"), (3900, 1, "3900.5"), (3901, -1, "3900.5"), (3900, -1, "3899")],
)  # fmt: skip
def test_article_vi_10_a_threshold_is_crossed_at_the_coefficient_of_the_side_entered(
    ci, d_hundredths, exact
):
    """Reading of `exact_capital` (B1): at every crossing, on the way up and on the way down."""
    assert abs(capital(ci, d_hundredths)["exact"] - Fraction(exact)) < Fraction(1, 10**6)


def test_article_vi_10_going_there_and_back_comes_to_the_same():
    """Before rounding a walk can be reversed and cut in two, whatever thresholds lie on it."""
    for ci, d in [(2970, 900), (3950, -1500), (2999, 1), (3900, -2000)]:
        there = capital(ci, d)["exact"]
        assert elo_rubele.walk(ci, Fraction(d, 100), "italiana") == there
        if there.denominator == 1:
            assert capital(int(there), -d)["exact"] == ci


ITALIAN = [
    case for case in VECTORS.values() if case["discipline"] == "ital" and case["id"] != "F21"
]


def test_examples_of_this_edition():
    """F21 has the points of 2021; the rest is for the international discipline."""
    assert [case["id"] for case in ITALIAN] == [
        "F01", "F02", "F03", "F04", "F05", "F06", "F13", "F14", "F18", "F19", "F20", "F23",
    ]  # fmt: skip


@pytest.mark.parametrize("case", ITALIAN, ids=lambda case: case["id"])
def test_article_vi_10_tables_14_and_17_examples(case):
    assert draughts.after(EDITION, case) == (Fraction(case["exact"]), case["cf"])


@pytest.mark.parametrize(("d_hundredths", "whole", "half"), [(1, 2, 1), (-274, -548, -274)])
def test_article_vi_2_an_event_at_fifty_per_cent_counts_half(d_hundredths, whole, half):
    """Reading of `weighted_half_hundredths`: half of the deviation; the bonus is not halved."""
    facts = {"sum_hundredths": [d_hundredths] * 2, "weight_halves": [2, 1]}
    assert ask(EDITION, "weighted_half_hundredths", **facts) == [whole, half]
    with_bonus = {"listed_counted_years": [0], "weight_halves": [1]}
    assert capital(2000, 100, **with_bonus)["cf"] == 2000 + 75 + 10


@pytest.mark.parametrize(
    ("over", "under", "halves", "kind"),
    [(1, 1, 2, FINE), (1, 2, 1, FINE), (3, 4, 0, TO_DECIDE), (2, 1, 0, TO_DECIDE)],
)
def test_article_vi_2_no_other_weight_is_known(over, under, halves, kind):
    """Reading `other_weights` (`weight_halves`): D is nothing, and a finding asks for another."""
    told = {"weight_over": [over], "weight_under": [under]}
    assert ask(EDITION, "weight_halves", **told) == [halves]
    assert ask(EDITION, "weight", **told) == [kind]


def test_article_vi_2_the_weight_is_that_of_each_event():
    """A counts half: 75 and the bonus; B whole, against 2000: .96 x 150."""
    on_stage = stage(season([rated(1, 2000), rated(2, 2000), rated(3, 2000)], []), RUBELE, DAYS)
    on_stage.submit(tournament("A", "2015-03-01", "2015-03-02", games(1, "2 1")), weight="1/2")
    assert ratings([on_stage.close("2015-06-01")], 1) == [2085]
    on_stage.submit(tournament("B", "2015-07-01", "2015-07-02", games(1, "3 1")))
    assert ratings([on_stage.close("2015-09-01")], 1) == [2085 + 144]


# Table 13 is lost. This completion is SYNTHETIC: it agrees with every number printed.


def test_table_13_synthetic_completion():
    (only,) = closings(synthetic_world("italiana"), RUBELE, [("2010-06-01", date(2010, 6, 1))])
    assert [row["rating"] for row in rows(only).values()] == FINAL["italiana"]
    (rated_step,) = only.outcomes
    (sheet_of_it,) = rated_step.sheets
    obtained = [14, 9, 10, 12, 9, 9, 8, 7, 6, 6]
    expected = [
        Fraction(each) - Fraction(int(d), 100)
        for each, d in zip(obtained, sheet_of_it["entry_difference_hundredths"], strict=True)
    ]
    assert expected == [Fraction(each) for each in EXPECTED]
    assert rated_step.step.listed["rating"].tolist() == CAPITALS


# ----------------------------------------------------------------------------------- VI.11 Bonus


def test_article_vi_11_table_18_a_ten_points_for_the_first_valid_event_of_the_year():
    facts = {
        "period_games": [9, 9, 0, 9],
        "listed_counted_years": [0, HAD_THIS_YEAR, 0, HAD_THIS_YEAR >> 1],
        "step_year": [YEAR] * 4,
    }
    assert ask(EDITION, "bonus", **facts) == [10, 0, 0, 10]
    assert why(EDITION, "bonus", **facts) == [
        "VI.11, table 18 a: first valid event of the year",
        "VI.11: had already this year",
        "VI.11: no counted game, so not a valid event for the player",
        "VI.11, table 18 a: first valid event of the year",
    ]
    assert ask(EDITION, "counted_years", **facts) == [
        HAD_THIS_YEAR,
        HAD_THIS_YEAR,
        0,
        HAD_THIS_YEAR | HAD_THIS_YEAR >> 1,
    ]


@pytest.mark.parametrize(("year", "had"), [(2014, False), (2015, True), (2016, False)])
def test_article_vi_11_the_year_of_the_bonus_is_that_in_which_the_event_ended(year, had):
    """Reading of `bonus_had` (B11): kept for each pool, so for each discipline, by itself."""
    facts = {"listed_counted_years": [HAD_THIS_YEAR], "step_year": [year]}
    assert ask(EDITION, "bonus_had", **facts) == [had]


def test_article_vi_11_an_event_over_new_year_belongs_to_the_year_it_ended_in():
    """A ends on 2 January 2016, B on 3 January: one bonus between them, B's of 2015 apart."""
    world = federation(
        [rated(1, 2000), rated(2, 2000)],
        [
            tournament("A", "2015-12-28", "2016-01-02", games(1, "2 =")),
            tournament("B", "2016-01-03", "2016-01-03", games(1, "2 =")),
            tournament("C", "2015-12-01", "2015-12-01", games(1, "2 =")),
        ],
        periods=("2016-02-01",),
        on=date(2015, 2, 1),
    )
    (only,) = closings(world, RUBELE, [("2016-02-01", date(2016, 2, 1))])
    assert ratings([only], 1) == [2020]


def test_article_vi_11_among_late_events_the_first_that_is_booked_has_the_bonus():
    """Reading of `bonus`: A of March is recorded after B of April had it."""
    world = season(
        [rated(1, 2000), rated(2, 2000)],
        [
            tournament("B", "2015-04-01", "2015-04-02", games(1, "2 =")),
            tournament("A", "2015-03-01", "2015-03-02", games(1, "2 ="), recorded=1),
        ],
    )
    assert ratings(closings(world, RUBELE, DAYS), 1) == [2010, 2010]


def test_article_vi_11_the_bonus_comes_after_the_thresholds():
    """Reading B5: 3895 + 4 + 10 is 3909; converted it would be 3905."""
    assert capital(3895, 4, listed_counted_years=[0])["cf"] == 3909


# --------------------------------------------------------------------- VI.8 Lists on announced days


def test_article_vi_8_lists_come_on_announced_days():
    on_stage = stage(season([rated(1, 2000)], []), RUBELE, DAYS)
    calendar = RULEBOOK.calendar
    assert calendar.after("2015-06-01", on_stage.announced) == "2015-09-01"
    assert calendar.after("2015-09-01", on_stage.announced) is None
    with pytest.raises(ValueError, match="no list '2015-12-01' is announced"):
        calendar.due("2015-12-01", on_stage.announced)


@pytest.mark.parametrize(
    ("listed", "before", "after", "holds"),
    [
        (1500, 1500, 99, False),
        (1500, 1500, 100, True),
        (1500, 1500, 101, True),
        (1500, 1500, 0, True),
        (1500, 1499, 1600, False),
        (0, 0, 1500, False),
    ],
)
def test_article_vi_5_a_correction_needs_a_capital_and_leaves_the_minimum(
    listed, before, after, holds
):
    """Reading of `adjustment_applies`: from the capital held, to none or the minimum at least."""
    facts = {
        "adjusted": [True],
        "adjusted_from": [before],
        "adjusted_to": [after],
        "listed_rating": [listed],
    }
    assert ask(EDITION, "adjustment_applies", **facts) == [holds]
