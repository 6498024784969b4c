"""The files under an edition: every import of a rulebook from this package is a source."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from projections.rulebooks import NAMES, rulebook
from projections.rulebooks.engine import sources

FOLDER = Path(sources.__file__).parents[1]
EDITIONS = [edition for name in NAMES for edition in rulebook(name).editions]

LOADED = """
import sys
from projections.rulebooks import rulebook
rulebook(sys.argv[1])
print(*sorted(each for each in sys.modules if each.startswith("projections.rulebooks")))
"""


def named(edition):
    return f"{edition.rulebook} {edition.name}"


@pytest.mark.parametrize("name", NAMES)
def test_whatever_python_loads_for_a_rulebook_is_among_its_sources(name):
    """Python itself names the files: a separate process that loads this rulebook and
    nothing else.

    With rapid and blitz come all texts of standard chess; they rest on those that tell them.
    """
    loaded = subprocess.check_output([sys.executable, "-c", LOADED, name], text=True).split()
    found = {
        module for edition in rulebook(name).editions for module in sources.modules_of(edition)
    }
    assert found <= set(loaded)
    texts = r"(edition|counting)_[0-9_]+|newcomers_in_round_robins"
    other_texts = rf"projections\.rulebooks\.fide\.standard\.({texts})"
    left = [module for module in loaded if module not in found]
    assert not [text for text in left if not re.fullmatch(other_texts, text)]
    assert not left or name != "fide-standard"


@pytest.mark.parametrize("edition", EDITIONS, ids=named)
def test_how_announcements_are_read_is_among_the_sources_too(edition):
    """The reading of a time control or a pairing system decides which games count: that is law."""
    readers = {
        "time_control_text": "fide/time_controls.py",
        "pairing_system_text": "fide/standard/round_robins.py",
    }
    read = {file for text, file in readers.items() if text in edition.asked}
    assert read <= set(sources.files_of(edition))
    assert bool(read) == (not edition.rulebook.startswith("rubele-"))


@pytest.mark.parametrize("edition", EDITIONS, ids=named)
def test_an_edition_rests_on_the_file_of_each_column_and_number(edition):
    columns = {column.function.__module__ for column in edition.columns.values()}
    assert columns <= set(sources.modules_of(edition))
    assert {number.file for number in edition.numbers["stated"].values()} <= set(
        sources.files_of(edition)
    )


def test_an_edition_does_not_rest_on_a_later_one_or_another_game():
    files = sources.files_of(rulebook("fide-standard").edition("2024-03-01"))
    assert "fide/admission.py" in files
    assert "fide/standard/edition_2024_03_01.toml" in files
    assert not [path for path in files if "2025" in path or "rubele" in path or "rapid" in path]


def test_an_older_text_rests_on_those_that_tell_it():
    files = sources.files_of(rulebook("fide-rapid").edition("2022-10-01"))
    assert {
        "fide/rapid_blitz/__init__.py",
        "fide/rapid_blitz/admission_2022_01_01.py",
        "fide/standard/admission_2014_07_01.py",
        "fide/standard/edition_2022_01_01.py",
        "fide/standard/edition_2024_03_01.py",
        "engine/rounding.py",
    } <= set(files)


@pytest.mark.parametrize(
    "touched", ["fide/admission.py", "engine/rounding.py", "fide/standard/__init__.py"]
)
def test_the_digest_of_the_code_moves_with_every_file(monkeypatch, touched):
    law = rulebook("fide-rapid")
    before = _digest(law)
    read = Path.read_bytes

    def other(path):
        return read(path) + b"\n" * (path == FOLDER / touched)

    monkeypatch.setattr(Path, "read_bytes", other)
    assert _digest(law) != before


def _digest(law):
    """Return a digest worked out anew."""
    return type(law).code_digest.func(law)
