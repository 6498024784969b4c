"""A decision recorded by hand is held to the law of the list that will take it."""

from __future__ import annotations

from datetime import date

import pytest

from ledger import columns
from ledger.errors import Refused
from ledger.events.pool import RatingsAdjusted
from ops.recording import record
from tests.projections.recording import a_ledger, begin
from tests.projections.worlds import FIDE, federation, rated


def entering(rating: int) -> RatingsAdjusted:
    """The rating body enters player 2, who has none."""
    return RatingsAdjusted(
        pool=FIDE,
        player=columns.write([2], columns.PLAYER),
        before=columns.write([0], columns.RATING),
        after=columns.write([rating], columns.RATING),
        by="fide-qc",
    )


@pytest.mark.parametrize(("year", "floor"), [(2018, 1000), (2023, 1000), (2025, 1400)])
def test_article_7_2_1_a_decision_is_held_to_the_floor_of_the_next_list(tmp_path, year, floor):
    """Below and on: 1000 until February 2024, 1400 since."""
    world = federation(
        [rated(1, 2000)], newcomers=[2], periods=(f"{year}-08",), on=date(year, 7, 1)
    )
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        begin(ledger, world, FIDE, editions=("2014-07-01", "2022-01-01", "2024-03-01"))
        with pytest.raises(Refused, match=f"none to {floor - 1} could not hold"):
            record(ledger, entering(floor - 1))
        assert record(ledger, entering(floor)).first_position > 0


def test_article_7_2_1_above_the_floor_holds_too(tmp_path):
    world = federation([rated(1, 2000)], newcomers=[2], periods=("2018-08",), on=date(2018, 7, 1))
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        begin(ledger, world, FIDE, editions=("2014-07-01",))
        assert record(ledger, entering(1001)).first_position > 0
