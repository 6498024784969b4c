"""A full disk: refusals say the truth, questions are answered, and all goes on with room again.

The disk is filled up but for some blocks, so that it fills in other moments of a command.
LEDGER_TEST_FULL=1 fills it twenty times.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.store import integrity
from ledger.store.ledger import Ledger
from ops.cli.exits import DONE, NOT_SHOWN, REFUSED, UNAVAILABLE, UNKNOWN
from tests.support.command import done, run
from tests.support.counts import FULL
from tests.support.media import filled, small_disk

BLOCK = 4_096
LEFT = [*range(0, 120, 6)] if FULL else [0, 3, 11, 40]
"""Blocks that are left: a commit writes about a dozen, an index of the -wal takes eight."""


@pytest.fixture
def disk(tmp_path) -> Iterator[Path]:
    """A disk of two megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    with small_disk(folder, 2_048):
        yield folder


@pytest.fixture
def ledger(disk) -> Path:
    """A ledger on the disk, with a draughts pool."""
    made = disk / "x.ledger"
    done("init", "--ledger", made)
    done("pool", "open", "rubele-italiana", "--first-period", "2026-01-01", "--ledger", made)
    return made


def schedule(number: int, ledger: Path) -> tuple[str | Path, ...]:
    """Return a command to record an event of a kilobyte."""
    days = ("--issue-day", "2026-09-01", "--cut-off", "2026-08-31")
    said = ("rubele-italiana", f"list-{number}", *days, "--source", "x" * 200)
    return ("list", "schedule", *said, "--ledger", ledger)


def events(ledger: Path) -> int:
    """Return the number of events, without a fault."""
    with Ledger.open(str(ledger)) as opened:
        assert list(integrity.faults(opened.engine)) == []
        return opened.read.head().next_position


def test_a_command_on_a_full_disk_records_all_or_nothing_and_says_which(disk, ledger):
    """Whenever the disk fills: repeated with room, every event is recorded once."""
    codes = set()
    for number, blocks in enumerate(LEFT):
        before = events(ledger)
        with filled(disk, blocks * BLOCK):
            ran = run(*schedule(number, ledger))
            assert ran.code in (DONE, UNKNOWN, NOT_SHOWN, UNAVAILABLE), ran
            codes.add(ran.code)
            now = events(ledger)
            assert now - before in {UNAVAILABLE: (0,), UNKNOWN: (0, 1)}.get(ran.code, (1,)), ran
            assert "ledger opened" in done("event", "list", "--ledger", ledger)
        again = done(*schedule(number, ledger))
        assert ("already recorded" in again) == (now > before)
        assert events(ledger) == before + 1
    assert {DONE, UNAVAILABLE} <= codes
    done("verify", "--ledger", ledger)


def test_nothing_half_done_is_left_on_a_full_disk(disk, ledger, tmp_path):
    """Neither a backup nor a dump, nor a ledger restored or begun."""
    dump = tmp_path / "all.jsonl"
    done("dump", "--to", dump, "--ledger", ledger)
    new = disk / "new"
    commands = (
        ("backup", "--to", new, "--ledger", ledger),
        ("dump", "--to", new, "--ledger", ledger),
        ("restore", dump, "--ledger", new),
        ("init", "--ledger", new),
    )
    for command in commands:
        for blocks in LEFT[:3]:
            with filled(disk, blocks * BLOCK):
                ran = run(*command)
            assert ran.code in (DONE, REFUSED, UNKNOWN, UNAVAILABLE), (command, blocks, ran)
            assert ran.code != DONE or blocks
            left = [path for path in disk.iterdir() if not path.name.startswith("x.ledger")]
            assert bool(left) == (ran.code == DONE), (command, blocks, left)
            for path in left:
                path.unlink()
        done(*command)
        for path in disk.glob("new*"):
            path.unlink()
