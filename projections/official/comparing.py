"""A closing compared with the list that was sealed, and with the deviations recorded of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledger.events.pool import PeriodClosed
from projections import list_document
from projections.official import deviations, snapshot
from projections.official.record import Record, record_of
from projections.official.sealed_ratings import apply_sealed
from projections.official.sheets import Sheet
from projections.official.stopping import ListDiffers, check_numbers
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
