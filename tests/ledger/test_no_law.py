"""Facts and the engine know no regulation: the law stands in rulebooks alone.

A new regulation then arrives as a folder under `projections/rulebooks`, with no change elsewhere.
Names of bodies may stand where a *format of files*, a *scheme of numbers* or the *name of a fact*
is meant: the list below says where, and each entry must be needed.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from projections.replay import derived_events
from projections.rulebooks import NAMES, rulebook

ROOT = Path(__file__).parents[2]

SYSTEMS = re.compile(
    r"(?<![a-z])(fide|uisp|rubele|elo|fmjd|fsi|fid|malus|bonus|draughts|chess)(?![a-z])",
    re.IGNORECASE,
)
"""Bodies, systems and games; also as parts of names, such as `fide_time`."""

ARTICLES = re.compile(
    r"""(?<![A-Za-z])(?:articles?|tables?)\ [0-9IVX]+\b  # article 7, table 18
    |(?<![\w.])[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{1,2}(?!\w)  # 8.3.1
    |(?<![\w.])[IVX]+\.[0-9]{1,2}(?!\w)                  # VI.11
    |(?<![\w.])[A-C][0-9]{1,2}(?=\ of|\)|:)              # B7 of the rules
    |(?<=[a-z])_[0-9]{1,2}_[0-9]{1,2}\b                  # lift_8_2
    |(?<=["'])[0-9]{1,2}_[0-9]{1,2}(?=["'])              # "10_1"
    """,
    re.VERBOSE,
)

FACTS = "the name of an event, or of a column in one"
EXAMPLE = "an example of an id, of a pool or a body"
FORMAT = "a format of files"
NUMBERS = "a scheme of numbers of players"
POINTS = "how points are written in a format of files"

ALLOWED = {
    "ledger/events/report.py": {"fide": NUMBERS},
    "ledger/events/base.py": {"fide": EXAMPLE},
    "ledger/events/entering.py": {"fide": EXAMPLE, "fmjd": EXAMPLE},
    "ledger/events/external.py": {"fide": EXAMPLE},
    "ledger/events/outside_play.py": {"bonus": FACTS, "malus": FACTS},
    "ledger/events/pool.py": {"fide": EXAMPLE, "malus": FACTS},
    "ledger/export/trf.py": {"fide": FORMAT},
    "ledger/intake/formats/__init__.py": {"fide": FORMAT},
    "ledger/intake/carry_over/carried_rows.py": {"fide": NUMBERS, "malus": FACTS},
    "ledger/intake/carry_over/carrying.py": {"malus": FACTS},
    "ledger/intake/import_report/file_reading.py": {"fid": NUMBERS},
    "ledger/intake/formats/detecting.py": {"fid": NUMBERS, "fide": NUMBERS},
    "ledger/intake/formats/reading.py": {"bonus": POINTS, "chess": POINTS, "draughts": POINTS},
    "ledger/intake/formats/rating_list/fixed.py": {"fide": FORMAT},
    "ledger/intake/formats/rating_list/reading.py": {"elo": FORMAT, "fide": FORMAT},
    "ledger/intake/formats/rating_list/received_files.py": {"fide": FORMAT},
    "ledger/intake/formats/rating_list/spread.py": {"elo": FORMAT, "fide": FORMAT},
    "ledger/intake/formats/rating_list/tagged.py": {"fide": FORMAT},
    "ledger/intake/import_report/options.py": {"fid": NUMBERS, "fide": NUMBERS},
    "ledger/intake/people/claims.py": {"fide": EXAMPLE},
    "ledger/intake/people/entrants.py": {"fide": NUMBERS},
    "ledger/intake/people/recognising.py": {"fide": EXAMPLE},
    "ledger/intake/formats/scoring.py": {"bonus": POINTS},
    "ledger/intake/formats/cross_table/reader.py": {"draughts": FORMAT},
    "ledger/intake/formats/tdf.py": {"chess": POINTS, "draughts": POINTS},
    "ledger/intake/formats/trf/__init__.py": {"fide": FORMAT},
    "ledger/intake/formats/trf/reader.py": {"draughts": POINTS, "fide": FORMAT},
    "ledger/register/people.py": {"fide": EXAMPLE},
    "ledger/register/identities.py": {"draughts": NUMBERS, "fid": NUMBERS, "fide": NUMBERS},
    "ledger/store/drivers.py": {"3.51.2": "a version", "3.7.0": "a version"},
    "ledger/store/schema.py": {"fid": EXAMPLE, "fide": EXAMPLE},
    "projections/state/competence.py": {"_1_2": "how names of numbers are built, by an example"},
    "projections/replay/derived_events.py": {"bonus": FACTS, "malus": FACTS},
    "projections/queries/explain/__init__.py": {"bonus": FACTS},
    "projections/state/folding.py": {"bonus": FACTS},
    "projections/state/adjustments.py": {"bonus": FACTS},
    "projections/state/pool.py": {"malus": FACTS},
    "projections/finding.py": {"bonus": FACTS},
    "projections/queries/findings/__init__.py": {"bonus": FACTS},
    "projections/rating/booked.py": {"bonus": FACTS},
    "projections/queries/findings/checking.py": {"chess": "a part of a site's name"},
}
"""Where what may be named, and as what."""

NUMBERS_OF_THE_ENGINE = {
    10: "the base of digits",
    12: "months of a year",
    20: "bits of an index",
    30: "bits of an index",
    60: "bytes in memory for each player",
    100: "hundredths",
    200: "half hundredths",
    500: "rows asked for at once",
    2000: "events taken at once",
}
"""Numbers of the engine's own that some regulation happens to state too; smaller ones are free."""

SMALLEST = 10


def files() -> list[Path]:
    """Return the files of the facts, and of the engine without the rulebooks."""
    return sorted([*ROOT.glob("ledger/**/*.py"), *engine()])


def engine() -> list[Path]:
    """Return the files of the engine, with folders."""
    there = ROOT / "projections"
    return [path for path in there.glob("**/*.py") if there / "rulebooks" not in path.parents]


def named(text: str) -> set[str]:
    """Return the regulations named in a text: bodies and systems in small letters,
    articles as cited.
    """
    systems = {found[0].lower() for found in SYSTEMS.finditer(text)}
    return systems | {found[0] for found in ARTICLES.finditer(text)}


def literals(source: str) -> set[int]:
    """The whole numbers written out in a source."""
    nodes = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant))
    return {node.value for node in nodes if type(node.value) is int}


def stated() -> Iterator[int]:
    """Return the whole numbers stated singly by editions; numbers of tables may be any."""
    for name in NAMES:
        for edition in rulebook(name).editions:
            numbers = (number.stated for number in edition.numbers["stated"].values())
            yield from (number for number in numbers if type(number) is int)


def test_what_is_no_rulebook_names_no_regulation():
    """Except in the places of the list; and every place of the list is needed."""
    found = {path.relative_to(ROOT).as_posix(): named(path.read_text("utf-8")) for path in files()}
    allowed = {path: set(words) for path, words in ALLOWED.items()}
    assert {path: words for path, words in found.items() if words} == allowed


def test_the_engine_writes_out_no_number_of_a_regulation():
    """A threshold, a coefficient, a number of games: numbers stand in the data of an edition."""
    of_regulations = {number for number in stated() if number >= SMALLEST}
    assert {400, 450, 2400} <= of_regulations
    for path in engine():
        written = literals(path.read_text("utf-8")) & of_regulations
        assert written <= NUMBERS_OF_THE_ENGINE.keys(), path.name


@pytest.mark.parametrize("floor", ["ledger", "projections"])
def test_no_text_of_a_regulation_is_imported_by_name(floor):
    """Rulebooks are found by the names in events; the engine knows the parts shared by
    rulebooks.
    """
    shared = {"engine", "coverage", "__pycache__"}
    inside = (ROOT / "projections/rulebooks").iterdir()
    folders = [path.name for path in inside if path.is_dir() and path.name not in shared]
    of_texts = re.compile(rf"projections\.rulebooks\.({'|'.join(folders)})\b")
    for path in files():
        if path.is_relative_to(ROOT / floor):
            assert not of_texts.search(path.read_text("utf-8")), path.name


@pytest.mark.parametrize("name", NAMES)
def test_the_events_that_a_rulebook_names_are_events(name):
    """A rulebook names derived events; the engine has no names for these."""
    law = rulebook(name)
    said = {event.event for event in law.year_end.events.values()}
    said |= {
        event for each in law.points_events.values() for event in (each.granted, each.withdrawn)
    }
    assert {f"{event}.v1" for event in said} <= derived_events.NAMES.keys()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('"""Compare the column PO (article 7)."""', {"article 7"}),
        ("from projections.rulebooks.fide.time_controls import time_control", {"fide"}),
        ('OF_FEDERATIONS: Final = "10_1"', {"10_1"}),
        ('remedy = "{lift_8_2}; or {tell_system}"', {"_8_2"}),
        ("it is no final capital (B7 of the draughts rules)", {"B7", "draughts"}),
        ('"""Whether they count (8.2.1)."""', {"8.2.1"}),
        ('article = "VI.11, table 18 b"', {"VI.11", "table 18"}),
        ("and Elo-Rubele does not ask", {"elo", "rubele"}),
        ("as it was told, below, developed and confidential", set()),
    ],
)
def test_the_look_finds_what_must_not_stand_there(text, found):
    """The control: earlier faults are found."""
    assert named(text) == found


def test_the_look_finds_numbers_wherever_they_are_written():
    """The control."""
    assert literals("CAP = 400\ndef f(x=[26]):\n    return min(x, 2_400) * 1.5 + True") == {
        400,
        26,
        2400,
    }
