"""Every command named in a message, a docstring, a page of the guide or the README exists."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import pytest
from cyclopts import App

from ledger.events.catalogue import DEFINITIONS
from ops.cli.every import app
from ops.doors.catalogue import declared
from ops.doors.circumstances import Circumstances
from ops.doors.recordings import DeclaredRecording
from ops.doors.remedies import BY_HAND, use_case
from ops.http.addresses import all_addresses
from tests.support.shown_pages import ROOT

FOLDERS = ("ledger", "projections", "ops", "migrations")
WITHOUT = ("ops/decisions/0040", "ops/decisions/0041")
"""History: it names commands as they were."""

BESIDE_THE_SERVICE = {
    *("init-ledger", "migrate-ledger", "reopen-key", "restore-ledger", "run-schedule"),
    *("rebuild-ledger", "show-settings", "verify-ledger"),
}
COMMAND = re.compile(r"(?<![\w./-])ledger ((?:[a-z]+(?:-[a-z]+)*)(?: [a-z]+(?:-[a-z]+)*)*)")
WRITTEN = re.compile(r"""\bledger(?: [a-z]|[ ]?["'\\{])""")
"""A command in the source of a program, also where a text goes on in the next line."""
IN_PROSE = re.compile(
    r"\b(?:a|the|this|that|each|every|one|another|no|new|of|same|rating|from) $", re.I
)
"""Words before `ledger` where a ledger is meant."""


def groups(command=app, before=()) -> Iterator[tuple[str, ...]]:
    """Yield the words of every command and group."""
    for name in command:
        if not name.startswith("-"):
            yield (*before, name)
            yield from groups(command[name], (*before, name))


DECLARED = {of.name: of for of in declared()}
KNOWN = set(groups())
NOUNS = {words[0] for words in KNOWN}
GROUPS = {words[:-1] for words in KNOWN if len(words) > 1}


def is_command(words: list[str]) -> bool:
    """Whether words begin with a command, or are a group of commands."""
    if tuple(words) in KNOWN:
        return True
    long = next((at for at in range(len(words), 0, -1) if tuple(words[:at]) in KNOWN), 0)
    return bool(long) and tuple(words[:long]) not in GROUPS


def named(text: str, *, marked: bool) -> Iterator[list[str]]:
    """Yield the commands in a text; without `marked` each `ledger WORD` with a noun as WORD."""
    for found in COMMAND.finditer(text):
        before, words = text[: found.start()], found[1].split()
        in_code = (
            before[-1:] in ("`", "$", "(") or before[-2:] == "$ " or before[-9:] == "Example: "
        )
        if in_code or (not marked and words[0] in NOUNS and not IN_PROSE.search(before[-12:])):
            yield words


def texts(path: Path) -> Iterator[str]:
    """Yield the texts of a file: in Python the string constants, f-strings joined."""
    source = path.read_text("utf-8")
    if path.suffix != ".py":
        yield source
        return
    if not WRITTEN.search(source):
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            parts = node.values
            yield "".join(str(p.value) if isinstance(p, ast.Constant) else "X" for p in parts)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def files() -> Iterator[Path]:
    """Yield the files with commands named for people."""
    yield ROOT / "README.md"
    yield ROOT / "ops" / "run"
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".md", ".txt", ".toml") and not str(
                path.relative_to(ROOT)
            ).startswith(WITHOUT):
                yield path


@pytest.mark.parametrize("suffix", [".py", ".md", ".txt", ".toml", ""])
def test_every_command_named_exists(suffix):
    unknown = {
        f"{path.relative_to(ROOT)}: ledger {' '.join(words)}"
        for path in files()
        if path.suffix == suffix
        for text in texts(path)
        for words in named(text, marked=False)
        if not is_command(words)
    }
    assert unknown == set()


def remedies() -> Iterator[tuple[str, set[str]]]:
    """Yield the use case of every `Remedy("…")` in the code, with the names of the arguments."""
    for path in files():
        source = path.read_text("utf-8") if path.suffix == ".py" else ""
        for node in ast.walk(ast.parse(source)) if "Remedy(" in source else ():
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Remedy":
                first = node.args[0] if node.args else None
                if isinstance(first, ast.Constant) and first.value:
                    yield str(first.value), {each.arg for each in node.keywords if each.arg}


def options_of(words: tuple[str, ...]) -> set[str]:
    """Return the options of a command."""
    command: App = app
    for word in words:
        command = command[word]
    arguments = command.assemble_argument_collection()
    return {name for argument in arguments for name in argument.names}


@pytest.mark.parametrize("name", BY_HAND)
def test_every_use_case_is_a_whole_command_with_options_it_has(name):
    written = BY_HAND[name].command.split()
    words = tuple(takewhile(lambda word: not word.startswith(("{", "--")), written))
    assert words in KNOWN - GROUPS
    assert {word for word in written if word.startswith("--")} <= options_of(words)


def test_every_remedy_is_a_use_case_with_arguments_it_has():
    found = list(remedies())
    assert len(found) > 40
    for name, arguments in found:
        assert arguments <= arguments_of(name) | {"options"}, name


def arguments_of(name: str) -> set[str]:
    """Return the inputs of a use case, and of a recording the circumstances."""
    if name in BY_HAND:
        return set(re.findall("{([a-z_]+)}", BY_HAND[name].command))
    about = {*Circumstances.__struct_fields__}
    if name not in DECLARED:
        return {*DEFINITIONS[f"{name.removeprefix('decide-')}.v1"].__struct_fields__} | about
    of = DECLARED[name]
    return {*of.kind.__struct_fields__} | (about if isinstance(of, DeclaredRecording) else set())


def test_no_use_case_is_declared_and_written_by_hand():
    assert DECLARED.keys() & BY_HAND.keys() == set()


def test_a_use_case_over_http_is_the_address_of_its_name():
    """Nearly all have an address; the others are for operators."""
    addresses = {
        at.name: (at.method, at.path) for at in all_addresses() if at.forms[:1] == ("json",)
    }
    known = {name: use_case(name)[1:] for name in addresses.keys() & {*BY_HAND, *DECLARED}}
    known |= {name: use_case(name)[1:] for name in addresses if name.startswith("decide-")}
    assert {name: addresses[name] for name in known} == known
    assert BY_HAND.keys() - addresses.keys() == BESIDE_THE_SERVICE


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        ("see `ledger close`", True),
        ("see `ledger list close POOL`", False),
        ("a ledger closes nothing", False),
        ("type ledger list", False),
        ("`ledger tournament slipped 12`", True),
        ("Example: ledger explain x", True),
    ],
)
def test_a_command_that_is_not_there_is_noticed(text, unknown):
    assert any(not is_command(words) for words in named(text, marked=False)) is unknown


HELPS = """
import sys
from contextlib import redirect_stdout
from io import StringIO
from ops.cli import front, run
from ops.doors.catalogue import declared
for words in (*([noun] for noun in front.NOUNS), *(of.words for of in declared())):
    with redirect_stdout(StringIO()):
        assert run([*words, "--help"]) == 0, words
    assert "numpy" not in sys.modules, words
"""


def test_no_help_of_a_noun_or_of_a_declared_command_loads_numpy():
    """A declaration names slow modules only as the type of an answer."""
    subprocess.run([sys.executable, "-c", HELPS], check=True)
