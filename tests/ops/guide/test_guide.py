"""The guide is true: the pages show the answers of the commands."""

import re
import runpy
import shutil
from collections.abc import Iterator

import pytest

from tests.support.command import done
from tests.support.shown_pages import ROOT, Shown, commands, hold

AUDIT = "audit"
"""The page of the auditors: `test_audit` types it."""
GLOSSARY = "glossary"
"""Words, without commands: see `test_glossary`."""
RUNBOOK = "runbook"
"""What to do about each alarm: see `test_runbook`."""
HTTP = "http"
"""Requests to a service: see `test_http`."""
PAGES = sorted(
    page
    for page in (ROOT / "ops" / "guide").glob("*.md")
    if page.stem not in (AUDIT, GLOSSARY, RUNBOOK, HTTP)
)
OPENS = "ledger pool open "
RECORDING = [page for page in PAGES if OPENS in page.read_text()]
"""The pages that make a ledger."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the files of the guide and the samples, and a ledger."""
    shutil.copytree(ROOT / "ops" / "guide", tmp_path / "ops" / "guide")
    shutil.copytree(ROOT / "ops" / "sample", tmp_path / "ops" / "sample")
    (tmp_path / "data").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LEDGER", str(tmp_path / "ratings.ledger"))
    monkeypatch.setenv("NOTICES_SECRET", "which the receiver of notices asks for")
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_a_page_shows_is_what_the_commands_answer(page, folder):
    """Typed in order, in a folder of their own, into a ledger of their own."""
    shown = commands(page.read_text())
    assert shown
    hold(shown)
    for program in re.findall(r"^```python\n(.*?)^```", page.read_text(), re.M | re.S):
        (folder / "program.py").write_text(program)
        runpy.run_path(str(folder / "program.py"))


@pytest.mark.parametrize("page", RECORDING, ids=lambda page: page.stem)
def test_a_page_does_not_change_with_an_event_more(page, folder):
    """As an edition more would be: recorded after the pool is opened, all later positions move."""
    shown = commands(page.read_text())
    opened = next(at for at, each in enumerate(shown) if OPENS in each.command)
    hold(more_after(opened, shown))


def more_after(opened: int, shown: list[Shown]) -> Iterator[Shown]:
    """Return the commands of a page, and after a command an event missing from the page."""
    for at, each in enumerate(shown):
        yield each
        if at == opened:
            done("actor", "add", "one-more", "--role", "auditor", "--by", "the-council")


def test_the_walk_of_the_arbiter_is_there():
    """From a refused file to a receipt."""
    walk = next(page for page in PAGES if page.stem == "arbiter")
    codes = [each.code for each in commands(walk.read_text())]
    assert 3 in codes
    assert codes.index(3) < len(codes) - codes[::-1].index(0)
