"""The lines of a dump checked against each other, in a single pass and in bounded memory.

The same checks apply to writing and to reading a dump. Each line becomes a row of the ledger's
tables.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import singledispatchmethod
from hashlib import sha256
from typing import Any, Final, NamedTuple

import msgspec

from ledger import hashing
from ledger.errors import BadEvent
from ledger.events.catalogue import Body
from ledger.events.report import ReportFact
from ledger.export import jsonl
from ledger.sentences import Sentence
from ledger.store import committing, kept
from ledger.store.event_checks import EventChecks, StoredRequest
from ledger.store.faults import (
    COMMITTED,
    KEYS_THAT_GROW,
    OTHER,
    STILL_THERE,
    Fault,
    Said,
    contradiction,
    of_request,
)
from ledger.store.reading_events import Head
from ledger.store.recorded import Recorded
from ledger.store.requests import commitment

_ORDER: Final = (
    ("ledger",),
    ("request", "event", "reported-name", "note"),
    ("document", "chunk"),
    *(("subject",), ("number",), ("actor",), ("slip",), ("end",)),
)
_PLACE: Final = {kind: place for place, kinds in enumerate(_ORDER) for kind in kinds}
_AFTER_DOCUMENTS: Final = 3
_LINES: Final = Sentence("lines")
_CHUNK: Final = Sentence("chunk")
PERSONAL: Final = frozenset({"reported-name", "note", "subject", "number", "actor", "slip"})
"""Kinds of lines that a ledger without persons does not have."""


Progress = Callable[[int, int], None]
"""Told the position reached, and the number of events."""


class Row(NamedTuple):
    """A row of a table, in the order of the table's columns."""

    table: str
    values: tuple[Any, ...]


class Contradiction(BadEvent):
    """A line contradicts an earlier line."""

    def __init__(self, place: Said, found: Said, expected: Said) -> None:
        super().__init__(contradiction(place, found, expected))


def _refuse(faults: Iterator[Fault]) -> None:
    for fault in faults:
        raise Contradiction(fault.place, fault.found, fault.expected)


@dataclass
class Checks:
    """The state of the checks from line to line, and the check of each kind of line."""

    progress: Progress | None = None
    head: Head | None = None
    """As the first line says; compared with the events when all are read."""
    persons: bool = True
    place: int = 0
    events: EventChecks = field(default_factory=EventChecks)
    latest: committing.Latest = field(default_factory=committing.Latest)
    body: Body[Any] | None = None
    """Of the event just before."""
    key: tuple[Any, ...] = ()
    """Key of the last row of the present kind: they grow."""
    document: jsonl.Document | None = None
    data: bytearray = field(default_factory=bytearray)
    numbers: kept.Balance = field(default_factory=kept.Balance)
    lines: dict[str, int] = field(default_factory=dict)
    digest: Any = field(default_factory=sha256)

    def take(self, line: jsonl.AnyLine, data: bytes) -> Iterator[Row]:
        """Check the next line; return the rows completed by this line. Raises BadEvent."""
        kind = jsonl.kind(line)
        self._check_place(kind)
        yield from self._rows(line)
        if kind != "end":
            self.lines[kind] = self.lines.get(kind, 0) + 1
            self.digest.update(data)
        if self.progress and self.head and isinstance(line, jsonl.Asked):
            self.progress(line.last_position, self.head.next_position)

    def end(self) -> jsonl.End:
        """Return the last line of the dump, computed from the lines before."""
        return jsonl.End(lines=self.lines, sha256=self.digest.hexdigest())

    def _check_place(self, kind: str) -> None:
        place = _PLACE[kind]
        if (self.head is None) != (place == 0):
            raise Contradiction(
                _LINES, kind, Sentence("{kind} once, as the first line", kind="ledger")
            )
        if not self.persons and kind in PERSONAL:
            expected = Sentence(
                "no lines about persons: the first line says that the file has none"
            )
            raise Contradiction(_LINES, kind, expected)
        if place < self.place:
            expected = Sentence("the order of a ledger that was written out")
            raise Contradiction(_LINES, kind, expected)
        if self.document is not None and kind != "chunk":
            found = _of_bytes(len(self.data))
            raise Contradiction(Sentence("document"), found, self.document.size)
        if self.head and place > 1 and self.place <= 1:
            _refuse(self.events.end(self.head))
        if place >= _AFTER_DOCUMENTS and self.events.documents:
            expected = Sentence("also {digest}", digest=min(self.events.documents)[0])
            raise Contradiction(Sentence("documents"), Sentence("the end"), expected)
        self.place = place

    @singledispatchmethod
    def _rows(self, line: Any) -> Iterator[Row]:
        raise AssertionError(type(line))

    @_rows.register
    def _(self, line: jsonl.Header) -> Iterator[Row]:
        if line.format != jsonl.FORMAT:
            raise Contradiction(Sentence("format"), line.format, jsonl.FORMAT)
        head = (line.origin, line.incarnation, line.next_position)
        self.head = Head(*head, bytes.fromhex(line.chain_hash), line.recorded_at)
        self.persons = line.persons
        yield from ()  # the head row is written last

    @_rows.register
    def _(self, line: jsonl.Asked) -> Iterator[Row]:
        if line.first_position != self.events.position:
            found = Sentence("first position {position}", position=line.first_position)
            raise Contradiction(of_request(line.key), found, self.events.position)
        fingerprint = bytes.fromhex(line.fingerprint)
        request = StoredRequest(line.key, fingerprint, line.first_position, line.last_position)
        _refuse(self.events.begin(request))
        self.body = None
        yield Row("append_request", request)

    @_rows.register
    def _(self, line: jsonl.Event) -> Iterator[Row]:
        data = bytes(line.body)
        body = self.body = jsonl.event_body(data)
        numbers = line.position, line.recorded_at, line.stream_version
        leaf = hashing.leaf_hash(*numbers, hashing.body_digest(data))
        chain = hashing.chain_hash(self.events.chain, leaf)
        named = (line.position, body.event_id, body.stream, line.stream_version, body.type)
        dated = (body.valid_on.isoformat(), body.recorded_by, line.recorded_at)
        recorded = Recorded(*named, *dated, data, leaf, chain)
        _refuse(self.events.take(recorded, body))
        self.latest.take(body.payload)
        self.key = ()
        yield Row("event", recorded)

    @_rows.register
    def _(self, line: jsonl.Name) -> Iterator[Row]:
        fact = self._event_before(line).payload
        self._check_key("words", 0, line.entrant)
        commitments = committing.to_entrants(fact) if isinstance(fact, ReportFact) else {}
        if commitments.get(line.entrant) != commitment(line.salt, line.body):
            raise Contradiction(Sentence("reported name"), OTHER, COMMITTED)
        yield Row("reported_name", msgspec.structs.astuple(line))

    @_rows.register
    def _(self, line: jsonl.Note) -> Iterator[Row]:
        body = self._event_before(line)
        self._check_key("words", 1, line.kind)
        committed = committing.to_notes(body).get(line.kind)
        if committed and committed != commitment(line.salt, line.text.encode()):
            raise Contradiction(Sentence("note"), OTHER, COMMITTED)
        yield Row("note", (body.event_id, line.kind, line.salt, line.text))

    def _event_before(self, line: jsonl.Name | jsonl.Note) -> Body[Any]:
        last = self.events.position - 1
        if self.body is None or line.position != last:
            found = Sentence("those of event {position}", position=line.position)
            expected = Sentence("those of the event just before")
            raise Contradiction(STILL_THERE, found, expected)
        return self.body

    @_rows.register
    def _(self, line: jsonl.Document) -> Iterator[Row]:
        self._check_key("document", line.digest, line.kind)
        is_named = (line.digest, line.kind) in self.events.documents
        if not is_named and line.kind != "edition":
            expected = Sentence("a document that an event names")
            raise Contradiction(kept.of_document(line.digest), line.kind, expected)
        self.events.documents.pop((line.digest, line.kind), None)
        self.document, self.data = line, bytearray()
        if line.size == 0:
            yield self._document(line)

    @_rows.register
    def _(self, line: jsonl.Chunk) -> Iterator[Row]:
        document = self.document
        if document is None:
            found = Sentence("no document it belongs to")
            raise Contradiction(_CHUNK, found, Sentence("one"))
        size = min(jsonl.CHUNK_BYTES, document.size - len(self.data))
        if len(line.data) != size:
            raise Contradiction(_CHUNK, _of_bytes(len(line.data)), size)
        self.data += line.data
        if len(self.data) == document.size:
            yield self._document(document)

    def _document(self, line: jsonl.Document) -> Row:
        data, self.document, self.data = bytes(self.data), None, bytearray()
        digest = kept.document_digest(line.kind, data)
        if digest != line.digest and not kept.is_emptied(line.kind, data):
            raise Contradiction(kept.of_document(line.digest), digest, kept.THE_DIGEST)
        return Row("document", (line.digest, line.kind, data))

    @_rows.register
    def _(self, line: jsonl.Subject) -> Iterator[Row]:
        self._check_key("subject", line.player)
        self.numbers.add_words(line.player, line.body)
        if self.latest.of(line.player) != commitment(line.salt, line.body):
            raise Contradiction(kept.of_subject(line.player), OTHER, COMMITTED)
        yield Row("subject", msgspec.structs.astuple(line))

    @_rows.register
    def _(self, line: jsonl.Number) -> Iterator[Row]:
        self._check_key("number", line.scheme, line.number)
        self.numbers.subtract(line.scheme, line.number, line.player)
        yield Row("subject_number", msgspec.structs.astuple(line))

    @_rows.register
    def _(self, line: jsonl.Actor) -> Iterator[Row]:
        self._check_key("actor", line.actor)
        yield Row("actor", msgspec.structs.astuple(line))

    @_rows.register
    def _(self, line: jsonl.ImportSlip) -> Iterator[Row]:
        self._check_key("slip", line.number)
        yield Row("import_slip", msgspec.structs.astuple(line))

    @_rows.register
    def _(self, line: jsonl.End) -> Iterator[Row]:
        if not self.numbers.agrees():
            expected = Sentence("those that the subjects' words say")
            raise Contradiction(Sentence("numbers of players"), Sentence("others"), expected)
        end = self.end()
        if line != end:
            raise Contradiction(Sentence("end"), _ends_with(line), _ends_with(end))
        yield from ()

    def _check_key(self, kind: str, *key: Any) -> None:
        """Check that the keys of a kind of row increase: no key may be repeated."""
        if self.key and self.key[0] == kind and (kind, *key) <= self.key:
            place = Sentence("{kind} {key}", kind=kind, key=str(key))
            raise Contradiction(
                place, Sentence("after {key}", key=str(self.key[1:])), KEYS_THAT_GROW
            )
        self.key = (kind, *key)


def _of_bytes(number: int) -> Sentence:
    return Sentence("{bytes} bytes", bytes=number)


def _ends_with(end: jsonl.End) -> Sentence:
    return Sentence("{lines} with SHA-256 {digest}", lines=str(end.lines), digest=end.sha256)
