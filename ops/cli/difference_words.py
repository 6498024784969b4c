"""Differences between a list and that of another body, in the words of tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledger.wording import counted
from ops.cli.words import Row, cells

if TYPE_CHECKING:
    from ops.answers.compare_lists import DifferenceRow
    from ops.answers.list_differences import Cause

_PLAIN = {
    "not-registered": "no player of the register has this number",
    "only-ours": "theirs has no rating of this player",
    "only-theirs": "ours has no rating of this player",
    "birth-year": "as registered, and as their list has it",
}


def difference_row(row: DifferenceRow) -> Row:
    """Return a difference between two lists, with its causes in words."""
    causes = "; ".join(map(_cause, row.causes)) or _PLAIN.get(row.what, "")
    return cells(row, {"causes": "cause"}, causes=causes)


def _cause(cause: Cause) -> str:
    ours, theirs = cause.ours, cause.theirs
    match cause.kind:
        case "later-adjustment":
            return f"equals the adjustment recorded later (#{cause.position})"
        case "earlier-lists":
            return f"the lists before differ already: theirs {theirs}, ours {ours}"
        case "games":
            where = "here" if theirs > ours else "there"
            both = f"they counted {counted(theirs, 'game')}, we {ours}"
            return f"{both}: a report is missing {where} or late"
        case "k":
            return f"K printed differs: theirs {theirs}, ours {ours}"
        case "one-point":
            return "one point: a rounding, or the rating before"
        case "no-number":
            return "the register holds no number of this player by which to find them on theirs"
    return "the lists do not tell"
