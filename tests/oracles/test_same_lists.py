"""Every list is the same as before: of the seasons, and of worlds from seeds.

Quick, sixty of the worlds, in chunks, so that several workers share them; with LEDGER_TEST_FULL=1
all. A difference says how to see the rows on both sides (`tests/oracles/same_lists`).
"""

import ast
import sys
from pathlib import Path

import pytest

from tests.oracles.same_lists import running
from tests.oracles.same_lists.comparing import unlike
from tests.oracles.same_lists.driving.law import SEASONS, changed
from tests.oracles.same_lists.outcome import kept
from tests.oracles.same_lists.worlds import KINDS
from tests.support.counts import FULL
from tests.support.seasons import brought_in

FOLDER = Path(running.__file__).parent
PACKAGE = "tests.oracles.same_lists"
DRAWING = ("world", "worlds", "chess", "chess_tournaments", "chess_decisions", "draughts", "uisp",
           "trf")  # fmt: skip

CHUNKS = range(0, running.WORLDS if FULL else 60, running.TOGETHER)


@pytest.mark.parametrize("first", CHUNKS)
def test_worlds_come_to_the_lists_that_are_kept(first):
    found = running.outcomes_of(range(first, first + running.TOGETHER))
    assert unlike(found, kept()) == []


@pytest.mark.parametrize("name", SEASONS, ids=running.season_name)
def test_seasons_come_to_the_lists_that_are_kept(name, tmp_path_factory):
    found = running.outcome_of_season(name, brought_in(tmp_path_factory, name))
    assert unlike([found], kept()) == []


@pytest.mark.parametrize("name", DRAWING)
def test_worlds_are_drawn_without_the_program(name):
    """So that they stay the same bytes whatever is renamed: only `driving` knows names of
    the program.
    """
    tree = ast.parse((FOLDER / f"{name}.py").read_text(encoding="utf-8"))
    imported = {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    imported |= {
        each.name for node in ast.walk(tree) if isinstance(node, ast.Import) for each in node.names
    }
    ours = {each for each in imported if each.partition(".")[0] not in sys.stdlib_module_names}
    assert ours <= {f"{PACKAGE}.{each}" for each in DRAWING}


def test_all_worlds_and_seasons_are_kept():
    worlds = {f"world-{seed}" for seed in range(running.WORLDS)}
    assert set(kept()) == worlds | {running.season_name(name) for name in SEASONS}
    assert all(each.lists for each in kept().values())
    assert len(KINDS) <= running.TOGETHER, "a chunk holds every kind"


CONTROLS = (
    ("fide-standard", "2014-07-01", "k_standard", 4),
    ("fide-standard", "2017-07-01", "k_standard", 15),
    ("fide-standard", "2021-02-01", "k_standard", 13),
    ("fide-standard", "2022-01-01", "k_standard", 3),
    ("fide-standard", "2023-12-25", "k_standard", 44),
    ("fide-standard", "2024-03-01", "k_standard", 10),
    ("fide-standard", "2025-10-01", "k_standard", 0),
    ("fide-rapid", "2012-01-01", "k_of_all", 5),
    ("fide-rapid", "2013-07-01", "k_of_all", 27),
    ("fide-rapid", "2014-07-01", "k_of_all", 4),
    ("fide-rapid", "2022-01-01", "k_of_all", 36),
    ("fide-rapid", "2022-10-01", "k_of_all", 36),
    ("fide-rapid", "2024-12-01", "k_standard", 69),
    ("fide-blitz", "2012-01-01", "k_of_all", 38),
    ("fide-blitz", "2013-07-01", "k_of_all", 60),
    ("fide-blitz", "2014-07-01", "k_of_all", 37),
    ("fide-blitz", "2022-01-01", "k_of_all", 14),
    ("fide-blitz", "2022-10-01", "k_of_all", 36),
    ("fide-blitz", "2024-03-01", "k_standard", 168),
    ("fide-blitz", "2024-12-01", "k_standard", 47),
    ("uisp", "2017-09-01", "k_standard", 17),
    ("uisp-exact", "2017-09-01", "k_standard", 7),
    ("rubele-italiana", "2008-01-01", "draw_hundredths", 8),
    ("rubele-italiana", "2021-01-01", "draw_hundredths", 141),
    ("rubele-internazionale", "2008-01-01", "draw_hundredths", 9),
    ("rubele-internazionale", "2021-01-01", "draw_hundredths", 131),
)
"""A number of each text, and a world in which one more of it makes other lists."""

LAST_OF_EACH = tuple({law: (law, *rest) for law, *rest in CONTROLS}.values())


@pytest.mark.parametrize(
    ("law", "edition", "number", "seed"), CONTROLS if FULL else LAST_OF_EACH, ids=str
)
def test_a_number_of_the_law_that_is_changed_is_caught(law, edition, number, seed):
    """Of every system, with LEDGER_TEST_FULL=1 of every text; the message shows how to go on."""
    with changed(law, edition, number):
        said = unlike([running.outcome_of_seed(seed)], kept())
    assert said[0].startswith(f"world-{seed} ")
    assert f"against ../before {seed}" in said[-1]
