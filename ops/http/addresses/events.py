"""Addresses of recorded events."""

from datetime import date
from typing import Annotated

from msgspec import Meta

from ledger.errors import Refused
from ops.answers.answer import Answer
from ops.answers.recorded_events import (
    EventsAsked,
    RecordedEvent,
    RecordedEventWithBody,
    recorded_events,
)
from ops.house import House
from ops.http.address import question
from ops.http.asked import Asked, Limit, Text

Position = Annotated[int, Meta(ge=0, le=2**53)]


class Events(Asked, frozen=True, kw_only=True):
    """Events, selected."""

    first: Annotated[Position, Meta(description="First position.")] = 0
    last: Annotated[Position | None, Meta(description="Last position, included.")] = None
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
        last = None if self.last is None else f"#{self.last}"
        around = (self.stream, self.tournament, self.player, self.type, self.by)
        return EventsAsked(
            f"#{self.first}", last, *around, self.since, self.until, body=body, limit=self.limit
        )


@question("/v1/events", Events, Answer[RecordedEvent], shows="event", forms=("json", "csv"))
def list_events(house: House, asked: Events) -> Answer[RecordedEvent]:
    """Show recorded events in order, with recorder and reason; `next` begins the next page."""
    return recorded_events(house, asked.selection(body=False))


class Event(Asked, frozen=True, kw_only=True):
    """An event."""

    position: Annotated[Position, Meta(description="Position of the event.")]


@question("/v1/events/{position}", Event, Answer[RecordedEventWithBody], shows="event-body")
def show_event(house: House, asked: Event) -> Answer[RecordedEvent]:
    """Show one event with its body as recorded."""
    wanted = Events(first=asked.position, last=asked.position, limit=1)
    found = recorded_events(house, wanted.selection(body=True))
    if not found.rows:
        raise Refused(
            f"there is no event #{asked.position}",
            code="unknown-event",
            field="position",
            found=asked.position,
        )
    return found
