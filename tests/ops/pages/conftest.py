"""The sample season as pages show it: in a process of its own for a browser, and in this one."""

from pathlib import Path

import pytest

from tests.support.browsing import NoBrowser, browsing
from tests.support.counts import FULL
from tests.support.every_page import crawled
from tests.support.served import MANY, served
from tests.support.serving import running_forked


@pytest.fixture(scope="session")
def client(sample):
    """A client without a key."""
    with served(sample) as client:
        yield client


@pytest.fixture(scope="session")
def crawl(client):
    """The pages and files that links lead to."""
    return crawled(client, 200 if FULL else 12)


@pytest.fixture(scope="session")
def browser():
    """A browser; without one the test is skipped."""
    try:
        with browsing() as browser:
            yield browser
    except NoBrowser as reason:
        pytest.skip(str(reason))


@pytest.fixture(scope="session")
def at(sample, tmp_path_factory):
    """The address of a service in a process of its own."""
    folder: Path = tmp_path_factory.mktemp("pages")
    limit = {"LEDGER_ADDRESS_REQUESTS_PER_MINUTE": str(MANY)}
    with running_forked(folder, "--ledger", sample, **limit) as service:
        yield service.url
