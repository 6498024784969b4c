"""The time of a question: it ends at its limit, or when the client hangs up.

A thread cannot be stopped from outside. What is computed for a question looks here before each
statement and in long loops, and ends by itself. What records has no limit.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from time import monotonic
from typing import Final


class TimeOver(BaseException):
    """The time of a question is over.

    As with `asyncio.CancelledError`, no `except Exception` on the way takes it for a fault of a
    file or a list.
    """


class TimeLimit:
    """The limit of a question; several threads may use it."""

    def __init__(self, seconds: float) -> None:
        """Begin now."""
        self.seconds = seconds
        self._ends = monotonic() + seconds

    def give_up(self) -> None:
        """End the time at once: nobody waits for the answer."""
        self._ends = -inf

    def check(self) -> None:
        """Raise TimeOver after the end."""
        if monotonic() > self._ends:
            raise TimeOver


_NOW: Final[ContextVar[TimeLimit | None]] = ContextVar("time_limit", default=None)


@contextmanager
def within(limit: TimeLimit | None) -> Iterator[None]:
    """Compute under a limit; None: without a limit, as what is recorded or kept for all."""
    before = _NOW.set(limit)
    try:
        yield
    finally:
        _NOW.reset(before)


def check_time() -> None:
    """Raise TimeOver if the time of the present question is over."""
    limit = _NOW.get()
    if limit is not None:
        limit.check()
