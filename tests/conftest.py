"""What every test can ask for."""

import gc

pytest_plugins = ["tests.postgres"]


def pytest_collection_finish():
    """Let the collector of garbage pass by what stays anyway: modules and thousands of tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
