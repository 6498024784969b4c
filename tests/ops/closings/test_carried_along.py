"""A rebuild and a closing bring up what questions read: no question is the first."""

import pytest
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from ledger.tournaments.naming import namings
from ops.closings.recordings import CloseList
from ops.house import open_house
from projections.official import named_players, tables
from projections.official.named_players import NamedPlayers
from projections.official.store import engine_beside
from projections.tracks import continued
from projections.tracks.revised import in_order, revised
from tests.support.closing_service import a_service
from tests.support.command import done
from tests.support.corrected_ledgers import corrected_ledger
from tests.support.recording import LONG_AFTER
from tests.support.worlds import FIDE


@pytest.fixture
def address(tmp_path_factory, tmp_path):
    corrected_ledger(tmp_path_factory, "fide", 7, tmp_path / "copy.ledger")
    return str(tmp_path / "copy.ledger")


def assert_nothing_left_to_do(address, monkeypatch):
    """Ask as a new process does, and let neither a list be computed nor an event be indexed."""
    with open_house(address, LONG_AFTER) as house, monkeypatch.context() as patch:
        patch.setattr(continued, "revised", lambda *_: pytest.fail("all lists are computed"))
        patch.setattr(NamedPlayers, "_take_in", lambda *_: pytest.fail("events are indexed"))
        made = house.revised_beside(house.official)
        assert made.computed_lists == 0
        with house.named_players() as named:
            assert named.positions([1], 0, None, 1)
        found = [closed.event.list_digest for closed in in_order(made.track.facts)]
    with open_house(address, LONG_AFTER) as house:
        anew = revised(house.official).track
        assert found == [closed.event.list_digest for closed in in_order(anew.facts)]


def test_after_a_rebuild(address, monkeypatch):
    done("rebuild", "--ledger", address)
    assert_nothing_left_to_do(address, monkeypatch)


def test_after_a_closing(address, monkeypatch):
    with open_house(address, LONG_AFTER) as house:
        closing = CloseList(pool=FIDE)
        closing.receipt(house, closing.record(house))
    assert_nothing_left_to_do(address, monkeypatch)


def test_a_closing_is_a_success_where_the_index_cannot_be_brought_up(address):
    """The revised track is carried along all the same; a question of the index says why not."""
    with open_house(address, LONG_AFTER) as house:
        full = "CREATE TRIGGER full BEFORE INSERT ON naming BEGIN SELECT RAISE(ABORT, 'full'); END"
        engine = engine_beside(house.ledger)
        with engine.begin() as connection:
            connection.exec_driver_sql(full)
        engine.dispose()
        closing = CloseList(pool=FIDE)
        assert closing.receipt(house, closing.record(house)).about["period"]
        with pytest.raises(SQLAlchemyError, match="full"), house.named_players():
            pass
    with open_house(address, LONG_AFTER) as house:
        assert house.revised_beside(house.official).computed_lists == 0


def test_after_a_scheduled_closing(tmp_path, monkeypatch):
    with a_service(str(tmp_path / "ledger")) as service:
        service.open()
        service.set()
        assert service.tick("2025-08-01 00:00").closed
    assert_nothing_left_to_do(str(tmp_path / "ledger"), monkeypatch)


@pytest.mark.parametrize("most", [1, 1 << 30])
def test_the_index_is_the_same_however_its_events_are_cut(address, monkeypatch, most):
    monkeypatch.setattr(named_players, "_BYTES", most)
    with open_house(address, LONG_AFTER) as house:
        house.rebuild(2_000)
        with house.named_players() as named:
            found = named._store.rows(select(tables.naming))
        every = house.read.events()
        assert {tuple(row) for row in found} == {
            tuple(row) for row in namings(house.read, every).tolist()
        }
