"""Descriptions of fields: the texts below them in the source of their types."""

import ast
import inspect
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from itertools import pairwise
from typing import Any, Final, get_args

from msgspec import Struct
from msgspec.structs import fields

_OURS: Final = ("ledger.", "ops.", "projections.")


def structs_of(kinds: Iterable[Any]) -> set[type[Struct]]:
    """Return the structs among some types, and among the types of their fields."""
    found: set[type[Struct]] = set()
    waiting = [*kinds]
    while waiting:
        kind = waiting.pop()
        waiting += get_args(kind)
        if isinstance(kind, type) and issubclass(kind, Struct) and kind not in found:
            found.add(kind)
            waiting += [field.type for field in fields(kind)]
    return found


def texts_of(kind: type[Struct]) -> dict[str, str]:
    """Return the texts below the fields of a struct, by the names of the fields in JSON."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.startswith(_OURS):
            found |= _of_module(base.__module__).get(base.__name__, {})
    return {field.encode_name: found[field.name] for field in fields(kind) if field.name in found}


@cache
def _of_module(name: str) -> Mapping[str, Mapping[str, str]]:
    tree = ast.parse(inspect.getsource(import_module(name)))
    return {node.name: dict(_texts(node)) for node in tree.body if isinstance(node, ast.ClassDef)}


def _texts(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for statement, following in pairwise(node.body):
        if not isinstance(statement, ast.AnnAssign) or not isinstance(following, ast.Expr):
            continue
        target, value = statement.target, following.value
        if isinstance(target, ast.Name) and isinstance(value, ast.Constant):
            yield target.id, " ".join(str(value.value).split())
