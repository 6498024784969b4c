"""The types of events, and the JSON Schema of each."""

import json

from ledger.events import catalogue
from ledger.events.catalogue import DEFINITIONS
from ops.answers.abouts import About
from ops.answers.answer import Answer
from ops.events.rows import EventType


def event_types() -> Answer[EventType, About]:
    """Return all types, by name."""
    definitions = sorted(DEFINITIONS.items())
    rows = (EventType(name, (of.__doc__ or "").splitlines()[0]) for name, of in definitions)
    return Answer(About(), tuple(rows))


def schema_text(name: str) -> str:
    """Return the JSON Schema of a type, with or without version. Raises Refused if unknown."""
    return json.dumps(catalogue.schema(name), indent=1) + "\n"
