"""What is told late of who enters: said when it is recorded, for lists that are closed already."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.register import identities
from ops.house import House
from projections.findings.entries import known_now
from projections.rulebooks import rulebook


def asking(house: House, body: str) -> Iterator[str]:
    """Give the pools whose texts ask the lists of a body."""
    for opened in house.pools_opened():
        if any(
            source.body == body for source in rulebook(opened.rulebook).external_lists.consulted
        ):
            yield opened.pool


def known_late(house: House, pool: str) -> Iterator[str]:
    """Say whose entry rating is known since a list was sealed, and which list books that."""
    house.catch_up()
    players = known_now(house.pool(pool))
    if players:
        named = ", ".join(map(identities.show, players))
        yield (
            f"  {pool}: known now, after a list was sealed on which they stand: the entry of "
            f"{named}; the next list books what that changes"
        )
