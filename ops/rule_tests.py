"""Which tests hold an article: their names bear it, as `test_article_8_3_1_counts_…`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from projections.rulebooks.grammar import Edition

_TESTS: Final = Path(__file__).parent.parent / "tests" / "projections" / "rulebooks"
_BEGINNING: Final = "test_article_"


def tests_of(edition: Edition, articles: str) -> list[str]:
    """Give the names of the tests of articles such as `5.1, 8.3.2 (b)`, in order of the names.

    Nothing where the tests do not lie beside the sources.
    """
    wanted = {_slug(each.partition("(")[0]) for each in articles.split(",")}
    known = frozenset(map(_slug, edition.articles))
    return [name for name in names(edition.rulebook) if wanted & set(_borne(name, known))]


@cache
def names(rulebook: str) -> tuple[str, ...]:
    """Give the names of all tests of a rulebook's articles."""
    files = sorted((_TESTS / rulebook.replace("-", "_")).glob("test_*.py"))
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in files)
    functions = (each for tree in trees for each in tree.body if isinstance(each, ast.FunctionDef))
    return tuple(sorted({each.name for each in functions if each.name.startswith(_BEGINNING)}))


def _borne(name: str, known: Iterable[str]) -> list[str]:
    """Give the article a test's name begins with (8.3.1 rather than 8.3), and its tables."""
    text = name.removeprefix(_BEGINNING) + "_"
    found = [each for each in known if text.startswith(f"{each}_")]
    return [*sorted(found, key=len)[-1:], *re.findall(r"table_\d+", text)]


def _slug(article: str) -> str:
    return "_".join(re.findall(r"[A-Za-z]+|\d+", article)).lower()
