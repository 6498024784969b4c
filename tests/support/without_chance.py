"""Ledgers the same in each run: the clock stands, and nothing is drawn at random."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Final

import pytest

from ledger.clock import MachineClock

SALT: Final = 16
"""Bytes of a salt."""


@dataclass
class Standing:
    """A clock at a standstill until set."""

    now: int
    """In microseconds since 1970."""


@dataclass
class Numbered:
    """A replacement of randomness: zeros for a salt, else the next number."""

    numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def randbytes(self, size: int) -> bytes:
        """Return bytes."""
        return bytes(size) if size == SALT else next(self.numbers).to_bytes(size, "big")


@contextmanager
def without_chance(instant: int) -> Iterator[Standing]:
    """Let the machine's clock stand at an instant; salts are zeros, keys and their ids numbers."""
    clock = Standing(instant)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(MachineClock, "__call__", lambda _: clock.now)
        patched.setattr(MachineClock, "jump_us", lambda _: 0)
        patched.setattr(secrets, "_sysrand", Numbered())
        yield clock
