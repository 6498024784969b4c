"""Commands to move a ledger: dumped, restored, migrated; decisions, events."""

import json
import shutil

import pytest
from sqlalchemy import text

from ledger.export.whole import dump
from ledger.store.ledger import Ledger
from ledger.store.schema import REVISION
from ops.cli.exits import DAMAGED, REFUSED
from tests.support.command import done, run
from tests.support.decision_lines import adjusted, file


@pytest.fixture
def copy(sample, tmp_path):
    """The sample season in a writable ledger."""
    return shutil.copy(sample, tmp_path / "copy.ledger")


def test_a_ledger_is_written_out_and_made_again(copy, tmp_path):
    """The new ledger verifies: every list is reproduced."""
    lines, again = tmp_path / "all.jsonl", tmp_path / "again.ledger"
    out = done("dump", "--to", lines, "--ledger", copy)
    assert out.startswith(f"wrote {lines}: ")
    assert "sha256" in out
    assert lines.stat().st_mode & 0o777 == 0o600
    assert "is whole" in done("restore", lines, "--preview", "--ledger", again)
    assert not again.exists()
    assert "made" in done("restore", lines, "--ledger", again)
    assert ", 0 faults" in done("verify", "--ledger", again)
    lists = [done("list", "show", "fide-standard", "--ledger", ledger) for ledger in (copy, again)]
    assert lists[0] == lists[1].replace("known to #89", "known to #88")


def test_nothing_is_overwritten(copy, tmp_path):
    """Neither a file nor a ledger."""
    lines = tmp_path / "all.jsonl"
    lines.write_text("mine")
    ran = run("dump", "--to", lines, "--ledger", copy)
    assert ran.code == REFUSED
    assert "nothing is overwritten" in ran.err
    assert lines.read_text() == "mine"
    lines.unlink()
    done("dump", "--to", lines, "--ledger", copy)
    ran = run("restore", lines, "--ledger", copy)
    assert ran.code == REFUSED
    assert "here already" in ran.err


@pytest.mark.parametrize("mode", [0o644, 0o600])
def test_a_file_that_lies_about_is_not_written_into(copy, tmp_path, mode):
    """Not even a file named like a half-written dump: the file stays, and lends no mode."""
    lines, about = tmp_path / "all.jsonl", tmp_path / "all.jsonl.part"
    about.write_text("mine")
    about.chmod(mode)
    done("dump", "--to", lines, "--ledger", copy)
    assert about.read_text() == "mine"
    assert lines.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("name", ["all.jsonl", "all.jsonl.part"])
def test_a_link_is_not_followed(copy, tmp_path, name):
    """The target of the link stays as before, and no new file appears."""
    victim, missing = tmp_path / "victim", tmp_path / "missing"
    victim.write_text("mine")
    for target in (victim, missing):
        link = tmp_path / name
        link.symlink_to(target)
        run("dump", "--to", tmp_path / "all.jsonl", "--ledger", copy)
        assert link.is_symlink()
        link.unlink()
        (tmp_path / "all.jsonl").unlink(missing_ok=True)
    assert victim.read_text() == "mine"
    assert not missing.exists()


@pytest.mark.parametrize("name", [".", "/", "..", ""])
def test_a_dump_needs_the_name_of_a_file(copy, name):
    """A folder is refused in one line."""
    ran = run("dump", "--to", name, "--ledger", copy)
    assert ran.code == REFUSED
    assert "is a folder: name a file" in ran.err


def test_a_ledger_that_contradicts_itself_leaves_no_file(copy, tmp_path):
    """Neither whole nor half."""
    with Ledger.open(str(copy)) as ledger, ledger.engine.begin() as connection:
        connection.execute(text("UPDATE subject SET salt = body WHERE player = 3"))
    before = set(tmp_path.iterdir())
    ran = run("dump", "--to", tmp_path / "all.jsonl", "--ledger", copy)
    assert ran.code == DAMAGED
    assert "subject 3" in ran.err
    assert set(tmp_path.iterdir()) == before


def test_persons_are_left_out_on_demand(copy, tmp_path):
    """No name of the sample is in the file."""
    lines = tmp_path / "all.jsonl"
    done("dump", "--to", lines, "--without-persons", "--ledger", copy)
    with Ledger.open(str(copy)) as ledger:
        [(_, body)] = ledger.read.subjects([1]).values()
        whole: list[bytes] = []
        dump(ledger.engine, whole.append)
    kinds = [json.loads(line)["line"] for line in lines.read_bytes().splitlines()]
    assert json.loads(body)["name"].encode() not in lines.read_bytes()
    assert not {"subject", "reported-name", "number", "note"} & set(kinds)
    assert kinds.count("event") == sum(b'"line":"event"' in line for line in whole)


def test_a_damaged_file_is_refused_with_its_line(copy, tmp_path):
    """And no ledger is made."""
    lines, again = tmp_path / "all.jsonl", tmp_path / "again.ledger"
    done("dump", "--to", lines, "--ledger", copy)
    data = lines.read_bytes().splitlines(keepends=True)
    lines.write_bytes(b"".join(data[:6] + data[7:]))
    ran = run("restore", lines, "--ledger", again)
    assert ran.code == REFUSED
    assert "line 7: " in ran.err
    assert not list(tmp_path.glob("again*"))
    assert "no ledger here" in run("list", "show", "fide-standard", "--ledger", again).err


def test_a_ledger_of_today_needs_no_migration(copy):
    """The answer says so."""
    assert f"is at step {REVISION} already: nothing to do" in done("migrate", "--ledger", copy)


def test_decisions_are_recorded_from_a_file(copy, tmp_path):
    """Once; a wrong line is named."""
    with Ledger.open(str(copy)) as ledger:
        right, wrong = file(adjusted(ledger)), file(adjusted(ledger, before="2000"))
    lines = tmp_path / "decisions.jsonl"
    lines.write_bytes(wrong)
    ran = run("event", "record-file", lines, "--ledger", copy)
    assert ran.code == REFUSED
    assert "line 1: " in ran.err
    lines.write_bytes(right)
    assert "recorded 1 decision" in done("event", "record-file", lines, "--ledger", copy)
    assert "already recorded" in done("event", "record-file", lines, "--ledger", copy)


def test_events_are_written_as_lines(copy):
    """From a position to a position, bodies as recorded."""
    lines = done("event", "export", "#3", "#5", "--ledger", copy).splitlines()
    assert lines == done("event", "export", "#3", "--last", "#5", "--ledger", copy).splitlines()
    assert [json.loads(line)["position"] for line in lines] == [3, 4, 5]
    with Ledger.open(str(copy)) as ledger:
        for line, recorded in zip(lines, ledger.read.events(3, 5), strict=True):
            assert recorded.body.decode() in line
