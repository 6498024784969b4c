"""Questions about recorded events, their types, and the files attached to them."""

from datetime import date
from typing import TYPE_CHECKING, Annotated, Any

from ledger.sentences import Sentence
from ops.doors.declare import Chunks, Form, Question, Worded, question
from ops.doors.fields import AS_POSITION, Limit, Player, Position, Text, Tournament, means

if TYPE_CHECKING:
    from ops.answers.abouts import About, AboutEvents
    from ops.answers.answer import Answer
    from ops.events.rows import EventType, RecordedEvent, RecordedEventWithBody
    from ops.house import House


class Between(Question, frozen=True, kw_only=True):
    """A question about the events between two positions."""

    FOLLOWS = False

    first: Annotated[Position, means("the first position"), AS_POSITION] = 0
    last: Annotated[
        Position | None, means("the last position, included; default: the end"), AS_POSITION
    ] = None


@question("event list {first} {last}", "/v1/events", shows="event")
class ListEvents(Between, frozen=True, kw_only=True):
    """Show recorded events in order, with recorder and reason; `next` begins the next page.

    A player selects the events that name them, without the lists of other bodies.

    Example: ledger event list --tournament T-000008 --limit 2
    """

    stream: Annotated[Text | None, means("only this stream, e.g. pool-fide-standard")] = None
    tournament: Annotated[Tournament | None, means("only of this tournament")] = None
    player: Annotated[Player | None, means("only events about this player: 572-4, or fide:123")] = (
        None
    )
    type: Annotated[Text | None, means("only of this type, e.g. result-corrected")] = None
    recorded_by: Annotated[Text | None, means("only events of this recorder: an opaque id")] = None
    since: Annotated[date | None, means("only recorded on this day or later")] = None
    until: Annotated[date | None, means("only recorded on this day or before")] = None
    limit: Limit = 50

    def answer(self, house: "House") -> "Answer[RecordedEvent, AboutEvents]":
        """Return a page of events, without those that show hidden lists. Raises Refused."""
        from ops.events.register import recorded_events

        return recorded_events(house, self)

    def title(self, _about: Any) -> Sentence:
        """Return the title of the table."""
        return Sentence("events")

    def worded(self, _house: "House") -> Worded:
        """Return what writes an event: what was decided and why in one cell."""
        from ops.events.words import event_row

        return event_row


@question("event show {position}", "/v1/events/{position}", shows="event-body", forms=("json",))
class ShowEvent(Question, frozen=True, kw_only=True):
    """Show one event with its body as recorded.

    Example: ledger event show "#31"
    """

    FOLLOWS = False

    position: Annotated[Position, means("position of the event"), AS_POSITION]

    def answer(self, house: "House") -> "Answer[RecordedEventWithBody, AboutEvents]":
        """Return the event. Raises Refused for a position without one."""
        from ops.events.register import recorded_event

        return recorded_event(house, self.position)

    def title(self, _about: Any) -> Sentence:
        """Return the title of the table."""
        return Sentence("events")

    def worded(self, _house: "House") -> Worded:
        """Return what writes an event."""
        from ops.events.words import event_row

        return event_row


@question("event export {first} {last}", "/v1/events", shows="event-body", long=True)
class WriteEvents(Between, frozen=True, kw_only=True):
    """Write events as JSON Lines: position, instant and version, with the body as recorded.

    Example: ledger event export "#53" "#54"
    """

    FORMS = ("jsonl",)

    def file(self, house: "House", form: Form) -> Chunks:
        """Return the lines. Raises Refused where the last comes before the first."""
        from ops.events.register import event_lines

        return Chunks(event_lines(house.read, self), "events.jsonl", form)


@question("event types", "/v1/event-types", shows="list")
class ListEventTypes(Question, frozen=True, kw_only=True):
    """List the types of events.

    Example: ledger event types
    """

    LEDGER = False

    def answer(self, _house: "House") -> "Answer[EventType, About]":
        """Return all types, by name."""
        from ops.events.schemas import event_types

        return event_types()

    def title(self, _about: Any) -> Sentence:
        """Return the title of the table."""
        return Sentence("types of events")


@question("event schema {type}", "/v1/event-types/{type}", shows="list", forms=("json",))
class ShowEventSchema(Question, frozen=True, kw_only=True):
    """Show the JSON Schema of a type of event.

    Example: ledger event schema list-published.v1
    """

    LEDGER = False
    FORMS = ("json",)

    type: Annotated[Text, means("a type of event, with or without its version", "period-closed.v1")]

    def file(self, _house: "House", form: Form) -> Chunks:
        """Return the schema. Raises Refused for an unknown type."""
        from ops.events.schemas import schema_text

        return Chunks([schema_text(self.type)], f"{self.type}.json", form)


@question("event attachment {digest}", "/v1/attachments/{digest}", shows="attachment")
class WriteAttachment(Question, frozen=True, kw_only=True):
    """Write a file that was attached to an event; an erased file is answered as erased.

    Example: ledger event attachment
    1a5ba7160c80daf0e15dde63ce6c45ea3b4aea4191e6807586a71f3e8c270428 --to ruling.pdf
    """

    FOLLOWS = False
    GUARDED = True
    FORMS = ("bin",)
    PRIVATE = True

    digest: Annotated[
        Text, means("the file, by its SHA-256, as `ledger event list` shows it", 64 * "0")
    ]

    def file(self, house: "House", form: Form) -> Chunks:
        """Return the file. Raises Refused for one that is unknown or erased."""
        from ops.events.attachments import attachment

        return Chunks([attachment(house, self.digest)], f"{self.digest[:12]}.bin", form)
