"""The types of recorded events."""

import msgspec

from ledger.events.catalogue import DEFINITIONS
from ops.answers.abouts import About
from ops.answers.answer import Answer


class EventType(msgspec.Struct, frozen=True):
    """A type of event; `ledger event schema TYPE` shows its JSON Schema."""

    type: str
    says: str


def event_types() -> Answer[EventType, About]:
    """Return all types, by name."""
    definitions = sorted(DEFINITIONS.items())
    rows = (EventType(name, (of.__doc__ or "").splitlines()[0]) for name, of in definitions)
    return Answer(About(), tuple(rows))
