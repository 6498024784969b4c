"""The sample season behind the service."""

import pytest

from tests.support.served import served, with_keys
from tests.support.two_persons import propose_sample


@pytest.fixture(scope="session")
def keyed(sample, tmp_path_factory):
    """The sample season with an actor of each role, which is only read."""
    made = with_keys(sample, tmp_path_factory.mktemp("keyed"))
    propose_sample(made.address)
    return made


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
