"""Addresses of recorded events."""

from datetime import date
from typing import Annotated

import msgspec
from msgspec import Meta

from ledger import sentences
from ledger.errors import Refused
from ledger.events import catalogue
from ledger.sentences import Sentence
from ops.answers.abouts import About, AboutEvents
from ops.answers.answer import Answer
from ops.answers.attachments import attachment
from ops.answers.event_types import EventType, event_types
from ops.answers.recorded_events import (
    EventsAsked,
    RecordedEvent,
    RecordedEventWithBody,
    event_lines,
    recorded_events,
)
from ops.doors.declare import Asked, Chunks
from ops.doors.fields import Limit, Text
from ops.house import House
from ops.http.address import question
from ops.http.asked import Nothing

Position = Annotated[int, Meta(ge=0, le=2**53)]


class Between(Asked, frozen=True, kw_only=True):
    """Events between two positions."""

    first: Annotated[Position, Meta(description="First position.")] = 0
    last: Annotated[Position | None, Meta(description="Last position, included.")] = None

    def positions(self) -> tuple[str, str | None]:
        """Return both positions as the command line takes them."""
        return f"#{self.first}", None if self.last is None else f"#{self.last}"


class Events(Between, frozen=True, kw_only=True):
    """Events, selected."""

    stream: Annotated[Text | None, Meta(description="Only this stream.")] = None
    tournament: Annotated[Text | None, Meta(description="Only of this tournament.")] = None
    player: Annotated[Text | None, Meta(description="Only events that name this player.")] = None
    type: Annotated[Text | None, Meta(description="Only of this type.")] = None
    by: Annotated[Text | None, Meta(description="Only of this recorder.")] = None
    since: Annotated[date | None, Meta(description="Only recorded on this day or later.")] = None
    until: Annotated[date | None, Meta(description="Only recorded on this day or before.")] = None
    limit: Limit = 50

    def selection(self, *, body: bool) -> EventsAsked:
        """Return the selection."""
        around = (self.stream, self.tournament, self.player, self.type, self.by)
        days = (self.since, self.until)
        return EventsAsked(*self.positions(), *around, *days, body=body, limit=self.limit)


@question(
    "/v1/events", Events, Answer[RecordedEvent, AboutEvents], shows="event", forms=("json", "csv")
)
def list_events(house: House, asked: Events) -> Answer[RecordedEvent, AboutEvents]:
    """Show recorded events in order, with recorder and reason; `next` begins the next page."""
    return recorded_events(house, asked.selection(body=False))


class Event(Asked, frozen=True, kw_only=True):
    """An event."""

    position: Annotated[Position, Meta(description="Position of the event.")]


@question(
    "/v1/events/{position}", Event, Answer[RecordedEventWithBody, AboutEvents], shows="event-body"
)
def show_event(house: House, asked: Event) -> Answer[RecordedEvent, AboutEvents]:
    """Show one event with its body as recorded."""
    wanted = Events(first=asked.position, last=asked.position, limit=1)
    found = recorded_events(house, wanted.selection(body=True))
    if not found.rows:
        raise Refused(
            Sentence("there is no event {event}", event=sentences.Position(asked.position)),
            code="unknown-event",
            field="position",
            found=asked.position,
        )
    return found


@question("/v1/events.jsonl", Between, Chunks, shows="event-body", forms=("jsonl",), long=True)
def write_events(house: House, asked: Between) -> Chunks:
    """Write events as JSON Lines: position, instant and version, with the body as recorded."""
    return Chunks(event_lines(house.read, *asked.positions()), "events.jsonl", "jsonl")


class AttachedFile(Asked, frozen=True, kw_only=True):
    """A file attached to an event."""

    digest: Annotated[
        Text,
        Meta(
            description="SHA-256 of the file, as the events show it.",
            extra_json_schema={"examples": [64 * "0"]},
        ),
    ]


@question("/v1/attachments/{digest}", AttachedFile, Chunks, shows="attachment", forms=("bin",))
def write_attachment(house: House, asked: AttachedFile) -> Chunks:
    """Write a file that was attached to an event; an erased file is answered as erased."""
    return Chunks([attachment(house, asked.digest)], f"{asked.digest[:12]}.bin", "bin")


@question("/v1/event-types", Nothing, Answer[EventType, About], shows="list", forms=("json", "csv"))
def list_event_types(_house: House, _asked: Nothing) -> Answer[EventType, About]:
    """List the types of events."""
    return event_types()


class OfType(Asked, frozen=True, kw_only=True):
    """A type of event."""

    type: Annotated[
        Text,
        Meta(
            description="A type of event, with or without its version.",
            extra_json_schema={"examples": ["period-closed.v1"]},
        ),
    ]


@question("/v1/event-types/{type}", OfType, Chunks, shows="list")
def show_event_schema(_house: House, asked: OfType) -> Chunks:
    """Show the JSON Schema of a type of event."""
    schema = msgspec.json.encode(catalogue.schema(asked.type))
    return Chunks([schema], f"{asked.type}.json", "json")
