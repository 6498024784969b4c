"""Backups: verified copies, taken during recordings; restored copies begin an incarnation."""

from itertools import pairwise
from pathlib import Path
from threading import Event, Thread

import pytest
from sqlalchemy import text

from ledger.store import integrity
from ledger.store.incarnation import KnownHead
from ledger.store.ledger import Ledger
from ops.cli.exits import DAMAGED, REFUSED
from ops.house import House
from ops.upkeep.back_up import back_up
from tests.support import varied_ledger
from tests.support.command import done, run
from tests.support.counts import FULL
from tests.support.new_ledgers import begun
from tests.support.store_facts import SetClock, request
from tests.support.tampering import unguarded
from tests.support.unfinished_files import writing

TIMES = 5 if FULL else 1
COPIES = 20 if FULL else 2


@pytest.fixture
def ledger(tmp_path):
    """The sample with a row in every table; the ledger stays open."""
    with begun(str(tmp_path / "x.ledger"), "example.org", "UTC", SetClock()) as made:
        varied_ledger.fill(made)
        yield made


def hashes(address: str | Path) -> list[bytes]:
    """The chain of a ledger."""
    with Ledger.open(str(address)) as opened:
        assert list(integrity.faults(opened.engine)) == []
        return [recorded.chain_hash for recorded in opened.read.events()]


@pytest.mark.parametrize("time", range(TIMES))
def test_a_backup_restored_is_the_ledger_and_goes_on(ledger, tmp_path, time):
    """Same chain, a further event; the next incarnation; repeated requests are known."""
    for number in range(time):
        ledger.append(request(f"n{number}"))
    backup, again = tmp_path / "b.ledger", tmp_path / "again.ledger"
    head = ledger.read.head()
    out = done("backup", "--to", backup, "--ledger", ledger.address)
    assert f"  {head.next_position - 1}:{head.chain_hash.hex()}" in out.splitlines()
    assert backup.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.glob("*b.ledger*")) == ["b.ledger"]
    before = backup.read_bytes()
    out = done("restore", backup, "--ledger", again)
    assert f"incarnation 3 begins (#{head.next_position})" in out
    assert backup.read_bytes() == before
    assert hashes(again)[:-1] == hashes(ledger.address)
    with Ledger.open(str(again)) as restored:
        assert restored.append(request("new")).first_position == head.next_position + 1
        assert restored.append(request("a")).replayed == ledger.append(request("a")).replayed


def test_a_backup_is_checked_by_the_command_that_is_named(ledger, tmp_path):
    backup = tmp_path / "b.ledger"
    done("backup", "--to", backup, "--ledger", ledger.address)
    ran = run("restore", backup, "--preview")
    assert ran.code == REFUSED
    assert f"`ledger verify --ledger {backup}`" in ran.err


def test_a_dump_restored_begins_an_incarnation_too(ledger, tmp_path, postgres_database):
    """On either database; a backup may be restored into PostgreSQL."""
    dump, backup = tmp_path / "all.jsonl", tmp_path / "b.ledger"
    done("dump", "--to", dump, "--ledger", ledger.address)
    done("backup", "--to", backup, "--ledger", ledger.address)
    assert "incarnation 3" in done("restore", dump, "--ledger", tmp_path / "again")
    assert "incarnation 3" in done("restore", backup, "--ledger", postgres_database)
    assert hashes(postgres_database)[:-1] == hashes(tmp_path / "again")[:-1]
    assert hashes(tmp_path / "again")[:-1] == hashes(ledger.address)


def test_backups_are_taken_while_others_record(tmp_path):
    """Each copy is whole: a former state of the ledger. Events are recorded between any two."""
    address, stop, recorded = str(tmp_path / "x.ledger"), Event(), Event()
    begun(address, "example.org", "UTC", SetClock()).close()

    def record() -> None:
        with Ledger.open(address) as writing:
            number = 0
            while not stop.is_set():
                writing.append(request(f"n{number}"))
                recorded.set()
                number += 1

    def copied(reading: Ledger, number: int) -> KnownHead:
        for _ in range(2):  # the first may be an event that the copy before has
            recorded.clear()
            assert recorded.wait(60), "nothing is recorded"
        return back_up(House(reading), tmp_path / f"b{number}")

    writer = Thread(target=record)
    writer.start()
    try:
        with Ledger.open(address) as reading:
            heads = [copied(reading, number) for number in range(COPIES)]
    finally:
        stop.set()
        writer.join()
    chain = hashes(address)
    assert all(one.position < other.position for one, other in pairwise(heads))
    for number, head in enumerate(heads):
        assert chain[head.position] == head.chain_hash
        assert hashes(tmp_path / f"b{number}") == chain[: head.position + 1]


@pytest.mark.parametrize("name", ["x.ledger", "mine"])
def test_a_backup_overwrites_nothing(ledger, tmp_path, name):
    """Not a file, and not the ledger itself."""
    (tmp_path / "mine").write_text("mine")
    before = hashes(ledger.address)
    ran = run("backup", "--to", tmp_path / name, "--ledger", ledger.address)
    assert ran.code == REFUSED, ran
    assert (tmp_path / "mine").read_text() == "mine"
    assert hashes(ledger.address) == before


@pytest.mark.parametrize("end", ["-wal", "-journal"])
def test_a_backup_gets_no_leftovers_of_another_file(ledger, tmp_path, end):
    """SQLite would read such leftovers as the last changes."""
    (tmp_path / f"b{end}").write_text("left")
    ran = run("backup", "--to", tmp_path / "b", "--ledger", ledger.address)
    assert (ran.code, f"b{end} is left of another file" in ran.err) == (REFUSED, True)
    assert not (tmp_path / "b").exists()


def test_what_a_killed_backup_left_is_removed_by_the_next(ledger, tmp_path):
    """Under any name in the folder; nothing of a running backup, or of another program."""
    (tmp_path / ".theirs").write_text("theirs")
    with writing(tmp_path / "killed") as killed, writing(tmp_path / "goes-on") as going:
        killed.process.kill()
        killed.process.join()
        assert len(unfinished(tmp_path)) == 2 * FILES
        done("backup", "--to", tmp_path / "next", "--ledger", ledger.address)
        left = unfinished(tmp_path)
        assert len(left) == FILES
        assert all(name.startswith(".goes-on.") for name in left)
        going.end.set()
        going.process.join()
        assert going.process.exitcode == 0
    assert unfinished(tmp_path) == []
    assert {"next", "goes-on", ".theirs"} < {path.name for path in tmp_path.iterdir()}


FILES = 2
"""Of a backup that is being written: the file and its journal."""


def unfinished(folder: Path) -> list[str]:
    """The names of unfinished files in a folder."""
    return [path.name for path in folder.iterdir() if ".ledger-unfinished" in path.name]


DAMAGE = {
    "event 5, leaf hash": "UPDATE event SET leaf_hash = chain_hash WHERE position = 5",
    "event 7: ": "UPDATE event SET stream = 'pool-x' WHERE position = 7",
    "document ": "UPDATE document SET bytes = CAST('x' AS BLOB) WHERE kind = 'list'",
}


@pytest.mark.parametrize("place", DAMAGE)
def test_a_copy_with_a_fault_becomes_no_backup_and_is_not_restored(ledger, tmp_path, place):
    """Damaged: the place is named, nothing is left."""
    with unguarded(ledger.engine) as connection:
        connection.execute(text(DAMAGE[place]))
    ran = run("backup", "--to", tmp_path / "b", "--ledger", ledger.address)
    assert (ran.code, place in ran.err) == (DAMAGED, True), ran
    assert not list(tmp_path.glob("*b*")) + list(tmp_path.glob(".*"))
    ran = run("restore", ledger.address, "--ledger", tmp_path / "again")
    assert (ran.code, place in ran.err) == (DAMAGED, True), ran
    assert not list(tmp_path.glob("again*"))


def test_an_index_that_lacks_a_row_is_a_fault(ledger, tmp_path):
    """Answers read the index; the rows themselves are whole."""
    with ledger.engine.begin() as connection:
        connection.exec_driver_sql("PRAGMA writable_schema = 1")
        connection.exec_driver_sql(
            "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema"
            " WHERE name = 'sqlite_autoindex_reported_name_1') WHERE name = 'subject_number_player'"
        )
    ledger.close()
    ran = run("verify", "--ledger", ledger.address)
    assert (ran.code, "fault: pages: " in ran.out) == (1, True), ran
