"""Names and texts of fields at every door, for the catalogue.

The types of the addresses, the declarations and the options of the commands state them.
"""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, TypeGuard

from ops.words.fields import named

COLUMNS: Final = frozenset({"inactive", "period_games"})
"""Columns of lists that a rulebook names in words."""

VALUES: Final = frozenset({"late_for", "reported_number", "reported_rating"})
"""What a trail says of a report beside its fields."""

CLI: Final = Path(__file__).parents[1] / "cli"

MOVES: Final = Path(__file__).parents[1] / "doors" / "moves.py"
"""Rows that a preview shows at every door."""

_MAKES_ROWS: Final = frozenset({"Row", "Iterator[Row]", "RowOf", "dict[str, Any]"})
"""What functions of the command line return that word the rows of a table."""


def names() -> set[str]:
    """Return the names of all fields: of events, answers, what is asked, and tables."""
    from msgspec.structs import fields

    from ledger.events.catalogue import DEFINITIONS
    from ledger.tournaments.recorded_report import DETAILS
    from ops.doors.catalogue import declared
    from ops.http.addresses import all_addresses
    from ops.http.field_texts import structs_of

    kinds = [
        kind for of in all_addresses() for kind in (of.answers, of.asks, of.file_asks, of.body)
    ]
    structs = {*structs_of(kinds), *DEFINITIONS.values()}
    structs |= {of.kind for of in declared()}
    found = {field.encode_name for kind in structs for field in fields(kind)}
    found |= {*COLUMNS, *VALUES, *DETAILS, *_in_code()} - {""}
    return {str(named(name)) for name in found}


def texts() -> set[str]:
    """Return the texts that describe inputs and their forms.

    Of options, parameters, bodies, declarations; the first sentence about a page or a recording.
    """
    from msgspec import json
    from msgspec.structs import fields

    from ops.doors.catalogue import declared, recordings
    from ops.doors.fields import described as meaning
    from ops.http.addresses import all_addresses
    from ops.http.field_texts import structs_of, texts_of
    from ops.http.schemas import of_ours
    from ops.pages.links import pages
    from ops.tournaments.import_inputs import ImportInputs

    forms = {*pages(), *(of.name for of in recordings())}
    found = {*_of_options()}
    found |= {of.summary for of in declared() if of.name in forms}
    found |= {meaning(field.type) for of in declared() for field in fields(of.kind)}
    found |= {meaning(field.type) for field in fields(ImportInputs)}
    for address in all_addresses():
        schema = json.schema(address.asks, schema_hook=of_ours)["$defs"][address.asks.__name__]
        found |= {of.get("description", "") for of in schema["properties"].values()}
        for body in structs_of([address.body]):
            found |= set(texts_of(body).values())
    return found - {""}


def _of_options() -> Iterator[str]:
    """Yield the help texts of options that stand in code; a table has its own reader."""
    for node in _nodes():
        if _is_call(node, "option"):
            yield from _texts(node.args[:1])


def _nodes() -> Iterator[ast.AST]:
    """Yield what the code of the command line and of its previews is made of."""
    for path in (*sorted(CLI.rglob("*.py")), MOVES):
        yield from ast.walk(ast.parse(path.read_text()))


def _in_code() -> Iterator[str]:
    """Yield the names in the code of the command line: options, and cells of rows."""
    for node in _nodes():
        if isinstance(node, ast.arg) and node.annotation is not None:
            yield from [node.arg.strip("_")] if _is_option(node.annotation) else []
        elif isinstance(node, ast.AnnAssign) and _is_option(node.annotation):
            yield ast.unparse(node.target).strip("_")
        elif isinstance(node, ast.FunctionDef) and _makes_rows(node):
            yield from _cells(node)


def _makes_rows(function: ast.FunctionDef) -> bool:
    return function.returns is not None and ast.unparse(function.returns) in _MAKES_ROWS


def _cells(function: ast.FunctionDef) -> Iterator[str]:
    """Yield the names of cells: keys of dictionaries, arguments of `cells`, and new names."""
    for node in ast.walk(function):
        if isinstance(node, ast.Dict):
            yield from _texts(node.keys)
        elif _is_call(node, "cells"):
            yield from (argument.arg for argument in node.keywords if argument.arg)
            yield from _texts(
                value for of in node.args if isinstance(of, ast.Dict) for value in of.values
            )


def _texts(nodes: Iterable[ast.expr | None]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _is_option(annotation: ast.expr) -> bool:
    return any(_is_call(node, "option") for node in ast.walk(annotation))


def _is_call(node: ast.AST, function: str) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and ast.unparse(node.func) == function
