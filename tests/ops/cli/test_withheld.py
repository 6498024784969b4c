"""A file of a batch about a recorded event is withheld until a person decides."""

import re
import shlex
from dataclasses import replace
from hashlib import sha256

import pytest

from ledger.store.ledger import Ledger
from ledger.store.withheld import WithheldReports
from tests.support.command import run
from tests.support.pool_ledgers import opened
from tests.support.report_files import Tournament, players, round_robin

POOL = "fide-standard"
EVENT = Tournament(players(4, rating=0), round_robin(4), name="Open")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A ledger, and a folder with two files of one event."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LEDGER", str(tmp_path / "ratings.ledger"))
    opened(str(tmp_path / "ratings.ledger")).close()
    made = tmp_path / "reports"
    made.mkdir()
    (made / "a.trf").write_bytes(EVENT.trf16())
    (made / "saved anew.trf").write_bytes(EVENT.trf16(line_end="\n"))
    return made


def imported(*words):
    return run("tournament", "import", *words, "--pool", POOL, "--register-new")


def pending():
    """Return the rows of `pool pending` about an event."""
    rows = run("pool", "pending", POOL, "--format", "json").document["rows"]
    return [row for row in rows if row["check"] == "same-events"]


def commands(row):
    """Return the two commands of a row, as typed: the import, and the decision "same event"."""
    words = [shlex.split(command) for command in re.findall("`ledger ([^`]+)`", row["remedy"])]
    return [[word.replace("BY", "fsi") for word in command] for command in words]


def test_it_is_neither_recorded_nor_refused_but_pending(folder):
    ran = imported("reports")
    assert ran.code == 1
    assert ran.out.splitlines()[-1] == (
        "1 file imported (6 games), 0 imported before, 0 refused, 1 withheld"
    )
    assert "withheld: saved anew.trf" in ran.err
    assert "results are those of T-000001" in ran.err
    (row,) = pending()
    assert (row["stops"], row["about"], row["games"], row["entrants"]) == (
        *("hold", "2"),
        *(6, 4),
    )
    assert row["says"] == (
        "import slip 2 is not recorded: saved anew.trf has the players, days and results of "
        "T-000001"
    )
    ids = [
        row["tournament"] for row in run("tournament", "list", "--format", "json").document["rows"]
    ]
    assert ids == ["T-000001"]


def test_as_one_document(folder):
    said = imported("reports", "--format", "json").document
    assert [[*row][1] for row in said["about"]["files"]][1] == "withheld"


def test_its_command_imports_it_as_another_event(folder, monkeypatch):
    imported("reports")
    again, _ = commands(pending()[0])
    monkeypatch.chdir(folder)
    ran = run(*again)
    assert (ran.code, "as T-000002" in ran.out) == (0, True), ran.err
    assert pending() == []


def test_its_other_command_decides_that_it_is_the_same(folder):
    imported("reports")
    _, same = commands(pending()[0])
    ran = run(*same)
    assert ran.code == 0, ran.err
    assert pending() == []
    ran = imported(folder / "saved anew.trf", "--another-event")
    assert (ran.code, "fsi decided otherwise" in ran.err) == (3, True)


def test_the_decision_can_be_reversed(folder):
    imported("reports")
    _, same = commands(pending()[0])
    another = ["another" if word == "same" else word for word in same]
    for decision in (same, another):
        assert run(*decision).code == 0
    assert len(pending()) == 1, "it is still not recorded"
    assert imported("reports").code == 0
    assert pending() == []


def test_the_same_folder_every_night_gives_one_row(folder):
    for _ in range(3):
        assert imported("reports").code == 1
    assert len(pending()) == 1


def test_a_file_of_every_night_was_received_on_the_first(folder):
    """A list by day of receipt waits for the first receipt, however often the file comes again."""
    with Ledger.open(str(folder.parent / "ratings.ledger")) as ledger:
        withheld = WithheldReports(ledger.engine)
        imported("reports")
        (row,) = withheld.unrecorded()
        withheld.put(replace(row, received="2026-01-20"))
        imported("reports")
        assert [row.received for row in withheld.unrecorded()] == ["2026-01-20"]
        imported("reports", "--set", "received_on=2026-01-25")
        assert [row.received for row in withheld.unrecorded()] == ["2026-01-25"]


def test_a_folder_with_one_file_is_a_batch(folder):
    imported(folder / "a.trf")
    (folder / "a.trf").unlink()
    ran = imported("reports")
    assert (ran.code, ran.out.splitlines()[-1]) == (
        *(1, "0 files imported (0 games), 0 imported before, 0 refused, 1 withheld"),
    )
    assert len(pending()) == 1


def test_a_preview_withholds_nothing(folder):
    assert "1 withheld" in imported("reports", "--preview").out
    assert pending() == []


def test_alone_it_is_refused_with_the_import_as_another_event(folder):
    imported(folder / "a.trf")
    ran = imported(folder / "saved anew.trf")
    assert ran.code == 3
    assert "--pool fide-standard --register-new --another-event" in ran.err
    assert pending() == []
    ran = imported(folder / "saved anew.trf", "--another-event")
    assert (ran.code, "as T-000002" in ran.out) == (0, True)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"--file": "f" * 64}, "no report of this file is recorded or withheld"),
        ({"--tournament": "T-000009"}, "T-000009"),
        ({"--event": "neither"}, "neither"),
    ],
)
def test_a_decision_about_what_is_not_there_is_refused(folder, change, told):
    imported("reports")
    _, same = commands(pending()[0])
    for option, value in change.items():
        same[same.index(option) + 1] = value
    ran = run(*same)
    assert (ran.code, told in ran.err) == (3, True), ran.err


def test_a_report_is_not_compared_with_its_own_tournament(folder):
    imported(folder / "a.trf")
    file = sha256(EVENT.trf16()).hexdigest()
    ran = run(
        *("event", "record", "report-compared", "--tournament", "T-000001"),
        *("--file", file, "--event", "same", "--by", "fsi"),
    )
    assert (ran.code, "is the report of T-000001 itself" in ran.err) == (3, True), ran.err
