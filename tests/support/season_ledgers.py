"""Ledgers of the sample and the longer seasons, made once for all tests without recordings."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.seasons import Season, brought_in


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Path of a ledger with the sample season; not to be written to."""
    return brought_in(tmp_path_factory)


@pytest.fixture(scope="session")
def ledger_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Season], Path]:
    """Return the path of a ledger with a season; not to be written to."""
    return lambda season: brought_in(tmp_path_factory, season.name)
