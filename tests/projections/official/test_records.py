"""The records of closings, as read and kept: any number, in any state of the file."""

from dataclasses import replace
from pathlib import Path

import pytest

from ops.closings import sealing
from projections import official as official_track
from projections.official import proving, sheets, tables
from projections.official.snapshot import State
from projections.queries import PoolQuery
from tests.support.kept_state import a_rebuild_makes_the_same
from tests.support.recording import a_ledger, begin, close_all, following, recorded
from tests.support.tampering import overwrite_first_page
from tests.support.verified_worlds import verify
from tests.support.worlds import FIDE, federation, games, rated, tournament

WORLD = federation(
    [rated(player, 2000) for player in range(1, 6)],
    [tournament("A", "2025-07-05", "2025-07-10", [*games(1, "2 1 3 ="), *games(4, "5 1")])],
    periods=("2025-08", "2025-09"),
)
EVERYBODY = range(1, 6)


def test_a_question_may_need_more_blocks_than_are_remembered(tmp_path, monkeypatch):
    """Players of decades: the blocks of a question stand until the answer."""
    monkeypatch.setattr(sheets, "BLOCK_ROWS", 2)
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        recorded(ledger, WORLD, FIDE)
        with following(ledger) as official:
            official.catch_up()
            asked = PoolQuery(official.track, FIDE).states(EVERYBODY, 1)
            assert len(asked) == len(EVERYBODY)
            monkeypatch.setattr(proving, "_OF_ONE_POOL_BYTES", 1_000)
            assert PoolQuery(official.track, FIDE).states(EVERYBODY, 1) == asked


@pytest.mark.parametrize("table", sorted(tables.metadata.tables.keys() - {"naming"}))
def test_a_list_is_closed_over_a_file_that_cannot_be_read(tmp_path, table, monkeypatch):
    """Where the unreadable part is met by writing only: made anew like any other."""
    monkeypatch.setattr(official_track, "STATES_APART", 2)
    address = str(tmp_path / "ledger")
    with a_ledger(address) as ledger:
        begin(ledger, WORLD, FIDE)
        with following(ledger) as official:
            close_all(ledger, official, replace(WORLD, periods=WORLD.periods[:1]), FIDE)
            official.catch_up()
        overwrite_first_page(Path(f"{address}.projections"), table)
        with following(ledger) as official:
            close_all(ledger, official, WORLD, FIDE, first=1)
            official.catch_up()
            a_rebuild_makes_the_same(official)
        assert verify(ledger).faults == []


def test_a_state_that_comes_out_otherwise_is_a_fault(tmp_path, monkeypatch):
    """No list rests on the state yet; the next list would."""
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        begin(ledger, WORLD, FIDE)
        with following(ledger) as official, monkeypatch.context() as wrong:
            wrong.setattr(sealing, "state_to_come", lambda *_: State(b"another", {}))
            close_all(ledger, official, WORLD, FIDE)
        [fault] = verify(ledger).faults
        last = ledger.read.head().next_position - 1
        assert str(fault.place) == f"state after event {last}"
