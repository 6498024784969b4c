"""The upgrade of operator.md: the program before answers until the switch, the service after."""

import httpx
import pytest
from sqlalchemy import text

from ledger.store.schema import REVISION
from tests.support.command import done, run
from tests.support.older_ledgers import STEP, as_it_was
from tests.support.serving import running_forked

pytestmark = pytest.mark.waits

POOL = "rubele-italiana"


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request, tmp_path):
    """Where the ledger is, on both databases."""
    if request.param == "sqlite":
        return str(tmp_path / "ratings.ledger")
    return request.getfixturevalue("postgres_database")


def test_the_program_before_answers_until_the_switch(place, tmp_path):
    """The lists stay as published; later results computed by this program are recorded."""
    with as_it_was(place, tmp_path) as of_before:

        def events():
            with of_before.connect().execution_options(reading=True) as connection:
                return connection.execute(text("SELECT count(*) FROM event")).scalar()

        assert events() == 31
        refused = run("serve", "--ledger", place)
        assert (refused.code, "ledger migrate" in refused.err) == (3, True)
        assert f"from step {STEP} to step {REVISION}" in done("migrate", "--ledger", place)
        assert events() == 31
        accepted(place)
        with running_forked(tmp_path, "--ledger", place) as service:
            ready = httpx.get(f"{service.url}/health/ready", timeout=60)
            assert (ready.status_code, ready.json()["status"]) == (200, "ready")
            found = httpx.get(f"{service.url}/v1/pools/{POOL}/lists", timeout=60)
            assert [row["list"] for row in found.json()["rows"]] == ["2025-04-05", "2025-07-05"]
            assert service.end() == 0
        assert events() == 34
        assert "nothing to do" in done("migrate", "--ledger", place)


def accepted(place):
    """Return the answers of verify before and after accepting the records of this program."""
    words = "its rows are the same, but the record behind it"
    before = run("verify", "--ledger", place)
    assert (before.code, words in before.out, "`ledger list accept-records`" in before.out) == (
        *(1, True, True),
    )
    said = done("list", "accept-records", "--cause", "upgrade", "--ledger", place)
    assert "accepted the records behind 2 closed lists (#31)" in said
    after = done("verify", "--ledger", place)
    assert "34 events, 2 lists reproduced, 0 faults" in after
    again = run("list", "accept-records", "--cause", "upgrade", "--ledger", place)
    assert (again.code, "are those of this program" in again.err) == (3, True)
