"""The check of an event at every reading: the row equals the recorded row.

A leaf hash binds position, instant, version and body; the other columns repeat what the body says.
So a row that was changed beside the program, or lost a bit on the disk, reaches no answer, also
where nobody has asked `verify`, which reads everything and names each difference.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledger import hashing
from ledger.errors import Damaged

if TYPE_CHECKING:
    from ledger.store.reading_events import Recorded


def checked(recorded: Recorded) -> Recorded:
    """Return a row after comparing it with leaf hash and body. Raises Damaged."""
    try:
        agrees = _has_its_leaf(recorded) and _repeats_its_body(recorded)
    except (AttributeError, TypeError, ValueError, OverflowError):  # a number in place of a text
        agrees = False
    if not agrees:
        raise Damaged(
            f"event #{recorded.position} is not what was recorded: `ledger verify` names what "
            "differs; restore the ledger from a backup or a dump"
        )
    return recorded


def _has_its_leaf(recorded: Recorded) -> bool:
    digest = hashing.body_digest(recorded.body)
    position, instant, version = recorded.position, recorded.recorded_at, recorded.stream_version
    return hashing.leaf_hash(position, instant, version, digest) == recorded.leaf_hash


def _repeats_its_body(recorded: Recorded) -> bool:
    """Compare columns with a recorded body: canonical JSON, keys in order.

    No text inside it looks like the keys around the payload: its quotation marks are escaped.
    """
    body = recorded.body
    first, by = body.find(b'"event_id":'), body.rfind(b'"recorded_by":')
    said = f'"recorded_by":"{recorded.recorded_by}","stream":"{recorded.stream}",'
    return (
        body.endswith(f'"type":"{recorded.type}","valid_on":"{recorded.valid_on}"}}'.encode())
        and body.startswith(f'"event_id":"{recorded.event_id}",'.encode(), first)
        and body.startswith(said.encode(), by)
    )
