"""The arithmetic of a game shared by several texts: each under the articles and
numbers of the text.
"""

import re
from pathlib import Path

import numpy as np
import pytest

from projections.rulebooks import rulebook
from projections.rulebooks.engine import game
from projections.rulebooks.engine.columns import columns_of

BOOKS = [rulebook(name) for name in ("fide-standard", "uisp", "rubele-italiana")]

STATED = {
    "difference": ["8.3.1", "II.1", "VI.10, table 19"],
    "expected_score_hundredths": ["8.3.2 (a)", "II.1, II.4", "VI.10, table 19"],
    "score_hundredths": ["8.3.2 (b)", "II.1", "VI.10, table 17"],
    "entry_difference_hundredths": ["8.3.2 (c)", "II.1", "VI.10, table 17"],
}


@pytest.mark.parametrize("name", STATED)
def test_each_text_has_the_formula_under_its_own_article(name):
    assert [book.editions[-1].columns[name].article for book in BOOKS] == STATED[name]


def test_no_formula_stands_here_that_only_one_text_has():
    folder = Path(game.__file__).parent
    texts = [path.read_text(encoding="utf-8") for path in folder.parent.rglob("*.py")]
    used = [name for text in texts for name in re.findall(r"as_in\(\s*game\.(\w+)", text)]
    assert set(used) == set(columns_of(game))
    assert all(used.count(name) > 1 for name in used)


def test_which_rating_stands_against_which_each_text_says():
    sides = ("own_rating", "opponent_rating")
    read = [tuple(book.editions[-1].columns[side].needs[0] for side in sides) for book in BOOKS]
    assert read == [
        ("rating_used", "rating_at_start"),
        ("rating_used", "rating_used"),
        ("capital_before", "capital_before"),
    ]


def test_who_is_unlisted_by_decision_is_given_and_taken_nothing():
    """To a rating, to no rating, and a decision that does not hold."""
    applies, to = np.array([True, True, False]), np.array([1450, 0, 1450])
    listed = np.array([1500, 1500, 1500])
    assert game.adjustment(applies, to, listed).tolist() == [-50, 0, 0]
    assert game.unlisted(applies, to).tolist() == [False, True, False]


def test_draughts_expects_by_the_difference_itself_and_chess_by_the_one_that_counts():
    read = [book.editions[-1].columns["expected_score_hundredths"].needs[0] for book in BOOKS]
    assert read == ["counted_difference", "counted_difference", "difference"]


def test_a_game_is_played_when_both_sides_have_a_result_of_play():
    ours, theirs = (np.frombuffer(codes, dtype=np.uint8) for codes in (b"10=+-0", b"01=-+-"))
    assert game.played(ours, theirs).tolist() == [True, True, True, False, False, False]


def test_columns_of_games_stay_narrow():
    """Columns of games hold twenty million games: a wider type costs memory and time on each."""
    result = np.frombuffer(b"1=0", dtype=np.uint8)
    scores = game.score_hundredths(result, 100, 50)
    assert scores.tolist() == [100, 50, 0]
    assert scores.dtype == np.int16
    counts = np.array([1, 1, 0], dtype=np.int8)
    less = game.game_difference_hundredths(scores, np.array([51, 49, 50], dtype=np.int16), counts)
    assert less.tolist() == [49, 1, 0]
    assert less.dtype == np.int16
    entry = np.array([0, 0, 1])
    assert game.entry_difference_hundredths(less, entry, 2).tolist() == [50, 0]
    assert game.counted_games(counts, entry, 2).tolist() == [2, 0]
