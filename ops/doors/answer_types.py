"""The type of an answer, which the annotation of `answer` names.

A module of declarations imports the types of answers for type checkers alone, so that a command
does not load them. They are imported here when a door needs them.
"""

import ast
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, get_type_hints

from ops.doors.declare import DeclaredQuestion


def answer_type(declared: DeclaredQuestion) -> Any:
    """Return the type of the answer to a question."""
    names = _for_checkers(declared.module)
    return get_type_hints(declared.kind.answer, localns=names)["return"]


def _for_checkers(module: str) -> dict[str, Any]:
    """Return the names that a module imports for type checkers alone."""
    found: dict[str, Any] = {}
    tree = ast.parse(Path(sys.modules[module].__file__ or "").read_text("utf-8"))
    for block in tree.body:
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING":
            for line in block.body:
                assert isinstance(line, ast.ImportFrom)  # nothing else stands there
                source = import_module(line.module or "")
                found |= {of.asname or of.name: getattr(source, of.name) for of in line.names}
    return found
