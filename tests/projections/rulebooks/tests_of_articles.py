"""The tests of each article: made from the names of tests, as `test_article_8_3_1_counts_…`.

The tests of an edition are in a file of its name; tests of several editions are in the other files
of the folder. A column or number inherited from another text has the tests of that text too, under
the article there. A reading has the tests that name it.

`python -m tests.projections.rulebooks.tests_of_articles` writes the index of `ledger rules`.
"""

import ast
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from ops.law import readings
from ops.law.rule_tests import FILE
from projections.rulebooks import NAMES, rulebook
from projections.rulebooks.engine.columns import Column
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.numbers import Number

_TESTS: Final = Path(__file__).parent
_OTHERS: Final = [_TESTS.parents[1] / name for name in ("projections", "ops", "stories")]
_PACKAGE: Final = "projections.rulebooks."
_SHARED: Final = _TESTS / "fide"
"""What rapid and blitz take over too, tested under the articles of standard chess."""


def names_of_tests(
    edition: Edition, articles: str, part: Column | Number | None = None
) -> list[str]:
    """Give the names of the tests of articles such as `5.1, 8.3.2 (b)`, in order of the names.

    Of a column or number, those of the text that wrote it too. Nothing where no tests lie beside
    the sources.
    """
    found = set(_bearing(_files(edition), articles))
    if part is not None:
        found |= set(_bearing(_files_of(_written_in(part)), part.written_under))
    return sorted(found)


def names_of_reading(edition: Edition, name: str, module: str) -> list[str]:
    """Return the names of the tests with a reading of a module in the docstring or in the name."""
    files = {*_files(edition), *_files_of(module), *_of_the_engine()}
    return sorted(
        test
        for path in files
        for test, said in _of_readings(path).items()
        if _says(said, name) or test.startswith(f"test_reading_{name}_")
    )


@cache
def _of_the_engine() -> list[Path]:
    """Return the test files that can hold a reading of any rulebook."""
    outside = [path for folder in _OTHERS for path in folder.rglob("test_*.py")]
    return [*_TESTS.glob("test_*.py"), *(path for path in outside if _TESTS not in path.parents)]


def _says(docstring: str, reading: str) -> bool:
    """Return whether a test names the reading: `tie_p`, or by a letter, (B4)."""
    _, begins, said = docstring.partition("Reading")
    return bool(begins) and (f"`{reading}`" in said or f"({reading})" in said)


def _written_in(part: Column | Number) -> str:
    """Return the module of a column, or the module beside the file of a number."""
    if isinstance(part, Column):
        return str(part.function.__module__)
    return _PACKAGE + part.file.removesuffix(".toml").replace("/", ".")


def _bearing(files: Iterable[Path], articles: str) -> Iterator[str]:
    wanted = {_slug(article.partition("(")[0]) for article in articles.split(",")}
    for path in files:
        yield from (name for name in _tests(path) if wanted & set(_borne(name)))


def _files(edition: Edition) -> list[Path]:
    """Return the test files of an edition: own files, files of amended editions, of
    several editions.
    """
    known = edition.rulebook, edition.name, edition.digest
    if known not in _FILES:
        _FILES[known] = _files_found(edition)
    return _FILES[known]


_FILES: Final[dict[tuple[str, str, str], list[Path]]] = {}


def _files_found(edition: Edition) -> list[Path]:
    own = [_file_of(each.module.__name__) for each in _amended(edition)]
    otherwise = _numbered_otherwise(edition)
    return [*own, *(path for path in _of_several(own[0].parent) if path not in otherwise)]


def _numbered_otherwise(edition: Edition) -> set[Path]:
    """Return the files of modules beside the editions that bear the numbers of another text."""
    taken_over = (
        _file_of(rule.function.__module__)
        for rule in edition.columns.values()
        if rule.article != rule.written_under
    )
    return {path for path in taken_over if path.parent != _TESTS}


def _amended(edition: Edition) -> Iterator[Edition]:
    """Return an edition and the older amended editions; a later text that tells the edition is
    another law.
    """
    older: Edition | None = edition
    while older is not None:
        yield older
        base = older.based_on
        older = base if base is not None and base.name < older.name else None


def _files_of(module: str) -> list[Path]:
    """Return the test files of a module: of the module's name, and of several editions beside."""
    own = _file_of(module)
    return [own, *_of_several(own.parent)]


@cache
def _of_several(folder: Path) -> list[Path]:
    """Return the files of several editions in a folder of a rulebook, and the shared files."""
    tests = sorted(folder.glob("test_*.py")) if folder != _TESTS else []
    shared = sorted(_SHARED.glob("test_*.py")) if folder == _SHARED / "standard" else []
    return [*(test for test in tests if not test.name.startswith("test_edition")), *shared]


@cache
def _file_of(module: str) -> Path:
    """Return the test file of a module of law, present or not."""
    *folders, stem = module.removeprefix(_PACKAGE).split(".")
    return _TESTS.joinpath(*folders, f"test_{stem}.py")


@cache
def _tests(path: Path) -> dict[str, str]:
    """Return the names of the tests of a file, and the docstrings; none for an absent file."""
    if not path.exists():
        return {}
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    return {
        function.name: ast.get_docstring(function) or ""
        for function in functions
        if function.name.startswith("test_")
    }


@cache
def _of_readings(path: Path) -> dict[str, str]:
    """Return the tests of a file with a reading, in the docstring or in the name."""
    found, start = _tests(path).items(), "test_reading_"
    return {name: said for name, said in found if "Reading" in said or name.startswith(start)}


@cache
def _borne(name: str) -> list[str]:
    """Return the article at the beginning of a test's name (8.3.1 rather than 8.3), and
    the tables.

    Law without a number, as a decision of a day, is named in full.
    """
    _, article, text = name.lower().rpartition("test_article_")
    known = _numbered() if article else _unnumbered()
    longest = _longest(f"{text if article else name.removeprefix('test_')}_", known)
    return [*([longest] if longest else []), *re.findall(r"table_\d+", text)]


def _longest(text: str, known: Iterable[str]) -> str:
    return max(
        (article for article in known if text.startswith(f"{article}_")), key=len, default=""
    )


@cache
def _unnumbered() -> frozenset[str]:
    """Give the decisions and amendments beside the numbered articles."""
    return frozenset(article for article in _known() if "_of_" in article)


@cache
def _numbered() -> frozenset[str]:
    return _known() - _unnumbered()


@cache
def _known() -> frozenset[str]:
    """Return every article of every edition, as the names of tests write articles."""
    editions = (edition for name in NAMES for edition in rulebook(name).editions)
    return frozenset(_slug(article) for edition in editions for article in edition.articles)


def _slug(article: str) -> str:
    return "_".join(re.findall(r"[A-Za-z]+|\d+[a-z]?", article)).lower()


def index() -> dict[str, Any]:
    """The names of all such tests, and by edition and part their places in this list."""
    parts = {f"{e.rulebook} {e.name}": _of_parts(e) for n in NAMES for e in rulebook(n).editions}
    named = sorted({test for found in parts.values() for tests in found.values() for test in tests})
    place = {test: at for at, test in enumerate(named)}
    places = {
        edition: {part: [place[test] for test in tests] for part, tests in found.items() if tests}
        for edition, found in parts.items()
    }
    return {"tests": named, "editions": places}


def _of_parts(edition: Edition) -> dict[str, list[str]]:
    """Tests of an edition by "article A", "reading R in MODULE", or the name of a part."""
    stated: Mapping[str, Number] = edition.numbers["stated"]
    bare = {each.partition(" (")[0] for each in edition.articles}
    found = {f"article {each}": names_of_tests(edition, each) for each in bare}
    parts: list[Column | Number] = [*edition.columns.values(), *stated.values()]
    for part in parts:
        found[part.name] = names_of_tests(edition, part.article, part)
        for article in part.article.split(", "):
            whole = article.partition(" (")[0]
            found[f"article {whole}"] = names_of_tests(edition, whole)
    for reading in readings.of_edition(edition):
        name = reading.name or reading.holder
        found[reading.part] = names_of_reading(edition, name, reading.module)
    return found


def written(index: Mapping[str, Any]) -> str:
    """Return the index as JSON with a line for each test and for each part of an edition."""
    tests = ",\n".join(json.dumps(test) for test in index["tests"])
    editions = ",\n".join(
        f"{json.dumps(edition)}: {{\n{_lines_of(parts)}\n}}"
        for edition, parts in sorted(index["editions"].items())
    )
    return f'{{"tests": [\n{tests}\n],\n"editions": {{\n{editions}\n}}}}\n'


def _lines_of(parts: Mapping[str, list[int]]) -> str:
    return ",\n".join(f"{json.dumps(part)}: {places}" for part, places in sorted(parts.items()))


if __name__ == "__main__":
    FILE.write_text(written(index()), "utf-8")
