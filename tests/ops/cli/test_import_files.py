"""`tournament import` of several files and folders: receipts, a summary, refused files named."""

import os
from contextlib import contextmanager
from datetime import date
from pathlib import Path

import pytest

from ops.tournaments.import_files import files_in
from tests.support.command import run
from tests.support.pool_ledgers import opened
from tests.support.report_files import Tournament, players, round_robin

FOUR = players(4, rating=0)


def report(name, **more):
    return Tournament(FOUR, round_robin(4), name=name, **more).trf16()


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A ledger, and a folder with two reports, a third below, a hidden file, a file
    without a report.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LEDGER", str(tmp_path / "ratings.ledger"))
    opened(str(tmp_path / "ratings.ledger")).close()
    inside = tmp_path / "reports" / "older"
    inside.mkdir(parents=True)
    (tmp_path / "reports" / "b.trf").write_bytes(report("Second", start=date(2026, 1, 20)))
    (tmp_path / "reports" / "a.trf").write_bytes(report("First"))
    (inside / "c.trf").write_bytes(report("Third", start=date(2026, 1, 30)))
    (tmp_path / "reports" / ".hidden").write_bytes(b"x")
    return tmp_path


def imported(*words):
    return run("tournament", "import", *words, "--pool", "fide-standard", "--register-new")


def test_a_folder_is_imported_file_by_file(here):
    ran = imported("reports")
    assert ran.code == 0, ran.err
    told = [line for line in ran.out.splitlines() if line.startswith("imported")]
    assert [line.split()[1] for line in told] == ["a.trf", "b.trf", "c.trf"]
    assert ran.out.splitlines()[-1] == "3 files imported (18 games), 0 imported before, 0 refused"
    again = imported("reports", here / "reports" / "a.trf")
    assert again.out.splitlines()[-1] == "0 files imported (0 games), 4 imported before, 0 refused"


def test_a_file_that_is_refused_stops_no_other(here):
    (here / "reports" / "aa.trf").write_bytes(b"012 nothing more\n")
    ran = imported("reports")
    assert ran.code == 1
    assert "refused: aa.trf" in ran.err
    assert "import slip" in ran.err
    assert ran.out.splitlines()[-1] == "3 files imported (18 games), 0 imported before, 1 refused"


def test_where_all_are_refused_nothing_was_recorded(here):
    for name in ("one", "two"):
        (here / name).write_bytes(b"012 nothing more\n")
    assert imported("one", "two").code == 3


def test_as_one_document(here):
    (here / "reports" / "aa.trf").write_bytes(b"012 nothing more\n")
    ran = imported("reports", "--format", "json")
    said = ran.document
    assert (ran.code, said["exit_code"], len(said["recorded"])) == (1, 1, 3)
    assert [row["file"] for row in said["about"]["files"]] == ["a.trf", "aa.trf", "b.trf", "c.trf"]
    assert said["about"]["files"][1]["refused"]


@pytest.mark.parametrize(
    "words", [("--replaces", "T-000001"), ("--of", "T-000001"), ("--part", "1")]
)
def test_what_is_about_one_file_is_refused_for_several(here, words):
    ran = run("tournament", "import", "reports", "--register-new", *words)
    assert ran.code == 3
    assert f"{words[0]} is about one file" in ran.err


@pytest.fixture
def crowded(here):
    """The folder with reports holds three further entries of other kinds, and a folder of such
    entries.
    """
    folder, inner = here / "reports", here / "reports" / "older"
    (folder / "gone.trf").symlink_to(here / "nowhere")
    (folder / "round").symlink_to(folder / "round")
    (here / "elsewhere").mkdir()
    (folder / "linked").symlink_to(here / "elsewhere")
    (here / "only").mkdir()
    for path in (inner / "pipe", here / "only" / "pipe", folder / ".pipe"):
        os.mkfifo(path)
    return here


PASSED_OVER = [
    "passed over: reports/gone.trf is a link that leads nowhere; put the file in its place",
    "passed over: reports/linked is a link to a folder; to import its files, name the folder",
    "passed over: reports/older/pipe is a pipe, a socket or a device; save what is meant as a file",
    "passed over: reports/round is a link that leads nowhere; put the file in its place",
]


def test_what_is_no_file_in_a_folder_is_named_and_the_files_are_imported(crowded):
    ran = imported("reports")
    assert ran.code == 0, ran.err
    *before, last = ran.out.splitlines()
    assert [line.partition("warning: ")[2] for line in before[-4:]] == PASSED_OVER
    assert last.startswith("3 files imported (18 games)")
    assert last.endswith("0 refused, 4 passed over")


@pytest.mark.parametrize("kept", [3, 1])
def test_programs_find_it_among_the_warnings(crowded, kept):
    """Also where a single file of the folder is left."""
    for name in ("b.trf", "older/c.trf")[: 3 - kept]:
        (crowded / "reports" / name).unlink()
    document = imported("reports", "--format", "json").document
    assert document["warnings"][-4:] == PASSED_OVER


def test_it_is_named_also_where_the_only_file_is_refused(crowded):
    (crowded / "only" / "a.trf").write_bytes(b"012 nothing more\n")
    ran = imported("only")
    assert (ran.code, "only/pipe is a pipe" in ran.out) == (3, True)


def test_a_check_names_it(crowded):
    shown = imported("reports", "--preview").out
    before, _, moves = shown.partition("3 files imported (18 games), ")
    assert before.startswith("a preview, nothing is recorded")
    assert [line.partition("warning: ")[2] for line in before.splitlines()[-4:]] == PASSED_OVER
    assert "finding" in moves
    document = imported("reports", "--preview", "--format", "json").document
    assert document["warnings"][-len(PASSED_OVER) :] == PASSED_OVER
    assert (document["outcome"], document["recorded"]) == ("done", [])


def test_a_folder_with_nothing_else_is_refused_by_name(crowded):
    ran = imported("only")
    assert ran.code == 3
    assert "there is no file in this folder" in ran.err
    assert "only/pipe is a pipe" in ran.err


def test_a_folder_that_cannot_be_read_is_named(here):
    here.chmod(0o755)
    (here / "reports" / "older").chmod(0)
    with nobody():
        files, (closed,) = files_in([Path("reports")])
    assert [path.name for path in files] == ["a.trf", "b.trf"]
    assert str(closed) == (
        "passed over: reports/older is a folder that cannot be read (Permission denied); "
        "allow it to be read"
    )


@contextmanager
def nobody():
    """Root reads every folder: the test runs as another user."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(before)


def test_an_empty_folder_is_refused(here):
    (here / "empty").mkdir()
    ran = imported("empty")
    assert (ran.code, "there is no file in this folder" in ran.err) == (3, True)
