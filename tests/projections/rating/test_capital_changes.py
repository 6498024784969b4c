"""Amounts of players in columns of changes, compared with a dictionary."""

from datetime import date

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from projections.rating.capital_changes import CHAINED, CapitalChange, find, sum_of
from projections.rating.chain_steps import NOBODY

PLAYERS = st.integers(1, 8)
AMOUNTS = st.integers(-50, 50)
COLUMN = st.dictionaries(PLAYERS, AMOUNTS).flatmap(lambda of: st.permutations([*of.items()]))
WANTED = st.lists(PLAYERS)


def whole(numbers):
    return np.array([*numbers], dtype=np.int64)


@given(WANTED, COLUMN)
def test_places_take_the_value_of_each_wanted_key_and_0_of_others(wanted, rows):
    values = dict(rows)
    places = find(whole(wanted), whole(values))
    assert places.known.tolist() == [player in values for player in wanted]
    for factor in (1, -3):
        taken = places.take(factor * whole(values.values()))
        assert taken.tolist() == [factor * values.get(player, 0) for player in wanted]


@given(WANTED, st.lists(COLUMN, max_size=4))
def test_a_sum_adds_the_points_of_all_changes_and_entry_capitals_where_asked(wanted, columns):
    changes = [
        CapitalChange(
            number,
            CHAINED,
            (date(2025, 7, 5), date(2025, 7, 6), f"T{number}"),
            whole(player for player, _ in rows),
            whole(points for _, points in rows),
            whole(1_000 * (points > 0) for _, points in rows),
            NOBODY,
        )
        for number, rows in enumerate(columns)
    ]
    found = [sum((dict(rows).get(player, 0) for rows in columns), start=0) for player in wanted]
    entered = [
        sum(1_000 * (dict(rows).get(player, 0) > 0) for rows in columns) for player in wanted
    ]
    assert sum_of(changes, whole(wanted)).tolist() == found
    with_entries = sum_of(iter(changes), whole(wanted), entries=True).tolist()
    assert with_entries == [of + more for of, more in zip(found, entered, strict=True)]
