"""The page of decisions to read before a change: all decisions, and all packages."""

import re

from tests.support.shown_pages import ROOT

FOLDER = ROOT / "ops" / "decisions"
PAGE = (FOLDER / "README.md").read_text()
DECISION = re.compile(r"\b(\d{4})\b")
ROWS = [line.split("|")[1:3] for line in PAGE.splitlines() if line.startswith("| `")]
BESIDE = {"migrations", "tests"}
"""Folders of programs that are in none of the three packages."""
SCREEN_LINES = 50


def packages() -> set[str]:
    """Return the folders with programs of the three packages, and the two beside."""
    inner = {
        f"{outer}/{folder.name}"
        for outer in ("ledger", "projections", "ops")
        for folder in (ROOT / outer).iterdir()
        if any(folder.glob("*.py"))
    }
    return inner | BESIDE


def test_every_decision_stands_in_a_row_and_every_one_named_exists():
    recorded = {file.name[:4] for file in FOLDER.glob("[0-9]*.md")}
    assert {number for _, decisions in ROWS for number in DECISION.findall(decisions)} == recorded
    assert set(DECISION.findall(PAGE)) == recorded


def test_every_package_has_a_row_and_every_one_named_exists():
    named = [name for rooms, _ in ROWS for name in re.findall("`(.+?)`", rooms)]
    assert len(named) == len(set(named))
    assert packages() <= set(named)
    assert all((ROOT / name).is_dir() for name in named)


def test_it_fits_a_screen():
    assert len(PAGE.splitlines()) <= SCREEN_LINES
