"""A ledger on a read-only medium: every answer and all proof, and nothing recorded."""

import shutil
from pathlib import Path

import pytest

from ledger.errors import NotALedger, Unavailable
from ledger.store import connecting, integrity
from ledger.store.connecting import ReadOnlyLedger
from ledger.store.ledger import Ledger
from ops.cli.exits import REFUSED
from tests.support.command import done, run
from tests.support.media import read_only
from tests.support.new_ledgers import begun
from tests.support.store_facts import SetClock, request

PLAYER = "fide:99000463"
QUESTIONS = (
    ("list", "show", "fide-standard"),
    ("player", "rating", "fide-standard", PLAYER),
    ("player", "history", "fide-standard", PLAYER),
    ("player", "explain", "fide-standard", PLAYER, "2025-10"),
    (
        "event",
        "list",
    ),
    ("player", "search", "Gravuzzago"),
    ("verify",),
)
CUT_OFF = ("--cut-off", "2026-08-31")
WITHOUT_A_WORD = ("event list", "verify")
"""Questions about the ledger alone."""


@pytest.fixture
def medium(tmp_path) -> Path:
    """A folder mounted read-only."""
    folder = tmp_path / "medium"
    folder.mkdir()
    return folder


def test_every_question_is_answered_from_a_read_only_medium(sample, medium):
    """As from a disk; a line says where the answers are computed, and no file is made."""
    ledger = shutil.copy(sample, medium / "x.ledger")
    before = [done(*question, "--ledger", ledger) for question in QUESTIONS]
    for path in medium.glob("x.ledger?*"):
        path.unlink()
    with read_only(medium):
        for question, answer in zip(QUESTIONS, before, strict=True):
            ran = run(*question, "--ledger", ledger)
            assert (ran.code, ran.out) == (0, answer), question
            assert len(ran.err.splitlines()) == (" ".join(question[:2]) not in WITHOUT_A_WORD)
        assert [path.name for path in medium.iterdir()] == ["x.ledger"]


def test_nothing_is_recorded_on_a_read_only_medium(sample, medium):
    """Refused, with a way to go on; an event, a list, a slip, new tables."""
    ledger = shutil.copy(sample, medium / "x.ledger")
    commands = (
        ("list", "schedule", "rubele-italiana", "x", *("--issue-day", "2026-09-01"), *CUT_OFF),
        ("player", "change", "fide:99000463", "--on", "2026-01-01", "--federation", "FRA"),
        ("migrate",),
    )
    with read_only(medium):
        for command in commands:
            ran = run(*command, "--ledger", ledger)
            assert ran.code == REFUSED, (command, ran)
            assert "nothing can be recorded: it lies on a read-only medium" in ran.err
            assert f"`ledger restore {ledger} --ledger LEDGER`" in ran.err
            (refusal,) = run(*command, "--ledger", ledger, "--format", "json").document["refusals"]
            assert refusal["remedy"]["arguments"] == {"file": str(ledger), "ledger": None}
    assert ", 0 faults" in done("verify", "--ledger", ledger)


def test_a_projection_that_cannot_be_written_is_named_as_what_it_is():
    """No ledger: nothing to restore."""
    refusal = connecting.unchangeable(Path("x.ledger.projections"), connecting.READ_ONLY)
    assert isinstance(refusal, Unavailable)
    assert "x.ledger.projections" in str(refusal)
    assert "restore" not in str(refusal)
    ledger = connecting.unchangeable(Path("x.ledger"), connecting.READ_ONLY)
    assert isinstance(ledger, ReadOnlyLedger)


def test_changes_in_the_second_file_are_read_too(tmp_path, medium):
    """With the index beside; without the index, refused, as SQLite would leave the changes out."""
    with begun(str(tmp_path / "x"), "example.org", "UTC", SetClock()) as ledger:
        ledger.append(request("a"))
        for end in ("", "-wal", "-shm"):
            shutil.copy(tmp_path / f"x{end}", medium / f"x{end}")
    with read_only(medium), Ledger.open(str(medium / "x")) as copied:
        assert copied.read.head().next_position == 2
        assert list(integrity.faults(copied.engine)) == []
    (medium / "x-shm").unlink()
    with read_only(medium), pytest.raises(NotALedger, match="copy both files into a folder"):
        Ledger.open(str(medium / "x"))


def test_who_reads_a_file_for_good_holds_no_connection(tmp_path):
    """Writability is asked anew: a disk is made writable, room is made."""
    with begun(str(tmp_path / "x"), "example.org", "UTC", SetClock()) as ledger:
        ledger.close()
        with read_only(tmp_path), pytest.raises(ReadOnlyLedger):
            ledger.append(request("a"))
        assert ledger.append(request("a")).first_position == 1
