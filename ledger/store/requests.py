"""Requests to the store, and its answers."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256
from secrets import token_bytes
from typing import Final, Literal

import msgspec
from msgspec import structs

from ledger import canonical
from ledger.events.base import Fact, Grounds
from ledger.store.numbering import number_awaited

NO_STREAM = -1
"""The version a stream has before its first event."""


class NewEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event to be recorded: the fact and its envelope."""

    fact: Fact
    valid_on: date | None = None
    approved_by: str | None = None
    causation: str | None = None
    supersedes: str | None = None


DocumentKind = Literal["list", "edition", "report", "list-rows", "attachment"]

NoteKind = Literal["officials", "reason"]
"""What a note to an event holds: the arbiters of a report, or the reason of a recording."""


@dataclass(frozen=True, slots=True)
class Document:
    """Bytes kept under their SHA-256 and their kind. A list is a SealedList.

    A report comes once: its bytes belong to the event that they came with, and a request that
    brings them again is refused with FileKnown, for a replacement too (and after their erasure).
    Editions, lists and attachments may come again, and are kept once.
    """

    kind: DocumentKind
    data: bytes

    @property
    def digest(self) -> str:
        """The key: SHA-256 in hex."""
        return sha256(self.data).hexdigest()


@dataclass(frozen=True, slots=True)
class SealedList(Document):
    """A list document: its key is the digest of header and block lines alone.

    What these lines say of the rows is checked by `documents.list_digest`.
    """

    head_bytes: int = 0

    @property
    def digest(self) -> str:
        """The SHA-256 of the first `head_bytes` bytes, in hex."""
        return sha256(self.data[: self.head_bytes]).hexdigest()


@dataclass(frozen=True, slots=True)
class Subject:
    """Erasable words about a player, behind a commitment.

    `numbers` are all numbers of the player by scheme. With `replaces` the words and numbers stored
    before, if any, are replaced; an event of the same request commits to the new ones.
    """

    player: int
    salt: bytes
    body: bytes
    numbers: Mapping[str, str] = field(default_factory=dict)
    replaces: bool = False


@dataclass(frozen=True, slots=True)
class ReportedName:
    """Erasable words in a report about an entrant.

    `event` is the report's index in the request, `entrant` the row's index in the report.
    """

    event: int
    entrant: int
    salt: bytes
    body: bytes


SHA256_BYTES: Final = 32
"""Bytes of a fingerprint."""

CLIENT: Final = "client:"
"""The keys of clients begin so; no request of ours has such a key."""


@dataclass(frozen=True, slots=True)
class ClientKey:
    """A key that a client chose, kept as a further key of the events recorded for the client.

    `fingerprint` is the SHA-256 of what the client sent. A repetition gets the first receipt; with
    `several` steps it is recognised by the keys of the steps, since some may be missing.
    """

    actor: str
    key: str
    fingerprint: bytes
    several: bool = False

    @property
    def stored(self) -> str:
        """The key as it is kept; an actor's id has no slash."""
        return f"{CLIENT}{self.actor}/{self.key}"


@dataclass(frozen=True, slots=True)
class Request:
    """Events recorded together or not at all.

    `key` makes a repetition harmless; `fingerprint` (SHA-256 of the caller's inputs; if empty, of
    the events themselves) makes sure it is one. `expected` holds, for a stream, the version it must
    stand at (NO_STREAM: not at all). `notes` are the arbiters of reports, by the report's index;
    `grounds` hold for every event, with the `reason` as salt and text.
    """

    key: str
    events: tuple[NewEvent, ...]
    fingerprint: bytes = b""
    expected: Mapping[str, int] = field(default_factory=dict)
    recorded_by: str = "local"
    documents: tuple[Document, ...] = ()
    subjects: tuple[Subject, ...] = ()
    reported_names: tuple[ReportedName, ...] = ()
    notes: Mapping[int, tuple[bytes, str]] = field(default_factory=dict)
    grounds: Grounds | None = None
    reason: tuple[bytes, str] | None = None
    client: ClientKey | None = None
    known_to: int | None = None
    """Last position read when the request was composed; None: the store asks for nothing since."""
    of_instant: bool = False
    """Whether an event has the instant of the recording: composed again, the request is another."""

    def all_notes(self) -> Iterator[tuple[int, NoteKind, bytes, str]]:
        """Yield the notes: index of the event, kind, salt and text."""
        yield from ((index, "officials", *note) for index, note in self.notes.items())
        if self.reason is not None:
            yield from ((index, "reason", *self.reason) for index in range(len(self.events)))

    @property
    def awaits_number(self) -> bool:
        """Whether an event waits for its number, which the store gives."""
        return any(number_awaited(new.fact) for new in self.events)

    def print(self) -> bytes:
        """Return the fingerprint: the caller's, or computed from the events."""
        if self.fingerprint:
            return self.fingerprint
        content = [self.recorded_by, [new.fact.TYPE for new in self.events], self.events]
        return sha256(canonical.encode_typed(content)).digest()


_COMMITMENT: Final = re.compile("[0-9a-f]{64}")


def content_digest(request: Request) -> str:
    """Return the SHA-256 of what a request records, in hex: events, words and documents.

    In the place of each commitment stand the words themselves: salts are drawn at each composition.
    Key, versions and recorder are left out, and so is what follows from the events before
    (`Fact.FOLLOWS`): the state after a closing has also the events that the list leaves out.
    """
    words = {commitment(one.salt, one.body): one.body for one in request.subjects}
    words |= {commitment(one.salt, one.body): one.body for one in request.reported_names}
    notes = ((salt, note.encode()) for _, _, salt, note in request.all_notes())
    words |= {commitment(salt, note): note for salt, note in notes}
    opened = {hidden: sha256(body).hexdigest() for hidden, body in words.items()}
    types = [new.fact.TYPE for new in request.events]
    decided = [_as_decided(new) for new in request.events]
    events = canonical.encode_typed([types, decided, request.grounds]).decode()
    found = sha256(_COMMITMENT.sub(lambda one: opened.get(one[0], one[0]), events).encode())
    for document in request.documents:
        found.update(document.digest.encode())
    return found.hexdigest()


def _as_decided(new: NewEvent) -> NewEvent:
    """Return an event without the fields derived from earlier events."""
    fact = structs.replace(new.fact, **dict.fromkeys(new.fact.FOLLOWS))
    return structs.replace(new, fact=fact)


Admit = Callable[[Request], Request]
"""The check whether an actor may record a request.

Returns the request, with the version of the actor's stream among those expected: a role withdrawn
meanwhile is then noticed. Raises Refused, with the code `not-allowed` if the role is missing.
"""


@dataclass(frozen=True, slots=True)
class Receipt:
    """The result of a request: positions first … last, recorded at a single instant (µs)."""

    key: str
    first_position: int
    last_position: int
    recorded_at: int
    replayed: bool = False


def event_id(key: str, fingerprint: bytes, index: int) -> str:
    """Return the id of an event, computed from the request and the event's index."""
    return sha256(f"{key}\n{fingerprint.hex()}\n{index}".encode()).hexdigest()[:32]


def new_salt() -> bytes:
    """Return a random salt."""
    return token_bytes(16)


def commitment(salt: bytes, body: bytes) -> str:
    """Return the commitment to erasable words: SHA-256 of salt and body, in hex."""
    return sha256(salt + body).hexdigest()
