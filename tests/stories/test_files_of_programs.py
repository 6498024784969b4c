"""Files as pairing programs write them: each imports at once, after a command, or is
refused.

The table stands in `tests/samples/programs/README.md`. *After one command* means: the import is
refused, and the command that the refusal prints, with days and names filled in, imports the file.
"""

import re
import shlex
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.begun_ledgers import begun
from tests.support.command import run

FOLDER = Path(__file__).parents[1] / "samples" / "programs"
TABLE = FOLDER / "README.md"
POOLS = {".csv": "rubele-italiana"}
"""The pool of a file by its ending; fide-standard for all others."""

FILLED = {"=…": "=Torneo", "=YYYY-MM-DD": "=2025-12-06"}
"""What a person writes in place of what stands for a name or a day."""

AT_ONCE, AFTER_ONE, REFUSED = "at once", "after one command", "refused"
SOUND_PERCENT = 95


class Row(NamedTuple):
    """A line of the table."""

    file: str
    writes: str
    shows: str
    outcome: str
    """`at once`, `after one command: ARGUMENTS`, or `refused: WHERE`."""

    @property
    def sound(self) -> bool:
        """Return whether the file says all that a report must, without contradiction."""
        return not self.file.rpartition("/")[2].startswith("unsound-") and (
            "malformed/" not in self.file
        )


@cache
def rows() -> tuple[Row, ...]:
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    return tuple(
        Row(row[0].strip("` "), *(text.replace("`", "") for text in row[1:]))
        for row, line in zip(cells, lines, strict=True)
        if line.startswith("| `")
    )


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder with a ledger of two pools, in which the eight players of most files are known."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LEDGER", str(tmp_path / "x.ledger"))
    people = (FOLDER / "people.csv").as_posix()
    begun(
        tmp_path / "x.ledger",
        "init --origin example.org",
        "pool open fide-standard --first-period 2025-10 --adopt",
        "pool open rubele-italiana --first-period 2025 --adopt",
        f"pool carry-over fide-standard {people} --on 2025-09-01 --source list --register-new",
    )
    return tmp_path


def outcome(file: Path) -> str:
    """Import a file in the folder unchanged, then once more as the refusal says; return
    the outcome.
    """
    pool = POOLS.get(file.suffix, "fide-standard")
    first = run("tournament", "import", file, "--pool", pool)
    if first.code == 0:
        return AT_ONCE
    printed = [line.strip() for line in first.err.splitlines() if line.startswith("  ledger ")]
    words = shlex.split(printed[0])[1:] if printed else []
    if not words or "--map" in words:  # a map is to be filled in first
        return f"{REFUSED}: {_first_fault(first.err)}"
    again = run(*(_filled(word) for word in words))
    if again.code:
        return f"{REFUSED}: {_first_fault(again.err)}"
    return f"{AFTER_ONE}: {' '.join(words[5:])}"


def _filled(word: str) -> str:
    for mark, value in FILLED.items():
        word = word.replace(mark, value)
    return word


def _first_fault(told: str) -> str:
    """Return the place of the first fault, and the field."""
    return told.splitlines()[1].partition(": found")[0]


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.file)
def test_the_outcome_of_a_file_is_that_of_the_table(row, here):
    assert outcome(FOLDER / row.file) == row.outcome


def test_the_table_has_every_file_once():
    named = [row.file for row in rows()]
    trf = FOLDER.parent / "trf"
    there = [path.name for path in FOLDER.iterdir() if path.name not in ("README.md", "people.csv")]
    there += [f"../trf/{path.name}" for path in trf.glob("*.t*")]
    there += [f"../trf/malformed/{path.name}" for path in trf.glob("malformed/*")]
    assert sorted(named) == sorted(there)
    assert len([name for name in named if not name.startswith("../")]) >= 30


def test_nearly_every_sound_file_needs_at_most_one_further_command():
    sound = [row for row in rows() if row.sound]
    imported = [row for row in sound if not row.outcome.startswith(REFUSED)]
    assert 100 * len(imported) >= SOUND_PERCENT * len(sound)
    assert all(row.outcome != AT_ONCE for row in rows() if not row.sound)
    counted = f"{len(imported)} of {len(sound)} sound files"
    assert counted in TABLE.read_text(encoding="utf-8")


def test_the_further_command_adds_only_what_was_asked():
    """Only names and days are left for a person to find out."""
    asked = [row.outcome for row in rows() if row.outcome.startswith(AFTER_ONE)]
    arguments = {word for text in asked for word in shlex.split(text.partition(": ")[2])}
    options = {word for word in arguments if word.startswith("--")}
    assert options <= {"--register-new", "--date-order", "--set"}
    facts = {word for word in arguments - options if "=" in word}
    assert all(re.fullmatch(r"(start|end|name|byes|points|unrated)=.+", fact) for fact in facts)
