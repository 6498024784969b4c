"""Ledgers that come out the same in each run: the clock stands, and nothing is drawn at random."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count

import pytest

from ledger.clock import MachineClock


@dataclass
class Standing:
    """A clock that stands still until it is set."""

    now: int
    """In microseconds since 1970."""


@contextmanager
def without_chance(instant: int) -> Iterator[Standing]:
    """Let the machine's clock stand at an instant; salts are zeros, ids of keys are numbered."""
    clock, numbers = Standing(instant), count(1)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(MachineClock, "__call__", lambda _: clock.now)
        patched.setattr(MachineClock, "jump_us", lambda _: 0)
        patched.setattr(secrets, "token_bytes", bytes)
        patched.setattr(secrets, "token_hex", lambda size: f"{next(numbers):0{2 * size}x}")
        yield clock
