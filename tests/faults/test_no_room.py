"""A full disk: nothing is recorded, a sentence says so, and recording goes on with new
room.

SQLite is given so many pages and no more: its own words for a disk without room follow. Each limit
stops an import at another of its writes. LEDGER_TEST_FULL=1 tries eighteen.
"""

import shutil
from contextlib import contextmanager

import pytest
from sqlalchemy import Engine, event

from ledger.store import integrity
from ledger.store.ledger import Ledger
from ops.cli import exits
from ops.sample import commands
from tests.support.command import done, run
from tests.support.counts import FULL

POOL = "fide-standard"
REPORTS = sorted(
    (commands.FOLDER / POOL).glob("*.trf"), key=lambda path: path.stat().st_size, reverse=True
)[: 9 if FULL else 1]
"""The largest: a small report may need no new page."""
LIMITS = range(2)
"""Pages that may still be written."""


def importing(report, address):
    """Return the words to import a report."""
    return ["tournament", "import", report, "--pool", POOL, "--register-new", "--ledger", address]


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    """A ledger with a single pool; read only."""
    path = tmp_path_factory.mktemp("room") / "ledger"
    done("init", "--ledger", path)
    done("pool", "open", POOL, "--first-period", "2025-10", "--adopt", "--ledger", path)
    return path


@contextmanager
def room(pages):
    """Let each database grow by so many pages and no more."""

    def limit(connection, _record):
        if hasattr(connection, "isolation_level"):  # SQLite's
            (now,) = connection.execute("PRAGMA page_count").fetchone()
            connection.execute(f"PRAGMA max_page_count = {now + pages}")

    event.listen(Engine, "connect", limit)
    try:
        yield
    finally:
        event.remove(Engine, "connect", limit)


@pytest.mark.parametrize("pages", LIMITS)
@pytest.mark.parametrize("report", REPORTS, ids=lambda report: report.stem)
def test_a_full_disk_records_nothing_and_says_so(opened, tmp_path, report, pages):
    address = shutil.copy(opened, tmp_path / "ledger")
    with Ledger.open(str(address)) as ledger:
        before = ledger.read.head()
    with room(pages):
        ran = run(*importing(report, address))
    assert ran.code == exits.UNAVAILABLE
    assert ran.err.startswith("unavailable: ")
    assert "full" in ran.err
    with Ledger.open(str(address)) as ledger:
        assert ledger.read.head() == before
        assert list(integrity.faults(ledger.engine)) == []
    assert "T-000001 (#" in done(*importing(report, address))
    with Ledger.open(str(address)) as ledger:
        assert list(integrity.faults(ledger.engine)) == []


def test_with_enough_room_it_is_recorded(opened, tmp_path):
    """The control: the limit alone refuses nothing."""
    address = shutil.copy(opened, tmp_path / "ledger")
    with room(1_000):
        assert run(*importing(REPORTS[0], address)).code == exits.DONE
