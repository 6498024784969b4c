"""The beginning of histories: the facts of a carried-over list, and the facts worked out from the
list.
"""

from datetime import date

import numpy as np

from projections.rating.beginning import begin
from projections.rulebooks import rulebook
from projections.rulebooks.engine.months import index_of
from projections.state.pool import CarriedOver
from tests.support.worlds import FIDE

ON = date(2025, 10, 1)
COLUMNS = {
    "player": "0000000100000002",
    "rating": "20001900",
    "games": "00000000",
    "peak": "20001900",
    "k": "2020",
    "last_counted": "000000000000",
}


def last_counted(book, **told):
    law = rulebook(book)
    carried = CarriedOver.of(ON, {**COLUMNS, **told}, {})
    found = begin(law, [carried], np.zeros(3, np.int16), law.editions[-1])
    return found.state["last_counted"].tolist()[1:]


def test_reading_active_as_listed_the_list_itself_is_the_last_with_a_game():
    assert last_counted(FIDE, active="10") == [index_of(ON), 0]


def test_reading_active_as_listed_what_is_told_holds():
    told = last_counted(FIDE, active="11", last_counted="202412000000")
    assert told == [index_of(date(2024, 12, 1)), index_of(ON)]


def test_without_activity_nobody_is_taken_for_active():
    assert last_counted(FIDE) == [0, 0]
