"""Elo-Rubele, a capital after an event: VI.10 and VI.6, with every example printed."""

from datetime import date
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from msgspec import structs

from projections.rulebooks.elo_rubele.italian import RULEBOOK
from projections.rulebooks.engine.admission import FINE, TO_DECIDE, WARNING
from projections.state.reports import Decided
from tests.oracles import elo_rubele
from tests.oracles.table_13 import CAPITALS, EXPECTED, FINAL, synthetic_world
from tests.support import draughts_editions
from tests.support.draughts_editions import DAYS, HAD_THIS_YEAR, VECTORS, YEAR, season
from tests.support.edition_columns import ask, why
from tests.support.worlds import (
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


def capital(ci: int, d_hundredths: int, **more: Any) -> dict[str, Any]:
    """Return a column of a listed player after an event; the bonus of the year was had, unless
    said otherwise.
    """
    return draughts_editions.capital(EDITION, ci, d_hundredths, **more)


# ------------------------------------------------------------------------ VI.10 Expected points


def test_article_vi_10_table_19_as_printed():
    """Every difference to 6000 either way."""
    differences = list(range(-6000, 6001))
    assert ask(EDITION, "expected_score_hundredths", difference=differences) == [
        elo_rubele.expected_points_hundredths(difference, 0) for difference in differences
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
    """Held, below the minimum by later events, none: the capital on entering."""
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
        [rated(player, 2000, last_counted="2015-01-20") for player in (1, 2, 3)],
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
    """Before rounding a walk can be reversed and cut in two, over any thresholds."""
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
    assert draughts_editions.after(EDITION, case) == (Fraction(case["exact"]), case["cf"])


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
    """Reading of `weight_unknown` (`other_weights`): nothing counts, and a finding asks
    for a weight.
    """
    told = {"announced_weight_over": np.array([over]), "announced_weight_under": np.array([under])}
    assert ask(EDITION, "weight_unknown", **told) == [halves == 0]
    of_unit = {"weight_over": [over], "weight_under": [under]}
    assert ask(EDITION, "weight_halves", **of_unit) == [halves]
    assert ask(EDITION, "weight", **told) == [kind]


def test_article_vi_2_the_weight_is_that_of_each_event():
    """A counts half: 75 and the bonus; B whole, against 2000: .96 x 150."""
    on_stage = stage(season([rated(1, 2000), rated(2, 2000), rated(3, 2000)], []), RUBELE, DAYS)
    on_stage.submit(tournament("A", "2015-03-01", "2015-03-02", games(1, "2 1")), weight="1/2")
    assert ratings([on_stage.close("2015-06-01")], 1) == [2085]
    on_stage.submit(tournament("B", "2015-07-01", "2015-07-02", games(1, "3 1")))
    assert ratings([on_stage.close("2015-09-01")], 1) == [2085 + 144]


@pytest.mark.parametrize(
    ("in_parts", "refused", "cancelled", "kind"),
    [(0, 0, 0, FINE), (1, 0, 0, WARNING), (1, 1, 0, FINE), (1, 0, 1, FINE)],
)
def test_article_vi_10_table_17_an_event_is_rated_as_one(in_parts, refused, cancelled, kind):
    """Reading `parts_as_they_came` (`rated_as_one`): each was rated alone, and a finding
    says so.
    """
    said = {"in_parts": in_parts, "refused": refused, "cancelled": cancelled}
    facts = {name: [each == 1] for name, each in said.items()}
    assert ask(EDITION, "rated_as_one", **facts) == [kind]


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
    assert expected == [Fraction(text) for text in EXPECTED]
    assert rated_step.step.listed["rating"].tolist() == CAPITALS


# ------------------------------------------------------------------------------- VI.6 Rounding


def test_article_vi_6_the_capital_is_rounded_once_and_a_half_goes_up():
    """Reading of `rounded_capital` (B4): also on the way down, 1998.5 is 1999."""
    assert capital(2000, -1) == {"exact": Fraction(3997, 2), "cf": 1999, "floor": 0, "category": 1}
    assert capital(2000, 1) == {"exact": Fraction(4003, 2), "cf": 2002, "floor": 0, "category": 2}
    assert capital(3000, -37)["exact"] == Fraction(5889, 2)
    assert capital(3000, -37)["cf"] == 2945


def test_article_vi_11_table_18_a_ten_points_for_the_first_valid_event_of_the_year():
    facts = {
        "period_games": [9, 9, 0, 9],
        "listed_counted_years": [0, HAD_THIS_YEAR, 0, HAD_THIS_YEAR >> 1],
        "step_year": [YEAR] * 4,
    }
    assert ask(EDITION, "bonus", **facts) == [10, 0, 0, 10]
    assert why(EDITION, "bonus", **facts) == [
        "VI.11, table 18 a: first valid event of the year",
        "VI.11: already given this year",
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
    """A ends on 2 January 2016, B on 3 January: a single bonus between A and B, the bonus of B for
    2015 apart.
    """
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
    """Reading of `bonus`: A of March is recorded after the bonus went to B of April."""
    world = season(
        [rated(1, 2000), rated(2, 2000)],
        [
            tournament("B", "2015-04-01", "2015-04-02", games(1, "2 =")),
            tournament("A", "2015-03-01", "2015-03-02", games(1, "2 ="), recorded=1),
        ],
    )
    assert ratings(closings(world, RUBELE, DAYS), 1) == [2010, 2010]


def test_article_vi_11_the_bonus_comes_after_the_thresholds():
    """Reading B5: 3895 + 4 + 10 is 3909; a conversion would give 3905."""
    assert draughts_editions.capital(EDITION, 3895, 4, listed_counted_years=[0])["cf"] == 3909


def test_article_vi_11_of_a_first_event_that_is_cancelled_the_next_one_has_the_bonus():
    """While the list is open the year is chained anew: A gives nothing, B the bonus."""
    on_stage = stage(season([rated(1, 2000), rated(2, 2000)], []), RUBELE, DAYS)
    on_stage.submit(tournament("A", "2015-03-01", "2015-03-02", games(1, "2 1")))
    on_stage.submit(tournament("B", "2015-04-01", "2015-04-02", games(1, "2 =")))
    first, second = on_stage.replay.facts.waiting()
    cancelled = structs.replace(first.about, decided=(Decided("cancelled", "VI.2", "ctf"),))
    on_stage.replay.facts.pending.clear()
    for report in (structs.replace(first, about=cancelled), second):
        on_stage.replay.facts.wait(report)
    closing = on_stage.close("2015-06-01")
    assert ratings([closing], 1) == [2010]
    assert [rated_.unit["bonus"].tolist() for rated_ in closing.outcomes] == [[0, 0], [10, 10]]
