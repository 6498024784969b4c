"""A stored event, checked at every reading.

A leaf hash binds position, instant, version and body; the other columns repeat what the body says.
So a row that was changed beside the program, or lost a bit on the disk, reaches no answer, also
where nobody has asked `verify`, which reads everything and names each difference.
"""

from typing import Any, NamedTuple

from ledger import hashing
from ledger.errors import Damaged
from ledger.events.catalogue import Body, read
from ledger.sentences import Position, Remedy, Sentence


class _Columns(NamedTuple):
    """The columns of a stored event."""

    position: int
    event_id: str
    stream: str
    stream_version: int
    type: str
    valid_on: str
    recorded_by: str
    recorded_at: int
    body: bytes
    leaf_hash: bytes
    chain_hash: bytes


class Recorded(_Columns):
    """A stored event."""

    _decoded: Body[Any] | None = None

    def decoded(self) -> Body[Any]:
        """Return the body, decoded once by the definition of the event."""
        if self._decoded is None:
            self._decoded = read(self.type, self.body)
        return self._decoded


def checked(recorded: Recorded) -> Recorded:
    """Return a row after comparing it with leaf hash and body. Raises Damaged."""
    try:
        digest = hashing.body_digest(recorded.body)
        where = recorded.position, recorded.recorded_at, recorded.stream_version
        has_leaf = hashing.leaf_hash(*where, digest) == recorded.leaf_hash
        agrees = has_leaf and _repeats_its_body(recorded)
    except (AttributeError, TypeError, ValueError, OverflowError):  # a number in place of a text
        agrees = False
    if not agrees:
        raise Damaged(
            Sentence(
                "event {event} is not what was recorded: {verify} names what differs; restore the "
                "ledger from a backup or a dump",
                event=Position(recorded.position),
                verify=Remedy("verify-ledger"),
            )
        )
    return recorded


def _repeats_its_body(recorded: Recorded) -> bool:
    """Compare columns with a recorded body: canonical JSON, keys in order.

    No text inside it looks like the keys around the payload: its quotation marks are escaped.
    """
    body = recorded.body
    first, by = body.find(b'"event_id":'), body.rfind(b'"recorded_by":')
    author = f'"recorded_by":"{recorded.recorded_by}","stream":"{recorded.stream}",'
    return (
        body.endswith(f'"type":"{recorded.type}","valid_on":"{recorded.valid_on}"}}'.encode())
        and body.startswith(f'"event_id":"{recorded.event_id}",'.encode(), first)
        and body.startswith(author.encode(), by)
    )
