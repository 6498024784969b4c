"""Recording that fixed code computes a sealed list otherwise, so that replay can go on.

What was sealed stays official: what people are owed by it is an adjustment.
"""

from __future__ import annotations

from hashlib import sha256

from ledger import canonical
from ledger.errors import Refused
from ledger.store.ledger import Ledger
from ledger.store.requests import NewEvent, Receipt, Request
from projections.official import Following, deviations
from projections.official.stopping import ListDiffers


class NothingDeviates(Refused):
    """The list comes out as it was sealed, or as it is recorded already."""


class OtherwiseThanRows(Refused):
    """More than rows differs, or another list differs first."""


def differing(ledger: Ledger, pool: str) -> ListDiffers | None:
    """Return the first list of a pool that does not come out as it was sealed; None: all do.

    The whole ledger is replayed. Raises ReplayStopped where the pool stops for another cause.
    """
    following = Following(ledger)
    for recorded in ledger.read.events():
        following.take(recorded)
    stop = following.stopped.get(pool)
    if stop is None or isinstance(stop, ListDiffers):
        return stop
    raise stop


def record_deviation(
    ledger: Ledger, pool: str, period: str, cause: str, *, by: str = "local"
) -> tuple[int, Receipt]:
    """Record all rows in which a list differs; give how many, and the receipt.

    Raises NothingDeviates, OtherwiseThanRows; StreamMoved where somebody wrote to the pool.
    """
    stream = f"pool-{pool}"
    version = ledger.read.stream_version(stream)
    found = differing(ledger, pool)
    if found is None:
        raise NothingDeviates(
            f"{pool}: every list comes out as it was sealed, or as it is recorded"
        )
    if found.sealed.period != period:
        raise OtherwiseThanRows(f"another list differs first: {found}")
    if not found.rows:
        raise OtherwiseThanRows(f"{found}: not rows alone, so no deviation can say it")
    events = deviations.events(found.sealed, found.rows, cause)
    digest = sha256(canonical.encode([{"at": found.position}, *events])).hexdigest()[:32]
    request = Request(
        key=f"deviation:{pool}:{period}:{digest}",
        events=tuple(NewEvent(each) for each in events),
        expected={stream: version},
        recorded_by=by,
    )
    return len(found.rows), ledger.append(request)
