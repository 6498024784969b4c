"""The lines of a dump checked against each other, in a single pass and in bounded memory.

The same checks stand at both doors: what is written out has passed them, and so has what is taken
in. Each line becomes the row that it is in the ledger's tables.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import singledispatchmethod
from hashlib import sha256
from typing import Any, Final, NamedTuple

import msgspec

from ledger import hashing
from ledger.errors import BadEvent
from ledger.events.opening import LedgerOpened
from ledger.events.report import ReportFact
from ledger.export import jsonl
from ledger.store import committing, kept
from ledger.store.clock_checks import Instants
from ledger.store.incarnation import Incarnations
from ledger.store.requests import NO_STREAM, commitment, event_id

_ORDER: Final = (
    ("ledger",),
    ("request", "event", "reported-name", "note"),
    ("document", "chunk"),
    *(("subject",), ("number",), ("actor",), ("slip",), ("end",)),
)
_PLACE: Final = {kind: place for place, kinds in enumerate(_ORDER) for kind in kinds}
_AFTER_DOCUMENTS: Final = 3
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

    def __init__(self, what: str, found: object, expected: object) -> None:
        super().__init__(f"{what}: found {found}, expected {expected}")


def _check(what: str, found: object, expected: object) -> None:
    if found != expected:
        raise Contradiction(what, found, expected)


@dataclass
class Checks:
    """The state of the checks from line to line, and the check of each kind of line."""

    progress: Progress | None = None
    header: jsonl.Header | None = None
    place: int = 0
    position: int = 0
    instants: Instants = field(default_factory=Instants)
    chain: bytes = hashing.CHAIN_START
    incarnations: Incarnations = field(default_factory=Incarnations)
    request: jsonl.Asked | None = None
    report: ReportFact | None = None
    key: tuple[Any, ...] = ()
    """Key of the last row of the present kind: they grow."""
    document: jsonl.Document | None = None
    data: bytearray = field(default_factory=bytearray)
    versions: dict[str, int] = field(default_factory=dict)
    references: kept.References = field(default_factory=dict)
    latest: committing.Latest = field(default_factory=committing.Latest)
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
        if self.progress and self.header and isinstance(line, jsonl.Asked):
            self.progress(line.last_position, self.header.next_position)

    def end(self) -> jsonl.End:
        """Return the last line of the dump, computed from the lines before."""
        return jsonl.End(lines=self.lines, sha256=self.digest.hexdigest())

    def _check_place(self, kind: str) -> None:
        place = _PLACE[kind]
        if (self.header is None) != (place == 0):
            raise Contradiction("lines", kind, "`ledger` once, as the first line")
        if self.header and not self.header.persons and kind in PERSONAL:
            raise Contradiction(
                "lines", kind, "no lines about persons: the first line says that the file has none"
            )
        if place < self.place:
            raise Contradiction("lines", kind, "the order of a ledger that was written out")
        if self.document is not None and kind != "chunk":
            raise Contradiction("document", f"{len(self.data)} bytes", f"{self.document.size}")
        if place > 1 and self.place <= 1:
            self._check_end_of_log()
        if place >= _AFTER_DOCUMENTS and self.references:
            raise Contradiction("documents", "the end", f"also {min(self.references)}")
        self.place = place

    def _check_end_of_log(self) -> None:
        header = self.header
        assert header is not None
        last = self.request and self.request.last_position
        for what, found, expected in (
            ("next position", self.position, header.next_position),
            ("chain hash", self.chain.hex(), header.chain_hash),
            ("recorded_at", max(self.instants.last, 0), header.recorded_at),
            ("incarnation", self.incarnations.number, header.incarnation),
            ("last request", last, self.position - 1),
        ):
            _check(f"{what} after all events", found, expected)

    @singledispatchmethod
    def _rows(self, line: Any) -> Iterator[Row]:
        raise AssertionError(type(line))

    @_rows.register
    def _(self, line: jsonl.Header) -> Iterator[Row]:
        _check("format", line.format, jsonl.FORMAT)
        self.header = line
        yield from ()  # the head row is written last

    @_rows.register
    def _(self, line: jsonl.Asked) -> Iterator[Row]:
        next_position = self.request.last_position + 1 if self.request else 0
        if not next_position == self.position == line.first_position <= line.last_position:
            found = f"{line.first_position} to {line.last_position}"
            raise Contradiction(f"request {line.key!r}", found, f"events from {next_position} on")
        self.request, self.report = line, None
        mark = bytes.fromhex(line.fingerprint)
        yield Row("append_request", (line.key, mark, line.first_position, line.last_position))

    @_rows.register
    def _(self, line: jsonl.Event) -> Iterator[Row]:
        data = bytes(line.body)
        body = jsonl.event_body(data)
        request = self._check_request(line, body.event_id)
        version = self.versions.get(body.stream, NO_STREAM) + 1
        _check(f"version of {body.stream}", line.stream_version, version)
        begins = request.first_position == line.position
        problem = self.instants.take(line.position, line.recorded_at, body.payload, begins=begins)
        if problem is not None:
            raise Contradiction("recorded_at", line.recorded_at, problem)
        digest = hashing.body_digest(data)
        leaf = hashing.leaf_hash(line.position, line.recorded_at, version, digest)
        self.chain = hashing.chain_hash(self.chain, leaf)
        self.versions[body.stream], self.key = version, ()
        self._take_fact(body.payload)
        self.position += 1
        named = (line.position, body.event_id, body.stream, version, body.type)
        hashes = (body.recorded_by, line.recorded_at, data, leaf, self.chain)
        yield Row("event", (*named, body.valid_on.isoformat(), *hashes))

    def _check_request(self, line: jsonl.Event, found: str) -> jsonl.Asked:
        request = self.request
        _check("position", line.position, self.position)
        if request is None or line.position > request.last_position:
            raise Contradiction(f"event {line.position}", "no request", "one it came with")
        expected = _event_id(request, line.position)
        if found != expected:
            raise Contradiction("event id", found, f"{expected} by its request")
        return request

    def _take_fact(self, fact: Any) -> None:
        self.report = fact if isinstance(fact, ReportFact) else None
        for fault in self.incarnations.take(self.position, fact):
            raise BadEvent(str(fault))
        self.latest.take(fact)
        kept.refer(fact, self.references)
        assert self.header is not None
        if isinstance(fact, LedgerOpened) and fact.origin != self.header.origin:
            raise Contradiction("origin", fact.origin, f"{self.header.origin} as in line 1")

    @_rows.register
    def _(self, line: jsonl.Name) -> Iterator[Row]:
        _check("words of event", line.position, self.position - 1)
        self._check_key("words", 0, line.entrant)
        commitments = committing.to_entrants(self.report) if self.report else {}
        if commitments.get(line.entrant) != commitment(line.salt, line.body):
            raise Contradiction("reported name", "other words", "those its event is committed to")
        yield Row("reported_name", msgspec.structs.astuple(line))

    @_rows.register
    def _(self, line: jsonl.Note) -> Iterator[Row]:
        _check("words of event", line.position, self.position - 1)
        self._check_key("words", 1)
        officials = self.report.officials if self.report else None
        if officials and officials != commitment(line.salt, line.text.encode()):
            raise Contradiction("note", "other words", "those its event is committed to")
        assert self.request is not None
        yield Row("note", (_event_id(self.request, line.position), line.salt, line.text))

    @_rows.register
    def _(self, line: jsonl.Document) -> Iterator[Row]:
        self._check_key("document", line.digest)
        kind = self.references.pop(line.digest, "edition")
        if line.kind != kind:
            raise Contradiction(f"document {line.digest}", line.kind, f"{kind} by the event")
        self.document, self.data = line, bytearray()
        if line.size == 0:
            yield self._document(line)

    @_rows.register
    def _(self, line: jsonl.Chunk) -> Iterator[Row]:
        document = self.document
        if document is None:
            raise Contradiction("chunk", "no document it belongs to", "one")
        size = min(jsonl.CHUNK_BYTES, document.size - len(self.data))
        if len(line.data) != size:
            raise Contradiction("chunk", f"{len(line.data)} bytes", size)
        self.data += line.data
        if len(self.data) == document.size:
            yield self._document(document)

    def _document(self, line: jsonl.Document) -> Row:
        data, self.document, self.data = bytes(self.data), None, bytearray()
        digest = kept.document_digest(line.kind, data)
        if digest != line.digest and not kept.is_emptied(line.kind, data):
            raise Contradiction(
                f"document {line.digest}", digest, "the digest recorded for the document"
            )
        return Row("document", (line.digest, line.kind, data))

    @_rows.register
    def _(self, line: jsonl.Subject) -> Iterator[Row]:
        self._check_key("subject", line.player)
        self.numbers.add_words(line.player, line.body)
        if self.latest.of(line.player) != commitment(line.salt, line.body):
            raise Contradiction(f"subject {line.player}", "other words", "those committed to")
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
            raise Contradiction(
                "numbers of players", "others", "those that the subjects' words say"
            )
        end = self.end()
        if line != end:
            found = f"{line.lines} with SHA-256 {line.sha256}"
            raise Contradiction("end", found, f"{end.lines} with SHA-256 {end.sha256}")
        yield from ()

    def _check_key(self, kind: str, *key: Any) -> None:
        """Check that the keys of a kind of row increase, so that no key is repeated."""
        if self.key and self.key[0] == kind and (kind, *key) <= self.key:
            raise Contradiction(f"{kind} {key}", f"after {self.key[1:]}", "keys that grow")
        self.key = (kind, *key)


def _event_id(request: jsonl.Asked, position: int) -> str:
    mark = bytes.fromhex(request.fingerprint)
    return event_id(request.key, mark, position - request.first_position)
