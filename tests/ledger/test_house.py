"""The house stands as drawn: directions of imports, and modules that name a database driver."""

import ast
import re
import subprocess
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import projections
from ops.doors.catalogue import MODULES as DECLARING

ROOT = Path(__file__).parents[2]
FLOORS = {
    "ledger": {"ledger"},
    "projections": {"ledger", "projections"},
    "ops": {"ledger", "projections", "ops"},
    "migrations": {"ledger", "migrations"},
}
"""What each part may import of the house."""

TOP = {"LICENSE", "README.md", "pyproject.toml", "tests", *FLOORS}
"""What stands at the top, besides dotfiles."""

STAIRS = {("ledger/store/tables.py", "migrations")}
"""The one way up: a new ledger gets its tables from the migrations, imported when it is made."""


def drawn_in(docstring: str) -> list[list[str]]:
    """Return the parts of a package as drawn in the docstring, line by line."""
    lines = re.findall(r"^    (\w+(?:, \w+)*)/?  ", docstring, re.MULTILINE)
    return [names.split(", ") for names in lines]


STOREYS = drawn_in(str(projections.__doc__))
"""The parts of the projections, from the texts upwards."""

MAPS = {
    path.parent: drawn
    for path in sorted((ROOT / "projections").glob("*/__init__.py"))
    if (drawn := drawn_in(ast.get_docstring(ast.parse(path.read_text("utf-8")), clean=False) or ""))
}
"""The floors that draw what stands on them."""

DRAWN_ORDERS = [
    (folder, drawn_in(ast.get_docstring(ast.parse(path.read_text("utf-8")), clean=False) or ""))
    for folder in ("ledger", "ledger/intake", "projections/queries")
    for path in [ROOT / folder / "__init__.py"]
]
"""Packages that draw their parts, from the lowest upwards."""

LISTED = (
    "ledger/store",
    *("projections/official", "projections/tracks"),
    *("projections/queries/findings", "projections/queries/recompute"),
    *(f"ops/{part}" for part in ("access", "answers", "cli", "http", "law", "schedule")),
    *("ops/commands", "ops/settings"),
    *("ops/closings", "ops/pools", "ops/upkeep"),
)
"""Packages that list their modules."""

FROM_TESTS = re.compile(r"from\s+tests\b[\w.]*\s+import\s*(?:\([^)]*\)|[^\n]*)")
"""Imports from the tests, as they are written: only files with one of a test are parsed."""

SQLITE = {"sqlite3", "pysqlite3", "aiosqlite", "apsw"}


def sources(*folders: str) -> list[Path]:
    """All files of ours in some folders."""
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


def imports(source: str) -> Iterator[str]:
    """Return the modules that a file imports anywhere, also by name at run time."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module or ""
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            name = ast.unparse(node.func).rpartition(".")[2]
            if name in {"import_module", "__import__", "find_spec", "importorskip"}:
                yield str(node.args[0].value)


def package(name: str) -> str:
    """Return the package of a module: two levels deep."""
    return ".".join(name.split(".")[:2])


@cache
def parts(path: Path) -> set[str]:
    """Return the top-level packages that a file imports."""
    return {name.partition(".")[0] for name in imports(path.read_text(encoding="utf-8"))}


def test_nothing_else_stands_at_the_top():
    """Files of a run are not committed."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a clone: what is committed cannot be told")
    said = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    standing = {name.partition("/")[0] for name in said.stdout.split("\0") if name}
    assert {name for name in standing if not name.startswith(".")} == TOP


@pytest.mark.parametrize("floor", FLOORS)
def test_imports_go_one_way(floor):
    """ledger ← projections ← ops; migrations rest on the ledger."""
    for path in sources(floor):
        name = path.relative_to(ROOT).as_posix()
        climbed = {part for part in parts(path) & FLOORS.keys() if (name, part) not in STAIRS}
        assert climbed <= FLOORS[floor], name


def modules() -> dict[str, set[str]]:
    """Return every module with the modules of ours that the file imports, for annotations too."""
    paths = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in sources(*FLOORS)
    }
    return {name: {*_ours(path, paths.keys())} - {name} for name, path in paths.items()}


def _ours(path: Path, known: Collection[str]) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            named = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (name if name in known else node.module for name in named)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    """Return the nodes of a circle, the first one last again; nothing without a circle."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return [*error.args[1]]
    return []


def test_no_packages_import_each_other():
    """Counting imports in functions and for annotations, over any number of packages."""
    packages = defaultdict[str, set[str]](set)
    for name, found in modules().items():
        here = package(name)
        packages[here] |= {package(other) for other in found} - {here}
    assert circle(packages) == []


def test_no_modules_import_each_other_but_a_declaration_and_the_work_behind():
    """A declaration imports the work in a method, and the work takes the declaration."""
    found = modules()
    declaring = {package(module) for module in DECLARING}
    graph = {
        name: {other for other in others if package(other) not in declaring & {package(name)}}
        for name, others in found.items()
    }
    assert circle(graph) == []
    assert circle(found)


def test_a_circle_is_noticed():
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"a"}}) != []


def rests_on(path: Path) -> set[str]:
    """Return the parts of the projections that a file imports, and the part of the file."""
    found = {path.relative_to(ROOT / "projections").parts[0].removesuffix(".py")}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "projections":
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and str(node.module).startswith("projections."):
            found.add(str(node.module).split(".")[1])
    return found


@pytest.mark.parametrize("storey", STOREYS, ids=" ".join)
def test_the_floors_of_the_projections_stand_as_drawn(storey):
    """Each floor rests on floors drawn above, and on no other."""
    below = STOREYS[STOREYS.index(storey) + 1 :]
    for path in sources("projections"):
        if path.relative_to(ROOT / "projections").parts[0].removesuffix(".py") in storey:
            assert not rests_on(path) & {name for names in below for name in names}, path


def test_every_part_of_the_projections_is_drawn():
    """And nothing missing is drawn."""
    there = {path.name.removesuffix(".py") for path in (ROOT / "projections").iterdir()}
    drawn = {name for storey in STOREYS for name in storey}
    assert there - {"__init__", "__pycache__"} == drawn


@pytest.mark.parametrize("floor", MAPS, ids=lambda floor: floor.name)
def test_a_floor_that_draws_its_modules_draws_all(floor):
    """Each once, and no missing module."""
    drawn = [name for line in MAPS[floor] for name in line]
    there = {path.stem for path in floor.glob("*.py")} - {"__init__"}
    there |= {path.parent.name for path in floor.glob("*/__init__.py")}
    assert sorted(drawn) == sorted(there)


@pytest.mark.parametrize("folder", LISTED)
def test_a_package_lists_its_modules(folder):
    """By purpose, in the docstring: a new module gets a place in the list."""
    package = ROOT / folder
    text = ast.get_docstring(ast.parse((package / "__init__.py").read_text("utf-8"))) or ""
    there = {path.stem for path in package.glob("*.py")} - {"__init__"}
    assert there - set(re.findall(r"\w+", text)) == set()


def parts_imported(path: Path, package: str) -> set[str]:
    """Return the parts of a package (dotted) that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == package:
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and str(node.module).startswith(f"{package}."):
            found.add(str(node.module).removeprefix(f"{package}.").partition(".")[0])
    return found


@pytest.mark.parametrize(("folder", "drawn"), DRAWN_ORDERS, ids=lambda given: str(given)[:20])
def test_parts_rest_only_on_those_drawn_above(folder, drawn):
    """A part imports no part drawn below, so that there is no cycle of packages."""
    order = {name: place for place, names in enumerate(drawn) for name in names}
    for path in sources(folder):
        part = path.relative_to(ROOT / folder).parts[0].removesuffix(".py")
        imported = parts_imported(path, folder.replace("/", "."))
        above = {name for name in imported if order.get(name, -1) > order.get(part, -1)}
        if part in order:
            assert not above, path


@pytest.mark.parametrize(("folder", "drawn"), DRAWN_ORDERS, ids=lambda given: str(given)[:20])
def test_every_package_is_drawn(folder, drawn):
    """And nothing missing is drawn."""
    names = {name for line in drawn for name in line}
    packages = {path.parent.name for path in (ROOT / folder).glob("*/__init__.py")}
    modules = {path.stem for path in (ROOT / folder).glob("*.py")}
    assert packages <= names <= packages | modules


def test_migrations_are_imported_only_when_a_ledger_is_made():
    """To open a ledger needs no alembic."""
    source = (ROOT / "ledger/store/tables.py").read_text(encoding="utf-8")
    at_once = [
        ast.unparse(node)
        for node in ast.parse(source).body
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert "migrations" in imports(source)
    assert "migrations" not in imports("\n".join(at_once))


def test_no_test_imports_a_test():
    """Common parts of tests are in tests/support; the oracles are in tests/oracles."""
    importing = {
        (str(path.relative_to(ROOT)), name)
        for path in sources("tests")
        for source in [path.read_text(encoding="utf-8")]
        if any("test_" in found for found in FROM_TESTS.findall(source))
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tests")
        for name in (*(node.module or "").split("."), *(alias.name for alias in node.names))
        if name.startswith("test_")
    }
    assert importing == set()


def test_only_tests_and_their_fixtures_are_outside_the_support_of_tests():
    """Samples and oracles have folders; an index of tests is beside the tests."""
    beside = {
        str(path.relative_to(ROOT))
        for path in sources("tests")
        if not path.name.startswith("test_") and path.name != "conftest.py"
        if path.relative_to(ROOT).parts[1] not in {"support", "oracles", "samples"}
    }
    assert beside == {"tests/projections/rulebooks/tests_of_articles.py"}


def test_only_one_module_names_a_sqlite_library():
    """A second SQLite in a process would drop the locks of the first."""
    naming = (
        path
        for path in sources(*FLOORS, "tests")
        if any(name in path.read_text(encoding="utf-8") for name in SQLITE)
    )
    named = {path.relative_to(ROOT).as_posix() for path in naming if parts(path) & SQLITE}
    beside = {"tests/oracles/test_nothing_sealed_says_anything.py"}  # after its ledger is closed
    assert named - beside == {"ledger/store/drivers.py"}


@pytest.mark.parametrize(
    "source",
    [
        "import sqlite3",
        "import pysqlite3.dbapi2 as db",
        "from sqlite3 import dbapi2",
        "def f():\n    import sqlite3",
        "__import__('sqlite3')",
        "importlib.import_module('pysqlite3')",
    ],
)
def test_the_look_finds_every_way_to_import(source):
    """The control: planted imports are found."""
    assert {name.partition(".")[0] for name in imports(source)} & SQLITE
