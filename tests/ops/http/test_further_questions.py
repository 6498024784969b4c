"""Questions without an answer in the sample season, or sent with a body: as typed."""

import shutil

from ledger.store.ledger import Ledger
from ops.upkeep.background_runs import Run, keep
from tests.support.command import run
from tests.support.served import answer, served, with_keys

NEW = {"name": "Open", "start": "2026-05-01", "end": "2026-05-03", "time_control": "3000"}


def test_the_work_in_the_background_is_shown_as_typed(sample, tmp_path):
    keyed = with_keys(sample, tmp_path)
    with Ledger.open(keyed.address) as ledger:
        keep(ledger, Run("verification", 1_000_000, 2_000_000, "faults", 2, 92, "ab", "event 7"))
        keep(ledger, Run("backup", 3_000_000, 4_000_000, "failed", detail="OSError"))
    typed = run("schedule", "last-runs", "--ledger", keyed.address, "--format", "json")
    with served(keyed.address, key=keyed.keys["auditor"]) as client:
        shown = answer(client, "/v1/background-runs")
    assert shown == typed.document
    backup, verification = shown["rows"]
    assert (backup["outcome"], backup["position"]) == ("failed", None)
    assert (verification["faults"], verification["position"]) == (2, 92)
    assert verification["began_at"] == "1970-01-01T00:00:01.000000Z"


def _as_data(row):
    """Return a finding with the remedy as use cases with arguments; each door has words of
    its own.
    """
    settled_by = [(one["use_case"], one["arguments"]) for one in row["remedies"]]
    return {**row, "remedy": bool(row["remedy"]), "remedies": settled_by}


def test_a_tournament_that_is_not_announced_is_checked_as_typed(sample, tmp_path):
    copy = shutil.copy(sample, tmp_path / "copy.ledger")
    details = [word for pair in NEW.items() for word in ("--set", "=".join(pair))]
    words = ("tournament", "check", "fide-standard", *details, "--ledger", copy)
    with served(copy) as client:
        path = "/v1/pools/fide-standard/findings"
        checked = client.post(path, json={"set": NEW})
        assert checked.status_code == 200
        rows, printed = checked.json()["rows"], run(*words, "--format", "json").document["rows"]
        assert [*map(_as_data, rows)] == [*map(_as_data, printed)]
        assert {row["kind"] for row in checked.json()["rows"]} >= {"not rated"}
        missing = client.post(path, json={"set": {"name": "Open"}})
        assert (missing.status_code, missing.json()["code"]) == (422, "detail-missing")
