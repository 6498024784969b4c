"""The same import again, another file at the same time: each report stands once."""

from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from ledger import columns
from ledger.intake.formats.problems import ReportRefused
from ledger.intake.import_report.importing import import_report
from ledger.intake.import_report.receipts import AlreadyReported
from ledger.intake.recording import ATTEMPTS
from ledger.store import integrity
from ledger.store.requests import Document, new_salt
from tests.support.pool_ledgers import (
    CHESS,
    DRAUGHTS,
    chess,
    counted_salts,
    numbers,
    open_pool,
    opened,
    opens,
    payload,
    types,
)
from tests.support.report_files import Tournament, players, round_robin

SAMPLE = (Path(__file__).parents[3] / "samples/trf/swiss_137_players_2018.trf").read_bytes()
FOUR = Tournament(players(4), round_robin(4))
THIRD = ["players-registered", "tournament-registered", "tournament-submitted"]


def never():
    """Salts for an import that must not compose anything."""
    raise AssertionError("something was composed")


def strangers(name: str) -> bytes:
    """A report of four players of no other report."""
    four = [replace(player, fide_id=f"{ord(name)}{player.number}") for player in players(4)]
    return replace(FOUR, name=name, players=four).trf16()


def meanwhile(*steps):
    """Salts that let somebody else act while a request is composed: a step each time."""
    waiting, calls = list(steps), count()

    def salt():
        if next(calls) % 8 == 0 and waiting:  # four subjects and four names a composition
            waiting.pop(0)()
        return new_salt()

    return salt


def test_a_repeated_import_gives_the_first_receipt_and_composes_nothing(ledger):
    first = import_report(ledger, SAMPLE, chess())
    import_report(ledger, FOUR.trf16(), chess())
    again = import_report(ledger, SAMPLE, chess(), never)
    assert again == replace(first, replayed=True, warnings=())
    assert ledger.read.head().next_position == 9


@pytest.mark.at_fault
def test_a_repeated_import_names_those_who_are_not_erased(ledger):
    import_report(ledger, FOUR.trf16(), chess())
    with ledger.engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM subject WHERE player = 2")
    again = import_report(ledger, FOUR.trf16(), chess())
    assert again.new_players[:2] == ((1, "Player001, Anna"), (2, "(erased)"))


@pytest.mark.parametrize(
    "changes",
    [
        {"register_new": False},
        {"facts": {"place": "Ivrea"}},
        {"pools": (CHESS, DRAUGHTS)},
        {"tournament": "torino"},
        {"recorded_by": "u-17"},
    ],
)
def test_a_file_reported_before_is_refused_under_other_options(ledger, changes):
    import_report(ledger, FOUR.trf16(), chess())
    with pytest.raises(AlreadyReported) as refused:
        import_report(ledger, FOUR.trf16(), chess(**changes), never)
    assert (refused.value.tournament, refused.value.position) == ("T-000001", 5)
    assert str(refused.value) == (
        "this file is already the report of tournament T-000001 (#5), with other options; "
        "nothing was recorded: to change what was recorded of it, replace the report instead; "
        "where the tournament counts for another pool by itself, announce it there, and "
        "import the file again with of that tournament"
    )
    assert ledger.read.head().next_position == 6


@pytest.mark.at_fault
def test_a_file_kept_for_another_reason_is_refused(ledger):
    """As after a replacement: the document exists under another key."""
    open_pool(ledger, "third", Document("report", FOUR.trf16()))
    with pytest.raises(AlreadyReported, match="this file is already known"):
        import_report(ledger, FOUR.trf16(), chess())


def test_the_same_inputs_and_salts_give_the_same_bytes(tmp_path):
    bodies = []
    for name in ("a", "b"):
        with opened(str(tmp_path / name)) as made:
            import_report(made, SAMPLE, chess(), counted_salts())
            bodies.append([event.body for event in made.read.events(3)])
    assert bodies[0] == bodies[1]


def test_an_import_into_postgresql(postgres_database):
    with opened(postgres_database) as made:
        receipt = import_report(made, SAMPLE, chess())
        again = import_report(made, SAMPLE, chess(), never)
        assert types(made) == THIRD
        assert again == replace(receipt, replayed=True, warnings=())
        assert receipt.new_players[1] == (2, "Player002, Níccolò")
        assert opens(payload(made, 3).commitment, made.read.subjects(list(range(1, 138))))
        assert list(integrity.faults(made.engine)) == []


def test_who_is_overtaken_composes_anew(ledger):
    """Another report takes the next players and the next tournament first."""
    salts = meanwhile(lambda: import_report(ledger, strangers("B"), chess()))
    receipt = import_report(ledger, strangers("A"), chess(), salts)
    assert receipt.tournament == "T-000002"
    assert [player for player, _ in receipt.new_players] == [5, 6, 7, 8]
    assert numbers(payload(ledger, 8).entrants.player, columns.PLAYER) == [5, 6, 7, 8]
    assert opens(payload(ledger, 6).commitment, ledger.read.subjects([5, 6, 7, 8]))


def test_players_registered_meanwhile_are_found(ledger):
    salts = meanwhile(lambda: import_report(ledger, replace(FOUR, name="B").trf16(), chess()))
    receipt = import_report(ledger, FOUR.trf16(), chess(another_event=True), salts)
    assert receipt.new_players == ()
    assert types(ledger) == [*THIRD, *THIRD[1:]]


@pytest.mark.parametrize("others", [ATTEMPTS - 1, ATTEMPTS])
def test_who_is_overtaken_every_time_is_recorded_while_the_others_wait(ledger, others):
    steps = [
        lambda name=name: import_report(ledger, strangers(name), chess())
        for name in "BCDEF"[:others]
    ]
    receipt = import_report(ledger, strangers("A"), chess(), meanwhile(*steps))
    assert receipt.tournament == f"T-{others + 1:06d}"
    assert types(ledger) == THIRD * (others + 1)


def test_a_refusal_counts_only_if_nothing_was_recorded_meanwhile(ledger):
    """The pool is missing at first, and exists before the refusal."""
    steps = [lambda: open_pool(ledger, "fide-rapid")]

    def progress(_done: int, _of: int) -> None:
        if steps:
            steps.pop()()

    receipt = import_report(ledger, FOUR.trf16(), chess(pools=("fide-rapid",)), progress=progress)
    assert types(ledger) == ["pool-opened", *THIRD]
    assert receipt.tournament == "T-000001"


@pytest.mark.parametrize("tournament", [None, "torino"])
def test_the_same_import_meanwhile_is_a_repetition(ledger, tournament):
    options = chess(tournament=tournament)
    salts = meanwhile(lambda: import_report(ledger, FOUR.trf16(), options))
    assert import_report(ledger, FOUR.trf16(), options, salts).replayed
    assert types(ledger) == THIRD


def test_the_same_file_meanwhile_under_other_options_is_refused(ledger):
    other = chess(recorded_by="u-17")
    salts = meanwhile(lambda: import_report(ledger, FOUR.trf16(), other))
    with pytest.raises(AlreadyReported):
        import_report(ledger, FOUR.trf16(), chess(), salts)
    assert types(ledger) == THIRD


def test_an_id_taken_meanwhile_is_refused(ledger):
    options = chess(tournament="torino")
    salts = meanwhile(lambda: import_report(ledger, strangers("B"), options))
    with pytest.raises(ReportRefused, match="an id that no tournament has yet"):
        import_report(ledger, strangers("A"), options, salts)
