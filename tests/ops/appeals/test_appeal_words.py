"""Appeals in the words of tables: a column without values in any row is left out."""

from datetime import date

from msgspec import structs

from ledger.sentences import Body, Position, Sentence, plain
from ops.answers.answer import (
    Instant,
)
from ops.appeals.rows import AppealRow, AppealStep
from ops.appeals.words import appeal_row, appeal_step
from ops.words.states import word

OPEN = AppealRow(
    appeal="A-000001",
    pool="uisp",
    kind="list-row",
    concerns="2026-Q1",
    filed_on=date(2026, 1, 8),
    status="admitted",
    due_on=None,
    days_left=None,
    suspension="",
    outcome="",
    remedy="",
    ended_on=None,
    notified_on=None,
)
STEP = AppealStep(
    position=Position(7),
    recorded_at=Instant(0),
    recorded_by="m-1",
    approved_by="",
    what="decided",
    says=Sentence("upheld"),
    decided_by="committee",
    decided_by_name=plain(Body("committee")),
    party="",
    statement="",
    attached=(),
)


def test_the_outcome_stands_beside_the_status():
    decided = structs.replace(OPEN, status="decided", outcome="upheld", remedy="next-list")
    dismissed = structs.replace(OPEN, status="decided", outcome="dismissed")
    shown = [str(appeal_row(row)["status"]) for row in (OPEN, decided, dismissed)]
    assert shown == ["admitted", "decided: upheld (next list)", "decided: dismissed"]
    assert {"outcome", "remedy"}.isdisjoint(appeal_row(decided))


def test_suspension_approval_and_files_are_columns_where_there_are_some():
    suspended = structs.replace(OPEN, suspension="holds")
    holds = word("suspension", "holds")
    assert [appeal_row(row)["suspension"] for row in (OPEN, suspended)] == [None, holds]
    approved = structs.replace(STEP, approved_by="m-2", attached=("ab", "cd"))
    shown = [appeal_step(step) for step in (STEP, approved)]
    assert [step["approved_by"] for step in shown] == [None, "m-2"]
    assert [step["attached"] for step in shown] == [None, "ab, cd"]
