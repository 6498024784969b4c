"""What is told late of who enters: said when it is recorded, for lists that are closed already."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.events.pool import PoolOpened
from ledger.register import identities
from ledger.store.ledger import Ledger
from projections.findings.entries import known_now
from projections.official import Official
from projections.queries import PoolQuery
from projections.rulebooks import rulebook


def asking(ledger: Ledger, body: str) -> Iterator[str]:
    """Give the pools whose texts ask the lists of a body."""
    for each in ledger.read.of_type(PoolOpened.TYPE):
        said: PoolOpened = each.decoded().payload
        if any(one.body == body for one in rulebook(said.rulebook).consults):
            yield said.pool


def known_late(ledger: Ledger, pool: str) -> Iterator[str]:
    """Say whose entry rating is known since a list was sealed, and which list books that."""
    official = Official(ledger)
    try:
        official.catch_up()
        players = known_now(PoolQuery(official, pool))
    finally:
        official.close()
    if players:
        named = ", ".join(map(identities.show, players))
        yield (
            f"  {pool}: known now, after a list was sealed on which they stand: the entry of "
            f"{named}; the next list books what that changes"
        )
