"""FIDE rapid and blitz of 1 January 2022: the rules of standard chess, the same K for all."""

import pytest

from projections.rulebooks import rulebook
from projections.rulebooks.engine.rulebook import OutsideRulebook
from tests.support.edition_columns import ask, sheet

EDITION = rulebook("fide-rapid").edition("2022-01-01")


def test_article_7_3_3_one_k_for_all():
    """A master, a junior, a newcomer: 20."""
    facts = {"peak": [2500, 1500, 1500], "games": [900, 900, 3], "birth_year": [1980, 2012, 1980]}
    assert ask(EDITION, "printed_k", **facts) == [20, 20, 20]


def test_article_7_3_1_vector_ch_once_rapid():
    """Own 2000, K 20: of four opponents lower by more than 400 the lowest is lifted; −.61."""
    opponents = [1063, 1299, 1413, 1872, 1851, 1427, 1682]
    results = "111=011"
    games = len(opponents)
    facts = {
        "own_rating": [2000] * games,
        "opponent_rating": opponents,
        "result": results,
        "opponent_result": results.translate(str.maketrans("10=", "01=")),
        "entry": [0] * games,
        "entries": 1,
        "game": list(range(games)),
        "unit": [0],
        "units": 1,
        "rating_at_start": [2000],
        "standard_rating_at_start": [0],
        "started": [1],
        "listed_rating": [2000],
        "listed_k": [20],
    }
    found = sheet(EDITION, ["variation_hundredths", "game_difference_hundredths"], facts)
    assert found["game_difference_hundredths"].tolist() == [8, 1, 2, -17, -70, 2, 13]
    assert found["variation_hundredths"].tolist() == [-1220]


def test_article_7_3_4_nothing_is_lifted_yet():
    assert ask(EDITION, "rating_before_floor", changed_rating=[1000, 2500]) == [1000, 2500]
    assert "lift" not in EDITION.columns


def test_article_6_2_1_the_floor_is_1000():
    assert EDITION.numbers["floor"] == 1000


def test_before_2012_there_is_no_edition():
    assert rulebook("fide-rapid").editions[0].name == "2012-01-01"
    with pytest.raises(OutsideRulebook, match="has no edition '2011-12-31'"):
        rulebook("fide-rapid").edition("2011-12-31")
