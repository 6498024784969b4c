"""The README is true: the commands run, the answers shown are real, the paths exist."""

import re
import shutil

import pytest

from ops.cli.every import app
from tests.support.served import served
from tests.support.shown_pages import ROOT, commands, hold, stands_in

README = (ROOT / "README.md").read_text()
SERVICE = re.compile("curl |ledger serve ")
"""Commands about a service, which runs until it is interrupted."""
SCREEN_LINES = 90
"""A screen and a half."""


def test_what_is_shown_is_what_the_commands_answer(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("LEDGER", str(tmp_path / "readme.ledger"))
    shown = [each for each in commands(README) if not SERVICE.match(each.command)]
    assert len(shown) > 6
    hold(shown)


def test_what_is_shown_over_http_is_what_the_service_answers(sample, tmp_path):
    asked = [each for each in commands(README) if each.command.startswith("curl ")]
    assert len(asked) == 1
    address = shutil.copy(sample, tmp_path / "copy.ledger")  # requests are counted in it
    with served(address) as client:
        for each in asked:
            path = each.command.removeprefix("curl ").strip("'").partition(":8080")[2]
            (line,) = each.lines
            assert stands_in(line, [client.get(path).text])


def test_a_line_that_is_not_answered_is_noticed():
    assert stands_in("a … c", ["a b c"])
    assert not stands_in("a … c", ["a b c d"])
    assert not stands_in("a b", ["a b c"])


def test_a_word_for_a_position_stands_for_the_one_that_an_answer_gave():
    positions: dict[str, str] = {}
    assert stands_in("closed #LIST after #REPORT", ["closed #9 after #7"], positions)
    assert positions == {"#LIST": "#9", "#REPORT": "#7"}
    assert stands_in("game #REPORT#0", ["game #7#0"], positions)
    assert not stands_in("game #REPORT#0", ["game #9#0"], positions)
    assert not stands_in("#GAME and #GAME", ["#1 and #2"], positions)


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


@pytest.mark.parametrize("word", ["TODO", "https://", "file://"])
def test_it_leaves_nothing_open(word):
    assert word not in README
