"""The sample season as the service shows it."""

import pytest

from tests.support.served import served, with_keys


@pytest.fixture(scope="session")
def keyed(sample, tmp_path_factory):
    """The sample season with an actor of each role, which is only read."""
    return with_keys(sample, tmp_path_factory.mktemp("keyed"))


@pytest.fixture(scope="session")
def client(keyed):
    """A client of an auditor."""
    with served(keyed.address, key=keyed.keys["auditor"]) as client:
        yield client


@pytest.fixture(scope="session")
def public(keyed):
    """A client without a key."""
    with served(keyed.address) as client:
        yield client
