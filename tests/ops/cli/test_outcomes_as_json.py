"""Receipts and refusals as JSON: one type, from every recording command."""

import ast
import importlib
import json
import pkgutil
import re
import shutil
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from cyclopts import App

import ledger
import ops
import projections
from ledger import errors
from ledger.sentences import Remedy, Sentence, plain
from ledger.store.ledger import Ledger
from ops.cli import exits
from ops.cli.every import app
from ops.doors.outcomes import Outcome, Word
from ops.sample import commands
from projections.official import Official
from projections.queries import PoolQuery
from tests.support.command import done, run
from tests.support.their_list import RATING, their_file, their_rows

CHESS, DRAUGHTS, RAPID = "fide-standard", "rubele-italiana", "fide-rapid"
FOLDER = commands.FOLDER / CHESS
REPORT = FOLDER / "2025-09-07-festival-borgolieto.trf"
RATINGS = FOLDER / "carried-over-2025-09.csv"
PLAYER, OTHER = "fide:99000463", "fide:99000500"
NEW = {"name": "Open", "start": "2026-05-01", "end": "2026-05-03"}
SET = [word for key, value in NEW.items() for word in ("--set", f"{key}={value}")]
GAME = [
    "--source", "league", "--white", PLAYER, "--black", OTHER, "--white-result", "1",
    "--black-result", "0", "--played-on", "2026-05-02",
]  # fmt: skip
DECIDED = ["--by", "body", "--article", "act 12"]
DAY = ["--on", "2026-09-01", "--source", "x"]


def options_of(command):
    """Give the options of a command by their names."""
    found = command.assemble_argument_collection() if command.default_command else ()
    return {name: each for each in found for name in each.names}


def recording_commands(group=app, before=()):
    """Return every recording command by name, `record TYPE` once."""
    for name in group:
        if name.startswith("-"):
            continue
        if (*before, name) == ("event", "record"):
            yield "event record"
        elif members := list(recording_commands(group[name], (*before, name))):
            yield from members
        elif "--clock-is-right" in options_of(group[name]):
            yield " ".join((*before, name))


@pytest.fixture(scope="module")
def world(sample, tmp_path_factory):
    """The sample season in a ledger for writing, and a folder for files."""
    folder = tmp_path_factory.mktemp("outcomes")
    shutil.copy(sample, folder / "ledger")
    done("list", "show", CHESS, "--ledger", folder / "ledger")
    with Ledger.open(str(folder / "ledger")) as opened:
        official = Official(opened)
        official.catch_up()
        rows = their_rows(PoolQuery(official.track, CHESS), "2026-03")
        official.close()
    next(iter(rows.values()))[RATING] += 10
    their_file(folder, rows.values())
    decision = {"tournament": "T-000001", "by": "body", "article": "1"}
    line = json.dumps({"type": "tournament-refused.v1", "payload": decision})
    (folder / "decisions.jsonl").write_text(f"{line}\n")
    (folder / "wrong.jsonl").write_text(f'{line}\n{{"type": "unknown", "payload": {{}}}}\n')
    game = {"white": OTHER, "black": PLAYER, "white_result": "=", "black_result": "="}
    (folder / "games.jsonl").write_text(json.dumps(game | {"played_on": "2026-05-03"}))
    done("dump", "--to", folder / "dump.jsonl", "--ledger", sample)
    (folder / "empty.trf").write_bytes(b"")
    return folder


# Each command that records, once as it is recorded and once as it is refused; {} is the folder.
# They are typed in this order, into one ledger.
CASES: dict[str, tuple[list[Any], list[Any]]] = {
    "init": (["--ledger", "{}/new"], ["--zone", "Mars/Base", "--ledger", "{}/none"]),
    "restore": (
        ["{}/dump.jsonl", "--ledger", "{}/again"],
        ["{}/wrong.jsonl", "--ledger", "{}/none"],
    ),
    "pool open": (
        [RAPID, "--first-period", "2026-10", "--adopt"],
        ["nonsense", "--first-period", "2026-10"],
    ),
    "pool adopt": ([RAPID, "2024-03-01", "--in-force-from", "2024-03-02"], [CHESS, "1999-01-01"]),
    "list schedule": (
        [DRAUGHTS, "x", "--issue-day", "2026-12-05", "--cut-off", "2026-12-01"],
        [DRAUGHTS, "y", "--issue-day", "2026-12-05"],
    ),
    "pool carry-over": ([RAPID, RATINGS, *DAY], [CHESS, RATINGS, *DAY]),
    "external-list record": (
        ["{}/theirs.csv", "--issuer", "fide", "--list", "x", "--list-date", "2026-10-01"],
        ["{}/empty.trf", "--issuer", "fide", "--list", "y", "--list-date", "2026-09-01"],
    ),
    "tournament import": (
        [REPORT, "--pool", CHESS, "--register-new", "--set", "registered_on=2025-07-21",
         "--set", "received_on=2025-09-09", "--set", "announced_as_rated=true",
         "--set", "official_event=false", "--set", "norms_possible=false",
         "--set", "hybrid=false", "--set", "online=false"],
        ["{}/empty.trf", "--pool", CHESS],
    ),
    "event record": (
        ["tournament-refused", "--tournament", "T-000002", "--by", "body", "--article", "1"],
        ["tournament-refused", "--tournament", "T-900000", "--by", "body", "--article", "1"],
    ),
    "event record-file": (["{}/decisions.jsonl"], ["{}/wrong.jsonl"]),
    "tournament correct result": (
        ["T-000003", "1:1", "--white", "=", "--black", "=", "--by", "body"],
        ["T-000003", "9:99", "--white", "1", "--black", "0", "--by", "body"],
    ),
    "tournament correct entrant": (
        ["T-000003", "1", "--player", "fid:X01219", "--by", "body"],
        ["T-000003", "99", "--player", PLAYER, "--by", "body"],
    ),
    "tournament correct details": (
        ["T-000003", "--set", "place=Borgolieto", "--by", "body"],
        ["T-000003", "--set", "nonsense=1", "--by", "body"],
    ),
    "tournament announce": (["L-1", "--pool", CHESS, *SET], ["--pool", "nowhere", *SET]),
    "tournament add-game": (["L-1", *GAME, "--round", "1"], ["T-000003", *GAME]),
    "tournament add-games": (
        ["L-1", "{}/games.jsonl", "--source", "league"],
        ["L-1", "{}/wrong.jsonl", "--source", "league"],
    ),
    "tournament complete-sheet": (["L-1", "2026-05"], ["L-1", "2026-06"]),
    "external-list accept": (
        [CHESS, "2026-03", "{}/theirs.csv", "--by", "body"],
        [CHESS, "2026-03", "{}/empty.trf", "--by", "body"],
    ),
    "external-list take-details": (
        ["{}/theirs.csv", "--on", "2026-03-01"], ["{}/empty.trf", "--on", "2026-03-01"],
    ),
    "list reprint": (
        [CHESS, "2026-03", "--in-force-from", "2026-03-05", "--reason", "x"], [CHESS, "2026-03"],
    ),
    "list close": ([CHESS, "2026-04"], [CHESS, "2030-01"]),
    "list publish": ([CHESS, "2026-03", "--on", "2026-03-01"], [CHESS, "2030-01"]),
    "player correct": (
        [PLAYER, "--birth-year", "1980", "--by", "body"],
        [PLAYER, "--birth-year", "99", "--by", "body"],
    ),
    "player change": (
        [PLAYER, "--federation", "FRA", "--on", "2026-01-01"],
        [PLAYER, "--federation", "nonsense", "--on", "2026-01-01"],
    ),
    "player bonus grant": (
        [OTHER, "--pool", CHESS, "--points", "5", *DECIDED],
        [OTHER, "--pool", CHESS, "--points", "0", *DECIDED],
    ),
    "player bonus withdraw": ([], [OTHER, "--pool", CHESS, "--granted", "#1", *DECIDED]),
    "clock correct": ([], []),
    "pool correct-zone": ([], [CHESS, "Europe/Paris"]),
    "actor add": (
        ["club-1", "--role", "submitter", "--pool", CHESS, "--by", "body"],
        ["club-1", "--role", "submitter", "--pool", "nowhere", "--by", "body"],
    ),
    "actor grant": (
        ["club-1", "auditor", "--by", "body"],
        ["club-1", "auditor", "--pool", "nowhere", "--by", "body"],
    ),
    "actor withdraw": (
        ["club-1", "auditor", "--by", "body"],
        ["club-1", "committee", "--by", "body"],
    ),
    "key create": (["club-1"], ["club-1", "--expires", "2020-01-01"]),
    "key revoke": ([], ["000000000000"]),
    "key reopen": ([], ["000000000000"]),
    "actor disable": (["club-1", "--by", "body"], ["club-9", "--by", "body"]),
    "pool set-closing-policy": (
        [CHESS, "proceed", "--in-force-from", "2026-01-01", "--by", "body"],
        [CHESS, "proceed", "--deadline-days", "3", "--in-force-from", "2026-01-01", "--by", "body"],
    ),
    "pool set-approval-policy": (
        [CHESS, "--in-force-from", "2026-01-01", "--by", "body"],
        ["nowhere", "--in-force-from", "2026-01-01", "--by", "body"],
    ),
    "proposal approve": ([], ["1"]),
    "proposal withdraw": ([], ["1"]),
    "list record-deviation": ([], [CHESS, "2025-11", "--cause", "x"]),
    "list accept-records": ([], ["--cause", "x"]),
    "player merge": (
        ["fide:99000130", "fide:99000315", "--by", "body"], [PLAYER, PLAYER, "--by", "body"],
    ),
    "player separate": (["fide:99000315", "--by", "body"], [PLAYER, "--by", "body"]),
    "player suspend": (
        [PLAYER, "--first-day", "2026-01-01", "--by", "body"],
        [PLAYER, "--first-day", "2026-02-01", "--last-day", "2026-01-31", "--by", "body"],
    ),
    "player reinstate": (
        [PLAYER, "--on", "2026-01-02", "--by", "body"],
        [PLAYER, "--on", "2025-12-01", "--by", "body"],
    ),
    "player died": (
        [PLAYER, "--on", "2026-01-05", "--by", "body"],
        [PLAYER, "--on", "1800-01-05", "--by", "body"],
    ),
    "player withdraw-death": (
        [PLAYER, "--by", "body"], ["fide:99000130", "--by", "body"],
    ),
    "tournament annul": (["T-000003", "--by", "body"], ["T-900000", "--by", "body"]),
    "tournament reinstate": (["T-000003", "--by", "body"], ["T-900000", "--by", "body"]),
    "appeal set-rules": (
        [CHESS, "report", "--in-force-from", "2025-01-01", "--body", "body", "--by", "body"],
        ["nowhere", "report", "--in-force-from", "2025-01-01", "--by", "body"],
    ),
    "appeal file": (
        [CHESS, "report", "--contested", "#8", "--notified", "2026-01-02", "--source", "letter",
         "--reason", "x"],
        [CHESS, "report", "--contested", "#8", "--notified", "2026-01-02", "--reason", "x"],
    ),
    "appeal admit": (["A-000001", "--by", "body"], ["A-000001", "--by", "other"]),
    "appeal answer": (
        ["A-000001", "--side", "office", "--reason", "x"], ["A-000001", "--side", "office"],
    ),
    "appeal recuse": (
        ["A-000001", "person-9", "--ground", "other", "--by", "body"],
        ["A-000009", "person-9", "--ground", "other", "--by", "body"],
    ),
    "appeal suspend": (
        ["A-000001", "holds", "--by", "body"], ["A-000001", "named", "--by", "body"],
    ),
    "appeal decide": (
        ["A-000001", "dismissed", "--member", "m-1", "--decided-on", "2026-02-01",
         "--reason", "x", "--by", "body"],
        ["A-000001", "upheld", "--member", "m-1", "--reason", "x", "--by", "body"],
    ),
    "appeal notify": (
        ["A-000001", "--on", "2026-02-02", "--source", "letter"],
        ["A-000001", "--on", "2026-02-02", "--source", ""],
    ),
}  # fmt: skip


def test_every_command_that_records_is_tried_here():
    assert set(recording_commands()) == set(CASES)


@pytest.mark.parametrize("words", CASES)
def test_every_command_that_records_is_answered_as_json(words):
    command: App = app
    for word in [*words.split(), *(["tournament-refused"] if words == "event record" else [])]:
        command = command[word]
    assert get_args(options_of(command)["--format"].hint)[-1] == "json"


def as_said(kind, value):
    """Read a sentence, or a remedy, from a document."""
    if kind is Remedy:
        return Remedy(value["use_case"], "", **value["arguments"])
    return plain(value) if kind is Sentence else value


def typed(world, words, options):
    """Type a command; return the outcome and the ends of the ledger before and after."""
    options = [str(option).replace("{}", str(world)) for option in options]
    where = [] if "--ledger" in options else ["--ledger", world / "ledger"]
    before = head(world)
    ran = run(*words.split(), *options, *where, "--format", "json")
    assert ran.err == ""
    outcome = msgspec.convert(ran.document, Outcome, dec_hook=as_said)
    assert outcome.exit_code == ran.code
    return outcome, before, head(world)


def head(world):
    """Give the next position."""
    with Ledger.open(str(world / "ledger")) as opened:
        return opened.read.head().next_position


def test_a_receipt_is_one_document_and_the_first_one_comes_again(world):
    """In a fixed order: later commands rest on earlier commands."""
    for words, (options, _) in CASES.items():
        if options:
            recorded_twice(world, words, options)


def recorded_twice(world, words, options):
    """Type a command twice."""
    outcome, before, after = typed(world, words, options)
    assert outcome.outcome in ("recorded", "done"), outcome
    assert outcome.refusals == ()
    assert outcome.about
    positions = [
        position
        for request in outcome.recorded
        if not request.replayed
        for position in range(request.first_position, request.last_position + 1)
    ]
    new = {"init": [0], "restore": [before]}
    assert positions == new.get(words, [*range(before, after)])
    assert all(re.fullmatch(r"20..-..-..T.*Z", each.recorded_at) for each in outcome.recorded)
    assert all(request.request for request in outcome.recorded)
    if words in new:  # a ledger is made once
        return
    again, before, after = typed(world, words, options)
    if words == "key create":  # another key
        assert after == before + 1
        return
    assert before == after
    first = [msgspec.structs.replace(each, replayed=True) for each in outcome.recorded]
    changed = words not in ("player correct", "player change", "external-list take-details")
    assert list(again.recorded) == (first if changed else [])
    assert again.outcome == ("recorded" if changed else "done")


@pytest.mark.parametrize("words", CASES)
def test_a_refusal_is_one_document(world, words):
    outcome, before, after = typed(world, words, CASES[words][1])
    assert (outcome.outcome, outcome.exit_code) == ("refused", exits.REFUSED)
    assert before == after
    assert outcome.recorded == ()
    assert outcome.refusals
    for refusal in outcome.refusals:
        assert re.fullmatch("[a-z]+(-[a-z]+)*", refusal.code)
        assert refusal.message


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("player change 99-99 --federation FRA --on 2025-01-01", ("player", "99-99", "BODY:NUM")),
        ("player change fide:99 --federation FRA --on 2025-01-01", ("player", "fide:99", "")),
        ("tournament announce --pool fide-standard --set foo=bar", ("set", "foo", "registered_on")),
        (
            "tournament correct details T-000001 --set end=x --by b",
            ("end", "x", "a day YYYY-MM-DD"),
        ),
        ("list publish fide-standard 2099-10 --on 2025-10-01", ("period", "2099-10", "2025-10")),
        ("list close nowhere 2025-10", ("pool", "nowhere", CHESS)),
    ],
)
def test_a_refusal_says_as_data_what_was_found_where(world, words, said):
    command, _, options = words.partition(" ")
    outcome, _, _ = typed(world, command, options.split())
    (refusal,) = outcome.refusals
    field, found, expected = said
    assert (refusal.field, refusal.found) == (field, found)
    assert expected in str(refusal.expected)


def test_what_is_not_understood_is_one_document_too(world):
    outcome, _, _ = typed(world, "list close", [CHESS, "--nonsense"])
    assert (outcome.outcome, outcome.exit_code) == ("not-understood", exits.USAGE)
    assert "--nonsense" in str(outcome.refusals[0].message)


CODES = """
already-booked already-reported already-taken bad-dump bad-event bad-player-id
before-the-ledger cannot-be-written not-known-here
carried-over-already carry-over-refused clock-ahead clock-behind clock-differs clock-jumped
clock-was-wrong contradiction damaged file-known file-there histories-begun
key-refused key-reused ledger-there limit-exceeded lines-refused list-differs
list-recorded-already list-refused moved-on no-categories not-a-ledger not-allowed
not-an-ordinary-file not-applied not-covered not-proved nothing-deviates nothing-differs
nothing-reported older-ledger on-slip otherwise-than-rows out-of-order outcome-unknown
period-already-closed read-only-ledger refused replaced-meanwhile replay-stopped report-refused
state-differs stream-moved too-early too-many-requests twin-recorded unavailable unknown-list
unknown-player unknown-pool unknown-zone words-erased wrong-period
"""


SITES = """
already-entered announced-already answer-needed answered-no argument-too-deep article-needed
categories-stated category-held-already category-not-held clock-was-right
day-is-settled day-needed day-to-come days-contradict days-out-of-order decision-waits
detail-missing detail-not-here division-impossible edition-too-early editions-out-of-order
entrant-twice entrants-needed file-in-the-way file-needed file-not-usable game-wrong
invisible-character is-a-folder layout-cannot-show list-is-closed lowest-category
no-entry-by-decision no-list no-malus no-rating no-table-before-play
not-a-file not-a-list not-a-moment not-a-position not-awarded not-key-and-value
not-left-open not-on-postgresql not-rated not-utf-8 nothing-differs number-out-of-range
number-taken number-wrong one-file open-already option-needed options-contradict
period-not-covered period-wrong pool-needed pool-not-fitting positions-out-of-order
published-already rated-already rating-cannot-hold rating-differs report-in-parts
results-contradict rounds-wrong rows-needed rows-wrong text-wrong unknown-article
unknown-category unknown-entrant unknown-game unknown-part unknown-player
unknown-report unknown-slip unknown-tournament value-wrong word-wrong wrong-clock-then
zone-needed actor-reserved key-expired key-file-open key-opens-nothing key-revoked
key-unknown role-not-held unknown-actor unknown-key
"""


def source_codes():
    """Yield the codes of refusals as the source states them; None for a refusal without a code."""
    for package in (ledger, projections, ops):
        files = (file.read_text("utf-8") for file in Path(package.__path__[0]).rglob("*.py"))
        for source in (text for text in files if "code=" in text or "Refused(" in text):
            calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
            for call in calls:
                codes = [keyword.value for keyword in call.keywords if keyword.arg == "code"]
                if isinstance(call.func, ast.Name) and call.func.id == "Refused" and call.args:
                    yield None if not codes else ""
                yield from (code.value for code in codes if isinstance(code, ast.Constant))


def test_every_refusal_has_a_code_that_stays():
    """As below, for refusals without a class of their own."""
    stated = set(source_codes())
    assert None not in stated
    assert set(SITES.split()) <= stated


def test_every_code_of_an_error_is_known():
    """Programs rely on the codes: a code may be added here, none changed."""

    for package in (ledger, projections, ops):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if ".bench" not in module.name and not module.name.endswith("__main__"):
                importlib.import_module(module.name)

    def kinds(kind):
        for subclass in kind.__subclasses__():
            yield subclass
            yield from kinds(subclass)

    known = {kind.CODE for kind in kinds(errors.LedgerError) if "tests" not in kind.__module__}
    assert set(CODES.split()) <= known


def test_the_words_of_outcomes_are_those_of_the_guide():
    guide = (commands.FOLDER.parent / "guide" / "operator.md").read_text("utf-8")
    row = next(line for line in guide.splitlines() if line.startswith("| `outcome`"))
    assert set(get_args(Word)) <= set(re.findall("`([a-z-]+)`", row))
