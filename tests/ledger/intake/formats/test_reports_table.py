"""`ledger/intake/formats/REPORTS.md` lists every possible problem of a report."""

import ast
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import ledger.intake
from ledger.intake.formats.problems import Problems
from ledger.intake.formats.reading import Reading
from tests.support import crooked_files

HERE = Path(ledger.intake.__file__).parent / "formats"
SHARED = (
    *("cells", "dates", "header", "layout", "named_byes", "pairings", "players", "reading"),
    *("rows", "scoring", "text", "time_control"),
)
READERS = (*(HERE / f"{name}.py" for name in SHARED), *sorted((HERE / "trf").glob("*.py")))
TELLING = re.compile("_?(refuse|warn|tell)(_[a-z_]+)?")

Site = tuple[str, int]
"""A file of the reader and a line in it."""


def rows() -> list[tuple[str, str]]:
    """Return field and outcome of each row of the table, without the headings of parts."""
    lines = (HERE / "REPORTS.md").read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.split("|")[1:3]] for line in lines if line[:1] == "|"]
    return [(field, outcome) for field, outcome in cells[2:] if outcome]


def told(readings: list[Reading]) -> set[tuple[str, str]]:
    """Return field and outcome of each problem, as the table writes them."""
    problems = [problem for reading in readings for problem in reading.problems]
    fields = {
        (re.sub(r"(round|records) \d+", r"\1 N", str(problem.field)), problem.severity)
        for problem in problems
    }
    return {(re.sub(r"^\w+ \(given", "a fact (given", field), how) for field, how in fields}


def sites() -> set[tuple[str, int, int]]:
    """Return every place in the reader that raises a problem: file, first and last line."""
    return {
        ("/".join(path.parts[-2:]), node.lineno, node.end_lineno or node.lineno)
        for path in READERS
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and TELLING.fullmatch(_called(node.func))
    }


def _called(function: ast.expr) -> str:
    return getattr(function, "attr", getattr(function, "id", ""))


@pytest.fixture(scope="module")
def watched() -> tuple[list[Reading], set[Site]]:
    """Read all crooked files; return the problems, and the places that raised them."""
    seen: set[Site] = set()
    with pytest.MonkeyPatch.context() as patched:
        for name in ("refuse", "warn", "refuse_once", "warn_once"):
            patched.setattr(Problems, name, _watching(getattr(Problems, name), seen))
        return list(crooked_files.readings()), seen


def _watching(tells: Callable[..., None], seen: set[Site]) -> Callable[..., None]:
    """Return a function that notes each problem with the caller."""

    def watching(*said: Any) -> None:
        frame = sys._getframe(1)
        seen.add(_site(frame))
        while TELLING.fullmatch(frame.f_code.co_name) and frame.f_back:
            frame = frame.f_back
            seen.add(_site(frame))
        tells(*said)

    return watching


def _site(frame: FrameType) -> Site:
    return "/".join(Path(frame.f_code.co_filename).parts[-2:]), frame.f_lineno


def test_the_table_has_the_problems_of_crooked_files_and_no_others(watched):
    readings, _ = watched
    table = rows()
    assert len(table) == len(set(table))
    assert sorted(set(table) - told(readings)) == []
    assert sorted(told(readings) - set(table)) == []


def test_every_place_that_tells_a_problem_is_reached_by_a_crooked_file(watched):
    _, seen = watched
    unseen = [
        site
        for site in sites()
        if not any(site[0] == file and site[1] <= line <= site[2] for file, line in seen)
    ]
    assert sorted(unseen) == []
    assert len(sites()) > 60
