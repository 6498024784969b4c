"""Verification goes as far as possible: no file beside the log prevents replay."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from ledger.events.register import PersonalDataErased
from ledger.store.incarnation import KnownHead
from ledger.store.ledger import Ledger
from ledger.store.requests import NewEvent, Request
from ops.cli.exits import DAMAGED, FOUND, REFUSED
from ops.house import House
from ops.upkeep.verify_ledger import verify
from tests.support.command import done, run
from tests.support.tampering import overwrite_first_page, unguarded

EMPTY_ALL = "UPDATE document SET bytes = x'' WHERE kind = 'report'"
SCHEDULE = (
    "list",
    "schedule",
    "rubele-italiana",
    "2026-08",
    "--issue-day",
    "2026-09-01",
    "--cut-off",
    "2026-08-31",
)


@pytest.fixture
def copy(sample, tmp_path) -> str:
    """The sample season in a writable ledger."""
    return str(shutil.copy(sample, tmp_path / "copy.ledger"))


@pytest.fixture
def opened(copy) -> Iterator[Ledger]:
    """The same, open."""
    with Ledger.open(copy) as ledger:
        yield ledger


def changed(ledger: Ledger, statement: str) -> int:
    """Run a change allowed by the guards; return the number of rows."""
    with ledger.engine.begin() as connection:
        return connection.execute(text(statement)).rowcount


def test_emptied_reports_are_faults_unless_an_erasure_names_them(copy):
    """Every list is reproduced without the reports, and every report named before is a
    fault no more.
    """
    with Ledger.open(copy) as ledger:
        count = changed(ledger, EMPTY_ALL)
        found = verify(House(ledger))
        assert found.emptied == count == len(found.faults) > 0
        assert {str(fault.found) for fault in found.faults} == {"no bytes"}
        expected = "those of its digest (report of tournament-T-000001): no erasure event names it"
        assert expected in {str(fault.expected) for fault in found.faults}
        assert found.lists == 9
        gone = sorted(str(fault.place).removeprefix("document ") for fault in found.faults)
        erased = PersonalDataErased(documents=tuple(gone), by="the-council")
        ledger.append(Request("erase", (NewEvent(erased),)))
    assert done("verify", "--ledger", copy).endswith(
        f"90 events, 9 lists reproduced, 0 faults\nfor information: {count} reports emptied\n"
    )


def test_a_ledger_without_persons_verifies_where_that_is_said(copy, tmp_path):
    """Written out without persons and made again: all missing texts are faults, or none."""
    lines, again = tmp_path / "all.jsonl", tmp_path / "again.ledger"
    done("dump", "--to", lines, "--without-persons", "--ledger", copy)
    done("restore", lines, "--ledger", again)
    lists = "9 lists reproduced, "
    assert f"{lists}0 faults\n" in done("verify", "--without-persons", "--ledger", again)
    ran = run("verify", "--ledger", again)
    assert ran.code == FOUND
    assert f"{lists}0 faults\n" not in ran.out


def test_a_ledger_is_held_to_what_was_noted_down(copy):
    """The printed values of a verification are expected by the next; another hash or a later
    position is a fault.
    """
    out = done("verify", "--ledger", copy)
    [noted] = [line for line in out.splitlines() if line.startswith("note down: ")]
    known = noted.removeprefix("note down: ")
    assert known.startswith("88:")
    assert done("verify", "--expect", known, "--expect", known, "--ledger", copy) == out
    for wrong in (f"7{known[2:]}", f"89{known[2:]}"):
        ran = run("verify", "--expect", known, "--expect", wrong, "--ledger", copy)
        assert ran.code == FOUND
        assert f"fault: event {wrong[:-65]}, noted hash: " in ran.out
        assert "note down" not in ran.out
    assert run("verify", "--expect", "88", "--ledger", copy).code == REFUSED


def test_a_damaged_ledger_still_says_what_to_note_down(copy):
    """The last event is known although a report lacks bytes, unless the head itself differs."""
    out = done("verify", "--ledger", copy)
    [noted] = [line for line in out.splitlines() if line.startswith("note down: ")]
    with Ledger.open(copy) as ledger:
        changed(ledger, EMPTY_ALL)
    known = noted.removeprefix("note down: ")
    assert f"\nnote down, of a damaged ledger: {known}\n" in run("verify", "--ledger", copy).out
    about = json.loads(run("verify", "--ledger", copy, "--format", "json").out)["about"]
    assert (about["head"], about["damaged_head"]) == (None, known)
    with Ledger.open(copy) as ledger, unguarded(ledger.engine) as connection:
        connection.exec_driver_sql("UPDATE ledger_head SET chain_hash = zeroblob(32)")
    assert "note down" not in run("verify", "--ledger", copy).out


def test_what_nothing_binds_is_listed(copy):
    """Columns of actors and import slips."""
    [line] = [said for said in done("verify", "--ledger", copy).splitlines() if "proved" in said]
    assert line.startswith("not proved: parts of the tables actor, append_request, import_slip")
    columns = json.loads(done("verify", "--ledger", copy, "--format", "json"))["about"]["unbound"]
    assert columns[0] == "rows of actor (removed)"
    assert "import_slip.file (of a refused file)" in columns


def test_a_strange_trigger_is_a_fault_and_no_obstacle(copy):
    """The ledger is opened to be verified, and for nothing else."""
    with Ledger.open(copy) as ledger, ledger.engine.begin() as connection:
        connection.exec_driver_sql("CREATE TRIGGER odd AFTER INSERT ON note BEGIN SELECT 1; END")
    ran = run("verify", "--ledger", copy)
    assert ran.code == FOUND
    assert "fault: guards: found unknown trigger or rule odd on note" in ran.out
    assert "9 lists reproduced, 1 fault\n" in ran.out
    assert run("event", "list", "--ledger", copy).code == DAMAGED


def test_a_ledger_with_other_words_is_replayed_all_the_same(opened):
    """The fault is told, and the lists are reproduced."""
    changed(opened, "UPDATE subject SET salt = body WHERE player = 3")
    found = verify(House(opened))
    assert [str(each.place) for each in found.faults] == ["subject 3"]
    assert found.lists == 9


def test_a_log_with_a_fault_is_not_replayed(opened):
    """A computation from such a log proves nothing."""
    with unguarded(opened.engine) as connection:
        connection.execute(text("UPDATE event SET valid_on = 'x' WHERE position = 1"))
    found = verify(House(opened))
    assert "event 1, column valid_on" in [str(each.place) for each in found.faults]
    assert found.lists == 0


def test_a_list_that_is_not_kept_as_it_was_sealed_is_a_fault_and_no_crash(copy):
    """Each list cut short: replay goes on while no such list is needed."""
    with Ledger.open(copy) as ledger, unguarded(ledger.engine) as connection:
        connection.execute(text("UPDATE document SET bytes = x'00' WHERE kind = 'list'"))
    ran = run("verify", "--ledger", copy)
    assert ran.code == 1, ran.err
    assert "fault: document " in ran.out


WHOLE = "the faults lie in its projection, which is made anew\n"


@pytest.mark.parametrize("table", ["progress", "record", "furthest_head", "no database"])
def test_a_file_of_answers_that_cannot_be_read_is_named_and_left_as_it_is(copy, table):
    beside = Path(f"{copy}.projections")
    done("list", "show", "fide-standard", "--ledger", copy)
    if table == "no database":
        beside.write_bytes(b"no database at all\n" * 500)
    else:
        done(*SCHEDULE, "--ledger", copy)
        overwrite_first_page(beside, table)
    was = beside.read_bytes()
    ran = run("verify", "--ledger", copy)
    assert ran.code == FOUND
    faults = [line for line in ran.out.splitlines() if line.startswith("fault: ")]
    assert faults
    places = ("its pages", "the furthest head")
    named = tuple(f"fault: projection {beside}, {place}: found " for place in places)
    assert all(line.startswith(named) for line in faults)
    assert "\nnote down: " in ran.out
    assert ran.out.endswith("\nthe ledger itself is whole: " + WHOLE)
    assert beside.read_bytes() == was
    done("rebuild", "--ledger", copy)
    assert ", 0 faults" in done("verify", "--ledger", copy)


def test_an_event_that_came_during_the_look_is_not_noted_down(opened):
    """The hashes were not derived; the next verification prints them."""
    before = opened.read.head()

    def noted() -> Iterator[KnownHead]:
        erased = PersonalDataErased(slips=(1,), by="the-council")
        opened.append(Request("meanwhile", (NewEvent(erased),)))
        yield from ()

    found = verify(House(opened), known=noted())
    assert opened.read.head().next_position == before.next_position + 1
    assert (found.head.position, found.head.chain_hash) == (found.events - 1, before.chain_hash)


@pytest.mark.parametrize("table", ["document", "event"])
def test_a_page_that_cannot_be_read_is_named_alone(copy, table):
    """Whatever the content: the verification comes to an end, and names no later page."""
    overwrite_first_page(Path(copy), table)
    ran = run("verify", "--ledger", copy)
    assert ran.code == FOUND
    [fault] = [line for line in ran.out.splitlines() if line.startswith("fault: ")]
    found = r"(Tree (\d+) page \2: .+|database disk image is malformed)"
    assert re.fullmatch(f"fault: pages: found {found}, expected whole", fault)
