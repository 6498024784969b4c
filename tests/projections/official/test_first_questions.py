"""Several first questions at once to a ledger of which nothing is projected yet."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier

import pytest

from ledger.store.ledger import Ledger
from projections.official import Official, tables
from tests.support.kept_state import a_rebuild_makes_the_same, closings_in
from tests.support.recording import a_ledger, following, recorded
from tests.support.worlds import FIDE, federation, games, rated, tournament

ASKING = 8
WORLD = federation(
    [rated(1, 2000), rated(2, 2000)],
    [tournament("A", "2025-07-05", "2025-07-10", games(1, "2 1"))],
    periods=("2025-08", "2025-09"),
)


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Make a ledger with two lists, and no projection."""
    sqlite = request.param == "sqlite"
    made = str(tmp_path / "ledger") if sqlite else request.getfixturevalue("postgres_database")
    with a_ledger(made) as ledger:
        recorded(ledger, WORLD, FIDE)
        with following(ledger) as official, official.store.engine.begin() as connection:
            tables.metadata.drop_all(connection)
    for file in tmp_path.glob("ledger.projections*"):
        file.unlink()
    return made


def test_one_makes_the_tables_and_the_others_wait(address):
    """Each process comes to the end of the ledger and finds the tables of the others."""
    gate = Barrier(ASKING, timeout=60)

    def ask(_number: int) -> int:
        with Ledger.open(address) as ledger:
            gate.wait()
            with closing(Official(ledger)) as official:
                official.catch_up()
                return len(official.track.facts.pools[FIDE].closed)

    with ThreadPoolExecutor(ASKING) as threads:
        assert list(threads.map(ask, range(ASKING))) == [2] * ASKING
    with Ledger.open(address) as ledger, closing(Official(ledger)) as official:
        official.catch_up()
        assert len(closings_in(ledger, FIDE)) == 2
        a_rebuild_makes_the_same(official)
