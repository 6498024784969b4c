"""The README is true: its commands run, what it shows is what they answer, its paths exist."""

import re

import pytest

from ops.cli.every import app
from tests.support.shown_pages import ROOT, commands, holds, stands_in

README = (ROOT / "README.md").read_text()
SCREEN_LINES = 90


def test_what_is_shown_is_what_the_commands_answer(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("LEDGER", str(tmp_path / "readme.ledger"))
    shown = commands(README)
    assert len(shown) > 6
    for each in shown:
        holds(each)


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
