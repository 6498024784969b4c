"""The named roundings against exact fractions."""

from fractions import Fraction
from math import floor

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from projections.rulebooks.engine.rounding import half_away_from_zero, half_down, half_up

numerators = st.lists(st.integers(-(10**9), 10**9), min_size=1, max_size=20)
denominators = st.integers(1, 10**6)


@given(numerators, denominators)
def test_half_up_is_the_floor_of_the_value_and_a_half(values, denominator):
    expected = [floor(Fraction(value, denominator) + Fraction(1, 2)) for value in values]
    assert half_up(np.array(values), denominator).tolist() == expected


@given(numerators, denominators)
def test_half_away_from_zero_is_half_up_of_the_magnitude_with_its_sign(values, denominator):
    def rounded(value: Fraction) -> int:
        magnitude = floor(abs(value) + Fraction(1, 2))
        return magnitude if value > 0 else -magnitude

    expected = [rounded(Fraction(each, denominator)) for each in values]
    assert half_away_from_zero(np.array(values), denominator).tolist() == expected


@given(st.lists(st.tuples(st.integers(-(10**6), 10**6), st.integers(1, 10**4)), min_size=1))
def test_half_up_takes_a_denominator_for_each_row(rows):
    values, each_over = (np.array(column) for column in zip(*rows, strict=True))
    expected = [floor(Fraction(*row) + Fraction(1, 2)) for row in rows]
    assert half_up(values, each_over).tolist() == expected


def test_a_half_below_on_and_above():
    around = np.array([-51, -50, -49, 49, 50, 51])
    assert half_up(around, 100).tolist() == [-1, 0, 0, 0, 1, 1]
    assert half_away_from_zero(around, 100).tolist() == [-1, -1, 0, 0, 1, 1]
    assert half_down(around, 100).tolist() == [-1, -1, 0, 0, 0, 1]
