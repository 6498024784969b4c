"""A list computed in memory, without a closing event."""

from projections import list_document
from projections.official import Official
from projections.official.recalling import ratings_of_lists
from projections.official.record import Record, list_0_of, record_of
from projections.replay.closing import Closing
from projections.rulebooks.engine.calendars import Due
from projections.state.closed_list import Horizon


def compute_list(
    track: Official, pool: str, due: Due, horizon: Horizon, layout: str | None = None
) -> tuple[Closing, Record]:
    """Compute the next list of a pool with its record, and move the track's standings to the list.

    The caller keeps the document and the record, and adds the list to the facts of the pool.
    Raises the errors of `Replay.close`.
    """
    replay = track.replay(pool)
    list_0 = list_0_of(replay, horizon.facts)
    closing = replay.close(due, horizon, layout)
    standings = replay.begun()
    record = record_of(closing, standings, list_0)
    standings.touched, standings.recall = record.touched, ratings_of_lists(track, pool)
    return closing, record


def remember_columns(track: Official, pool: str, closing: Closing) -> None:
    """Keep the columns of a list just computed: its document need not be read again."""
    rows = track.replay(pool).begun().rows
    if rows is not None:
        track.remember(closing.document.digest, list_document.columns_of(closing.document, rows))
