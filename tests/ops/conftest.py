"""The sample season, brought in once for all tests that only ask."""

import pytest

from ops.sample import commands


@pytest.fixture(scope="session")
def sample(tmp_path_factory):
    """Path of a ledger that holds the sample season; not to be written to."""
    address = tmp_path_factory.mktemp("sample") / "sample.ledger"
    assert commands.season(str(address)) == 0
    return address
