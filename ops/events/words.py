"""Words of recorded events: rows of tables."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ledger.sentences import Sentence, plain
from ops.doors.documents import Row, cells
from ops.words import said

if TYPE_CHECKING:
    from ops.events.rows import RecordedEvent


def event_row(row: "RecordedEvent") -> Row:
    """Return an event, with body, article, ground and stated reason in one cell."""
    one_cell = ("approved_by", "version", "decided_by", "article", "ground", "decided_on")
    names = dict.fromkeys(
        (*one_cell, "stated_reason", "attachments", "erased_attachments", "link"), ""
    )
    return cells(row, names, reason=", ".join(map(said, filter(None, _reasons(row)))))


def _reasons(row: "RecordedEvent") -> Iterator[Sentence]:
    if row.decided_by:
        yield Sentence("by {by}", by=row.decided_by_name)
    if row.decided_on:
        yield Sentence("on {day}", day=row.decided_on)
    yield from (plain(row.article), row.ground)
    if row.approved_by:
        yield Sentence("approved by {by}", by=row.approved_by)
    yield plain(row.stated_reason)
    for one in row.attachments:
        yield Sentence("attached {attachment}", attachment=one)
        if one in row.erased_attachments:
            yield Sentence("erased")
