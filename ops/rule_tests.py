"""Which tests hold an article: their names bear it, as `test_article_8_3_1_counts_…`.

The tests of an edition lie in a file of its name; a column that a text takes over from another is
held by the tests of the text that wrote it, under that text's article.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from projections.rulebooks import NAMES, rulebook
from projections.rulebooks.grammar import Column, Edition

_TESTS: Final = Path(__file__).parent.parent / "tests" / "projections" / "rulebooks"
_BEGINNING: Final = "test_article_"
_FEW: Final = 3
"""Editions of one numbering differ in no more articles than this."""


def names_of_tests(edition: Edition, articles: str, rule: Column | None = None) -> list[str]:
    """Give the names of the tests of articles such as `5.1, 8.3.2 (b)`, in order of the names.

    Of a column, those of the text that wrote it too. Nothing where no tests lie beside the sources.
    """
    found = set(_bearing(_files(edition), articles))
    if rule is not None:
        found |= set(_bearing([_file_of(rule.function.__module__)], rule.written_under))
    return sorted(found)


def _bearing(files: Iterable[Path], articles: str) -> Iterator[str]:
    wanted = {_slug(each.partition("(")[0]) for each in articles.split(",")}
    for path in files:
        yield from (name for name in _names(path) if wanted & set(_borne(name)))


def _files(edition: Edition) -> list[Path]:
    """Give the test files in which articles are numbered as in an edition."""
    folder = _file_of(edition.module.__name__).parent
    alike = [each for each in rulebook(edition.rulebook).editions if _alike(each, edition)]
    others = [each for each in folder.glob("test_*.py") if not each.name.startswith("test_edition")]
    return [*(_file_of(each.module.__name__) for each in alike), *sorted(others)]


def _alike(one: Edition, two: Edition) -> bool:
    return len(one.articles.keys() ^ two.articles.keys()) <= _FEW


def _file_of(module: str) -> Path:
    """Give the test file of an edition's module."""
    package, _, stem = module.rpartition(".")
    return _TESTS / package.rpartition(".")[2] / f"test_{stem}.py"


@cache
def _names(path: Path) -> tuple[str, ...]:
    """Give the names of a file's tests of articles; none where there is no file."""
    if not path.exists():
        return ()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = (each.name for each in tree.body if isinstance(each, ast.FunctionDef))
    return tuple(name for name in functions if name.startswith(_BEGINNING))


def _borne(name: str) -> list[str]:
    """Give the article a test's name begins with (8.3.1 rather than 8.3), and its tables."""
    text = name.removeprefix(_BEGINNING) + "_"
    found = [each for each in _known() if text.startswith(f"{each}_")]
    return [*sorted(found, key=len)[-1:], *re.findall(r"table_\d+", text)]


@cache
def _known() -> frozenset[str]:
    """Give every article of every edition, as the names of tests write it."""
    editions = (each for name in NAMES for each in rulebook(name).editions)
    return frozenset(_slug(article) for each in editions for article in each.articles)


def _slug(article: str) -> str:
    return "_".join(re.findall(r"[A-Za-z]+|\d+[a-z]?", article)).lower()
