"""The type of an answer, which the annotation of `answer` names.

A module of declarations imports the types of answers for type checkers alone, so that a command
does not load them. They are imported here when a door needs them.
"""

import ast
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from ops.doors.declare import Declared


def answer_type(declared: Declared) -> Any:
    """Return the type of the answer to a question."""
    name = declared.kind.answer.__annotations__["return"]
    return eval(name, {**vars(sys.modules[declared.module]), **_for_checkers(declared.module)})  # noqa: S307 - an annotation of our own code


def _for_checkers(module: str) -> dict[str, Any]:
    """Return the names that a module imports for type checkers alone."""
    found: dict[str, Any] = {}
    tree = ast.parse(Path(sys.modules[module].__file__ or "").read_text("utf-8"))
    for block in tree.body:
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING":
            for line in block.body:
                assert isinstance(line, ast.ImportFrom)  # nothing else stands there
                source = import_module(line.module or "")
                found |= {name.name: getattr(source, name.name) for name in line.names}
    return found
