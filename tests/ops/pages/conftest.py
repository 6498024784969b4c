"""The pages of the sample season: in a process apart for a browser, and in this process."""

from pathlib import Path

import pytest

from tests.support.browsing import NoBrowser, browsing
from tests.support.counts import FULL
from tests.support.every_page import crawled
from tests.support.served import MANY, headers_of, served, with_keys
from tests.support.serving import running_forked


@pytest.fixture(scope="session")
def keyed(sample, tmp_path_factory):
    """The sample season with an actor of each role, which is only read."""
    return with_keys(sample, tmp_path_factory.mktemp("keyed"))


@pytest.fixture(scope="session")
def client(keyed):
    """A client of an auditor, with the right to every page."""
    with served(keyed.address, key=keyed.keys["auditor"]) as client:
        yield client


@pytest.fixture(scope="session")
def stranger(keyed):
    """A client without a key."""
    with served(keyed.address) as client:
        yield client


@pytest.fixture(scope="session")
def crawl(client):
    """The pages and files reached by links."""
    return crawled(client, 60, papers=12) if FULL else crawled(client, 6)


@pytest.fixture(scope="session")
def browser(keyed):
    """A browser of an auditor; without a browser the test is skipped."""
    try:
        with browsing(headers_of(keyed.keys["auditor"])) as browser:
            yield browser
    except NoBrowser as reason:
        pytest.skip(str(reason))


@pytest.fixture(scope="session")
def at(keyed, tmp_path_factory):
    """The address of a service in a process apart."""
    folder: Path = tmp_path_factory.mktemp("pages")
    limit = {"LEDGER_ADDRESS_REQUESTS_PER_MINUTE": str(MANY)}
    with running_forked(folder, "--ledger", keyed.address, **limit) as service:
        yield service.url
