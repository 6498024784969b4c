"""The sample and the seasons with names, brought in once for all tests that only ask."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from ledger.store.ledger import Ledger
from projections.official import Official
from projections.queries import PoolQuery
from tests.support.seasons import Season, brought_in


@pytest.fixture(scope="session")
def sample(tmp_path_factory):
    """Path of a ledger that holds the sample season; not to be written to."""
    return brought_in(tmp_path_factory)


@pytest.fixture(scope="session")
def ledger_of(tmp_path_factory) -> Callable[[Season], Path]:
    """Give the path of a ledger that holds a season; not to be written to."""
    return lambda season: brought_in(tmp_path_factory, season.name)


@pytest.fixture
def copy(sample, tmp_path):
    """The sample season in a ledger that may be written to."""
    return shutil.copy(sample, tmp_path / "copy.ledger")


@pytest.fixture
def pool(copy):
    """The chess pool of such a copy, ready to be asked."""
    with Ledger.open(str(copy)) as ledger:
        official = Official(ledger)
        official.catch_up()
        yield PoolQuery(official, "fide-standard")
        official.close()
