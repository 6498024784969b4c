"""Decisions pending in a pool: pool pending."""

from __future__ import annotations

from ops.cli import output
from ops.cli.app import Knowing, PoolName, pool_app
from ops.cli.words import pending_row


@pool_app.command(name="pending")
def pool_pending(pool: PoolName, *, asked: Knowing = Knowing()) -> None:
    """Show decisions pending in a pool, each with its article and command.

    Included: tournaments announced, or reported and on no list yet; entrants with a printed rating
    that no list confirms; first ratings that wait for the body's choice of a rule; tournaments
    counted only in part; proposed categories. For tournaments on closed lists: `ledger pool
    findings`.

    Example: ledger pool pending fide-standard
    """
    from ops.answers.pending_decisions import pending_decisions

    with asked.pool(pool) as opened:
        answer = pending_decisions(opened)
        output.answer(
            answer, asked.format, title=f"{pool}: waits for a decision", words=pending_row
        )
