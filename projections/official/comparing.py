"""A closing, and the state after it, compared with the sealed ones and recorded deviations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledger.events.pool import PeriodClosed
from ledger.store.reading import Recorded
from projections import list_document
from projections.official import deviations, snapshot
from projections.official.record import Record, record_of
from projections.official.sealed_ratings import apply_sealed
from projections.official.sheets import Sheet
from projections.official.snapshot import State
from projections.official.stopping import ListDiffers, StateDiffers, check_numbers
from projections.replay.closing import Closing

if TYPE_CHECKING:
    from projections.official.following import Following


def as_sealed(
    track: Following, position: int, event: PeriodClosed, closing: Closing, list_0: Sheet | None
) -> tuple[Closing, Record]:
    """Return the closing as sealed: as computed, or as a deviation explains."""
    check_numbers(position, event, closing.numbers_digests)
    standings = track.replay(event.pool).begun()
    record = record_of(closing, standings, list_0)
    same_list = closing.document.digest == event.list_digest
    if same_list and record.digest == event.record_digest:
        return closing, record
    sealed = track.sealed(event)
    rows = {} if same_list else deviations.differing_rows(sealed, closing.document.data)
    difference = (
        "the record behind it (history, bookings) comes out otherwise"
        if same_list
        else list_document.first_difference(sealed, closing.document.data)
    )
    if rows:
        document = list_document.document(sealed)
        closing = apply_sealed(track.replay(event.pool), closing, document, rows)
        record = record_of(closing, standings, list_0)
    deviation = deviations.deviation_of(track.ledger.read, event, position)
    known = (deviation.rows, deviation.record_digest or event.record_digest)
    if deviation is not deviations.NO_DEVIATION and known == (rows, record.digest):
        return closing, record
    standings.touched = record.touched
    state = snapshot.write(track.facts, {**track.standings(), event.pool: standings})
    digests = {"record_digest": record.digest, "state_digest": state.digest}
    raise ListDiffers(position, event, difference, rows, digests)


def prove_state(track: Following, closing: Recorded) -> State | None:
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
