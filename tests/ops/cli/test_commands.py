"""Every command as a person meets it: help with an example, exit codes, one line for a refusal."""

import csv
import io
import json
import re
import shlex
from functools import cache
from inspect import unwrap
from pathlib import Path

import pytest

from ledger.intake.formats.manual_facts import KNOWN
from ledger.store import drivers
from ledger.store.ledger import Ledger
from ledger.tournaments.recorded_report import DETAILS
from ops import cli
from ops.cli import exits, front
from ops.cli.every import app
from ops.cli.exits import DAMAGED, FOUND, REFUSED, USAGE
from ops.cli.running import run_command
from ops.doors.catalogue import questions
from ops.sample import commands
from tests.support.command import done, run
from tests.support.commands import commands_of

CHESS, DRAUGHTS = "fide-standard", "rubele-italiana"
REPORT = commands.FOLDER / CHESS / "2025-09-07-festival-borgolieto.trf"
RATINGS = commands.FOLDER / CHESS / "carried-over-2025-09.csv"
PLAYER = "fide:99000463"
HELD = "fid:X02060"
"""Who stands on the lists of draughts; the other one on those of chess only."""


def as_typed(value):
    """Name a case by its words."""
    words = value if isinstance(value, list) else []
    return " ".join(str(getattr(word, "name", word)) for word in words)


def told(ran):
    """Return the single line of a refusal."""
    assert ran.code == REFUSED, ran
    assert ran.out == ""
    (line,) = ran.err.splitlines()
    assert line.startswith("refused: ")
    return line.removeprefix("refused: ")


@pytest.fixture
def empty(tmp_path):
    """A ledger with nothing but the first event."""
    address = tmp_path / "empty.ledger"
    done("init", "--ledger", address)
    return address


# ------------------------------------------------------------------------------------------- help


def test_the_modules_of_every_noun_are_those_that_hold_its_commands():
    holding: dict[str, set[str]] = {}
    for module in Path(front.__file__).parent.glob("*.py"):
        found = re.findall(r'^@?app(?:\["([\w-]+)"\])?\.command\b', module.read_text("utf-8"), re.M)
        for noun in found:
            holding.setdefault(noun, set()).add(module.stem)
    assert holding.pop("", set()) - {"app"} == {module for _, module in front.TOP.values()}
    by_hand = {noun: set(modules) for noun, (_, modules) in front.NOUNS.items() if modules}
    assert holding == by_hand


def test_the_package_lists_every_command_beside_its_module():
    """A reader finds the module of a command written by hand in the docstring of `ops.cli`."""
    lines = re.findall(r"^(\w+) +((?:.+\n)(?: {5,}.+\n)*)", cli.__doc__ or "", re.M)
    listed = {module: set(re.findall(r"[\w-]+", words)) for module, words in lines}
    for words in commands_of():
        command = app.parse_commands(words)[1][-1].default_command
        assert command is not None
        module = unwrap(command).__module__.rpartition(".")[2]
        made = module in ("by_hand", "declared")
        assert made or {words[0], words[-1]} <= listed[module], words


def test_the_first_page_has_every_noun_and_command():
    assert {*front.NOUNS, *front.TOP} == {name for name in app if not name.startswith("-")}
    for name, (text, _) in front.TOP.items():
        assert app[name].help.startswith(text), name


@cache
def help_of(words):
    """Return the help of a command, wide enough for one line per option."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", "250")
        return done(*words, "--help")


@pytest.mark.parametrize("words", list(commands_of()), ids=" ".join)
def test_every_command_has_an_example_that_can_be_typed(words):
    lines = [line.strip() for line in help_of(words).splitlines()]
    assert lines[0].startswith(f"Usage: ledger {' '.join(words)}")
    (at,) = [at for at, line in enumerate(lines) if line.startswith("Example: ")]
    example = " ".join(lines[at : lines.index("", at)]).removeprefix("Example: ledger ")
    assert example.startswith(" ".join(words))
    command, _, _ = app.parse_args(shlex.split(example), exit_on_error=False, print_error=False)
    assert command is not app.help_print


@pytest.mark.parametrize("words", list(commands_of()), ids=" ".join)
def test_every_argument_of_a_command_is_explained(words):
    """The help says more than "required" or the default."""
    row = re.compile(r"│ \*? *((?:[A-Z-]+ )?--?[\w-]+(?: [A-Z.]+)?) *(.*?) *│")
    rows = [row.fullmatch(line) for line in help_of(words).splitlines()]
    explained = {each[1]: re.sub(r"\[[^]]*\]", "", each[2]).strip() for each in rows if each}
    assert explained
    assert all(explained.values()), explained


RUN_ON = ("serve", "run")
"""Commands that end when they are interrupted: they show nothing but where they are."""

WRITE_FILES = (
    *("export", "attachment", "completion"),
    *(of.words[-1] for of in questions() if of.kind.FORMS),
)
"""Commands that write a file of its own form."""


@pytest.mark.parametrize("words", list(commands_of()), ids=" ".join)
def test_every_command_that_shows_anything_has_a_format_and_each_file_is_named_with_to(words):
    options = set(re.findall(r"--[a-z-]+", help_of(words)))
    assert ("--format" in options) is (words[-1] not in (*WRITE_FILES, *RUN_ON))
    assert ("--to" in options) is (words[-1] in (*WRITE_FILES, "backup", "dump"))
    assert not options & {"--dry-run", "--check"}


@pytest.mark.parametrize(
    ("words", "keys"),
    [(["tournament", "correct", "details"], DETAILS), (["tournament", "import"], KNOWN)],
    ids=str,
)
def test_help_names_every_key_that_can_be_set(words, keys):
    said = re.findall(r"\w+", done(*words, "--help"))
    assert set(keys) <= set(said)


@pytest.mark.parametrize(
    ("option", "says"),
    [
        ("player", "players, as 12-5 or fide:N, separated by commas"),
        ("before", "ratings, separated by commas, in the order of the players"),
    ],
)
def test_help_says_how_several_players_are_written(option, says):
    lines = help_of(("event", "record", "ratings-adjusted"))
    assert f"--{option} STR {says} [" in re.sub(r"[\s│]+", " ", lines)


def test_help_tells_the_exit_codes():
    text = " ".join(done("--help").split())
    for code, meaning in exits.MEANINGS.items():
        assert f"{code} {meaning}" in text


def test_without_a_command_help_is_shown():
    assert done() == done("--help")


# ------------------------------------------------------------------------------------ exit codes


@pytest.mark.parametrize("error", [ValueError, KeyError, RecursionError, AssertionError])
def test_what_nobody_foresaw_ends_with_70_and_its_trace(error, capsys):
    """Exit 1 of Python would mean a fault found by `verify`."""

    def command():
        raise error("unforeseen")

    assert run_command(command) == exits.FAILED == 70
    err = capsys.readouterr().err
    assert err.startswith("Traceback")
    assert "in command" in err
    assert "unforeseen" in err


@pytest.mark.parametrize(
    "words",
    [
        ["nonsense"],
        ["event", "record", "nonsense"],
        ["list", "show"],
        ["list", "show", CHESS, "--nonsense"],
        ["list", "show", CHESS, "--format", "xml"],
        ["list", "show", CHESS, "--as-of", "2025-13-01"],
        ["list", "show", CHESS, "--limit", "few"],
        ["player", "rating", CHESS],
        ["tournament", "import", REPORT, "--form", "xml"],
        ["pool", "carry-over", CHESS, RATINGS, "--source", "x"],
        ["pool", "carry-over", CHESS, RATINGS, "--on", "yesterday", "--source", "x"],
        ["list", "publish", CHESS, "2025-10", "--on", "99"],
        ["list", "schedule", DRAUGHTS, "x", "--cut-off", "2026-01-01"],
        ["event", "record", "ratings-adjusted", "--pool", CHESS],
    ],
    ids=as_typed,
)
def test_what_is_not_understood_ends_with_2(words):
    ran = run(*words)
    assert ran.code == USAGE
    assert "Traceback" not in ran.err
    assert "Error" in ran.err


ASKED_WRONGLY = [
    (
        ["list", "show", "nowhere"],
        "there is no pool 'nowhere'; opened are: fide-standard, rubele-italiana",
    ),
    (["list", "show", CHESS, "2030-01"], "no list '2030-01' is closed"),
    (["list", "show", CHESS, "--as-of", "2020-01-01"], "histories begin on 2025-09-01"),
    (["list", "show", CHESS, "--known-at", "nonsense"], "write a day (2026-01-31), an instant"),
    (["list", "show", CHESS, "--known-at", "#99999"], "positions go from #0 to #88"),
    (["list", "show", CHESS, "--known-at", "2026-02-30"], "write a day"),
    (["list", "show", CHESS, "--known-at", "9999-12-31"], "write a day"),
    (["list", "show", CHESS, "--known-at", "2020-01-01"], "which began on 20"),
    (["list", "show", CHESS, "--known-at", "2026-01-31T10:00:00"], "an instant needs its zone"),
    (["player", "rating", "nowhere", PLAYER], "there is no pool 'nowhere'"),
    (["player", "rating", CHESS, "fide:1"], "the register holds no such player"),
    (["player", "rating", CHESS, "1-4"], "the check digit does not fit"),
    (["player", "rating", CHESS, "1"], "without its check digit"),
    (["player", "rating", CHESS, "99999-9"], "register holds no such player"),
    (["player", "rating", CHESS, "else:1"], "the register holds no such player"),
    (["player", "history", CHESS, "nobody"], "no id"),
    (["player", "history", "nowhere", PLAYER], "there is no pool 'nowhere'"),
    (["player", "explain", CHESS, PLAYER, "2030-01"], "no list '2030-01' is closed"),
    (["player", "explain", CHESS, "fide:1"], "the register holds no such player"),
    (["pool", "findings", CHESS, "T-000014"], "does not know T-000014"),
    (["pool", "findings", CHESS, "fide:1"], "the register holds no such player"),
    (["event", "list", "first"], "write it as #12"),
    (["event", "list", "#1", "last"], "write it as #12"),
    (["event", "list", "--last", "last"], "write it as #12"),
    (["event", "list", "#5", "#4"], "the last position asked for, #4, comes before the first, #5"),
    (["tournament", "slip", "9" * 30], "there is no import slip 999"),
    (["tournament", "slips", "--limit", "-1"], "0 for all"),
    (["pool", "findings", "[1," + "[" * 3000, "x"], "is nested too deep"),
    (
        ["event", "export", "#5", "#4"],
        "the last position asked for, #4, comes before the first, #5",
    ),
]


@pytest.mark.parametrize(("words", "says"), ASKED_WRONGLY, ids=as_typed)
def test_a_question_that_has_no_answer_is_refused_in_one_line(sample, words, says):
    assert says in told(run(*words, "--ledger", sample))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["rules", "show", "nonsense"], "this program knows fide-standard, fide-rapid, fide-blitz"),
        (["rules", "article", CHESS, "99"], "has no article '99'"),
        (["event", "schema", "nonsense"], "unknown event type 'nonsense'"),
    ],
    ids=as_typed,
)
def test_law_that_is_not_there_is_refused_in_one_line(words, says):
    assert says in told(run(*words))


DONE_WRONGLY = [
    (["init"], "a ledger is here already"),
    (["pool", "open", "nonsense", "--first-period", "2025-10"], "there is no rulebook 'nonsense'"),
    (["pool", "open", "rapid", "--rulebook", CHESS, "--first-period", "x"], "is not a month"),
    (["pool", "open", "r", "--rulebook", CHESS, "--first-period", "0001-01"], "is not a month"),
    (["pool", "adopt", CHESS, "1999-01-01"], "has no edition '1999-01-01'"),
    (["pool", "adopt", "nowhere", "2025-10-01"], "there is no pool 'nowhere'"),
    (["pool", "carry-over", CHESS, "no.csv", "--on", "2025-09-01", "--source", "x"], "no.csv"),
    (
        ["pool", "carry-over", CHESS, RATINGS, "--on", "2025-09-01", "--source", "x"],
        "has a closed list",
    ),
    (["tournament", "import", "no.trf", "--pool", CHESS], "no.trf"),
    (
        ["tournament", "import", REPORT, "--pool", CHESS],
        "already the report of tournament T-000001",
    ),
    (
        ["tournament", "import", REPORT, "--pool", CHESS, "--set", "received_on"],
        "write it as key=value",
    ),
    (["list", "close", "nowhere"], "there is no pool 'nowhere'"),
    (["list", "close", CHESS, "2026-06"], "the next list to close is 2026-04, not 2026-06"),
    (["list", "close", CHESS, "2025-09"], "the next list to close is 2026-04, not 2025-09"),
    (
        ["list", "close", CHESS, "2025-11", "--through", "#3"],
        "is closed (#22) with everything up to #21",
    ),
    (["list", "close", CHESS, "--through", "#99999"], "is not between"),
    (["list", "close", CHESS, "--through", "all"], "#12"),
    (["list", "close", CHESS, "--through", "9" * 5000], "is too large for a position"),
    (["list", "close", DRAUGHTS], "announce it (`ledger list schedule "),
    (["list", "publish", CHESS, "2030-01"], "no list '2030-01' is closed"),
    (["list", "publish", "nowhere", "2025-10"], "there is no pool 'nowhere'"),
    (
        ["list", "schedule", DRAUGHTS, "x", "--issue-day", "2026-01-01"],
        "the cut-off is missing",
    ),
    (
        ["list", "schedule", DRAUGHTS, "x", "--issue-day", "2025-12-05", "--cut-off", "2025-12-01"],
        "does not follow 2025-12-05, that of list 2025-12-05, which is closed",
    ),
    (
        ["list", "schedule", DRAUGHTS, "x", "--issue-day", "2026-01-05", "--cut-off", "2025-11-29"],
        "--cut-off 2025-11-29 does not follow 2025-11-30",
    ),
    (
        [
            "list",
            "schedule",
            "nowhere",
            "x",
            "--issue-day",
            "2026-01-01",
            "--cut-off",
            "2026-01-01",
        ],
        "there is no pool 'nowhere'",
    ),
    (
        ["list", "schedule", DRAUGHTS, "x", "--issue-day", "2026-01-01", "--cut-off", "2026-01-02"],
        "is after the issue day",
    ),
]


@pytest.mark.parametrize(("words", "says"), DONE_WRONGLY, ids=as_typed)
def test_what_cannot_be_done_is_refused_in_one_line_and_changes_nothing(copy, words, says):
    before = heads(copy)
    assert says in told(run(*words, "--ledger", copy))
    assert heads(copy) == before


def adjusted(**changed):
    fields = {"pool": CHESS, "player": PLAYER, "before": "2439", "after": "2430", "by": "body"}
    return ["ratings-adjusted", *options(fields | changed)]


def entered(**changed):
    fields = {"pool": DRAUGHTS, "player": PLAYER, "rating": "2000", "by": "ctf"}
    return ["entry-capital-decided", *options(fields | changed)]


def options(fields):
    return [word for name, value in fields.items() for word in (f"--{name}", value)]


RECORDED_WRONGLY = [
    (adjusted(before="2000"), "the present rating is 2"),
    (adjusted(before="many"), "are not whole numbers"),
    (adjusted(before="9" * 5000), "are not whole numbers"),
    (adjusted(before="2439,3"), "2 values for 1 player"),
    (adjusted(player="fide:1"), "the register holds no such player"),
    (adjusted(pool="nowhere"), "there is no pool 'nowhere'"),
    (adjusted(by="the body"), "by"),
    (entered(rating="99999"), "4 digits"),
    (entered(rating="-5"), "-5"),
    (entered(rating="1-2"), "1-2"),
    (entered(rating="99"), "enters with 99, which could not hold (VI.6, VI.9)"),
    (entered(player=HELD), "so they do not enter: adjust the rating"),
]


@pytest.mark.parametrize(("words", "says"), RECORDED_WRONGLY, ids=as_typed)
def test_what_cannot_be_recorded_is_refused_in_one_line_and_changes_nothing(copy, words, says):
    before = heads(copy)
    assert says in told(run("event", "record", *words, "--ledger", copy))
    assert heads(copy) == before


def heads(address):
    """Give where the ledger stands."""
    with Ledger.open(str(address)) as ledger:
        return ledger.read.head()


def test_two_lists_may_have_the_same_last_day_of_what_is_on_them(copy):
    """The last list of draughts in the sample takes tournaments ended by 30 November."""
    days = ("--issue-day", "2025-12-06", "--cut-off", "2025-11-30")
    done("list", "schedule", DRAUGHTS, "x", *days, "--ledger", copy)


@pytest.mark.parametrize("holds", ["nothing", "text", "folder"])
@pytest.mark.parametrize(
    "words", [["list", "show", CHESS], ["verify"], ["event", "list"], ["list", "close", CHESS]]
)
def test_no_ledger_at_the_address(tmp_path, holds, words):
    address = tmp_path / "x.ledger"
    if holds == "text":
        address.write_text("no database\n")
    if holds == "folder":
        address.mkdir()
    assert str(address) in told(run(*words, "--ledger", address))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["init", "--zone", "Mars/Base"], "unknown time zone 'Mars/Base'"),
        (["init", "--origin", "a b"], "origin"),
    ],
    ids=as_typed,
)
def test_no_ledger_is_made_of_wrong_words(tmp_path, words, says):
    address = tmp_path / "new.ledger"
    assert says in told(run(*words, "--ledger", address))
    assert not address.exists()


def test_an_empty_ledger_answers(empty):
    assert done("verify", "--ledger", empty).endswith("1 event, 0 lists reproduced, 0 faults\n")
    assert "ledger opened" in done("event", "list", "--ledger", empty)
    assert done("rebuild", "--ledger", empty) == "rebuilt up to #0: 0 lists proved\n"
    assert told(run("list", "show", CHESS, "--ledger", empty)) == (
        "there is no pool 'fide-standard'; opened are: none"
    )


def test_a_pool_in_which_nothing_happened_answers(empty):
    done("pool", "open", CHESS, "--first-period", "2025-10", "--ledger", empty)
    assert "nothing" in done("list", "show", CHESS, "--ledger", empty)
    assert "adopt one (`ledger pool adopt fide-standard EDITION`)" in told(
        run("list", "close", CHESS, "--ledger", empty)
    )


def test_a_list_of_days_to_come_is_not_closed(empty):
    ledger = ["--ledger", empty]
    done("pool", "open", CHESS, "--first-period", "2029-01", "--adopt", *ledger)
    assert "not before 2028-12-31 has ended" in told(run("list", "close", CHESS, *ledger))


def test_a_bad_file_is_refused_whole_with_every_fault_in_a_line(copy, tmp_path):
    file = tmp_path / "bad.trf"
    data = (
        REPORT.read_bytes().replace(b"2025/09/04", b"04/09/xx  ").replace(b"001    3", b"001    2")
    )
    file.write_bytes(data)
    ran = run("tournament", "import", file, "--pool", CHESS, "--ledger", copy)
    assert ran.code == REFUSED
    first, *lines, slip = ran.err.splitlines()
    faults = [line for line in lines if ": found " in line]
    assert first == f"refused: report refused, problems: {len(faults)}"
    assert slip.startswith("import slip ")
    assert len(faults) > 1
    assert all("; " in fault for fault in faults)
    assert any(fault.startswith("line 4, start date (042)") for fault in faults)


def test_verify_that_finds_a_fault_ends_with_1(copy):
    data = copy.read_bytes()
    copy.write_bytes(data.replace(b'"Festival di Borgolieto', b'"Festival di Borgolieta'))
    ran = run("verify", "--ledger", copy)
    assert ran.code == FOUND
    assert "fault: " in ran.out
    assert "0 faults" not in ran.out


def test_a_guard_that_is_missing_ends_with_4(copy):
    with Ledger.open(str(copy)) as ledger, ledger.engine.begin() as connection:
        connection.exec_driver_sql("DROP TRIGGER event_no_update")
    ran = run("list", "show", CHESS, "--ledger", copy)
    assert ran.code == DAMAGED
    assert ran.err.startswith("damaged: ")
    assert "event_no_update" in ran.err


def test_a_list_whose_document_was_changed_is_not_shown(copy):
    with Ledger.open(str(copy)) as ledger:
        sealed = ledger.read.last_in_stream(f"pool-{CHESS}", "period-closed.v1")
        assert sealed is not None
        document = ledger.read.document(sealed.decoded().payload.list_digest)
        assert document is not None
        row = document.splitlines()[-1]
    data = copy.read_bytes()
    assert data.count(row) == 1
    copy.write_bytes(data.replace(row, row[:-3] + b"9 -"))
    assert run("list", "show", CHESS, "--ledger", copy).code == DAMAGED


# --------------------------------------------------------------------------------------- answers


QUESTIONS = [
    ["list", "show", CHESS],
    ["list", "show", DRAUGHTS, "2025-04-05", "--limit", "3"],
    ["list", "show", CHESS, "--known-at", "#10"],
    ["player", "rating", CHESS, PLAYER],
    ["player", "rating", CHESS, PLAYER, "--as-of", "2025-10-15", "--known-at", "#40"],
    ["player", "history", CHESS, PLAYER],
    ["player", "history", DRAUGHTS, "fid:X01219", "--as-of", "2025-07-05"],
    ["player", "explain", CHESS, PLAYER, "2025-10"],
    ["player", "explain", DRAUGHTS, "fid:X01219", "2025-04-05"],
    ["pool", "findings", CHESS, "T-000008"],
    ["pool", "findings", CHESS, "fide:99002498"],
    ["event", "show", "#1"],
    ["event", "list", "--stream", f"pool-{DRAUGHTS}"],
    ["event", "list", "--player", PLAYER, "--type", "tournament-submitted"],
    ["list", "show", CHESS, "--sex", "w", "--age", "18-"],
    ["tournament", "list"],
    ["tournament", "list", CHESS, "--list", "2025-10"],
]
LAW = [
    ["rules", "list"],
    ["rules", "show", CHESS],
    ["rules", "article", CHESS, "8.3.3"],
    ["rules", "article", DRAUGHTS, "VI.10"],
]


@pytest.mark.parametrize("words", [*QUESTIONS, *LAW], ids=" ".join)
def test_every_answer_comes_as_table_csv_and_json(sample, words):
    where = [] if words in LAW else ["--ledger", sample]
    assert done(*words, *where).strip()
    assert done(*words, *where) == done(*words, "--format", "table", *where)
    header, *rows = csv.reader(io.StringIO(done(*words, "--format", "csv", *where)))
    assert len(set(header)) == len(header)
    assert rows
    assert {len(row) for row in rows} == {len(header)}
    document = json.loads(done(*words, "--format", "json", *where))
    if "rows" in document:
        assert [list(row) for row in document["rows"]] == [header] * len(rows)


@pytest.mark.parametrize("known", ["#40", "#88"])
def test_answers_name_the_position_up_to_which_they_know_the_ledger(sample, known):
    where = ("--known-at", known, "--format", "json", "--ledger", sample)
    position = int(known.removeprefix("#"))
    rating = run("player", "rating", CHESS, PLAYER, *where).document
    explained = run("player", "explain", CHESS, PLAYER, "2025-10", *where).document
    assert rating["about"]["known_to"] == position
    assert explained["known_to"] == position


def test_the_register_of_the_malus_is_shown_and_empty_where_no_year_ended(sample):
    assert "points taken for idle years" in done("list", "malus", DRAUGHTS, "--ledger", sample)
    document = json.loads(done("list", "malus", DRAUGHTS, "--format", "json", "--ledger", sample))
    assert document["rows"] == []
    assert (
        "takes no points at the end of a year"
        in run("list", "malus", CHESS, "--ledger", sample).err
    )


def test_a_register_of_a_pool_without_lists_says_so(empty):
    done("pool", "open", DRAUGHTS, "--first-period", "L1", "--adopt", "--ledger", empty)
    assert "there is no list yet" in told(run("list", "malus", DRAUGHTS, "--ledger", empty))


def test_limits_count_rows(sample):
    def rows(*words):
        return run(*words, "--format", "json", "--ledger", sample).document["rows"]

    assert len(rows("list", "show", CHESS, "--limit", "3")) == 3
    assert len(rows("list", "show", CHESS, "--limit", "0")) == 77
    assert len(rows("event", "list", "--limit", "2")) == 2
    assert len(rows("event", "list", "--limit", "0")) == 89


def test_the_ledger_is_named_by_the_variable_too(sample, monkeypatch):
    monkeypatch.setenv("LEDGER", str(sample))
    assert done("verify").endswith("89 events, 9 lists reproduced, 0 faults\n")


def test_repeating_a_command_gives_the_first_receipt(empty):
    ledger = ["--ledger", empty]
    opening = ["pool", "open", CHESS, "--first-period", "2025-10", *ledger]
    carrying = ["pool", "carry-over", CHESS, RATINGS, "--on", "2025-09-01", "--source", "x"]
    importing = [
        "tournament",
        "import",
        REPORT,
        "--pool",
        CHESS,
        "--register-new",
        "--set",
        "received_on=2025-09-09",
    ]
    for words in (
        opening,
        ["pool", "adopt", CHESS, "2024-03-01", *ledger],
        ["pool", "adopt", CHESS, "2025-10-01", *ledger],
        [*carrying, "--register-new", *ledger],
        [*importing, *ledger],
        ["list", "close", CHESS, "--yes", *ledger],
        ["list", "publish", CHESS, "2025-10", *ledger],
    ):
        done(*words)
    head = heads(empty)
    for words in (
        opening,
        ["pool", "adopt", CHESS, "2024-03-01", *ledger],
        [*carrying, "--register-new", *ledger],
        [*importing, *ledger],
        ["list", "close", CHESS, "2025-10", *ledger],
        ["list", "publish", CHESS, "2025-10", *ledger],
    ):
        assert "already" in done(*words)
    assert heads(empty) == head


def test_a_list_day_may_be_announced_back_and_forth(tmp_path):
    """The last announcement holds, also with the words of an earlier announcement; repeating is
    harmless.
    """
    ledger = ("--ledger", tmp_path / "ledger")
    done("init", *ledger)
    done("pool", "open", "rubele-italiana", "--first-period", "spring", "--adopt", *ledger)
    days = ["2025-04-05", "2025-04-06", "2025-04-05"]
    said = [
        done(
            "list", "schedule", "rubele-italiana", "spring", "--issue-day", day,
            "--cut-off", "2025-03-31", *ledger,
        )
        for day in [*days, days[-1]]
    ]  # fmt: skip
    assert ["already" in each for each in said] == [False, False, False, True]
    done("list", "close", "rubele-italiana", "--yes", *ledger)
    assert "2025-04-05" in done("list", "show", "rubele-italiana", *ledger)
    late = run("list", "schedule", "rubele-italiana", "spring", "--issue-day", "2025-04-07",
               "--cut-off", "2025-03-31", *ledger)  # fmt: skip
    assert late.code == REFUSED
    assert "closed" in late.err


def test_a_damaged_projection_is_made_anew(tmp_path):
    """No answer is lost: the ledger itself holds everything."""
    path = tmp_path / "ledger"
    done("init", "--ledger", path)
    done("pool", "open", "fide-standard", "--first-period", "2025-10", "--adopt", "--ledger", path)
    done("list", "close", "fide-standard", "--yes", "--ledger", path)
    with drivers.engine(f"{path}.projections").begin() as connection:
        connection.exec_driver_sql("UPDATE state_part SET bytes = x'00'")
    assert "1 list proved" in done("rebuild", "--ledger", path)


def test_what_was_said_to_one_command_is_not_said_to_the_next(sample):
    """The options of a command are found out once, and each time none is said yet."""
    words = ("list", "show", "fide-standard", "--ledger", sample)
    whole = done(*words)
    assert done(*words, "--limit", "1", "--format", "csv").count("\n") < whole.count("\n")
    assert done(*words) == whole
    assert run("list", "show", "--ledger", sample).code == exits.USAGE
