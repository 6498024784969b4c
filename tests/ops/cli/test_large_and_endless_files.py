"""Endless and far too large files: refused in words before being read."""

import json
import os

import pytest
import structlog

from ledger import limits
from ledger.store.ledger import Ledger
from ops import logs, progress
from ops.cli.exits import REFUSED
from tests.support.command import done, run

POOL = "fide-standard"
CARRIED = ("pool", "carry-over", POOL, ..., "--on", "2025-09-01", "--source", "list")
RECORDED = (
    *("external-list", "record", ..., "--issuer", "fide", "--list", "2026-09"),
    *("--list-date", "2026-09-01"),
)
READERS = {
    "tournament import": ("tournament", "import", ..., "--pool", POOL),
    "tournament import --preview": ("tournament", "import", ..., "--pool", POOL, "--preview"),
    "tournament import --map": ("tournament", "import", "empty", "--pool", POOL, "--map", ...),
    "pool carry-over": CARRIED,
    "pool carry-over --form": (*CARRIED, "--form", "csv"),
    "external-list record": RECORDED,
    "external-list compare": ("external-list", "compare", POOL, "2025-10", ...),
    "event record-file": ("event", "record-file", ...),
    "restore": ("restore", ..., "--ledger", "new.ledger"),
    "tournament groups": (
        "tournament",
        "groups",
        "--turns",
        "5",
        "--pool",
        POOL,
        "--players",
        ...,
    ),
}
"""Every command that reads a file; … is its name."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A ledger with a closed list, a pipe without a writer, an empty file."""
    made = tmp_path_factory.mktemp("doors")
    ledger = ("--ledger", made / "our.ledger")
    done("init", *ledger)
    done("pool", "open", POOL, "--first-period", "2025-10", "--adopt", *ledger)
    done("list", "close", POOL, "2025-10", *ledger)
    os.mkfifo(made / "pipe")
    (made / "empty").touch()
    return made


def typed(words, name):
    """Type a command about a file; a `--ledger` in the command holds."""
    named = [name if word is ... else word for word in words]
    return run(*named, *(() if "--ledger" in named else ("--ledger", "our.ledger")))


@pytest.mark.parametrize("words", READERS.values(), ids=READERS.keys())
@pytest.mark.parametrize(
    ("name", "found"), [("pipe", "a pipe or a device"), ("/dev/zero", "a pipe or a device")]
)
def test_a_file_without_an_end_is_refused_at_once(folder, monkeypatch, words, name, found):
    monkeypatch.chdir(folder)
    ran = typed(words, name)
    assert ran.code == REFUSED
    assert f"{name} is {found}, not an ordinary file" in ran.err


@pytest.mark.parametrize(
    "words", [READERS["tournament import"], READERS["event record-file"], RECORDED]
)
def test_a_ledger_is_not_read_as_a_file(folder, monkeypatch, words):
    """Closing the file would drop the locks of this process."""
    monkeypatch.chdir(folder)
    ran = typed(words, "our.ledger")
    assert ran.code == REFUSED
    assert "our.ledger is a database (a ledger?), not an ordinary file" in ran.err


@pytest.mark.parametrize("over", [0, 1])
def test_decisions_are_counted_before_any_is_looked_up(folder, monkeypatch, over):
    """Below the limit every line is read and answered; above the limit, none."""
    monkeypatch.chdir(folder)
    monkeypatch.setattr(limits, "REQUEST_EVENTS", 3)
    line = json.dumps({"type": "nothing", "payload": {}}) + "\n\n"
    (folder / "many.jsonl").write_text(line * (3 + over))
    ran = typed(READERS["event record-file"], "many.jsonl")
    assert ran.code == REFUSED
    assert ("decisions of one file: 4 is more than the limit of 3" in ran.err) == bool(over)
    assert ("line 5: " in ran.err) == (not over)


def test_a_hundred_thousand_decisions_are_refused_unread(folder, monkeypatch):
    monkeypatch.chdir(folder)
    (folder / "many.jsonl").write_text("{}\n" * 100_000)
    assert (
        "100,000 is more than the limit of 10,000"
        in typed(READERS["event record-file"], "many.jsonl").err
    )


def test_where_no_terminal_is_a_line_says_how_far_long_work_is(capsys):
    """Not before ten seconds, and then every ten."""
    instants = iter([0, 9.9, 10, 12, 20.4, 31])
    with progress.shown("reading\x1b[2J the list", clock=lambda: next(instants)) as advance:
        for done_so_far in (1, 2, 3, 4, 5):
            advance(done_so_far, 10)
    assert capsys.readouterr().err.splitlines() == [
        "reading\\x1b[2J the list: 20 % after 10 s",
        "reading\\x1b[2J the list: 40 % after 20 s",
        "reading\\x1b[2J the list: 50 % after 31 s",
    ]


def test_long_work_goes_on_where_standard_error_takes_nothing(monkeypatch):
    full = open("/dev/full", "w", encoding="utf-8", buffering=1)  # noqa: PTH123, SIM115
    monkeypatch.setattr("sys.stderr", full)
    instants = iter([0, 10])
    with progress.shown("reading", clock=lambda: next(instants)) as advance:
        advance(1, 10)
    logs.to_standard_error()
    structlog.get_logger("x").warning("nothing_is_kept")
    with pytest.raises(OSError, match="No space left"):  # it does hold what it could not write
        full.close()


def test_a_ledger_that_is_a_pipe_is_refused(folder, monkeypatch):
    monkeypatch.chdir(folder)
    ran = run("list", "show", POOL, "--ledger", "pipe")
    assert (ran.code, ran.out) == (REFUSED, "")
    with Ledger.open("our.ledger") as ledger:
        assert ledger.read.head().next_position
