"""The command to record a deviation: from a failing replay to a ledger that verifies."""

import pytest

from ledger.store.ledger import Ledger
from ops.closings.recordings import CloseList
from ops.house import House
from projections.official import Official
from projections.rulebooks import rulebook
from tests.support.command import done, run

CHESS = "fide-standard"


@pytest.fixture
def wrong(copy, monkeypatch):
    """The sample with a further list, sealed while inactivity came after a single list."""
    with Ledger.open(str(copy)) as ledger:
        official = Official(ledger)
        official.catch_up()
        with monkeypatch.context() as patched:
            for edition in rulebook(CHESS).editions:
                patched.setitem(edition.numbers, "inactive_lists", 1)
            sealed = CloseList(pool=CHESS).record(House(ledger, official))
        official.close()
    return copy, sealed.result.period


def test_from_a_list_that_stops_replay_to_a_ledger_that_verifies(wrong):
    """The fault names the list; once recorded, verify reports the recorded deviation."""
    address, period = wrong
    ran = run("verify", "--ledger", address)
    assert ran.code == 1
    assert f"list {period} of {CHESS} does not reproduce" in ran.out
    said = done(
        "list", "record-deviation", CHESS, period, "--cause", "too early", "--ledger", address
    )
    assert f"rows of {CHESS} {period} that deviate" in said
    assert "1 list with a deviation, exactly as recorded" in done("verify", "--ledger", address)
    assert "i" in {
        row["inactive"]
        for row in run("list", "show", CHESS, "--format", "json", "--ledger", address).document[
            "rows"
        ]
    }


def test_what_deviates_not_is_refused(copy):
    """In a single line; nothing is recorded."""
    words = ["list", "record-deviation", CHESS, "2025-10", "--cause", "none", "--ledger", copy]
    assert "refused: fide-standard: every list comes out as it was sealed" in run(*words).err
