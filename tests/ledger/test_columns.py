"""Columns of fixed-width decimals: written, read, and refused when crooked."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger import columns
from ledger.errors import BadEvent


@given(
    st.integers(1, 9).flatmap(lambda w: st.tuples(st.just(w), st.lists(st.integers(0, 10**w - 1))))
)
def test_a_column_is_read_back_as_it_was_written(case):
    """Any width up to nine digits, any length, none included."""
    width, values = case
    text = columns.write(values, width)
    assert len(text) == width * len(values)
    if not values or max(values) < 1 << 31:
        assert columns.read(text, width).tolist() == values
        assert columns.read(text.encode(), width).tolist() == values


@pytest.mark.parametrize("value", [10_000, -1, -999])
def test_a_number_that_does_not_fit_is_refused(value):
    """A sign or a digit too many would shift all later numbers."""
    with pytest.raises(BadEvent, match="4 digits"):
        columns.write([1, value], 4)


@pytest.mark.parametrize("value", [1545.6, 1545.0, Fraction(7728, 5), Fraction(1545), "1545"])
def test_a_number_that_is_no_integer_is_refused(value):
    """A fraction would lose the digits behind the point."""
    with pytest.raises(BadEvent, match="4 digits holds whole numbers alone"):
        columns.write([1, value], 4)


@pytest.mark.parametrize(
    "text", ["12a4", "12 4", "+123", "\N{FULLWIDTH DIGIT ONE}234", "-123", "1234567"]
)
def test_a_column_of_something_else_is_refused(text):
    """Digits of other scripts are digits to Python, not to a ledger."""
    with pytest.raises(ValueError, match="column"):
        columns.row_count({"rating": (text, 4)})


def test_columns_of_one_event_have_one_length():
    """The row binds the columns."""
    assert columns.row_count({"a": ("00010002", 4), "b": ("0102", 2)}) == 2
    with pytest.raises(ValueError, match="differ in length"):
        columns.row_count({"a": ("00010002", 4), "b": ("01", 2)})


def test_growing_means_each_more_than_the_one_before():
    """Equal neighbours do not grow; nothing and a single value do."""
    assert columns.increasing(columns.read("000100020010", 4))
    assert columns.increasing(columns.read("", 4))
    assert not columns.increasing(columns.read("00010001", 4))


def test_letters_are_read_as_bytes():
    """An ASCII code for each row."""
    assert columns.codes("mw-").tolist() == [109, 119, 45]
