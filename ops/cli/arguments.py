"""Checks of typed words before cyclopts reads them: invisible characters, deep nesting."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from ledger.errors import Refused
from ledger.visible import UNSEEN, escaped

_DEPTH = 16
"""Brackets inside each other in an argument; no event takes as many."""

_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}

_HALVES = range(0xD800, 0xE000)
"""Bytes of a file's name in another encoding: they name the file, and are shown escaped."""


def check(arguments: Sequence[str]) -> None:
    """Raise Refused for words with invisible characters, or with too many nested brackets."""
    for number, argument in enumerate(arguments, 1):
        if argument.startswith(("[", "{")) and _depth(argument) > _DEPTH:
            raise Refused(
                f"argument {number}, {escaped(argument)[:80]}, is nested too deep: write at most "
                f"{_DEPTH} brackets inside each other",
                code="argument-too-deep",
                field=f"argument {number}",
                expected=f"at most {_DEPTH} brackets",
            )
        for unseen in UNSEEN.finditer(argument):
            code = ord(unseen.group())
            if code not in _HALVES:
                raise Refused(
                    f"argument {number}, {escaped(argument)[:80]}, holds the invisible character "
                    f"U+{code:04X}: type it without (rename a file of such a name)",
                    code="invisible-character",
                    field=f"argument {number}",
                    found=f"U+{code:04X}",
                )


def _depth(argument: str) -> int:
    """Return how many brackets stand inside each other."""
    return max(accumulate(_STEPS.get(sign, 0) for sign in argument))
