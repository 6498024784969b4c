"""Every event definition by its stored name, and the envelope around the payload."""

from datetime import date
from functools import cache
from typing import Annotated, Any, Final, Generic, TypeVar

import msgspec
from msgspec import Meta

from ledger import canonical
from ledger.errors import BadEvent
from ledger.events import (
    access,
    appeals,
    approval,
    counting,
    deviations,
    entering,
    external,
    games,
    opening,
    outside_play,
    persons,
    pool,
    publication,
    register,
    report,
    rules,
    tournament,
)
from ledger.events.base import EventId, Fact, Grounds, Id, Structure
from ledger.events.complaints import bad_event
from ledger.sentences import Remedy, Sentence, Word

F = TypeVar("F", bound=Fact)


class Body(Structure, Generic[F], frozen=True, kw_only=True):
    """The hashed part of an event: payload, author, validity and reason."""

    event_id: EventId
    stream: Annotated[str, Meta(min_length=1, max_length=200)]
    type: str
    valid_on: date
    recorded_by: Id
    approved_by: Id | None = None
    causation: EventId | None = None
    supersedes: EventId | None = None
    grounds: Grounds | None = None
    payload: F

    @property
    def article(self) -> str:
        """The article of the event itself or of its grounds; "": none."""
        stated = self.grounds.article if self.grounds else None
        return str(getattr(self.payload, "article", None) or stated or "")


_MODULES: Final = (
    *(opening, register, persons, tournament, report, games),
    *(counting, external, pool, rules, deviations, outside_play, entering),
    *(access, appeals, approval, publication),
)

DEFINITIONS: Final[dict[str, type[Fact]]] = {
    definition.TYPE: definition
    for module in _MODULES
    for definition in vars(module).values()
    if isinstance(definition, type) and issubclass(definition, Fact) and hasattr(definition, "TYPE")
}
"""Every event with a stored name that a module of this folder defines."""


def _body_of(definition: type[Fact]) -> Any:
    generic: Any = Body  # a definition picked at run time is no annotation
    return generic[definition]


@cache
def _decoder(type_name: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(_body_of(DEFINITIONS[type_name]))


def prepare() -> None:
    """Make the decoders of all events, before several threads ask for the same one."""
    for type_name in DEFINITIONS:
        _decoder(type_name)


def write(body: Body[Any]) -> bytes:
    """Return the canonical bytes of an event, after reading them back strictly.

    Raises BadEvent, which names the wrong field.
    """
    data = canonical.encode_typed(body)
    if canonical.encode_typed(read(body.type, data)) != data:
        raise BadEvent(Sentence("{type}: what is written is not what is read back", type=body.type))
    return data


def read(type_name: str, data: bytes) -> Body[Any]:
    """Read the bytes of an event by its definition. Raises BadEvent, which names the wrong field.

    Recorded bytes are canonical; bytes from elsewhere go through `canonical.decode` first.
    """
    if type_name not in DEFINITIONS:
        raise BadEvent(_unknown(type_name))
    try:
        body: Body[Any] = _decoder(type_name).decode(data)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        document, kind = _document(type_name, data), _body_of(DEFINITIONS[type_name])
        raise bad_event(error, document, kind, begins=type_name) from error
    if body.type != type_name:
        raise BadEvent(
            Sentence("{type}: the body says it is '{found}'", type=type_name, found=body.type)
        )
    return body


def _unknown(type_name: str) -> Sentence:
    return Sentence(
        "unknown event type '{type}': this program knows {known}", type=type_name, known=known()
    )


def _document(type_name: str, data: bytes) -> Any:
    """Return the JSON value of the bytes of an event. Raises BadEvent if they are not JSON."""
    try:
        return msgspec.json.decode(data)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        says = Sentence("{type}: expected a whole JSON document: {why}", type=type_name)
        raise BadEvent(says.about(why=str(error))) from error


def schema(type_name: str) -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of the whole body of an event. Raises BadEvent.

    The name of the type may lack its version: the last one.
    """
    versions = [name for name in DEFINITIONS if type_name in (name, name.partition(".")[0])]
    if not versions:
        raise BadEvent(
            _unknown(type_name),
            code="unknown-type",
            field="type",
            found=type_name,
            expected=known(),
            remedy=Remedy("list-event-types"),
        )
    name = max(versions)
    made = msgspec.json.schema(_body_of(DEFINITIONS[name]))
    whole = made["$defs"][made["$ref"].removeprefix("#/$defs/")]
    whole["properties"]["type"] = {"const": name}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **made}


def in_words(kind: str) -> Word:
    """Return a type of event in words, as result corrected; it may have a version."""
    return Word(kind.partition(".")[0].replace("-", " "), "event")


def known() -> str:
    """Return the known event types as a line of text."""
    return ", ".join(sorted(DEFINITIONS))
