"""A ledger with everything recorded in memory alone, as in a preview, and the next lists."""

from collections.abc import Iterator
from contextlib import contextmanager

from ledger.store.ledger import Ledger
from ledger.store.one_reading import OneReading
from ledger.store.tentative_ledger import TentativeLedger
from projections.official.tentative import with_next_list
from projections.official.track import Track
from projections.queries import PoolQuery
from projections.queries.coming_lists import next_list


@contextmanager
def in_memory(ledger: Ledger) -> Iterator[TentativeLedger]:
    """Yield a tentative ledger behind the head of another."""
    with OneReading(ledger.engine) as reading:
        yield TentativeLedger(ledger, reading)


def with_next(track: Track, name: str) -> PoolQuery:
    """Return a pool with the next list, on the known days, closed in memory."""
    pool = PoolQuery(track, name)
    return PoolQuery(with_next_list(track, name, next_list(pool, pool.facts)), name)
