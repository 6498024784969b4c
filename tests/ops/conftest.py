"""Writable copies of the sample season."""

import shutil

import pytest

from ledger.store.ledger import Ledger
from projections.official import Official
from projections.queries import PoolQuery


@pytest.fixture
def copy(sample, tmp_path):
    """The sample season in a writable ledger."""
    return shutil.copy(sample, tmp_path / "copy.ledger")


@pytest.fixture
def pool(copy):
    """The chess pool of such a copy, ready to be asked."""
    with Ledger.open(str(copy)) as ledger:
        official = Official(ledger)
        official.catch_up()
        yield PoolQuery(official.track, "fide-standard")
        official.close()
