"""Two people at once: a single report stands, and the second person hears so; on both databases."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import date
from functools import partial
from itertools import count
from pathlib import Path
from threading import Barrier, Event

import pytest

from ledger.errors import LedgerError, Refused
from ledger.events.base import EVENT_ID_CHARACTERS
from ledger.events.games import SheetCompleted
from ledger.intake.import_report import importing
from ledger.intake.import_report.comparing import Pairing
from ledger.intake.import_report.importing import import_report
from ledger.intake.import_report.previous_report import NothingDiffers, ReplacedMeanwhile
from ledger.intake.import_report.receipts import AlreadyReported, ImportReceipt
from ledger.intake.import_report.same_event import EventRecorded
from ledger.store import integrity
from ledger.store.ledger import Ledger
from ledger.store.requests import new_salt
from tests.support.league import announced
from tests.support.pool_ledgers import CHESS, NOON, chess, opened, types
from tests.support.received_reports import (
    FOUR,
    OLD,
    T,
    corrected,
    meanwhile,
    part,
    record,
    replaced,
    replacing,
    won,
)
from tests.support.recorded_reports import recorded_report
from tests.support.team_files import CUMULATIVE
from tests.support.tentative_ledgers import in_memory

Answer = ImportReceipt | Refused

DAYS = {"A": date(2025, 11, 1), "B": date(2025, 12, 1)}
"""First days of tournaments that are not the same."""


@pytest.fixture(params=["sqlite", "postgresql"])
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Ledger]:
    """A ledger with two pools; in the end nothing is at fault."""
    if request.param == "sqlite":
        address = str(tmp_path / "ledger.db")
    else:
        address = request.getfixturevalue("postgres_database")
    with opened(address) as made:
        yield made
        assert list(integrity.faults(made.engine)) == []


def at_once(*imports: Callable[[], ImportReceipt]) -> list[Answer]:
    """Let all begin at the same moment; return the results."""
    gate = Barrier(len(imports), timeout=60)

    def told(one: Callable[[], ImportReceipt]) -> Answer:
        gate.wait(60)
        try:
            return one()
        except Refused as refusal:
            return refusal

    with ThreadPoolExecutor(len(imports)) as threads:
        return list(threads.map(told, imports))


def parted(answers: list[Answer]) -> tuple[list[ImportReceipt], list[Refused]]:
    """Part receipts from refusals."""
    receipts = [answer for answer in answers if isinstance(answer, ImportReceipt)]
    return receipts, [answer for answer in answers if isinstance(answer, Refused)]


def test_eight_files_at_once_are_all_recorded(ledger):
    """Some players are in all files, others in a single file; each importer has a connection."""
    with ExitStack() as stack:
        desks = [stack.enter_context(Ledger.open(ledger.address, lambda: NOON)) for _ in range(8)]
        files = [of_its_own(number) for number in range(8)]
        imports = [
            partial(import_report, *given, chess()) for given in zip(desks, files, strict=True)
        ]
        receipts, refusals = parted(at_once(*imports))
    assert refusals == []
    assert sorted(receipt.tournament for receipt in receipts) == [
        f"T-00000{n}" for n in range(1, 9)
    ]
    new = sorted(player for receipt in receipts for player, _ in receipt.new_players)
    assert new == list(range(1, 2 + 8 * 2 + 1))


def earlier(name: str) -> bytes:
    """The report of another tournament of the four players."""
    return replace(FOUR, name=f"Open {name}", start=DAYS[name], round_dates=()).trf16()


def test_a_number_given_meanwhile_asks_for_no_second_composition(ledger):
    """The file of known players is read once, with any others recording at the same time."""
    import_report(ledger, OLD, chess())
    files = [earlier("A"), earlier("B")]
    salted = count()

    def salts() -> bytes:
        if next(salted) == 0:
            import_report(ledger, files[0], chess())
        return new_salt()

    receipt = import_report(ledger, files[1], chess(), salts)
    assert receipt.tournament == "T-000003"
    assert next(salted) == len(FOUR.players)  # one salt for each name: composed once


@pytest.mark.parametrize("tournament", [None, "torino"])
def test_who_is_overtaken_by_a_file_of_the_same_event_is_told(ledger, tournament):
    """The same players and days under another name, recorded while this file was read."""
    import_report(ledger, earlier("A"), chess())
    salts = meanwhile(lambda: import_report(ledger, OLD, chess()))
    other = replace(FOUR, name="Otherwise").trf16()
    with pytest.raises(EventRecorded) as refused:
        import_report(ledger, other, chess(tournament=tournament), salts)
    assert refused.value.recorded.tournament == "T-000002"


def test_who_is_overtaken_by_a_sheet_of_the_same_event_is_told(ledger):
    """The single games were complete while this file was read."""
    import_report(ledger, earlier("A"), chess())
    with in_memory(ledger) as tentative:
        receipt = import_report(tentative, OLD, chess())
        (event,) = tentative.read.at([receipt.report_position]).values()
        report = event.decoded().payload
    names = ("received_on", "start", "end", "entrants", "rounds", "games")
    columns = {name: getattr(report, name) for name in names}
    played = "0" * EVENT_ID_CHARACTERS * len(report.games.white_result)
    sheet = SheetCompleted(tournament="L-1", played=played, **columns)
    record(ledger, announced("L-1", CHESS))
    salts = meanwhile(lambda: record(ledger, sheet))
    with pytest.raises(EventRecorded) as refused:
        import_report(ledger, OLD, chess(), salts)
    assert refused.value.recorded.tournament == "L-1"


def of_its_own(number: int) -> bytes:
    """The report of a tournament with players 1 and 2, and two players of no other report."""
    one, two, *others = FOUR.players
    new = [
        replace(other, name=f"{other.name} {number}", fide_id=f"{other.fide_id}{number}")
        for other in others
    ]
    return replace(FOUR, name=f"Open {number}", players=[one, two, *new]).trf16()


def test_one_file_under_the_same_options_stands_once(ledger):
    receipts, refusals = parted(at_once(*[lambda: import_report(ledger, OLD, chess())] * 8))
    assert refusals == []
    assert sorted(receipt.replayed for receipt in receipts) == [False, *[True] * 7]
    assert {receipt.report_position for receipt in receipts} == {5}
    assert types(ledger, 3) == [
        "players-registered",
        "tournament-registered",
        "tournament-submitted",
    ]


def test_one_file_under_different_options_stands_once_and_the_others_are_told(ledger):
    named = [chess(recorded_by=f"u-{number}") for number in range(3)]
    receipts, refusals = parted(
        at_once(*[lambda said=said: import_report(ledger, OLD, said) for said in named])
    )
    assert [receipt.replayed for receipt in receipts] == [False]
    assert [type(refusal) for refusal in refusals] == [AlreadyReported] * 2
    assert all("the report of tournament T-000001 (#5)" in str(refusal) for refusal in refusals)
    assert len(types(ledger, 3)) == 3


def test_of_two_files_at_once_in_place_of_one_report_one_wins_or_both_are_told(ledger):
    """An import that begins later replaces the first replacement, and says so."""
    import_report(ledger, OLD, chess())
    files = [won(1, 1), won(1, 2)]
    answers = at_once(*[lambda file=file: replaced(ledger, file) for file in files])
    receipts, refusals = parted(answers)
    assert [type(refusal) for refusal in refusals] in ([ReplacedMeanwhile], [])
    assert {receipt.replaces for receipt in receipts} == set(range(5, 5 + len(receipts)))
    standing = max(receipts, key=lambda each: each.report_position)
    assert ledger.read.document(standing.file) is not None
    assert len(recorded_report(ledger.read, T).games) == 6


def test_who_is_overtaken_by_another_replacement_is_told_and_records_nothing(ledger):
    import_report(ledger, OLD, chess())
    salts = meanwhile(lambda: replaced(ledger, won(1, 2)))
    with pytest.raises(ReplacedMeanwhile) as refused:
        import_report(ledger, won(1, 1), replacing(), salts)
    assert str(refused.value) == (
        "the report of T-000001 was replaced while this file was read (#6 is current now); "
        "nothing was recorded: check that report, and replace it if wrong"
    )
    assert types(ledger, 6) == ["report-replaced"]
    assert replaced(ledger, won(1, 1)).replaces == 6


def test_the_same_replacement_meanwhile_is_a_repetition(ledger):
    import_report(ledger, OLD, chess())
    salts = meanwhile(lambda: replaced(ledger, won(1, 1)))
    assert import_report(ledger, won(1, 1), replacing(), salts).replayed
    assert types(ledger, 6) == ["report-replaced"]


def test_the_same_replacement_meanwhile_under_other_options_is_told(ledger):
    import_report(ledger, OLD, chess())
    salts = meanwhile(lambda: replaced(ledger, won(1, 1), recorded_by="u-17"))
    with pytest.raises((ReplacedMeanwhile, NothingDiffers)):
        import_report(ledger, won(1, 1), replacing(), salts)
    assert types(ledger, 6) == ["report-replaced"]


def test_a_correction_meanwhile_is_seen_and_ends(ledger):
    """The correction ends with the corrected report, and the receipt says so."""
    import_report(ledger, OLD, chess())
    salts = meanwhile(lambda: record(ledger, corrected(0, "01")))
    receipt = import_report(ledger, won(1, 1), replacing(), salts)
    assert (receipt.replaces, receipt.report_position, receipt.ended) == (5, 7, (6,))
    games = [difference for difference in receipt.differences if difference.kind == "other-result"]
    assert [game.before for game in games] == [Pairing(1, 4, "0", "1")]


def test_the_same_next_part_twice_at_once_stands_once(ledger):
    import_report(ledger, CUMULATIVE, part(1, "1-3"))
    named = [part(2, "4-6", recorded_by=f"u-{number}") for number in range(2)]
    receipts, refusals = parted(
        at_once(*[lambda said=said: import_report(ledger, CUMULATIVE, said) for said in named])
    )
    assert [receipt.part for receipt in receipts] == [2]
    assert ["expected part 3, the next" in str(refusal) for refusal in refusals] == [True]


def test_an_answer_of_the_database_is_never_taken_for_a_refusal(ledger):
    """Negative control of `at_once`: other errors are not caught."""
    with pytest.raises(ZeroDivisionError):
        at_once(lambda: 1 // 0)  # type: ignore[arg-type,return-value]
    assert issubclass(Refused, LedgerError)


def test_a_file_taken_elsewhere_meanwhile_cannot_replace(ledger):
    import_report(ledger, OLD, chess())
    other = replace(chess(), tournament="elsewhere")
    salts = meanwhile(lambda: import_report(ledger, won(1, 1), other))
    with pytest.raises(AlreadyReported, match="the report of tournament elsewhere"):
        import_report(ledger, won(1, 1), replacing(), salts)


@contextmanager
def another_composes() -> Iterator[Event]:
    """Another thread composes a report until the event is set."""
    begun, ends = Event(), Event()

    def compose() -> None:
        with importing.in_turn():
            begun.set()
            ends.wait()

    with ThreadPoolExecutor(1) as other:
        composing = other.submit(compose)
        begun.wait()
        try:
            yield ends
        finally:
            ends.set()
        composing.result()


def test_a_report_is_composed_after_the_one_before_it(ledger, monkeypatch):
    monkeypatch.setattr(importing, "PATIENCE_SECONDS", 60)
    with another_composes() as ends, ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(import_report, ledger, OLD, chess())
        assert not wait([waiting], timeout=0.3).done
        ends.set()
        assert waiting.result().report_position == 5


def test_nobody_waits_for_long_behind_a_report_that_takes_long(ledger, monkeypatch):
    monkeypatch.setattr(importing, "PATIENCE_SECONDS", 0.05)
    with another_composes() as ends:
        assert import_report(ledger, OLD, chess()).report_position == 5
        assert not ends.is_set()
