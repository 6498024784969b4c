"""Decisions pending in a pool: pool pending."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ops.cli import output
from ops.cli.app import Knowing, PoolName, pool_app

if TYPE_CHECKING:
    from ops.answers.pending_decisions import PendingDecision


@pool_app.command(name="pending")
def pool_pending(pool: PoolName, *, asked: Knowing = Knowing()) -> None:
    """Show decisions pending in a pool, each with its article and command.

    Tournaments that are announced, or reported and on no list yet, and their entrants whose printed
    rating no list tells; first ratings that wait until the body says by which rule; what closed
    lists booked only as far as it was known; categories that are proposed. What a closed list keeps
    as it was sealed is asked tournament by tournament: `ledger pool findings`.

    Example: ledger pool pending fide-standard
    """
    from ops.answers.pending_decisions import pending_decisions

    with asked.pool(pool) as opened:
        answer = pending_decisions(opened)
        output.answer(answer, asked.format, title=f"{pool}: waits for a decision", words=_words)


def _words(row: PendingDecision) -> dict[str, Any]:
    """Return a row for the screen: names next to numbers."""
    others = f" ({'; '.join(row.opponents)})" if row.opponents else ""
    return {
        "where": row.where,
        "about": f"{row.about} {row.name}".strip(),
        "player": f"{row.player} {row.player_name}".strip(),
        "article": row.article,
        "says": row.says + others,
        "remedy": row.remedy,
    }
