"""Planted strings on every way out: nothing reaches a terminal, no cell is a formula, JSON exact.

The store refuses such labels; these stand in words that are not bound to an event, and in events
appended past the door, as an older or another program may have.
"""

import csv
import io
import json
import shutil
from datetime import date

import pytest
import structlog

from ledger import canonical, hashing, visible
from ledger.clock import MachineClock
from ledger.events.tournament import TournamentRegistered
from ledger.kept_sentences import as_kept
from ledger.sentences import plain
from ledger.store import drivers
from ledger.store.appending import append_prepared
from ledger.store.ledger import Ledger
from ledger.store.preparing import prepare
from ledger.store.requests import NewEvent, Request
from ops import cli, logs
from ops.cli import output
from ops.cli.exits import DONE, FAILED, FOUND, REFUSED
from ops.cli.running import run_command
from tests.support.command import run
from tests.support.tampering import unguarded

CHESS, DRAUGHTS = "fide-standard", "rubele-italiana"
PLANTED = "=cmd|'!A0 \x1b]0;owned\x07\x1b[2J\u202egnp\nforged (#9)\u200b\x9b \x7f\U000e0041"
STAND_IN = "STANDIN"
PLAYER = "fide:99000463"
T = "T-000900"


@pytest.fixture(scope="module")
def planted(sample, tmp_path_factory):
    """The sample season, with a planted name for every player, an event and a slip."""
    address = str(shutil.copy(sample, tmp_path_factory.mktemp("planted") / "planted.ledger"))
    with Ledger.open(address) as ledger:
        with unguarded(ledger.engine) as connection:
            rows = connection.exec_driver_sql("SELECT player, body FROM subject").all()
            for player, body in rows:
                words = canonical.decode(bytes(body)) | {"name": f"{PLANTED} {player}"}
                change = "UPDATE subject SET body = ? WHERE player = ?"
                connection.exec_driver_sql(change, (canonical.encode(words), player))
        append_past_the_door(ledger)
        with drivers.writing(ledger.engine) as cursor:
            words = json.dumps([{"code": "planted", "says": as_kept(plain(PLANTED))}])
            slip = (90, 17, PLANTED, "0" * 64, "refused", PLANTED, None, words, None)
            cursor.execute("INSERT INTO import_slip VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", slip)
    return address


def append_past_the_door(ledger):
    """Announce a tournament of a planted name."""
    day = date(2026, 5, 1)
    fact = TournamentRegistered(
        tournament=T, name=STAND_IN, place=STAND_IN, pools=(CHESS,), start=day, end=day
    )
    prepared = prepare(Request("planted", (NewEvent(fact),)), MachineClock())
    (event,) = prepared.events
    body = event.body.replace(STAND_IN.encode(), json.dumps(PLANTED)[1:-1].encode())
    body = canonical.encode(json.loads(body))
    event = event._replace(body=body, body_sha256=hashing.body_digest(body))
    append_prepared(ledger.engine, MachineClock(), [prepared._replace(events=[event])])


QUESTIONS = [
    ("list", "show", CHESS, "2025-10"),
    ("list", "show", DRAUGHTS),
    ("player", "rating", CHESS, PLAYER),
    ("player", "history", CHESS, PLAYER),
    ("list", "malus", DRAUGHTS),
    ("list", "compare", CHESS, "2025-10", "2025-11"),
    ("player", "explain", CHESS, PLAYER, "2025-10"),
    ("pool", "findings", CHESS, T),
    ("pool", "findings", CHESS, "T-000001"),
    ("tournament", "check", CHESS, T),
    ("pool", "categories", DRAUGHTS),
    ("list", "promotions", DRAUGHTS, "2025-12-05"),
    ("player", "outlook", CHESS, PLAYER),
    ("tournament", "show", T),
    ("tournament", "cross-table", "T-000001"),
    ("player", "search", "cmd"),
    ("player", "show", PLAYER),
    ("player", "duplicates"),
    ("tournament", "duplicates"),
    ("event", "list", "#0", "--limit", "0"),
    (
        "tournament",
        "slips",
    ),
    ("tournament", "slip", "90"),
]
"""Every command that answers in three formats, where names or labels are in the answer."""

STREAMS = [
    ("event", "export", "#0"),
    ("tournament", "export", "T-000001"),
    ("tournament", "export", "T-000001", "--form", "trf26"),
    *(("list", "export", CHESS, "--form", form) for form in ("csv", "jsonl", "txt", "xml")),
    ("verify",),
    ("list", "close", CHESS, "--preview"),
    ("player", "rating", PLANTED, PLAYER),
    ("player", "rating", CHESS, PLANTED),
    ("player", "explain", CHESS, PLAYER, PLANTED),
    ("tournament", "import", PLANTED, "--pool", CHESS),
    ("tournament", "announce", "--pool", CHESS, "--set", f"name={PLANTED}"),
    ("tournament", "show", PLANTED),
]
"""What writes in one form, and refusals that repeat what was typed."""


def shows_nothing_unseen(ran):
    """Tell whether all written text is visible, apart from line ends LF and CRLF."""
    return not visible.UNSEEN.search((ran.out + ran.err).replace("\r\n", "").replace("\n", ""))


def formulas(text):
    """Return the cells of a CSV text with formulas for a spreadsheet."""
    cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
    return [cell for cell in cells if cell.lstrip()[:1] in set("=@\t\r") and len(cell) > 1]


@pytest.mark.parametrize("words", QUESTIONS, ids=" ".join)
def test_no_answer_writes_what_nobody_sees(planted, words):
    """As a table, as CSV without a formula, and as JSON with exactly the recorded text."""
    table, rows, document = (
        run(*words, "--ledger", planted, "--format", form) for form in ("table", "csv", "json")
    )
    assert {table.code, rows.code, document.code} <= {DONE, FOUND}
    assert all(shows_nothing_unseen(ran) for ran in (table, rows, document))
    assert not any(line.startswith("forged") for line in (table.out + rows.out).splitlines())
    assert words == ("tournament", "slip", "90") or formulas(rows.out) == []
    said = json.dumps(document.document)
    assert ("cmd|" in said) == (json.dumps(PLANTED)[1:-1] in said)


@pytest.mark.parametrize("words", STREAMS, ids=lambda words: visible.escaped(" ".join(words)))
def test_nothing_else_that_is_written_does(planted, words):
    assert shows_nothing_unseen(run(*words, "--ledger", planted))


def test_an_argument_with_such_a_character_is_refused(monkeypatch, capsys):
    """Shown escaped; bytes of a name in another encoding only name a file, and are shown."""
    monkeypatch.setattr("sys.argv", ["ledger", "rating", CHESS, "fide:1\x1b[2J\nforged"])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    error = capsys.readouterr().err
    assert ended.value.code == REFUSED
    assert "argument 3, fide:1\\x1b[2J\\nforged, holds the invisible character U+001B" in error
    monkeypatch.setattr("sys.argv", ["ledger", "import", "caff\udce9.trf", "--ledger", "none"])
    with pytest.raises(SystemExit):
        cli.main()
    assert "character U+" not in capsys.readouterr().err


def test_what_is_said_besides_is_escaped(capsys):
    """Lines on both outputs, logs, the trace of a fault of the program."""
    output.say(PLANTED)
    output.notice(PLANTED)
    logs.to_standard_error()
    structlog.get_logger().warning("clock_behind", stream=PLANTED)

    def fails():
        raise ValueError(PLANTED.replace("\n", " "))

    assert run_command(fails) == FAILED
    written = capsys.readouterr()
    assert not visible.UNSEEN.search((written.out + written.err).replace("\n", ""))
    assert not any(line.startswith("forged") for line in (written.out + written.err).splitlines())
