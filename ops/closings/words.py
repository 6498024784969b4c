"""Rows of tables about closings."""

from typing import TYPE_CHECKING, Any

from ledger.sentences import Sentence
from ops.doors.documents import Row
from ops.words import said
from ops.words.states import word

if TYPE_CHECKING:
    from ops.closings.closings_due import ClosingDue


def due_row(row: "ClosingDue") -> Row:
    """Return a closing for a terminal; checks only if it waits for nothing."""
    checks = [word("check of a closing", item.check) for item in row.checks if not item.green]
    policy = word("closing policy", row.policy)
    if row.publish:
        policy = Sentence("{policy}, publish", policy=policy)
    cells = {
        **due_in_csv(row),
        "state": word("state of a closing", row.state),
        "policy": policy,
        "waits_for": "; ".join(map(said, row.waits_for)),
        "checks": "" if row.waits_for else ", ".join(map(said, checks)),
    }
    return {name: of or None for name, of in cells.items() if name not in ("publish", "cut_off")}


def due_in_csv(row: "ClosingDue") -> dict[str, Any]:
    """Return a closing for a spreadsheet."""
    return {
        "pool": row.pool,
        "period": row.period,
        "list_date": row.list_date,
        "cut_off": row.cut_off,
        "due_at": row.due_at,
        "state": row.state,
        "policy": row.policy + (", publish" if row.publish else ""),
        "publish": row.publish,
        "deadline": row.deadline,
        "waits_for": "; ".join(map(str, row.waits_for)),
        "to_publish": ", ".join(row.to_publish),
        "checks": ", ".join(item.check for item in row.checks if not item.green),
    }
