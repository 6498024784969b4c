"""The guide is true: what its pages show is what the commands answer."""

import re
import runpy
import shutil

import pytest

from tests.support.shown_pages import ROOT, commands, holds

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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_a_page_shows_is_what_the_commands_answer(page, tmp_path, monkeypatch):
    """Typed in order, in a folder of their own, into a ledger of their own."""
    shutil.copytree(ROOT / "ops" / "guide", tmp_path / "ops" / "guide")
    shutil.copytree(ROOT / "ops" / "sample", tmp_path / "ops" / "sample")
    (tmp_path / "data").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LEDGER", str(tmp_path / "ratings.ledger"))
    monkeypatch.setenv("NOTICES_SECRET", "which the receiver of notices asks for")
    shown = commands(page.read_text())
    assert shown
    for each in shown:
        holds(each)
    for program in re.findall(r"^```python\n(.*?)^```", page.read_text(), re.M | re.S):
        (tmp_path / "program.py").write_text(program)
        runpy.run_path(str(tmp_path / "program.py"))


def test_the_walk_of_the_arbiter_is_there():
    """From a refused file to a receipt."""
    walk = next(page for page in PAGES if page.stem == "arbiter")
    codes = [each.code for each in commands(walk.read_text())]
    assert 3 in codes
    assert codes.index(3) < len(codes) - codes[::-1].index(0)
