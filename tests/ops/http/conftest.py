"""The sample season as the service shows it."""

import pytest

from tests.support.served import served


@pytest.fixture(scope="session")
def client(sample):
    """A client of the service over the sample season, which is only read."""
    with served(sample) as client:
        yield client
