"""A closing, and the state after it, compared with the sealed ones and recorded deviations."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass

from ledger.events.pool import PeriodClosed
from ledger.store.reading import Recorded
from projections import list_document
from projections.official import deviations, snapshot
from projections.official.record import Record, record_of
from projections.official.sealed_ratings import apply_sealed
from projections.official.sheets import Sheet
from projections.official.snapshot import State
from projections.official.stopping import ListDiffers, StateDiffers, check_numbers
from projections.official.track import Track
from projections.replay import Replay
from projections.replay.closing import Closing
from projections.state import Facts


@dataclass(frozen=True, slots=True)
class OtherRecord:
    """A closed list behind which another record comes out; its rows come out as known."""

    sealed: PeriodClosed
    rows: deviations.Rows
    """Those that deviate, as recorded before."""
    digest: str
    """Of the record as computed now."""


def as_sealed(
    track: Track,
    position: int,
    event: PeriodClosed,
    closing: Closing,
    list_0: Sheet | None,
    accepts: list[OtherRecord] | None,
) -> tuple[Closing, Record]:
    """Return the closing as sealed: as computed, or as a deviation explains.

    A list behind which another record comes out is added to `accepts`, where it is given.
    """
    check_numbers(position, event, closing.numbers_digests)
    standings = track.replay(event.pool).begun()
    record = record_of(closing, standings, list_0)
    same_list = closing.document.digest == event.list_digest
    if same_list and record.digest == event.record_digest:
        return closing, record
    sealed = track.sealed(event)
    rows = {} if same_list else deviations.differing_rows(sealed, closing.document.data)
    difference = (
        "its rows are the same, but the record behind it (history, bookings) comes out otherwise; "
        "after an upgrade `ledger list accept-records` accepts it"
        if same_list
        else list_document.first_difference(sealed, closing.document.data)
    )
    if rows:
        document = list_document.document(sealed)
        closing = apply_sealed(track.replay(event.pool), closing, document, rows)
        record = record_of(closing, standings, list_0)
    deviation = deviations.deviation_of(track.ledger.read, event, position)
    explained = same_list or deviation is not deviations.NO_DEVIATION
    if explained and deviation.rows == rows:
        known = deviation.record_digest or event.record_digest
        if record.digest == known:
            return closing, record
        if accepts is not None:
            accepts.append(OtherRecord(event, rows, record.digest))
            return closing, record
    standings.touched = record.touched
    facts = _booked(track.facts, event.pool, closing)
    state = snapshot.write(facts, {**track.standings(), event.pool: standings})
    digests = {"record_digest": record.digest, "state_digest": state.digest}
    raise ListDiffers(position, event, difference, rows, digests)


def prove_state(track: Track, closing: Recorded) -> State | None:
    """Return the state after the last event of a track, a closing. Raises StateDiffers.

    None where the ledger names no state: a pool had stopped when the list was sealed.
    """
    event: PeriodClosed = closing.decoded().payload
    if event.state_digest is None:
        return None
    state = snapshot.write(snapshot.without_closing(track.facts, event.pool), track.standings())
    if not deviations.names_state(track.ledger.read, closing, state.digest):
        raise StateDiffers(closing.position, event, state.digest)
    return state


def _booked(facts: Facts, pool: str, closing: Closing) -> Facts:
    """Return the facts with the announcements as they are after a closing."""
    booked = copy(facts)
    booked.announcements = facts.announcements.fork()
    booked.book(pool, closing.booked.reports, closing.due.cut_off)
    return booked


def state_to_come(
    track: Track, replay: Replay, closing: Closing, record: Record, events: int
) -> State | None:
    """Return the state after a closing to come of `events` events, from a fork of a replay.

    No other event may be recorded before it. None where a pool stopped: its standings are not
    known.
    """
    if track.stopped:
        return None
    pool, standings = replay.facts.opened.pool, replay.begun()
    standings.touched = record.touched
    facts, of_pool = _booked(track.facts, pool, closing), copy(replay.facts)
    of_pool.version += events
    facts.pools = {**facts.pools, pool: of_pool}
    return snapshot.write(facts, {**track.standings(), pool: standings})
