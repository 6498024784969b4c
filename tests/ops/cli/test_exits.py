"""How a command ends: after a commit nothing is called refused, and no pipe or full disk lies."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from ledger.errors import Damaged, OutcomeUnknown, Refused, Unavailable
from ledger.events.pool import PoolOpened
from ledger.store import appended, drivers
from ledger.store.ledger import Ledger
from ledger.store.requests import NewEvent, Receipt, Request
from ops import cli
from ops.cli import exits, streams
from ops.cli.running import run_command
from projections.rulebooks.engine.rulebook import OutsideRulebook
from tests.support.command import done, run

pytestmark = pytest.mark.waits

ANNOUNCE = [
    "tournament", "announce", "--pool", "fide-standard", "--set", "name=Open",
    "--set", "start=2026-05-01", "--set", "end=2026-05-03",
]  # fmt: skip


def announced(address, name="Open"):
    """Return the words to announce a tournament."""
    return [*(word.replace("Open", name) for word in ANNOUNCE), "--ledger", str(address)]


def heads(address):
    """Give the next position of a ledger."""
    with Ledger.open(str(address)) as ledger:
        return ledger.read.head().next_position


@pytest.fixture(autouse=True)
def as_at_a_terminal():
    """Signals end a program; a program started in the background inherits ignored signals."""
    interrupted = signal.signal(signal.SIGINT, signal.default_int_handler)
    hung_up = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGINT, interrupted)
    signal.signal(signal.SIGHUP, hung_up)


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    """A ledger with one pool and nothing else; not to be written to."""
    path = tmp_path_factory.mktemp("exits") / "small.ledger"
    done("init", "--ledger", path)
    done("pool", "open", "fide-standard", "--first-period", "2025-10", "--adopt", "--ledger", path)
    return path


@pytest.fixture
def address(opened, tmp_path):
    """The same in a writable ledger."""
    return shutil.copy(opened, tmp_path / "small.ledger")


def ended(command, form="text"):
    """Run a command of this test; return the exit code and standard error."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = run_command(command, form)
    return code, err.getvalue() if form == "text" else json.loads(out.getvalue())


def appending(address, *names):
    """Append one request for each name."""
    with Ledger.open(str(address)) as ledger:
        for name in names:
            opened = PoolOpened(
                pool=name, rulebook="fide-standard", zone="UTC", first_period="2025-10"
            )
            ledger.append(Request(f"test:{name}", (NewEvent(opened),)))


def test_the_guide_has_each_exit_code_as_the_help_has_it():
    guide = Path("ops/guide/operator.md").read_text("utf-8")
    rows = re.findall(r"^\| (\d+) \| (.*?) \| .+ \|$", guide, re.MULTILINE)
    assert {int(code): meaning for code, meaning in rows} == exits.MEANINGS


# ----------------------------------------------------------------------- errors before and after

ERRORS = [
    (Refused("too late"), exits.REFUSED, "refused: too late\n"),
    (OutsideRulebook("before 2014"), exits.REFUSED, "refused: before 2014\n"),
    (FileNotFoundError(2, "No such file", "a.trf"), exits.REFUSED, "refused: a.trf: No such file"),
    (Damaged("two heads"), exits.DAMAGED, "damaged: two heads\n"),
    (Unavailable("gone"), exits.UNAVAILABLE, "unavailable: the database cannot be reached"),
    (ValueError("unforeseen"), exits.FAILED, "failed: unforeseen\n"),
    (KeyboardInterrupt(), exits.STOPPED, "interrupted: nothing was recorded\n"),
]


@pytest.mark.parametrize(("error", "code", "says"), ERRORS, ids=lambda value: type(value).__name__)
def test_before_the_commit_each_error_has_its_code_and_nothing_is_recorded(error, code, says):
    def command():
        raise error

    found, err = ended(command)
    assert found == code
    assert says in err
    assert "recorded (" not in err


@pytest.mark.parametrize(("error", "code", "_"), ERRORS, ids=lambda value: type(value).__name__)
def test_after_the_commit_no_error_is_called_a_refusal(address, error, code, _):
    def command():
        appending(address, "one", "two")
        raise error

    before = heads(address)
    found, err = ended(command)
    assert found == (exits.STOPPED if code == exits.STOPPED else exits.NOT_SHOWN)
    assert f"recorded (#{before}, #{before + 1})" in err
    assert "refused" not in err
    assert "nothing was recorded" not in err
    assert ("Traceback" in err) == (code == exits.FAILED)


def test_a_repetition_that_is_refused_later_recorded_nothing(address):
    """Existing content is no new record: the answer is a refusal."""

    def command():
        appending(address, "one")
        raise Refused("too late")

    assert ended(command)[0] == exits.NOT_SHOWN
    assert ended(command) == (exits.REFUSED, "refused: too late\n")


@pytest.mark.parametrize("error", [KeyboardInterrupt(), ValueError("in the middle")])
def test_between_the_begin_and_the_end_of_a_commit_the_outcome_is_unknown(error):
    def command():
        with appended.transaction():
            appended.in_transaction([Receipt("key", 7, 7, 0)])
            appended.commit_begins()
            raise error

    code, err = ended(command)
    assert code == (exits.STOPPED if isinstance(error, KeyboardInterrupt) else exits.UNKNOWN)
    assert "known" in err
    assert "type the command again" in err


def test_a_commit_that_is_unknown_after_others_names_them(address):
    def command():
        appending(address, "one")
        raise OutcomeUnknown("cut")

    code, err = ended(command)
    assert code == exits.UNKNOWN
    assert re.match(r"unknown: recorded \(#\d+\), and then the commit failed", err)


def test_refused_requests_and_repetitions_are_not_in_doubt(address):
    appending(address, "one")
    with appended.observed() as so_far:
        appending(address, "one")
    assert [receipt.replayed for receipt in so_far.receipts] == [True]
    assert so_far.new == []
    assert not so_far.in_doubt


# ------------------------------------------------------------------ output full, closed, or gone


@contextmanager
def output_to(stream):
    """Let standard output be a stream; close the stream as the end of a process does."""
    kept, sys.stdout = sys.stdout, stream
    try:
        yield
    finally:
        sys.stdout = kept


@contextmanager
def full():
    """Standard output on a device without room."""
    with open("/dev/full", "w", encoding="utf-8") as stream:  # noqa: PTH123 - a stream, not a file
        yield stream


@contextmanager
def closed():
    """Standard output as the program finds the stream closed by the shell."""
    with output_to(None):
        streams.prepare()
        yield sys.stdout


@contextmanager
def gone():
    """A pipe with the reader gone."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w", encoding="utf-8") as stream:
        yield stream


def ran_to(kind, *words):
    """Run a command with such an output; return the exit code and standard error."""
    err = StringIO()
    with kind() as stream, output_to(stream), redirect_stderr(err):
        code = cli.run([str(word) for word in words])
    return code, err.getvalue()


@pytest.mark.parametrize("form", [[], ["--format", "json"]], ids=["text", "json"])
@pytest.mark.parametrize("kind", [full, closed])
def test_an_answer_that_cannot_be_shown_is_recorded_all_the_same(address, kind, form):
    before = heads(address)
    words = [*announced(address), *form]
    for _ in range(2):  # said again: the first receipt could not be shown either
        code, err = ran_to(kind, *words)
        assert code == exits.NOT_SHOWN
        assert err.startswith(f"recorded (#{before}), but not shown: standard output: ")
        assert "refused" not in err
    assert heads(address) == before + 1
    assert f"#{before}, already" in done(*announced(address))


@pytest.mark.parametrize("kind", [full, closed])
def test_a_document_that_cannot_be_shown_is_told_on_standard_error(address, kind):
    close = ("list", "close", "fide-standard", "2099-01", "--format", "json", "--ledger", address)
    code, err = ran_to(kind, *close)
    assert code == exits.REFUSED
    assert err.startswith("refused: fide-standard: the next list to close is")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "words", ["--ledger={} verify", "{} verify", "list publish p 2026-01 --on {}"]
)
def test_no_password_is_shown_of_what_is_not_understood(words):
    ran = run(*words.format("postgresql://u:planted@h/db").split())
    assert ran.code == exits.USAGE
    assert "u:***@h/db" in ran.err
    assert "planted" not in ran.err + ran.out


@pytest.mark.parametrize("words", ["event list", "event export", "tournament export T-000001"])
@pytest.mark.parametrize("kind", [full, closed])
def test_a_question_that_cannot_be_answered_recorded_nothing(address, sample, kind, words):
    ledger = sample if words.startswith("tournament") else address
    code, err = ran_to(kind, *words.split(), "--ledger", ledger)
    assert code == exits.REFUSED
    assert err.startswith("not shown: standard output: ")
    assert err.endswith("nothing was recorded\n")


def test_without_a_reader_a_command_is_done_to_its_end(address):
    before = heads(address)
    assert ran_to(gone, *announced(address)) == (exits.DONE, "")
    assert heads(address) == before + 1
    assert ran_to(gone, "event", "list", "--limit", "0", "--ledger", address)[0] == exits.DONE
    assert ran_to(gone, "event", "export", "--ledger", address)[0] == exits.DONE


def test_without_a_reader_verify_still_ends_with_1(copy):
    data = Path(copy).read_bytes()
    Path(copy).write_bytes(data.replace(b'"Festival di Borgolieto', b'"Festival di Borgolieta'))
    assert ran_to(gone, "verify", "--ledger", copy)[0] == exits.FOUND


@contextmanager
def ascii_only(kept):
    """Standard output of a terminal limited to ASCII; the written text is appended to a list."""
    stream = TextIOWrapper(BytesIO(), encoding="ascii")
    with output_to(stream):
        streams.prepare()
        yield
        kept.append(stream.buffer.getvalue())


def test_no_encoding_of_a_terminal_ends_in_a_trace(address):
    words = [*announced(address, "Caffè Ďábel"), *["--set", "place=Łódź"]]
    answers: list[bytes] = []
    for form in ([], ["--format", "json"], ["--format", "json", "--nonsense", "è"]):
        with ascii_only(answers), redirect_stderr(StringIO()):
            assert cli.run([*words, *form]) in (exits.DONE, exits.USAGE)
    for question in (
        ["tournament", "show", "T-000001"],
        ["event", "export"],
        ["event", "list"],
    ):
        with ascii_only(answers):
            assert cli.run([*question, "--ledger", str(address)]) == exits.DONE
    text, document, wrong, shown, lines, _ = answers
    assert text.startswith(b"announced T-000001, Caff\\xe8 \\u010e\\xe1bel (#9)\n")
    assert json.loads(document)["about"]["name"] == "Caffè Ďábel"
    assert json.loads(wrong)["outcome"] == "not-understood"
    assert b"Caff\\xe8" in shown
    assert "Caffè Ďábel" in lines.decode("utf-8")  # a file for programs: UTF-8 on any terminal


def test_the_program_itself_ends_so(address):
    """The whole process: Python writes the output again at the end, and adds no exit code."""
    words = " ".join(f"'{word}'" for word in announced(address))
    program = f"{sys.executable} -c 'from ops.cli import main; main()' {words}"
    ran = [
        subprocess.run(["sh", "-c", f"{program} {to}"], capture_output=True, text=True, check=False)
        for to in (">/dev/full", ">&- 2>&-")
    ]
    assert [(each.returncode, each.stderr.count("\n")) for each in ran] == [(6, 1), (6, 0)]


@pytest.mark.parametrize("names", [(), ("one",)])
def test_an_interrupt_says_whether_anything_was_recorded(address, names):
    def command():
        appending(address, *names)
        signal.raise_signal(signal.SIGINT)

    before = heads(address)
    said = (
        f"recorded (#{before}), perhaps not everything; type" if names else "nothing was recorded"
    )
    code, err = ended(command)
    assert code == exits.STOPPED
    assert err.startswith(f"interrupted: {said}")


IMPORTING = """
import os, signal, sys, time
from ops.cli import interrupts
from ops.cli.running import run_command

def command():
    import half_imported
    if "through" not in sys.argv:
        time.sleep(5)

interrupts.prepare()
if "before" in sys.argv:
    os.kill(os.getpid(), signal.SIGTERM)
code = run_command(command)
sys.exit(code + 100 * (not hasattr(sys.modules.get("half_imported"), "end")))
"""
"""Ends with 130, or with 230 where the module was not imported whole."""


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_an_interrupt_in_the_middle_of_an_import_waits_for_its_end(tmp_path, name):
    """Otherwise the module with the answer might lack half of the names."""
    lines = ("import os, signal, time", f"os.kill(os.getpid(), signal.{name})")
    text = "\n".join((*lines, "time.sleep(0.05)", "end = True"))
    (tmp_path / "half_imported.py").write_text(text, "utf-8")
    ran = program(IMPORTING, PYTHONPATH=str(tmp_path))
    assert (ran.returncode, ran.stderr) == (exits.STOPPED, "interrupted: nothing was recorded\n")


def test_an_interrupt_that_finds_the_command_done_changes_nothing(tmp_path):
    (tmp_path / "half_imported.py").write_text(
        "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nend = True", "utf-8"
    )
    ran = program(IMPORTING, "through", PYTHONPATH=str(tmp_path))
    assert (ran.returncode, ran.stderr) == (exits.DONE, "")


def test_an_interrupt_before_the_command_begins_is_told_too():
    ran = program(IMPORTING, "before")
    assert (ran.returncode, ran.stderr) == (230, "interrupted: nothing was recorded\n")


def program(text, *words, **environment):
    """Run a program of this test, with further environment variables."""
    return subprocess.run(
        [sys.executable, "-c", text, *words],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | environment,
    )


# ----------------------------------------------------------------- what is kept beside the ledger


@pytest.fixture
def ready(copy):
    """The sample with an up-to-date projection, before the next list of chess."""
    done("list", "show", "fide-standard", "--ledger", copy)
    return copy


@contextmanager
def setting(pragma):
    """Set an option of each connection to the answers kept beside a ledger."""

    def connected(connection, _record):
        file = connection.execute("PRAGMA database_list").fetchone()[2]
        if file.endswith(".projections"):
            connection.execute(f"PRAGMA {pragma}")

    event.listen(Engine, "connect", connected)
    try:
        yield
    finally:
        event.remove(Engine, "connect", connected)


def small_disk(_address):
    """Let the answers kept beside the ledger have no room left."""
    return setting("max_page_count = 1")


def read_only(_address):
    """Let the answers kept beside the ledger be read only."""
    return setting("query_only = 1")


@contextmanager
def locked(address):
    """Let another program hold the projection."""
    kept, drivers.LOCK_TIMEOUT_MS = drivers.LOCK_TIMEOUT_MS, 20
    engine = drivers.engine(f"{address}.projections")
    try:
        with engine.begin() as connection:
            connection.exec_driver_sql("SELECT 1")
            yield
    finally:
        drivers.LOCK_TIMEOUT_MS = kept
        engine.dispose()


@pytest.mark.parametrize("kind", [small_disk, read_only, locked])
def test_a_list_is_closed_also_where_nothing_can_be_kept_beside_the_ledger(ready, kind):
    before = heads(ready)
    close = ["list", "close", "fide-standard", "--yes", "--ledger", ready]
    with kind(ready):
        ran = run(*close)
    assert ran.code in (exits.NOT_SHOWN, exits.DONE), ran
    assert heads(ready) > before
    assert f"#{heads(ready) - 1}" in ran.err + ran.out
    assert "refused" not in ran.err
    assert "nothing was recorded" not in ran.err
    assert "2026-04" in done("list", "show", "fide-standard", "--ledger", ready)


def test_a_ledger_that_another_program_holds_is_busy(address):
    kept, drivers.LOCK_TIMEOUT_MS = drivers.LOCK_TIMEOUT_MS, 20
    with Ledger.open(str(address)) as ledger, ledger.engine.begin():
        ran = run(*announced(address))
    drivers.LOCK_TIMEOUT_MS = kept
    assert ran.code == exits.UNAVAILABLE
    assert ran.err.startswith("unavailable: ")
    assert "try again" in ran.err


def test_a_right_that_is_missing_is_no_fault_of_the_program(postgres_server, postgres_database):
    done("init", "--ledger", postgres_database)
    with Ledger.open(postgres_database) as ledger, ledger.engine.begin() as connection:
        connection.exec_driver_sql("REVOKE ALL ON SCHEMA projections FROM ledger_app")
        name = str(ledger.engine.url.database)
    ran = run("rebuild", "--ledger", postgres_server.url(name, "ledger_app"))
    assert ran.code == exits.UNAVAILABLE
    assert ran.err.startswith("unavailable: ")
    assert "permission denied for schema projections" in ran.err
