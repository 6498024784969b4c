"""`ledger import` of several files and folders: a receipt each, a summary, refused files named."""

import pytest

from tests.ledger.intake.building import Tournament, players, round_robin
from tests.ledger.intake.pools import opened
from tests.ops.command import run

FOUR = players(4, rating=0)


def report(name, **more):
    return Tournament(FOUR, round_robin(4), name=name, **more).trf16()


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A ledger, and a folder with two reports, one more below, a hidden file, one that is none."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LEDGER", str(tmp_path / "ratings.ledger"))
    opened(str(tmp_path / "ratings.ledger")).close()
    inside = tmp_path / "reports" / "older"
    inside.mkdir(parents=True)
    (tmp_path / "reports" / "b.trf").write_bytes(report("Second", place="Roma"))
    (tmp_path / "reports" / "a.trf").write_bytes(report("First"))
    (inside / "c.trf").write_bytes(report("Third", place="Bari"))
    (tmp_path / "reports" / ".hidden").write_bytes(b"x")
    return tmp_path


def imported(*words):
    return run("import", *words, "--pool", "fide-standard", "--register-new")


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
    ran = run("import", "reports", "--register-new", *words)
    assert ran.code == 3
    assert f"{words[0]} is about one file" in ran.err


def test_an_empty_folder_is_refused(here):
    (here / "empty").mkdir()
    ran = imported("empty")
    assert (ran.code, "there is no file in this folder" in ran.err) == (3, True)
