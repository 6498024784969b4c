"""Open a ledger to record in it: refused where it is an older copy of what it is known to be."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from sqlalchemy.exc import SQLAlchemyError

from ledger.clock import Clock
from ledger.errors import LedgerError
from ledger.store import incarnation
from ledger.store.incarnation import KnownHead
from ledger.store.ledger import Ledger
from ledger.store.reading import Head
from projections.official import furthest_head


@contextmanager
def open_to_record(
    address: str,
    *,
    expect: KnownHead | None = None,
    guarded: bool = True,
    clock: Clock | None = None,
) -> Iterator[Ledger]:
    """Open a ledger; at the end its head is kept beside it as the furthest one recorded here.

    Raises OlderLedger where the ledger does not hold `expect`, or the furthest head kept.
    """
    with Ledger.open(address, clock, guarded=guarded) as ledger:
        before = refuse_older(ledger, expect)
        try:
            yield ledger
        finally:
            with suppress(LedgerError, SQLAlchemyError):  # they would hide what happened before
                if ledger.read.head() != before:
                    furthest_head.keep(ledger)


def refuse_older(ledger: Ledger, expect: KnownHead | None = None) -> Head:
    """Return the head of a ledger.

    Raises OlderLedger unless the ledger holds `expect` and the furthest head kept beside it.
    """
    head = ledger.read.head()
    present = KnownHead(head.next_position - 1, head.chain_hash)
    kept = furthest_head.furthest(ledger.engine)
    for known, said_by in ((expect, incarnation.EXPECT), (kept, furthest_head.SAID_BY)):
        if known is not None and known != present:
            incarnation.check(ledger.read, known, said_by)
    return head
