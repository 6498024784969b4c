"""A ledger with everything recorded in memory alone, as in a preview."""

from collections.abc import Iterator
from contextlib import contextmanager

from ledger.store.ledger import Ledger
from ledger.store.one_reading import OneReading
from ledger.store.tentative_ledger import TentativeLedger


@contextmanager
def in_memory(ledger: Ledger) -> Iterator[TentativeLedger]:
    """Yield a tentative ledger behind the head of another."""
    with OneReading(ledger.engine) as reading:
        yield TentativeLedger(ledger, reading)
