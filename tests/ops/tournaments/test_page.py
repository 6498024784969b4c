"""One answer with everything on the page of a tournament."""

import pytest

from tests.support.command import run


def shown(sample, name):
    return run("tournament", "show", name, "--ledger", sample, "--format", "json").document


@pytest.mark.parametrize(
    ("name", "pool", "state", "most"),
    [("T-000006", "fide-standard", "booked", 7), ("T-000017", "rubele-italiana", "booked", 9)],
)
def test_one_answer_has_facts_state_receipt_table_reasons_and_files(
    sample, name, pool, state, most
):
    """A Swiss tournament of chess, and an event of draughts booked late."""
    page = shown(sample, name)
    assert page["details"]["received_on"]
    (in_pool,) = page["pools"]
    row = in_pool["row"]
    assert (row["pool"], row["state"]) == (pool, state)
    assert row["lists"]
    (table,) = in_pool["tables"]
    assert row["players"] == len(table["entrants"])
    assert max(cell["round"] for one in table["entrants"] for cell in one["rounds"]) <= most
    asked = run("tournament", "cross-table", name, "--ledger", sample, "--format", "json").document
    assert in_pool["tables"] == asked["tables"]
    found = run("pool", "findings", pool, name, "--ledger", sample, "--format", "json").document
    assert in_pool["findings"] == found["rows"]
    assert page["files"] == ["trf16", "trf26"]
