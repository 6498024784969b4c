"""No command writes over a ledger, over files beside a ledger, or under such a name."""

import os
import shutil
from pathlib import Path

import pytest

from ledger.store import drivers
from ops.cli.exits import REFUSED
from tests.support.command import done, run

T = "T-000001"
BESIDE = ("-wal", "-shm", "-journal", ".projections", ".projections-wal")


@pytest.fixture(scope="module")
def folder(sample, tmp_path_factory):
    """A folder with a ledger and answers, another ledger, names of the first, a dump, a report."""
    made = tmp_path_factory.mktemp("ledgers")
    shutil.copy(sample, made / "ours.ledger")
    done("list", "show", "fide-standard", "--ledger", made / "ours.ledger")
    done("init", "--ledger", made / "other.ledger")
    (made / "link.csv").symlink_to(made / "ours.ledger")
    os.link(made / "ours.ledger", made / "hard.csv")
    done("dump", "--to", made / "whole.jsonl", "--ledger", made / "other.ledger")
    done("tournament", "export", T, "--to", made / "report.trf", "--ledger", made / "ours.ledger")
    return made


WRITERS = {
    "tournament export": ("tournament", "export", T, "--overwrite", "--to", ...),
    "list export": ("list", "export", "fide-standard", "--overwrite", "--to", ...),
    "dump": ("dump", "--to", ...),
    "tournament import": (
        "tournament",
        "import",
        "report.trf",
        "--pool",
        "fide-standard",
        "--write-map",
        ...,
    ),
}
"""Commands that write a file; … is its name."""


NAMES = (
    *("ours.ledger", "other.ledger", "link.csv", "hard.csv"),
    *(f"ours.ledger{ending}" for ending in BESIDE),
)


@pytest.mark.parametrize(
    ("words", "name"),
    [
        *((WRITERS["tournament export"], name) for name in NAMES),
        *((words, name) for words in [*WRITERS.values()][1:] for name in (NAMES[0], NAMES[4])),
    ],
)
def test_a_file_never_takes_the_place_of_a_ledger(folder, monkeypatch, words, name):
    """Neither the ledger in use nor another, with --overwrite too, by any name."""
    monkeypatch.chdir(folder)
    there = Path(name).exists()
    ran = run(*(name if word is ... else word for word in words), "--ledger", "ours.ledger")
    assert ran.code == REFUSED
    assert f"{name} is a database" in ran.err or f"{name} is the name of a file" in ran.err
    assert Path(name).exists() == there
    assert drivers.is_database(folder / "ours.ledger")
    assert done("verify", "--ledger", "other.ledger")


@pytest.mark.parametrize("words", [("init",), ("restore", "whole.jsonl")], ids=" ".join)
@pytest.mark.parametrize("ending", BESIDE)
def test_no_ledger_is_made_under_the_name_of_a_file_beside_one(folder, monkeypatch, words, ending):
    monkeypatch.chdir(folder)
    there = Path(f"ours.ledger{ending}").exists()
    ran = run(*words, "--ledger", f"ours.ledger{ending}")
    assert ran.code == REFUSED
    assert "belongs to the ledger ours.ledger" in ran.err
    assert Path(f"ours.ledger{ending}").exists() == there


@pytest.mark.parametrize(
    ("name", "text"),
    [("text.csv", "a,b"), ("empty.csv", ""), ("-wal", "x"), ("alone-wal", "x"), ("a%?#.csv", "x")],
)
def test_any_other_file_is_written_over_where_that_is_said(folder, monkeypatch, name, text):
    monkeypatch.chdir(folder)
    Path(name).write_text(text)
    done("tournament", "export", T, f"--to={name}", "--overwrite", "--ledger", "ours.ledger")
    assert Path(name).read_text().startswith("012 ")
