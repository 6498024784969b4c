"""The README is true: its commands run, what it shows is what they answer, its paths exist."""

import re
import shlex
from pathlib import Path

import pytest

from ops.cli.app import app
from tests.ops.command import done

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
LEFT_OUT = "…"
SCREEN_LINES = 110


def shown():
    """Give the commands of the console blocks in order, each with the lines shown below it."""
    commands: list[tuple[str, list[str]]] = []
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL):
        for line in block.replace("\\\n", " ").splitlines():
            if line.startswith("$ "):
                commands.append((line.removeprefix("$ "), []))
            else:
                commands[-1][1].append(line)
    return commands


def stands_in(line, answer):
    """Tell whether a line shown is one of the answer; what a … stands for may be left out."""
    if LEFT_OUT not in line:
        return line in answer
    parts = [re.escape(part) for part in line.split(LEFT_OUT)]
    return any(re.fullmatch(".*".join(parts), each) for each in answer)


def test_what_is_shown_is_what_the_commands_answer(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("LEDGER", str(tmp_path / "readme.ledger"))
    commands = shown()
    assert len(commands) > 6
    for command, lines in commands:
        program, *words = shlex.split(command)
        assert program == "ledger"
        answer = done(*words).splitlines()
        for line in lines:
            assert line == LEFT_OUT or stands_in(line, answer), f"{command}\nshows: {line}"


def test_a_line_that_is_not_answered_is_noticed():
    assert stands_in("a … c", ["a b c"])
    assert not stands_in("a … c", ["a b c d"])
    assert not stands_in("a b", ["a b c"])


def test_every_command_is_told_and_every_command_told_exists():
    told = set(re.findall(r"`ledger ([a-z-]+)", README))
    assert told - {"--help"} == {name for name in app if not name.startswith("-")}


def test_paths_exist():
    cells = [line.split("|")[3] for line in README.splitlines() if line.startswith("| ")]
    paths = [path for cell in cells for path in re.findall(r"`([^`]+)`", cell)]
    assert len(paths) > 10
    for path in (*paths, "ops/run", "ops/test", "ops/env"):
        assert path in README
        assert (ROOT / path).exists(), path


def test_the_audit_of_an_article_has_tests():
    (article,) = set(re.findall(r"pytest -k (article_\w+)", README))
    tests = [
        line
        for path in (ROOT / "tests").rglob("test_*.py")
        for line in path.read_text().splitlines()
        if re.match(rf"def test_{article}_", line)
    ]
    assert len(tests) > 3


def test_it_fits_a_screen():
    assert len(README.splitlines()) <= SCREEN_LINES


@pytest.mark.parametrize("word", ["TODO", "http://", "file://"])
def test_it_leaves_nothing_open(word):
    assert word not in README
