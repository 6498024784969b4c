"""Many corrections of a single tournament: each is folded once, however many came before."""

import gc
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import count, islice
from types import FrameType
from typing import Any

import pytest

from ledger import limits
from ledger.errors import LimitExceeded
from ledger.events.counting import GameAdmitted, GameExcluded
from ledger.events.report import ResultCorrected
from ledger.store.ledger import Ledger
from ops.house import House
from projections.official.advance import Advance, beginning
from tests.support.chess_desk import Desk, at_a_desk
from tests.support.decision_lines import record_lines
from tests.support.recording import submit
from tests.support.worlds import FIDE, games, tournament

PLAYED = tournament("A", "2025-07-05", "2025-07-10", games(1, "2 1 3 ="))
STEP = 40


@pytest.fixture
def desk(tmp_path) -> Iterator[Desk]:
    with at_a_desk(str(tmp_path / "ledger")) as made:
        yield made


def results(report: int) -> Iterator[ResultCorrected]:
    """Corrections of the same game, each with another result than the last."""
    for number in count():
        white, black = ("01", "10", "==")[number % 3]
        yield ResultCorrected(
            tournament="A", report=report, game=0, white_result=white, black_result=black, by="b"
        )


def decisions(report: int) -> Iterator[GameExcluded | GameAdmitted]:
    """A game let out and in again."""
    for number in count():
        if number % 2:
            yield GameAdmitted(tournament="A", report=report, game=0, article="0.1", by="b")
        else:
            yield GameExcluded(tournament="A", report=report, game=0, article="0.1", by="b")


def calls_of(work: Callable[[], object]) -> int:
    """Return the number of functions called, without the calls of the collector of
    garbage.

    Hypothesis gives the collector a function; when it runs depends on all tests before.
    """
    calls = 0

    def counted(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal calls
        calls += event == "call"

    gc.disable()
    sys.setprofile(counted)
    try:
        work()
    finally:
        sys.setprofile(None)
        gc.enable()
    return calls


def calls_to_catch_up(ledger: Ledger) -> int:
    """How many functions are called while the whole ledger is taken in."""
    advance, events = Advance(beginning(ledger)), list(ledger.read.events())
    return calls_of(lambda: advance.take_all(events))


@pytest.mark.parametrize("kind", [results, decisions])
@pytest.mark.parametrize("booked", [False, True])
def test_catching_up_grows_with_the_number_of_corrections(desk, kind, booked):
    report = submit(desk.ledger, PLAYED, FIDE)
    if booked:
        desk.close("2025-08")
    said, work = kind(report), []
    for _ in range(4):
        desk.record(*(next(said) for _ in range(STEP)))
        work.append(calls_to_catch_up(desk.ledger))
    _, first, second, third = work  # whatever is done once in a process comes before
    assert third - second < 1.1 * (second - first), work


def test_a_tournament_takes_so_many_events_and_no_more(desk):
    report = submit(desk.ledger, PLAYED, FIDE)
    said = results(report)
    desk.record(*(next(said) for _ in range(limits.TOURNAMENT_EVENTS - 2)))
    with pytest.raises(LimitExceeded) as refused:
        desk.record(next(said))
    assert str(refused.value) == ("events of tournament-A: 2,501 is more than the limit of 2,500")
    submit(desk.ledger, replace(PLAYED, id="B"), FIDE)


def test_a_file_of_decisions_reads_its_tournament_once(desk):
    """The cost of further lines does not depend on the corrections before."""
    report = submit(desk.ledger, PLAYED, FIDE)
    costs, house = [], House(desk.ledger)
    for run, corrections in enumerate((2, 2, 150)):  # the first: whatever is done once
        desk.record(*islice(results(report), corrections))
        few, many = (
            calls_of(partial(record_lines, house, file_of(report, f"{run}.{lines}", lines)))
            for lines in (2, 12)
        )
        costs.append(many - few)
    assert costs[2] < 1.2 * costs[1], costs


def file_of(report: int, article: str, lines: int) -> bytes:
    """Decisions about a game, each by another article."""
    said = {"tournament": "A", "report": report, "game": 0, "by": "b"}
    decided = (said | {"article": f"{article}.{line}"} for line in range(lines))
    return b"\n".join(
        json.dumps({"type": "game-excluded", "payload": each}).encode() for each in decided
    )
