"""All declared questions."""

from collections.abc import Iterator
from importlib import import_module
from typing import Final

from ops.doors.declare import DECLARED, Declared

MODULES: Final = (
    "ops.pools.questions",
    "ops.lists.questions",
    "ops.lists.supposed",
    "ops.players.questions",
    "ops.players.explanation",
    "ops.trails.questions",
    "ops.rules.questions",
    "ops.rules.calculator",
)
"""Modules with declarations, in the order of their nouns."""


def declared() -> Iterator[Declared]:
    """Yield every declaration, module by module."""
    for module in MODULES:
        import_module(module)
        yield from (of for of in DECLARED if of.module == module)
