"""Recording a deviation: fixed code computes a closed list otherwise, and replay goes on.

What was sealed stays official: what people are owed by it is an adjustment.
"""

from ledger import canonical
from ledger.errors import Refused
from ledger.events.pool import PeriodClosed
from ledger.store.requests import NewEvent, Request
from ops.commands.composed import Composed, UseCase
from ops.house import House
from projections.official import Following, StateDiffers, deviations
from projections.official.comparing import prove_state
from projections.official.stopping import ListDiffers


class NothingDeviates(Refused):
    """The list is reproduced as sealed, or as recorded already."""


class OtherwiseThanRows(Refused):
    """More than rows differs, or another list differs first."""


def differing(house: House, pool: str) -> ListDiffers | StateDiffers | None:
    """Return the first list of a pool not reproduced as sealed; None: all are.

    Where all lists of all pools do, the state after the last one, if it does not come out as
    recorded. The whole ledger is replayed. Raises ReplayStopped where the pool stops for another
    cause.
    """
    following = Following(house.ledger)
    last = house.read.last_of_type(PeriodClosed.TYPE)
    differs: StateDiffers | None = None
    for recorded in house.read.events():
        following.take(recorded)
        if recorded.position == last and not following.stopped:
            try:
                prove_state(following, recorded)
            except StateDiffers as state:
                differs = state
    stop = following.stopped.get(pool, differs)
    if stop is None or isinstance(stop, ListDiffers | StateDiffers):
        return stop
    raise stop


@UseCase
def record_deviation(house: House, pool: str, period: str, cause: str) -> Composed[int]:
    """Record all rows in which a list differs; the result is their number.

    No rows: only the record behind the list, or the state after it, comes out otherwise. Raises
    NothingDeviates, OtherwiseThanRows.
    """
    stream = f"pool-{pool}"
    version = house.read.stream_version(stream)
    difference = differing(house, pool)
    if difference is None:
        raise NothingDeviates(
            f"{pool}: every list comes out as it was sealed, or as it is recorded"
        )
    sealed = difference.sealed
    if (sealed.pool, sealed.period) != (pool, period):
        raise OtherwiseThanRows(f"another list differs first: {difference}")
    rows: deviations.Rows
    digests: dict[str, str | None]
    if isinstance(difference, StateDiffers):
        rows, digests = {}, {"state_digest": difference.state_digest}
    elif difference.rows is None:
        raise OtherwiseThanRows(
            f"{difference}: other things than rows differ, and a deviation can only record rows"
        )
    else:
        rows, digests = difference.rows, dict(difference.digests)
    events = deviations.events(sealed, rows, cause, digests)
    digest = canonical.digest([{"at": difference.position}, *events])[:32]
    key = f"deviation:{pool}:{period}:{digest}"
    request = Request(key, tuple(map(NewEvent, events)), expected={stream: version})
    return Composed(request, len(rows))
