"""Choices: the first case that holds, row by row, and the clause of the case."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from projections.rulebooks.engine.columns import choose, unless


def test_the_first_case_that_holds_is_chosen_and_says_why():
    chosen = choose(
        (np.array([True, True, False]), 1, "first"),
        (np.array([False, True, True]), np.array([7, 8, 9]), "second"),
        otherwise=(0, "none"),
    )
    assert chosen.values().tolist() == [1, 1, 9]
    assert chosen.clauses().tolist() == [0, 0, 1]
    assert [chosen.words(row) for row in range(3)] == ["first", "first", "second"]
    assert not any(chosen.usual(row) for row in range(3))


def test_where_no_case_holds_the_last_clause_speaks():
    chosen = choose((np.array([False]), 1, "first"), otherwise=(4, "none"))
    assert chosen.values().tolist() == [4]
    assert chosen.words(0) == "none"
    assert chosen.usual(0)


def test_a_choice_without_rows_has_one_answer_for_all():
    chosen = choose(otherwise=(3, "always"))
    assert chosen.values().tolist() == 3
    assert chosen.words(5) == "always"


@given(st.lists(st.tuples(st.booleans(), st.booleans(), st.integers(-9, 9)), min_size=1))
def test_choosing_in_columns_is_choosing_row_by_row(rows):
    one, two, values = (np.array(column) for column in zip(*rows, strict=True))
    chosen = choose((one, 100, "one"), (two, values, "two"), otherwise=(-100, "none"))
    for at, (first, second, value) in enumerate(rows):
        expected = (100, "one") if first else (value, "two") if second else (-100, "none")
        assert (chosen.values()[at], chosen.words(at)) == expected


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1))
def test_unless_is_a_choice_of_zero_by_the_first_reason_otherwise_one(rows):
    one, two = (np.array(column) for column in zip(*rows, strict=True))
    excluded = unless((one, "one"), (two, "two"), otherwise="counts")
    chosen = choose((one, 0, "one"), (two, 0, "two"), otherwise=(1, "counts"))
    for at in range(len(rows)):
        assert excluded.values()[at] == chosen.values()[at]
        assert excluded.words(at) == chosen.words(at)
