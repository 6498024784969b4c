"""Elo UISP, chapter II, the calculation: with every vector worked out by hand."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from projections.rulebooks.engine.admission import FINE, WARNING
from projections.rulebooks.engine.numbers import OffTheTable
from projections.rulebooks.uisp import calculation
from tests.support.edition_columns import ask, why
from tests.support.uisp_lists import EDITION, rate, times

VECTORS = json.loads(
    (Path(__file__).parents[3] / "vectors" / "uisp_elo_rubele.json").read_text(encoding="utf-8")
)["elo_uisp"]
TIMES = {10: "3+2", 20: "10+5", 30: "90+30"}
"""A time control for each K."""
RESULTS = {"1": "1", "1/2": "=", "0": "0", None: "-"}


def tenths(value: Any) -> Fraction:
    """Give a column of tenths in points."""
    return Fraction(int(value[0]), 10)


# ------------------------------------------------------------------------ vectors, by their numbers


@pytest.mark.parametrize("case", VECTORS, ids=lambda case: case["id"])
def test_article_ii_1_and_ii_3_as_worked_out_by_hand(case):
    """U01 to U13: points, expected points, variation, index, published rating."""
    text = " ".join(f"{opponent} {RESULTS[result]}" for opponent, result in case["games"])
    found = rate(case["own"], (TIMES[case["k"]], text), online=[case["online"]])
    assert Fraction(int(found["points_hundredths"][0]), 100) == Fraction(case["p"])
    assert Fraction(int(found["expected_points_hundredths"][0]), 100) == Fraction(case["pa_raw"])
    assert tenths(found["expected_points_rounded_tenths"]) == Fraction(case["pa"])
    assert tenths(found["variation_tenths"]) == Fraction(case["v"])
    assert tenths(found["index_tenths"]) == Fraction(case["exact"])
    assert found["rating"].tolist() == [case["published"]]


def test_the_vectors_are_u01_to_u13():
    assert sorted({case["id"][:3] for case in VECTORS}) == [f"U{n:02}" for n in range(1, 14)]


# ---------------------------------------------------------------------- II.1 Expected points, score


@pytest.mark.parametrize(
    ("difference", "counted"), [(399, 399), (400, 400), (401, 400), (860, 400)]
)
def test_article_ii_1_more_than_400_counts_as_400(difference, counted):
    assert ask(EDITION, "counted_difference", difference=[difference, -difference]) == [
        counted,
        -counted,
    ]


@pytest.mark.parametrize(
    ("hundredths", "in_tenths"), [(50, 5), (51, 5), (55, 5), (56, 6), (59, 6), (60, 6), (267, 27)]
)
def test_article_ii_1_expected_points_to_one_decimal_half_down(hundredths, in_tenths):
    """Reading of `expected_points_rounded_tenths`."""
    assert ask(
        EDITION, "expected_points_rounded_tenths", expected_points_hundredths=[hundredths]
    ) == [in_tenths]


def test_article_ii_1_rounded_once_for_each_tournament():
    """.55 twice: in one tournament 1.1, in two .5 each; a single sum over both would be
    1.1 again.
    """
    one = rate(1500, ("90+30", "1465 1 1465 0"))
    two = rate(1500, ("90+30", "1465 1"), ("90+30", "1465 0"))
    assert one["variation_tenths"].tolist() == [-30]
    assert two["variation_tenths"].tolist() == [0]


def test_article_ii_1_what_is_seen_of_single_games():
    found = rate(1500, ("90+30", "1465 1 1465 -"))
    assert found["game_difference_hundredths"].tolist() == [45, 0]
    assert found["entry_difference_hundredths"].tolist() == [45]
    assert found["difference_tenths"].tolist() == [5]


# ----------------------------------------------------------------------------- II.2 The coefficient


def k(text: str, online: bool = False) -> int:
    """Give K of a tournament."""
    told = {**times(text), "online": [online], "tournament": [0]}
    (found,) = ask(EDITION, "k", **told)
    return found


@pytest.mark.parametrize(
    ("text", "coefficient"),
    [
        ("3+2", 10),
        ("10+0", 10),
        ("10+5", 20),
        ("25+10", 20),
        ("30+5", 20),
        ("45+0", 20),
        ("30+10", 30),
        ("60+0", 30),
        ("90+30", 30),
    ],
)
def test_article_ii_2_k_by_the_class_of_the_time_control(text, coefficient):
    """U16."""
    assert k(text) == coefficient


@pytest.mark.parametrize(("text", "coefficient"), [("3+2", 5), ("10+5", 10), ("90+30", 15)])
def test_article_ii_2_online_a_half(text, coefficient):
    """Reading of `k`, `hybrid` (U16): online only; a tournament in hybrid conditions keeps K."""
    assert k(text, online=True) == coefficient
    assert "hybrid" not in EDITION.asked


@pytest.mark.parametrize("text", ["3+2", "10+5", "90+30"])
def test_article_ii_2_what_is_not_told_to_be_online_has_the_whole(text):
    """Reading `over_the_board` of `k`: a name that speaks of online play warns, and no more."""
    told = {**times(text), "online": [False], "tournament": [0]}
    assert ask(EDITION, "k", **told) == ask(EDITION, "k_over_the_board", **told)
    assert why(EDITION, "k", **told) == [
        "II.2: not reported as played online: the whole coefficient"
    ]


@pytest.mark.parametrize(
    ("text", "coefficient"), [("29+10", 20), ("30+9", 20), ("30+10", 30), ("31+11", 30)]
)
def test_article_ii_2_thirty_minutes_and_ten_seconds(text, coefficient):
    """Reading of `k_over_the_board`, `A1`: the clause wins, though 40 minutes are rapid."""
    assert k(text) == coefficient


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("3+0", calculation.NO_CLASS),
        ("3+1", calculation.BLITZ),
        ("10+0", calculation.BLITZ),
        ("11+0", calculation.RAPID),
        ("59+0", calculation.RAPID),
        ("60+0", calculation.STANDARD),
        ("", calculation.NO_CLASS),
        ("W300-B240", calculation.NO_CLASS),
        ("W5400-B3600", calculation.STANDARD),
    ],
)
def test_article_ii_2_classes_are_those_of_fide(text, found):
    """Reading of `time_class`, `A2` and `A3`: 60 minutes suffice; ultra-fast has no class."""
    assert ask(EDITION, "time_class", **times(text)) == [found]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "II.2: no time control is reported, or it cannot be read: no K"),
        ("soon", "II.2: no time control is reported, or it cannot be read: no K"),
        ("1+0", "II.2: FIDE has no class for this time control: no K"),
    ],
)
def test_article_ii_2_without_a_class_nothing_is_rated_and_no_k_guessed(text, says):
    (clause,) = why(EDITION, "time_control", **times(text))
    assert clause.startswith(says)
    assert k(text) == 0
    found = rate(1500, (text, "1500 1"))
    assert found["counted_games"].tolist() == [0]
    assert str(found.why("counts", 0)) == "II.2: no time class, so no K"
    assert found["rating"].tolist() == [1500]


@pytest.mark.parametrize(
    ("in_parts", "refused", "kind"), [(0, 0, FINE), (1, 0, WARNING), (1, 1, FINE)]
)
def test_article_i_2_ii_1_a_tournament_is_rated_as_one(in_parts, refused, kind):
    """Reading `parts_as_they_came` (`rated_as_one`): each was rated alone, and a finding
    says so.
    """
    facts = {"in_parts": [in_parts == 1], "not_received": [refused == 1]}
    assert ask(EDITION, "rated_as_one", **facts) == [kind]


# ------------------------------------------------------------------------ II.3 The rating published


@pytest.mark.parametrize(
    ("index", "published"),
    [(14970, 1497), (14971, 1497), (14974, 1497), (14975, 1498), (14979, 1498), (15025, 1503)],
)
def test_article_ii_3_five_tenths_go_up(index, published):
    """Reading of `published_rating`: the index, so −2.5 acts as −2."""
    assert ask(EDITION, "published_rating", index_tenths=[index]) == [published]


def test_article_ii_3_there_is_no_least_rating():
    """Reading `A10`: three lost games against equals at 100 leave 55."""
    assert rate(100, ("90+30", "100 0 100 0 100 0"))["rating"].tolist() == [55]


# ----------------------------------------------------------------------------------- II.4 The table


def test_article_ii_4_the_table_ends_with_its_last_row():
    """Beyond 735 the table has no row; 400 at most are looked up, so no player meets the end."""
    table = EDITION.numbers["expected_scores"]
    assert table.rows[-1] == (620, 735, 99, 1)
    with pytest.raises(OffTheTable):
        ask(EDITION, "expected_score_hundredths", counted_difference=[736])
    assert ask(EDITION, "expected_score_hundredths", counted_difference=[400, -400]) == [92, 8]
