"""Something made once for all processes of a test run."""

import fcntl
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

T = TypeVar("T")


def made_once(temporary: pytest.TempPathFactory, name: str, make: Callable[[Path], T]) -> T:
    """Return the result of `make` for a new folder of a name; the folder stays.

    The first process that asks makes it; the others wait, and read what it returned.
    """
    base = temporary.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    folder.mkdir(exist_ok=True)
    made = folder / "made.pickle"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            made.write_bytes(pickle.dumps(make(folder)))
    result: T = pickle.loads(made.read_bytes())  # noqa: S301 -- written by this test run
    return result
