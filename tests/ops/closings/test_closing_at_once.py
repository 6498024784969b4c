"""Closers and importers at once: one list, sealed once; late reports are on the next list."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing as closed
from dataclasses import replace
from functools import partial
from threading import Barrier
from typing import Any

import pytest

from ledger.intake.import_report.importing import import_report
from ledger.intake.import_report.receipts import ImportReceipt
from ledger.store.ledger import Ledger
from ops.closings.recordings import CloseList
from ops.closings.sealing import Sealed
from ops.commands.composed import Recorded
from ops.house import House
from projections.official import Official
from tests.support.kept_state import closings_in
from tests.support.pool_ledgers import chess
from tests.support.recording import a_ledger, begin, submit
from tests.support.report_files import Tournament, players, round_robin
from tests.support.verified_worlds import verify
from tests.support.worlds import FIDE, federation, games, rated, tournament

WORLD = federation([rated(1, 2000), rated(2, 2000)])
FIRST, SECOND = "2025-08", "2025-09"
FOUR = Tournament(players(4), round_robin(4))


@pytest.fixture(params=["sqlite", "postgresql"])
def ledger(request, tmp_path) -> Iterator[Ledger]:
    """A pool with a tournament, and no list closed yet."""
    sqlite = request.param == "sqlite"
    made = str(tmp_path / "ledger") if sqlite else request.getfixturevalue("postgres_database")
    with a_ledger(made) as opened:
        begin(opened, WORLD, FIDE)
        submit(opened, tournament("A", "2025-07-05", "2025-07-10", games(1, "2 1")), FIDE)
        yield opened


def at_once(ledger: Ledger, *acts: Callable[[Ledger], Any]) -> list[Any]:
    """Let all begin at the same moment, each with the ledger open for himself."""
    gate = Barrier(len(acts), timeout=60)

    def begin_together(act: Callable[[Ledger], Any]) -> Any:
        with Ledger.open(ledger.address, ledger.clock) as own:
            gate.wait()
            return act(own)

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(begin_together, acts))


def seal(ledger: Ledger, period: str = FIRST) -> Recorded[Sealed]:
    """Close a list in a process apart."""
    with closed(Official(ledger)) as official:
        return CloseList(pool=FIDE, period=period).record(House(ledger, official))


def bring_in(number: int, ledger: Ledger) -> ImportReceipt:
    """Import the report of a tournament of no other importer."""
    own = [
        replace(each, fide_id=f"{each.fide_id}{number}", name=f"{each.name} {number}")
        for each in FOUR.players
    ]
    return import_report(ledger, replace(FOUR, name=f"Open {number}", players=own).trf16(), chess())


def test_of_four_closers_one_seals_and_three_get_its_receipt(ledger):
    answers = at_once(ledger, *[seal] * 4)
    assert sorted(each.receipt.replayed for each in answers) == [False, True, True, True]
    (event,) = closings_in(ledger, FIDE)
    assert all(each.result.event == event for each in answers)
    assert len({each.receipt.last_position for each in answers}) == 1
    assert seal(ledger).receipt.replayed
    assert verify(ledger).faults == []


def test_a_list_is_closed_while_eight_import(ledger):
    answers = at_once(ledger, seal, *(partial(bring_in, number) for number in range(8)), seal)
    sealed = [each for each in answers if isinstance(each, Recorded)]
    assert sorted(each.receipt.replayed for each in sealed) == [False, True]
    (event,) = closings_in(ledger, FIDE)
    assert all(each.result.event == event for each in sealed)
    assert (
        seal(ledger, SECOND).result.event.through_position == ledger.read.head().next_position - 2
    )
    assert verify(ledger).faults == []
