"""Readings: open questions of a regulation, and the answers of this program.

A reading stands in the docstring of the column, edition or function that holds it: "Reading:"
or "Reading `name`:", and says to the end of its paragraph which value was chosen. Where a number
of the edition bears its name, the value is that number.
"""

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final

from projections.rulebooks.engine.edition import Edition

_ROOT: Final = Path(__file__).parents[2]
_ENGINE: Final = _ROOT / "projections"
_TEXTS: Final = _ENGINE / "rulebooks"
_DOCUMENTED: Final = (ast.Module, ast.ClassDef, ast.FunctionDef)
_READING: Final = re.compile(
    r"\bReading(?: `([\w.]+)`| ([A-Z]\d+))?: (.+?)(?= Reading(?: `[\w.]+`| [A-Z]\d+)?: |$)"
)
_COMMAND: Final = re.compile(r" \(`ledger [^`]*`\)")
"""A command in brackets is for readers of the code: other doors have other words for it."""


_Found = tuple[str, str, str, str]
"""Name, text, holder and place of a reading."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading: name, text, place. An unnamed reading has the name ""."""

    name: str
    says: str
    holder: str
    article: str
    """Of the column that holds it, or the one it names in brackets; "" where there is none."""
    where: str

    @property
    def part(self) -> str:
        """Name of the reading in the index of tests."""
        return f"reading {self.name or self.holder} in {self.module}"

    @property
    def module(self) -> str:
        """The module of the reading."""
        return self.where.partition(":")[0].removesuffix(".py").replace("/", ".")


def of_edition(edition: Edition) -> list[Reading]:
    """Return the readings of an edition: columns, text, calendar, engine."""
    others = (*_of_texts(edition), *_by_engine())
    return [
        *_of_columns(edition),
        *(Reading(name, says, of, _article(edition, says), at) for name, says, of, at in others),
    ]


def in_words(docstring: str) -> Iterator[tuple[str, str]]:
    """Return each reading of a docstring as name (or "") and text on one line."""
    for paragraph in re.split(r"\n\n|\n(?=\* )", inspect.cleandoc(docstring)):
        for found in _READING.finditer(" ".join(paragraph.split())):
            yield found[1] or found[2] or "", _COMMAND.sub("", found[3])


def _of_columns(edition: Edition) -> Iterator[Reading]:
    for rule in edition.columns.values():
        for name, says in in_words(rule.function.__doc__ or ""):
            yield Reading(name, says, rule.name, rule.article, place(rule.function))


def _of_texts(edition: Edition) -> Iterator[_Found]:
    for module in _modules(edition):
        path = Path(str(module.__file__)).relative_to(_ROOT)
        for name, says in in_words(module.__doc__ or ""):
            yield name, says, module.__name__.rpartition(".")[2], str(path)
        for function in _plain_functions(module):
            for name, says in in_words(function.__doc__ or ""):
                yield name, says, function.__name__, place(function)


@cache
def _by_engine() -> list[_Found]:
    files = (path for path in sorted(_ENGINE.rglob("*.py")) if _TEXTS not in path.parents)
    sources = ((path, path.read_text(encoding="utf-8")) for path in files)
    return [
        (name, says, getattr(node, "name", path.stem), f"{path.relative_to(_ROOT)}:{line}")
        for path, source in sources
        if "Reading" in source  # few files have one: the others need not be parsed
        for node in ast.walk(ast.parse(source))
        if isinstance(node, _DOCUMENTED)
        for line in [getattr(node, "lineno", 1)]
        for name, says in in_words(ast.get_docstring(node) or "")
    ]


def _article(edition: Edition, says: str) -> str:
    """Return the article that a reading names in brackets."""
    named = [
        article for article in re.findall(r"\(([^()]+)\)", says) if article in edition.articles
    ]
    return named[-1] if named else ""


def _modules(edition: Edition) -> list[ModuleType]:
    """Return the rulebook's module, and the modules of the columns in force."""
    names = {rule.function.__module__ for rule in edition.columns.values()}
    package = str(edition.module.__name__).rpartition(".")[0]
    return [importlib.import_module(name) for name in sorted({*names, package})]


def _plain_functions(module: ModuleType) -> Iterator[FunctionType]:
    for member in vars(module).values():
        mine = isinstance(member, FunctionType) and member.__module__ == module.__name__
        if mine and not hasattr(member, "__rule__"):
            yield member


def place(function: Any) -> str:
    """Return the place of a function, as `path:line` from the root of the sources."""
    code = inspect.unwrap(function).__code__
    file, line = getattr(function, "stated_at", (code.co_filename, code.co_firstlineno))
    return f"{Path(file).relative_to(_ROOT)}:{line}"
