"""Months as numbers: as stored in columns, and as counted."""

from datetime import date

import pytest

from projections.rulebooks.engine.months import index_of, month_index, month_number


@pytest.mark.parametrize("day", [date(1, 1, 1), date(2024, 12, 31), date(2025, 1, 1)])
def test_the_index_of_a_day_is_that_of_its_month(day):
    assert index_of(day) == month_index(month_number(day))


def test_indices_grow_by_one_a_month_over_the_turn_of_a_year():
    assert index_of(date(2025, 1, 1)) - index_of(date(2024, 12, 31)) == 1


def test_a_month_that_is_not_told_has_index_0():
    assert month_index(0) == 0
