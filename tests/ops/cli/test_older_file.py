"""An older copy in a ledger's place: noticed, asked with a warning, recorded in once accepted."""

import shutil
import subprocess
from pathlib import Path

import pytest

from ledger.errors import LedgerError
from ledger.store import drivers, integrity, sqlite_files
from ledger.store.ledger import Ledger
from ops.cli.exits import REFUSED
from projections.official import furthest_head
from tests.support.command import done, run
from tests.support.counts import FULL
from tests.support.new_ledgers import begun
from tests.support.store_facts import SetClock, event, request

TIMES = 5 if FULL else 2
CLOSE = ("list", "close", "fide-standard", "2026-01")


def schedule(name: str) -> tuple[str, ...]:
    """Return a command that records one event."""
    days = ("--issue-day", "2026-09-01", "--cut-off", "2026-08-31")
    return ("list", "schedule", "rubele-italiana", name, *days)


def put_back(older: Path, ledger: Path) -> None:
    """Copy an older file over a closed ledger, without care for the -wal."""
    for end in ("", "-wal", "-shm"):
        Path(f"{ledger}{end}").unlink(missing_ok=True)
    shutil.copy(older, ledger)


def head_of(ledger: Path) -> str:
    """Return the last event as POSITION:HASH."""
    with Ledger.open(str(ledger)) as opened:
        assert list(integrity.faults(opened.engine)) == []
        head = opened.read.head()
    return f"{head.next_position - 1}:{head.chain_hash.hex()}"


@pytest.fixture
def older(sample, tmp_path) -> tuple[Path, str]:
    """A ledger replaced by an older copy, and the last event missing from the copy."""
    ledger, copy = tmp_path / "x.ledger", tmp_path / "copy"
    shutil.copy(sample, ledger)
    shutil.copy(sample, copy)
    done(*schedule("lost"), "--ledger", ledger)
    lost = head_of(ledger)
    shutil.copy(ledger, tmp_path / "newer")
    put_back(copy, ledger)
    return ledger, lost


def test_an_older_file_is_asked_with_a_warning_and_takes_no_event(older):
    """However often the file is asked: the evidence stays."""
    ledger, lost = older
    last = lost.partition(":")[0]
    for _ in range(2):
        ran = run("list", "show", "fide-standard", "--ledger", ledger)
        assert ran.code == 0
        assert (
            "warning: answers rest on what this file holds, but the furthest head kept beside it "
            f"says that this ledger held event #{last} " in ran.err
        )
        ran = run(*schedule("other"), "--ledger", ledger)
        assert ran.code == REFUSED
        assert f"`ledger restore --accept-older --expect {lost}`" in ran.err
        (refusal,) = run(*schedule("other"), "--ledger", ledger, "--format", "json").document[
            "refusals"
        ]
        assert refusal["expected"] == lost
        assert refusal["remedy"]["use_case"] == "restore-ledger"
        assert refusal["remedy"]["arguments"] == {"accept_older": True, "expect": lost}
        done("rebuild", "--ledger", ledger)
    assert "fault: head: " in run("verify", "--ledger", ledger).out


def test_the_furthest_head_kept_is_not_one_of_a_slower_command(older):
    """A slow command reads the head before a fast command records more, and keeps the head
    afterwards.
    """
    ledger, lost = older
    with Ledger.open(str(ledger)) as opened:
        furthest_head.keep(opened)
        assert str(furthest_head.furthest(opened.engine)) == lost


@pytest.mark.parametrize(
    "wrong", ["chain_hash = x'00ff'", "position = 'y'", "position = position + 1"]
)
def test_a_head_kept_that_cannot_be_read_is_named_and_kept_anew(sample, tmp_path, wrong):
    ledger = tmp_path / "x.ledger"
    shutil.copy(sample, ledger)
    done(*schedule("one"), "--ledger", ledger)
    kept = drivers.engine(f"{ledger}.projections")
    with kept.begin() as connection:
        connection.exec_driver_sql(f"UPDATE furthest_head SET {wrong}")
    asked = run("list", "show", "fide-standard", "--ledger", ledger)
    assert (asked.code, asked.err.count("furthest_head_is_not_readable")) == (0, 1), asked.err
    recorded = run(*schedule("two"), "--ledger", ledger)
    assert (recorded.code, recorded.err.count("furthest_head_is_not_readable")) == (0, 1)
    with kept.begin() as connection:
        row = connection.exec_driver_sql("SELECT position, chain_hash FROM furthest_head").one()
    assert f"{row.position}:{row.chain_hash}" == head_of(ledger)


def test_an_older_file_that_is_accepted_goes_on(older):
    """Once: the event names the loss; typed again, the event is the same."""
    ledger, lost = older
    position, _, chain = lost.partition(":")
    out = done("restore", "--accept-older", "--ledger", ledger)
    assert f"incarnation 2 begins (#{position}); events up to #{position} are known" in out
    assert "already recorded" in done("restore", "--accept-older", "--ledger", ledger)
    ran = run(*schedule("other"), "--ledger", ledger)
    assert (ran.code, ran.err) == (0, "")
    assert chain in done("event", "list", "--ledger", ledger, "--format", "json") or chain in done(
        "event", "export", f"#{position}", "--ledger", ledger
    )
    done(*schedule("other"), "--expect", lost, "--ledger", ledger)
    assert ", 0 faults" in done("verify", "--ledger", ledger)


def test_the_right_file_put_back_goes_on(older, tmp_path):
    """The questions to the older file changed neither the ledger nor the files beside."""
    ledger, _ = older
    done("list", "show", "fide-standard", "--ledger", ledger)
    put_back(tmp_path / "newer", ledger)
    assert run("list", "show", "fide-standard", "--ledger", ledger).err == ""
    assert run(*schedule("other"), "--ledger", ledger).err == ""
    assert ", 0 faults" in done("verify", "--ledger", ledger)


@pytest.mark.parametrize("time", range(TIMES))
def test_without_a_projection_an_expected_event_shows_the_older_file(sample, tmp_path, time):
    """Also where the older file has gone on since; the event accepted is named."""
    ledger, copy = tmp_path / "x.ledger", tmp_path / "copy"
    for path in (ledger, copy):
        shutil.copy(sample, path)
    for number in range(time + 1):
        done(*schedule(f"lost-{number}"), "--ledger", ledger)
    lost = head_of(ledger)
    put_back(copy, ledger)
    Path(f"{ledger}.projections").unlink()
    for number in range(time):
        done(*schedule(f"other-{number}"), "--ledger", ledger)
    expected = ("--expect", lost, "--ledger", ledger)
    ran = run(*schedule("new"), *expected)
    assert (ran.code, lost in ran.err) == (REFUSED, True)
    done("restore", "--accept-older", *expected)
    done(*schedule("new"), *expected)
    assert ", 0 faults" in done("verify", "--ledger", ledger)


@pytest.mark.parametrize("wrong", ["7", "7:", "7:xyz", "-1:" + "0" * 64, "7:" + "0" * 63])
def test_an_expected_event_is_a_position_and_a_hash(sample, wrong):
    """Anything else is refused before a ledger is opened."""
    ran = run(*schedule("new"), f"--expect={wrong}", "--ledger", sample)
    assert (ran.code, "POSITION:HASH" in ran.err) == (REFUSED, True)


def test_a_backup_restored_where_the_ledger_was_names_what_was_lost(older, tmp_path):
    """The projection beside the old ledger shows the loss; writing goes on at once."""
    ledger, lost = older
    position = lost.partition(":")[0]
    for end in ("", "-wal", "-shm"):
        Path(f"{ledger}{end}").unlink(missing_ok=True)
    out = done("restore", tmp_path / "copy", "--ledger", ledger)
    assert f"events up to #{position} are known to have been lost" in out
    assert run(*schedule("other"), "--ledger", ledger).err == ""


def test_restore_needs_a_file_or_accepts_without_one(tmp_path):
    """Never both, never neither."""
    for words in ((), ("x", "--accept-older"), ("--preview",)):
        ran = run("restore", *words, "--ledger", tmp_path / "x")
        assert (ran.code, "or give --accept-older alone" in ran.err) == (REFUSED, True)


APPENDS = 12


@pytest.fixture(scope="module")
def ages(tmp_path_factory) -> tuple[list[bytes], bytes, list[bytes]]:
    """A ledger's file at each age, the last -wal, and the chain.

    Every third age it was closed; else its last events stand in the -wal that the copy leaves out.
    """
    folder = tmp_path_factory.mktemp("ages")
    path = folder / "x.ledger"
    begun(str(path), "example.org", "UTC", SetClock()).close()
    files: list[bytes] = []
    for age in range(0, APPENDS, 3):
        with Ledger.open(str(path), SetClock()) as ledger:
            for number in range(age, age + 3):
                ledger.append(request(f"n{number}", *map(event, "abcdefgh"[: number % 5])))
                files.append(copied(path))
            chain = [recorded.chain_hash for recorded in ledger.read.events()]
            log = copied(Path(f"{path}-wal"))
        files.append(copied(path))
    return files, log, chain


def copied(path: Path) -> bytes:
    """Return a file as read by another process: reading here would drop the locks."""
    return subprocess.run(["cat", path], check=True, capture_output=True).stdout


def test_an_older_file_under_a_newer_log_is_noticed_or_sound(ages, tmp_path):
    """A file put back over an older -wal: SQLite reads both as a pair."""
    files, log, chain = ages
    heads, faults = [], 0
    for number, file in enumerate(files):
        path = tmp_path / f"{number}.ledger"
        path.write_bytes(file)
        Path(f"{path}-wal").write_bytes(log)
        found = looked_at(path)
        faults += isinstance(found, str)
        heads += [] if isinstance(found, str) else [found]
    assert heads
    assert all(found == chain[: len(found)] for found in heads)
    assert faults > len(heads)


def looked_at(path: Path) -> list[bytes] | str:
    """Return the chain of a ledger, or the first fault."""
    try:
        with Ledger.open(str(path)) as ledger:
            pages = sqlite_files.page_faults(ledger.engine)
            for fault in pages or map(str, integrity.faults(ledger.engine)):
                return fault
            return [recorded.chain_hash for recorded in ledger.read.events()]
    except LedgerError as error:
        return str(error)
