"""Recording deviations: a later program computes a closed list otherwise, and replay goes on.

The sealed list stays official; the difference for a player is a matter of an adjustment. Where only
the records behind the lists have another form, as after an upgrade, all are recorded at once.
"""

from collections.abc import Iterable, Iterator
from functools import partial

from ledger import canonical
from ledger.errors import Refused, words_of
from ledger.events.deviations import DeviationRecorded
from ledger.events.pool import PeriodClosed
from ledger.sentences import Sentence
from ledger.store.requests import NewEvent, Request
from ops.closings.recordings import RecordDeviation
from ops.commands.composed import Composed, Recorded, record
from ops.house import House
from projections.official import StateDiffers, deviations
from projections.official.advance import Advance, beginning
from projections.official.comparing import OtherRecord, prove_state
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
    advance = Advance(beginning(house.ledger))
    differs = _replayed(house, advance)
    stop = advance.track.stopped.get(pool, differs)
    if stop is None or isinstance(stop, ListDiffers | StateDiffers):
        return stop
    raise stop


def _replayed(house: House, advance: Advance) -> StateDiffers | None:
    """Replay the whole ledger; return the state after the last list, if it comes out otherwise."""
    last = house.read.last_of_type(PeriodClosed.TYPE)
    for recorded in house.read.events():
        advance.take(recorded)
        if recorded.position == last and not advance.track.stopped:
            try:
                prove_state(advance.track, recorded)
            except StateDiffers as state:
                return state
    return None


def deviating(house: House, asked: RecordDeviation) -> Composed[int]:
    """Compose all rows in which a list differs; the result is their number.

    No rows: only the record behind the list, or the state after it, comes out otherwise. Raises
    NothingDeviates, OtherwiseThanRows.
    """
    pool, period = asked.pool, asked.period
    stream = f"pool-{pool}"
    version = house.read.stream_version(stream)
    difference = differing(house, pool)
    if difference is None:
        raise NothingDeviates(
            Sentence(
                "{pool}: every list comes out as it was sealed, or as it is recorded", pool=pool
            )
        )
    sealed = difference.sealed
    if (sealed.pool, sealed.period) != (pool, period):
        raise OtherwiseThanRows(
            Sentence("another list differs first: {difference}", difference=words_of(difference))
        )
    rows: deviations.Rows
    digests: dict[str, str | None]
    if isinstance(difference, StateDiffers):
        rows, digests = {}, {"state_digest": difference.state_digest}
    elif difference.rows is None:
        raise OtherwiseThanRows(
            Sentence(
                "{difference}: other things than rows differ, and a deviation can only record rows",
                difference=words_of(difference),
            )
        )
    else:
        rows, digests = difference.rows, dict(difference.digests)
    events = deviations.events(sealed, rows, asked.cause, digests)
    digest = canonical.digest([{"at": difference.position}, *events])[:32]
    key = f"deviation:{pool}:{period}:{digest}"
    request = Request(key, tuple(map(NewEvent, events)), expected={stream: version})
    return Composed(request, len(rows))


def accept_records(house: House, cause: str) -> Recorded[int]:
    """Record how this program computes the records behind all closed lists, and the last state.

    The result is the number of lists. Raises NothingDeviates; the stop of a pool whose list itself
    comes out otherwise.
    """
    return record(house, partial(_records, house, cause))


def _records(house: House, cause: str) -> Composed[int]:
    records: list[OtherRecord] = []
    advance = Advance(beginning(house.ledger), accepts=records)
    state = _replayed(house, advance)
    for stop in advance.track.stopped.values():
        raise stop
    events = list(_accepted(records, state, cause))
    if not events:
        problem = Sentence("the records behind all closed lists are those of this program")
        raise NothingDeviates(problem)
    streams = sorted({f"pool-{event.pool}" for event in events})
    request = Request(
        f"records:{canonical.digest(events)[:32]}",
        tuple(map(NewEvent, events)),
        expected={stream: house.read.stream_version(stream) for stream in streams},
    )
    return Composed(request, len(records))


def _accepted(
    records: Iterable[OtherRecord], state: StateDiffers | None, cause: str
) -> Iterator[DeviationRecorded]:
    for other in records:
        digests = {"record_digest": other.digest, "state_digest": None}
        yield from deviations.events(other.sealed, other.rows, cause, digests)
    if state is not None:
        digests = {"record_digest": None, "state_digest": state.state_digest}
        yield from deviations.events(state.sealed, {}, cause, digests)
