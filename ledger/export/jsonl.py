"""The lines of a ledger written out whole: JSON Lines, each kind of line a definition.

    ledger                                              one, the first
    request, event, reported-name, note                 in the order of events
    document, chunk                                     by digest and kind; in chunks of 512 KiB
    subject; number; actor; slip                        each by its key
    end                                                 one, the last

A line is written in one way only: keys sorted, no spaces, bytes in base64. The body of an event
stands in it as an object, and is byte for byte what was recorded.
"""

from typing import Annotated, Any, Final

import msgspec

from ledger import canonical
from ledger.errors import BadEvent, Refused
from ledger.events import catalogue
from ledger.sentences import Sentence
from ledger.store.requests import DocumentKind, NoteKind

FORMAT: Final = 1
"""Of the lines; a change of their form is another number."""

CHUNK_BYTES: Final = 512 << 10
"""Bytes of a document in one line."""

LINE_BYTES: Final = 64 << 20
"""The longest line that is read."""

Hex = Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{2})*\Z")]
"""Bytes in hex."""

Whole = Annotated[int, msgspec.Meta(ge=0, le=(1 << 63) - 1)]
"""A position, a version, an instant in microseconds since 1970."""


class BadDump(Refused):
    """A file is not a dump of a ledger."""

    def __init__(self, line: int, what: Sentence) -> None:
        self.line = line
        super().__init__(
            Sentence("line {line}: {what}; nothing was restored", line=line, what=what)
        )


class Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="line"):
    """Common part of all lines: the field `line` names the kind."""


class Header(Line, frozen=True, tag="ledger"):
    """The ledger and the position of its head."""

    format: int
    origin: str
    incarnation: int
    next_position: Whole
    chain_hash: Hex
    recorded_at: Whole
    persons: bool


class Asked(Line, frozen=True, tag="request"):
    """A request; the events of the request follow."""

    key: str
    fingerprint: Hex
    first_position: Whole
    last_position: Whole


class Event(Line, frozen=True, tag="event"):
    """An event without leaf hash and chain hash, which can be computed."""

    position: Whole
    recorded_at: Whole
    stream_version: Whole
    body: msgspec.Raw


class Name(Line, frozen=True, tag="reported-name"):
    """The name of an entrant in the file of the report just before."""

    position: int
    entrant: int
    salt: bytes
    body: bytes


class Note(Line, frozen=True, tag="note"):
    """A note to the event just before."""

    position: int
    kind: NoteKind
    salt: bytes
    text: str


class Document(Line, frozen=True, tag="document"):
    """A document; the chunks of the document follow. An emptied document has none."""

    digest: str
    kind: DocumentKind
    size: int


class Chunk(Line, frozen=True, tag="chunk"):
    """Bytes of the document before."""

    data: bytes


class Subject(Line, frozen=True, tag="subject"):
    """The personal details of a player."""

    player: int
    salt: bytes
    body: bytes


class Number(Line, frozen=True, tag="number"):
    """The number of a player at another body."""

    scheme: str
    number: str
    player: int


class Actor(Line, frozen=True, tag="actor"):
    """The person behind an opaque `recorded_by`."""

    actor: str
    kind: str
    name: str | None
    player: int | None


class ImportSlip(Line, frozen=True, tag="slip"):
    """The outcome of a file handed in."""

    number: int
    instant: int
    file_name: str
    file: str
    outcome: str
    tournament: str | None
    first_position: int | None
    words: str
    handed_in_by: str | None = None


class End(Line, frozen=True, tag="end"):
    """The number of lines of each kind, and the SHA-256 of all lines."""

    lines: dict[str, int]
    sha256: str


AnyLine = (
    Header
    | Asked
    | Event
    | Name
    | Note
    | Document
    | Chunk
    | Subject
    | Number
    | Actor
    | ImportSlip
    | End
)


class _Type(msgspec.Struct):
    type: str


_encoder: Final = msgspec.json.Encoder(order="sorted")
_decoder: Final = msgspec.json.Decoder(AnyLine)


def kind(line: Line) -> str:
    """Return the name of a line's kind."""
    return str(line.__struct_config__.tag)


def write(line: Line) -> bytes:
    """Return a line with a newline at the end."""
    return _encoder.encode(line) + b"\n"


def read(data: bytes) -> AnyLine:
    """Read a line with a newline at the end. Raises BadEvent unless `write` gives the same."""
    try:
        line: AnyLine = _decoder.decode(data)
        again = write(line)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadEvent(Sentence("not a line of a ledger: {error}", error=str(error))) from error
    if again != data:
        raise BadEvent(
            Sentence("not written as a ledger is written out: spaces, order or signs differ")
        )
    return line


def event_body(data: bytes) -> catalogue.Body[Any]:
    """Read the body in an event line. Raises BadEvent unless the body is canonical."""
    try:
        name = msgspec.json.decode(data, type=_Type).type
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadEvent(Sentence("a body without a type: {error}", error=str(error))) from error
    body = catalogue.read(name, data)
    if canonical.encode_typed(body) != data:
        raise BadEvent(Sentence("{type}: a body that is not canonical", type=name))
    return body
