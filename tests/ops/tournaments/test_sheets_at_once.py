"""A game and the end of its sheet recorded at the same moment: the game is on the sheet."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from ledger.register import identities
from ledger.store.ledger import Ledger
from ledger.tournaments.folding import fold
from ledger.tournaments.sheets import sheet_for
from ops.house import House
from ops.tournaments.recordings import CompleteSheet
from projections.official import Official
from tests.support.league import AUTUMN, RECEIVED, a_game, a_league


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request, tmp_path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "ledger")
    return request.getfixturevalue("postgres_database")


def add(address: str, day: int) -> None:
    """Record a game in a process apart, from the ledger's point of view."""
    with Ledger.open(address, AUTUMN) as ledger:
        official = Official(ledger)
        game = a_game(identities.show(1), identities.show(2), "1", "0", f"2025-07-{day:02}")
        game.record(House(official.track.ledger, official))
        official.close()


def complete(address: str) -> None:
    with Ledger.open(address, AUTUMN) as ledger:
        CompleteSheet(tournament="L-1", month="2025-07", received_on=RECEIVED).record(House(ledger))


def test_every_game_of_the_month_is_on_its_sheet(address):
    with a_league(address) as league:
        league.game(1, 2, "1-0", "2025-07-01")
        with ThreadPoolExecutor(5) as pool:
            jobs = [pool.submit(add, address, day) for day in (2, 3, 4, 5)]
            jobs.insert(2, pool.submit(complete, address))
            for job in jobs:
                job.result()
        sheet = sheet_for(fold(league.ledger.read.stream("tournament-L-1")), "2025-07")
        assert sheet is not None
        assert len(sheet.report.games.white_result) == 5
