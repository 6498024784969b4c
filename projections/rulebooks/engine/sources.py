"""The files of an edition: modules of the text, and every module imported from this package.

Read from the files themselves, so that none is left out: a formula taken over from another text,
the way times are read, the roundings. What lies outside (the standard library, numpy) is not law.
"""

import ast
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from projections.rulebooks.engine.edition import Edition

PACKAGE: Final = __name__.rpartition(".engine.")[0]

_ROOT: Final = Path(__file__).parents[1]


def files_of(edition: Edition) -> dict[str, Path]:
    """Return the files of an edition, formulas and numbers, by path in this package."""
    found: dict[str, Path] = {}
    for name in modules_of(edition):
        formulas = _path(name)
        numbers = formulas.with_suffix(".toml")
        for path in (formulas, *([numbers] if numbers.exists() else [])):
            found[_named_here(path)] = path
    found |= {number.file: _ROOT / number.file for number in edition.numbers["stated"].values()}
    return dict(sorted(found.items()))


def file_of(module: str) -> str:
    """Return the file of a module by path in this package."""
    return _named_here(_path(module))


def _path(module: str) -> Path:
    return Path(str(sys.modules[module].__file__))


def _named_here(path: Path) -> str:
    return path.relative_to(_ROOT).as_posix()


def modules_of(edition: Edition) -> list[str]:
    """Return the names of the modules of an edition."""
    found: set[str] = set()
    waiting = list(_own(edition))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += [module for module in _imported(name) if module not in found]
    return sorted(found)


def _own(edition: Edition) -> Iterator[str]:
    """Return the first modules of an edition: the rulebook, the text, and the base texts."""
    yield f"{PACKAGE}.{sys.modules[PACKAGE].MODULES[edition.rulebook]}"
    text: Edition | None = edition
    while text is not None:
        yield text.module.__name__
        text = text.based_on


@cache
def _imported(name: str) -> tuple[str, ...]:
    """Return the modules of this package that a module imports, with parent packages."""
    tree = ast.parse(_path(name).read_text(encoding="utf-8"))
    named = {named_module for node in ast.walk(tree) for named_module in _named(node)}
    named |= {name.rpartition(".")[0]}
    return tuple(module for module in _with_parents(named) if module in sys.modules)


def _named(node: ast.AST) -> list[str]:
    """Return the names an import may load: modules, or members that may be modules."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        return [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return []


def _with_parents(names: Iterable[str]) -> Iterator[str]:
    """Return the modules of this package, each after the parent packages."""
    for name in sorted(names):
        parts = name.split(".")
        whole = (".".join(parts[:end]) for end in range(1, len(parts) + 1))
        yield from (module for module in whole if f"{module}.".startswith(f"{PACKAGE}."))
