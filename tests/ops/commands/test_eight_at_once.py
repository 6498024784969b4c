"""Eight people at once, each with a valid decision: all decisions are recorded."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from threading import Barrier
from typing import Any

import pytest

from ledger import columns
from ledger.events.pool import RatingsAdjusted
from ledger.register import identities
from ledger.store.ledger import Ledger
from ops.closings.recordings import ScheduleList
from ops.events import record_decision
from ops.house import House
from ops.players.recordings import CorrectPlayer
from ops.pools.recordings import OpenPool
from ops.tournaments.corrections import AnnounceTournament
from tests.support.people import enter, person
from tests.support.recording import a_ledger, begin
from tests.support.worlds import FIDE, RUBELE, federation, rated

EIGHT = range(1, 9)
WORLD = federation([rated(number, 2000) for number in EIGHT])
NEW = [person(f"Player{letter * 3}, Ada", 1970 + at) for at, letter in enumerate("ABCDEFGH")]


@pytest.fixture(params=["sqlite", "postgresql"])
def ledger(request, tmp_path) -> Iterator[Ledger]:
    """A pool with eight players of 2000, a pool without lists, and eight people known by name."""
    sqlite = request.param == "sqlite"
    made = str(tmp_path / "ledger") if sqlite else request.getfixturevalue("postgres_database")
    with a_ledger(made) as opened:
        begin(opened, WORLD, FIDE)
        enter(opened, *NEW)
        OpenPool(pool=RUBELE, first_period="spring").record(House(opened))
        yield opened


def at_once(ledger: Ledger, say: Callable[[Ledger, int], Any]) -> None:
    """Let eight begin at the same moment, each with the ledger open for himself."""
    gate = Barrier(len(EIGHT), timeout=60)

    def begin_together(number: int) -> None:
        with Ledger.open(ledger.address, ledger.clock) as own:
            gate.wait()
            say(own, number)

    with ThreadPoolExecutor(len(EIGHT)) as threads:
        list(threads.map(begin_together, EIGHT))


def adjust(ledger: Ledger, number: int) -> None:
    """Adjust a rating by decision: one stream for all."""
    said = RatingsAdjusted(
        pool=FIDE,
        player=columns.write([number], columns.PLAYER),
        before=columns.write([2000], columns.RATING),
        after=columns.write([2000 + number], columns.RATING),
        by="the-commission",
    )
    record_decision.record(House(ledger), said)


def rename(ledger: Ledger, number: int) -> None:
    """Correct the name of a player: one register for all."""
    player = identities.show(len(EIGHT) + number)
    CorrectPlayer(player=player, name=f"Otherwise, Ada{number}", by="body").record(House(ledger))


def announce(ledger: Ledger, number: int) -> None:
    """Announce a tournament: consecutive numbers for all."""
    details = {"name": f"Open {number}", "start": "2030-02-01", "end": "2030-02-02"}
    AnnounceTournament(pool=(FIDE,), set=details).record(House(ledger))


def schedule(ledger: Ledger, _number: int) -> None:
    """The same list announced by all."""
    ScheduleList(
        pool=RUBELE, period="spring", issue_day=date(2030, 1, 1), cut_off=date(2029, 12, 31)
    ).record(House(ledger))


def test_what_eight_say_at_once_is_all_recorded_and_what_all_say_once(ledger):
    for say, events in ((adjust, 8), (rename, 8), (announce, 8), (schedule, 1)):
        before = ledger.read.head().next_position
        at_once(ledger, say)
        assert ledger.read.head().next_position == before + events, say
