"""A ledger on disk with the pools for reports and carry-overs."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ledger.store.ledger import Ledger
from tests.support.pool_ledgers import faults, opened


@pytest.fixture
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Ledger]:
    """A new ledger with two pools; the clock stands at noon of 1 March 2026 in Rome.

    Where something was recorded, nothing is at fault in the end, and every report is what its file
    says, read again; but where a test changes tables by hand (`at_fault`).
    """
    with opened(str(tmp_path / "ledger.db")) as made:
        begins = made.read.head().next_position
        yield made
        if made.read.head().next_position > begins:
            assert request.node.get_closest_marker("at_fault") or faults(made) == []


@pytest.fixture
def kept(tmp_path: Path) -> Callable[[bytes], Path]:
    """Write bytes into a file and return the path."""

    def keep(data: bytes) -> Path:
        path = tmp_path / "list"
        path.write_bytes(data)
        return path

    return keep
