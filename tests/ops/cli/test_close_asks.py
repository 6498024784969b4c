"""`close` without a period: the list to be sealed is shown before a question; nobody is asked in
silence.
"""

import sys
from contextlib import nullcontext, redirect_stdout
from io import StringIO

import pytest

from ledger.store.ledger import Ledger
from ops import cli
from ops.cli import streams
from ops.cli.exits import DONE, REFUSED
from tests.support.command import done, run
from tests.support.shown_pages import ROOT
from tests.support.terminals import terminal

POOL = "fide-standard"
OPEN = ("--set", "name=Open", "--set", "start=2026-05-01", "--set", "end=2026-05-03")


@pytest.fixture
def address(tmp_path):
    """A ledger with a pool, ready to close the first list."""
    path = tmp_path / "a.ledger"
    done("init", "--ledger", path)
    done("pool", "open", POOL, "--first-period", "2025-10", "--adopt", "--ledger", path)
    return path


def events(address):
    with Ledger.open(str(address)) as ledger:
        return ledger.read.head().next_position


@pytest.mark.parametrize("answer", ["y\n", "YES\n"])
def test_on_a_terminal_what_was_shown_is_sealed_when_it_is_agreed_to(
    address, monkeypatch, capsys, answer
):
    with terminal(answer, monkeypatch) as screen:
        assert cli.run(["list", "close", POOL, "--ledger", str(address)]) == DONE
        screen("Seal list 2025-10 of fide-standard? A sealed list stays. [y/N]")
    shown, sealed = (
        line for line in capsys.readouterr().out.splitlines() if not line.startswith(" ")
    )
    assert shown.startswith("would seal fide-standard 2025-10: 0 rows, digest ")
    assert sealed.startswith(shown.replace("would seal", "sealed"))


def test_what_comes_in_before_the_answer_is_on_the_next_list(address, monkeypatch):
    """Sealed are the list and the position shown before."""
    shown = events(address) - 1

    class Slow(StringIO):
        """A person at a terminal, whose answer comes after another record."""

        def isatty(self):
            return True

        def readline(self, *_):
            done("tournament", "announce", "--pool", POOL, *OPEN, "--ledger", address)
            return "y\n"

    with terminal("", monkeypatch), redirect_stdout(StringIO()) as out:
        monkeypatch.setattr(sys, "stdin", Slow())
        assert cli.run(["list", "close", POOL, "--ledger", str(address)]) == DONE
    assert out.getvalue().count(f"everything up to #{shown}\n") == 2


@pytest.mark.parametrize("answer", ["n\n", "\n", "perhaps\n", "\x04"])
def test_any_other_answer_seals_nothing(address, monkeypatch, answer):
    before = events(address)
    with terminal(answer, monkeypatch) as screen:
        assert cli.run(["list", "close", POOL, "--ledger", str(address)]) == REFUSED
        screen("list 2025-10 was not sealed, as answered")
    assert events(address) == before


@pytest.mark.parametrize("closed", [False, True])
def test_where_nobody_can_be_asked_it_is_refused_with_what_to_type(address, monkeypatch, closed):
    """Also where the shell, or a timer, closed standard input."""
    before = events(address)
    if closed:
        monkeypatch.setattr(sys, "stdin", None)
        streams.prepare()
    with sys.stdin if closed else nullcontext():
        ran = run("list", "close", POOL, "--ledger", address)
    assert (ran.code, ran.out) == (REFUSED, "")
    assert "`ledger list close fide-standard 2025-10`" in ran.err
    assert "--yes" in ran.err
    assert events(address) == before


@pytest.mark.parametrize("words", [("2025-10",), ("--yes",), ("2025-10", "--yes")])
def test_a_period_or_yes_seals_without_a_question(address, words):
    assert "sealed fide-standard 2025-10: " in done(
        "list", "close", POOL, *words, "--ledger", address
    )


def test_a_dry_run_asks_nobody(address):
    before = events(address)
    assert "sealed fide-standard 2025-10: " in done(
        "list", "close", POOL, "--preview", "--ledger", address
    )
    assert events(address) == before


def test_a_closing_says_how_many_games_wait_for_an_approval(address):
    """Registered a day before the start; a dry run says so too, and nothing after the approval."""
    folder = ROOT / "ops" / "sample" / POOL
    at = ("--ledger", address)
    since = ("--on", "2025-09-01", "--source", "list of September", "--register-new")
    done("pool", "carry-over", POOL, folder / "carried-over-2025-09.csv", *since, *at)
    days = ("--set", "registered_on=2025-09-06", "--set", "received_on=2025-09-09")
    report = folder / "2025-09-07-festival-borgolieto.trf"
    done("tournament", "import", report, "--pool", POOL, "--register-new", *days, *at)
    told = told_by_closing(at)
    assert "not met: 1 tournament needs a decision; waiting: 24 entrants with 82 games" in told
    assert "T-000001 Festival di Borgolieto, open A: 0.2.2: registered later than" in told
    assert "ledger event record exemption-granted --tournament T-000001 --article 0.2.2" in told
    exemption = ("--tournament", "T-000001", "--article", "0.2.2", "--by", "fide-qc")
    done("event", "record", "exemption-granted", *exemption, *at)
    assert told_by_closing(at).startswith(f"{POOL} 2025-10-01: the code was never compared")


def told_by_closing(at):
    """Return the warnings of closing the next list, without closing."""
    return "\n".join(
        run("list", "close", POOL, "2025-10", "--preview", "--format", "json", *at).document[
            "warnings"
        ]
    )
