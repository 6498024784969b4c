"""A ledger on disk with the pools that reports and carry-overs are taken into."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.store.ledger import Ledger
from tests.ledger.intake.pools import opened


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """A new ledger with two pools; its clock stands at noon of 1 March 2026 in Rome."""
    with opened(str(tmp_path / "ledger.db")) as made:
        yield made
