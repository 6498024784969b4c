"""A pool as known at a position of the ledger."""

import pytest

from ops.house import House
from projections.queries import NotApplied
from tests.support.league import a_league
from tests.support.worlds import FIDE


def test_a_position_after_the_last_applied_event_is_refused(tmp_path):
    """The last position, the next position, and the next once the event is applied."""
    with a_league(str(tmp_path / "ledger")) as league:
        house = House(league.ledger)
        last = house.official.facts.position
        assert house.pool(FIDE, last).known == last
        with pytest.raises(NotApplied, match=f"the last applied event is #{last}"):
            house.pool(FIDE, last + 1)
        league.game(1, 2, "1-0", "2025-07-05")
        house.catch_up()
        assert house.pool(FIDE, last + 1).known == last + 1
        house.close()
