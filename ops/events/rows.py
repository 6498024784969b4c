"""Rows of answers about recorded events."""

from datetime import date
from typing import Annotated

import msgspec

from ledger.sentences import Position, Sentence
from ops.access.personal_data import ATTACHMENTS, NOTES, RECORDER, BodyName
from ops.answers.answer import Instant
from ops.events.links import Link
from ops.words import states


class RecordedEvent(msgspec.Struct, frozen=True):
    """An event with recorder, ground and stated reason."""

    position: Position
    recorded_at: Instant
    recorded_by: Annotated[str, RECORDER]
    approved_by: Annotated[str, RECORDER]
    stream: str
    version: int
    type: states.EventType
    valid_on: date
    """Day from which the fact holds."""
    decided_by: str
    """The body that decided."""
    decided_by_name: BodyName
    """Its name on the day of the decision."""
    article: str
    ground: Sentence
    """Source, cause or ground named in the body."""
    stated_reason: Annotated[str, NOTES]
    """The reason stated at the recording; "erased" after its erasure."""
    decided_on: date | None
    """Day of the decision, where it was stated."""
    attachments: Annotated[tuple[str, ...], ATTACHMENTS]
    """SHA-256 of each file kept beside the event; `ledger event attachment` writes one."""
    erased_attachments: Annotated[tuple[str, ...], ATTACHMENTS]
    """Those of which no bytes are left."""
    link: Link


class RecordedEventWithBody(RecordedEvent, frozen=True):
    """An event with the body as recorded."""

    body: str


class EventType(msgspec.Struct, frozen=True):
    """A type of event; `ledger event schema TYPE` shows its JSON Schema."""

    type: str
    says: str
