"""The sample season, brought in once for all tests that only ask."""

import shutil

import pytest

from ledger.store.ledger import Ledger
from ops.sample import commands
from projections.answers import Pool
from projections.official import Official


@pytest.fixture(scope="session")
def sample(tmp_path_factory):
    """Path of a ledger that holds the sample season; not to be written to."""
    address = tmp_path_factory.mktemp("sample") / "sample.ledger"
    assert commands.season(str(address)) == 0
    return address


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
        yield Pool(official, "fide-standard")
        official.close()
