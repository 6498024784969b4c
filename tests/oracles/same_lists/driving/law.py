"""The seasons of the program, brought in; and the law with a changed number."""

from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from ops.sample import commands
from projections.rulebooks import rulebook

SEASONS = ("", *commands.SEASONS)
"""The sample seasons; the shortest has no name."""


def season(name: str, address: Path) -> Path:
    """Bring in a season, command by command; return the path of the ledger."""
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        assert commands.season(str(address), name) == 0
    return address


@contextmanager
def changed(law: str, edition: str, number: str) -> Iterator[None]:
    """Let a number of an edition be one more than stated."""
    numbers: Any = rulebook(law).edition(edition).numbers
    right = numbers[number]
    numbers[number] = right + 1
    try:
        yield
    finally:
        numbers[number] = right
