"""A future edition of standard chess: two files and a line; rapid and blitz inherit the edition."""

from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from projections.rulebooks import rulebook
from projections.rulebooks.engine.columns import GAME, Values, column
from projections.rulebooks.engine.loading import load_edition
from projections.rulebooks.fide.rapid_blitz import amended
from projections.rulebooks.fide.standard import edition_2024_03_01

STANDARD = rulebook("fide-standard").edition("2025-10-01")

TOML = """
[k_standard]
value = 15
unit = "points a game point"
article = "8.3.3"
says = "K of the others."

[least_moves]
value = 5
unit = "moves"
article = "8.3.1"
says = "A game counts from this number of moves on."

[articles]
"8.3.1" = "counts, too_short, least_moves"
"""


@column(article="8.3.1", level="game", unit="true or false", does="compare")
def too_short(moves: Values, least_moves: int) -> Values:
    """8.3.1. A game with fewer moves."""
    return moves < least_moves


def module(folder: Path, **members: object) -> ModuleType:
    (folder / "edition_2027_01_01.toml").write_text(TOML, encoding="utf-8")
    made = ModuleType("edition_2027_01_01")
    made.__file__ = str(folder / "edition_2027_01_01.py")
    vars(made).update(
        too_short=too_short,
        CONDITIONS={"too_short": "8.3.1: fewer than 5 moves"},
        **members,
    )
    return made


@pytest.fixture
def standard(tmp_path):
    return load_edition(
        "fide-standard", "2027-01-01", module(tmp_path, STANDARD_ONLY=False), STANDARD
    )


def test_the_edition_has_another_k_and_one_more_condition(standard):
    assert standard.numbers["k_standard"] == 15
    assert standard.columns["counts"].needs[-1] == "too_short" or "too_short" in standard.asked
    assert standard.numbers["stated"]["least_moves"].article == "8.3.1"
    assert not standard.computes_like(STANDARD, ["printed_k"])


@pytest.mark.parametrize("name", ["fide-rapid", "fide-blitz"])
def test_rapid_and_blitz_inherit_it_under_their_articles(standard, name):
    edition = amended(rulebook(name).edition("2024-12-01"), standard)
    assert (edition.rulebook, edition.name) == (name, "2027-01-01")
    assert edition.numbers["k_standard"] == 15
    assert edition.columns["too_short"].article == "7.3.1"
    before = rulebook(name).edition("2024-12-01").articles["7.3.1"]
    assert edition.articles["7.3.1"] == f"{before}, too_short, least_moves"
    assert edition.admission is rulebook(name).edition("2024-12-01").admission
    assert {"too_short", "too_far_apart"} <= set(edition.columns["counts"].needs)


def test_a_game_is_excluded_under_its_clause(standard):
    edition = standard.without_admission
    facts = {"played": np.array([True] * 2), "opponent_rating": np.array([1500] * 2)}
    rated = edition.evaluate([GAME], {**facts, "moves": np.array([4, 5])}, ["counts"])
    assert rated["counts"].tolist() == [0, 1]
    assert str(rated.why("counts", 0)) == "8.3.1: fewer than 5 moves"


def test_a_column_that_rapid_states_otherwise_is_refused(tmp_path):
    """The author of the edition must say which of the two holds."""
    restated = module(tmp_path, STANDARD_ONLY=False, counts=edition_2024_03_01.counts)
    edition = load_edition("fide-standard", "2027-01-01", restated, STANDARD)
    with pytest.raises(ValueError, match="restates counts, which rapid and blitz state"):
        amended(rulebook("fide-rapid").edition("2024-12-01"), edition)


def test_an_edition_with_conditions_states_whether_they_are_for_standard_chess_only(tmp_path):
    """A condition is a new column, which rapid and blitz would take without a decision."""
    edition = load_edition("fide-standard", "2027-01-01", module(tmp_path), STANDARD)
    with pytest.raises(ValueError, match="state STANDARD_ONLY = False if they exclude games"):
        amended(rulebook("fide-rapid").edition("2024-12-01"), edition)
