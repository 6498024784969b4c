"""A list computed in memory, without a closing event."""

from msgspec import structs

from ledger.events.pool import PeriodClosed
from projections import list_document
from projections.official.record import Record, list_0_of, record_of
from projections.official.track import Track
from projections.replay import Replay
from projections.replay.closing import Closing
from projections.rulebooks.engine.calendars import Due
from projections.rulebooks.engine.rulebook import Rulebook
from projections.state.closed_list import Horizon


def compute_list(
    replay: Replay, due: Due, horizon: Horizon, layout: str | None = None
) -> tuple[Closing, Record]:
    """Compute the next list of a pool with its record, and move the replay to the list.

    The caller keeps the document and the record, and adds the list to the facts of the pool.
    Raises the errors of `Replay.close`.
    """
    list_0 = list_0_of(replay, horizon.facts)
    closing = replay.close(due, horizon, layout)
    standings = replay.begun()
    record = record_of(closing, standings, list_0)
    standings.touched = record.touched
    return closing, record


def remember_columns(track: Track, replay: Replay, closing: Closing) -> None:
    """Keep the columns of a list just computed: its document need not be read again."""
    rows = replay.begun().rows
    if rows is not None:
        track.remember(closing.document.digest, list_document.columns_of(closing.document, rows))


def not_sealed(pool: str, due: Due, through: int, law: Rulebook) -> PeriodClosed:
    """Return the event that would seal the next list, before the list is computed."""
    return PeriodClosed(
        pool=pool,
        period=due.period,
        list_date=due.list_date,
        cut_off=due.cut_off,
        through_position=through,
        layout=law.layout,
        list_digest="",
        record_digest="",
        rows=0,
        numbers_digests={},
        code_digest=law.code_digest,
    )


def as_computed(event: PeriodClosed, closing: Closing, record: Record) -> PeriodClosed:
    """Return a closing event with the digests of a computed list; it names no state."""
    return structs.replace(
        event,
        list_digest=closing.document.digest,
        record_digest=record.digest,
        rows=closing.rows,
        numbers_digests=closing.numbers_digests,
        state_digest=None,
    )
