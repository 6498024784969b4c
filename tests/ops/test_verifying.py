"""Verification goes as far as it can: what lies beside the log is no obstacle to replay."""

import shutil
from collections.abc import Iterator

import pytest
from sqlalchemy import text

from ledger.store.ledger import Ledger
from ops.verifying import verify
from tests.ledger.store.tampering import unguarded
from tests.ops.command import done, run

EMPTY_ALL = "UPDATE document SET bytes = x'' WHERE kind = 'report'"


@pytest.fixture
def copy(sample, tmp_path) -> str:
    """The sample season in a ledger that may be written to."""
    return str(shutil.copy(sample, tmp_path / "copy.ledger"))


@pytest.fixture
def opened(copy) -> Iterator[Ledger]:
    """The same, open."""
    with Ledger.open(copy) as ledger:
        yield ledger


def changed(ledger: Ledger, statement: str) -> int:
    """Do what the guards allow; give the rows it met."""
    with ledger.engine.begin() as connection:
        return connection.execute(text(statement)).rowcount


def test_emptied_reports_are_told_and_no_fault(copy):
    """Every list is reproduced without them."""
    with Ledger.open(copy) as ledger:
        count = changed(ledger, EMPTY_ALL)
    assert count > 0
    assert done("verify", "--ledger", copy).endswith(
        f"89 events, 9 lists reproduced, 0 faults\nfor information: {count} reports emptied\n"
    )


def test_a_ledger_without_persons_verifies(copy, tmp_path):
    """Written out without them and made again: nothing is missed."""
    lines, again = tmp_path / "all.jsonl", tmp_path / "again.ledger"
    done("dump", lines, "--without-persons", "--ledger", copy)
    done("restore", lines, "--ledger", again)
    assert "9 lists reproduced, 0 faults\n" in done("verify", "--ledger", again)


def test_a_ledger_with_other_words_is_replayed_all_the_same(opened):
    """The fault is told, and the lists are reproduced."""
    changed(opened, "UPDATE subject SET salt = body WHERE player = 3")
    found = verify(opened)
    assert [each.place for each in found.faults] == ["subject 3"]
    assert found.lists == 9


def test_a_log_with_a_fault_is_not_replayed(opened):
    """What would be computed from it proves nothing."""
    with unguarded(opened.engine) as connection:
        connection.execute(text("UPDATE event SET valid_on = 'x' WHERE position = 1"))
    found = verify(opened)
    assert "event 1, column valid_on" in [each.place for each in found.faults]
    assert found.lists == 0


def test_a_list_that_is_not_kept_as_it_was_sealed_is_a_fault_and_no_crash(copy):
    """Each list cut short: replay goes on as long as it needs none of them."""
    with Ledger.open(copy) as ledger, unguarded(ledger.engine) as connection:
        connection.execute(text("UPDATE document SET bytes = x'00' WHERE kind = 'list'"))
    ran = run("verify", "--ledger", copy)
    assert ran.code == 1, ran.err
    assert "fault: document " in ran.out
