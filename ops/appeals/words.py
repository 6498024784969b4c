"""Rows of tables about appeals."""

from typing import TYPE_CHECKING

from ledger.sentences import Sentence
from ops.answers.appeals import decision_words
from ops.answers.documents import Row, cells

if TYPE_CHECKING:
    from ops.answers.appeals import AppealRow, AppealStep


def appeal_row(row: "AppealRow") -> Row:
    """Return an appeal of the register, with the outcome beside the status."""
    shown = cells(row, {"outcome": "", "remedy": ""})
    if row.outcome:
        found = decision_words(row.outcome, row.remedy)
        shown["status"] = Sentence("{status}: {found}", status=shown["status"], found=found)
    return {**shown, "suspension": shown["suspension"] or None}


def appeal_step(row: "AppealStep") -> Row:
    """Return a step of an appeal; the approvals and files only where there are some."""
    attached = ", ".join(row.attached) or None
    return cells(row, approved_by=row.approved_by or None, attached=attached)
