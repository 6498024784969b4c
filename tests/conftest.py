"""What every test can ask for."""

import gc
import importlib
import sys

import pytest
from hypothesis import HealthCheck, settings

from tests.support.counts import FULL

pytest_plugins = ["tests.support.postgres", "tests.support.season_ledgers"]

settings.register_profile(
    "untimed",  # no test depends on the speed or the load of the machine
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=100 if FULL else 40,  # other ones in each run
)
settings.load_profile("untimed")

gc.disable()  # all that is imported and collected stays: the collector would look at it in vain


@pytest.hookimpl(tryfirst=True)  # before `-m` selects
def pytest_collection_modifyitems(items):
    """Mark the tests on PostgreSQL `waits`: while the server computes, they wait."""
    for item in items:
        if any("postgres" in name for name in (item.name, *item.fixturenames)):
            item.add_marker("waits")


def pytest_collection_finish():
    """Begin as the program does, and with what stays anyway out of the way.

    cyclopts reads every option a second time with pydantic where something has imported it: readers
    that tests alone import do, the program does not. The collector of garbage passes by modules and
    thousands of tests. Litestar looks for pydantic when an application is made: it finds it before.
    """
    importlib.import_module("litestar.plugins.pydantic")
    sys.modules.pop("pydantic", None)
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()
