"""A ledger on both databases."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.store.ledger import Ledger
from tests.support.new_ledgers import begun
from tests.support.store_facts import SetClock


@pytest.fixture
def clock() -> SetClock:
    """A clock at rest until moved by a test."""
    return SetClock()


@pytest.fixture(params=["sqlite", "postgresql"])
def both(request: pytest.FixtureRequest, tmp_path: Path, clock: SetClock) -> Iterator[Ledger]:
    """A ledger with the first event, on each database."""
    address = str(tmp_path / "ledger")
    if request.param == "postgresql":
        address = request.getfixturevalue("postgres_database")
    with begun(address, "example.org", "Europe/Rome", clock) as made:
        yield made


@pytest.fixture
def ledger(tmp_path: Path, clock: SetClock) -> Iterator[Ledger]:
    """A ledger with the first event, in a file."""
    with begun(str(tmp_path / "ledger"), "example.org", "Europe/Rome", clock) as made:
        yield made
