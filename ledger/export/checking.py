"""The lines of a dump checked against each other, in a single pass and in bounded memory.

The same checks stand at both doors: what is written out has passed them, and so has what is taken
in. Each line becomes the row that it is in the ledger's tables.
"""

from __future__ import annotations

from collections.abc import Iterator
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
from ledger.store import claims, committing, kept
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


class Row(NamedTuple):
    """A row of a table, in the order of the table's columns."""

    table: str
    values: tuple[Any, ...]


class Contradiction(BadEvent):
    """A line contradicts an earlier line."""

    def __init__(self, what: str, found: object, expected: object) -> None:
        super().__init__(f"{what}: found {found}, expected {expected}")


@dataclass(slots=True)
class Checks:
    """The state of the checks from line to line."""

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
    numbers: claims.Balance = field(default_factory=claims.Balance)
    lines: dict[str, int] = field(default_factory=dict)
    digest: Any = field(default_factory=sha256)

    def take(self, line: jsonl.AnyLine, data: bytes) -> Iterator[Row]:
        """Check the next line; return the rows completed by this line. Raises BadEvent."""
        kind = jsonl.kind(line)
        self._in_place(kind)
        yield from _Taking(self).take(line)
        if kind != "end":
            self.lines[kind] = self.lines.get(kind, 0) + 1
            self.digest.update(data)

    def end(self) -> jsonl.End:
        """Return the last line of the dump, computed from the lines before."""
        return jsonl.End(lines=self.lines, sha256=self.digest.hexdigest())

    def grows(self, kind: str, *key: Any) -> None:
        """Check that the keys of a kind of row increase, so that no key is repeated."""
        if self.key and self.key[0] == kind and (kind, *key) <= self.key:
            raise Contradiction(f"{kind} {key}", f"after {self.key[1:]}", "keys that grow")
        self.key = (kind, *key)

    def _in_place(self, kind: str) -> None:
        place = _PLACE[kind]
        if (self.header is None) != (place == 0):
            raise Contradiction("lines", kind, "`ledger` once, as the first line")
        if self.header and not self.header.persons and kind in PERSONAL:
            raise Contradiction("lines", kind, "none about persons, as the first line says")
        if place < self.place:
            raise Contradiction("lines", kind, "the order of a ledger that was written out")
        if self.document is not None and kind != "chunk":
            raise Contradiction("document", f"{len(self.data)} bytes", f"{self.document.size}")
        if place > 1 and self.place <= 1:
            self._log_is_whole()
        if place >= _AFTER_DOCUMENTS and self.references:
            raise Contradiction("documents", "the end", f"also {min(self.references)}")
        self.place = place

    def _log_is_whole(self) -> None:
        said = self.header
        assert said is not None
        for what, found, expected in (
            ("next position", self.position, said.next_position),
            ("chain hash", self.chain.hex(), said.chain_hash),
            ("recorded_at", max(self.instants.last, 0), said.recorded_at),
            ("incarnation", self.incarnations.number, said.incarnation),
            ("last request", self.request and self.request.last_position, self.position - 1),
        ):
            if found != expected:
                raise Contradiction(f"{what} after all events", found, expected)


class _Taking:
    """The checks of each kind of line, and the row made of the line."""

    def __init__(self, checks: Checks) -> None:
        self._on = checks

    @singledispatchmethod
    def take(self, line: Any) -> Iterator[Row]:
        """Check a line by the checks of its kind."""
        raise AssertionError(type(line))

    @take.register
    def _(self, line: jsonl.Header) -> Iterator[Row]:
        if line.format != jsonl.FORMAT:
            raise Contradiction("format", line.format, jsonl.FORMAT)
        self._on.header = line
        yield from ()  # the head row is written last

    @take.register
    def _(self, line: jsonl.Asked) -> Iterator[Row]:
        on = self._on
        before = on.request.last_position if on.request else -1
        if not before + 1 == on.position == line.first_position <= line.last_position:
            found = f"{line.first_position} to {line.last_position}"
            raise Contradiction(f"request {line.key!r}", found, f"events from {before + 1} on")
        on.request, on.report = line, None
        mark = bytes.fromhex(line.fingerprint)
        yield Row("append_request", (line.key, mark, line.first_position, line.last_position))

    @take.register
    def _(self, line: jsonl.Event) -> Iterator[Row]:
        on, data = self._on, bytes(line.body)
        body = jsonl.event_body(data)
        self._in_request(line, body.event_id)
        version = on.versions.get(body.stream, NO_STREAM) + 1
        if line.stream_version != version:
            raise Contradiction(f"version of {body.stream}", line.stream_version, version)
        self._instant(line, body.payload)
        digest = hashing.body_digest(data)
        leaf = hashing.leaf_hash(line.position, line.recorded_at, version, digest)
        on.chain = hashing.chain_hash(on.chain, leaf)
        on.versions[body.stream], on.key = version, ()
        self._meaning(body.payload)
        on.position += 1
        named = (line.position, body.event_id, body.stream, version, body.type)
        hashes = (body.recorded_by, line.recorded_at, data, leaf, on.chain)
        yield Row("event", (*named, body.valid_on.isoformat(), *hashes))

    def _in_request(self, line: jsonl.Event, found: str) -> None:
        asked = self._on.request
        if line.position != self._on.position:
            raise Contradiction("position", line.position, self._on.position)
        if asked is None or line.position > asked.last_position:
            raise Contradiction(f"event {line.position}", "no request", "one it came with")
        said = self._id(line.position)
        if found != said:
            raise Contradiction("event id", found, f"{said} by its request")

    def _instant(self, line: jsonl.Event, fact: Any) -> None:
        asked = self._on.request
        begins = asked is not None and asked.first_position == line.position
        problem = self._on.instants.take(line.position, line.recorded_at, fact, begins=begins)
        if problem is not None:
            raise Contradiction("recorded_at", line.recorded_at, problem)

    def _id(self, position: int) -> str:
        """Return the event id derived from the present request."""
        asked = self._on.request
        assert asked is not None
        return event_id(
            asked.key, bytes.fromhex(asked.fingerprint), position - asked.first_position
        )

    def _meaning(self, fact: Any) -> None:
        on = self._on
        on.report = fact if isinstance(fact, ReportFact) else None
        for fault in on.incarnations.take(on.position, fact):
            raise BadEvent(str(fault))
        on.latest.take(fact)
        kept.refer(fact, on.references)
        assert on.header is not None
        if isinstance(fact, LedgerOpened) and fact.origin != on.header.origin:
            raise Contradiction("origin", fact.origin, f"{on.header.origin} as in line 1")

    @take.register
    def _(self, line: jsonl.Name) -> Iterator[Row]:
        on = self._on
        said = committing.to_entrants(on.report) if on.report else {}
        self._of_last_event(line.position)
        on.grows("words", 0, line.entrant)
        if said.get(line.entrant) != commitment(line.salt, line.body):
            raise Contradiction("reported name", "other words", "those its event is committed to")
        yield Row("reported_name", (line.position, line.entrant, line.salt, line.body))

    @take.register
    def _(self, line: jsonl.Note) -> Iterator[Row]:
        on = self._on
        self._of_last_event(line.position)
        on.grows("words", 1)
        said = on.report.officials if on.report else None
        if said and said != commitment(line.salt, line.text.encode()):
            raise Contradiction("note", "other words", "those its event is committed to")
        yield Row("note", (self._id(line.position), line.salt, line.text))

    def _of_last_event(self, position: int) -> None:
        if position != self._on.position - 1:
            raise Contradiction("words of event", position, self._on.position - 1)

    @take.register
    def _(self, line: jsonl.Document) -> Iterator[Row]:
        on = self._on
        on.grows("document", line.digest)
        kind = on.references.pop(line.digest, "edition")
        if line.kind != kind:
            raise Contradiction(f"document {line.digest}", line.kind, f"{kind} by the event")
        on.document, on.data = line, bytearray()
        if line.size == 0:
            yield from self._whole_document()

    @take.register
    def _(self, line: jsonl.Chunk) -> Iterator[Row]:
        on = self._on
        if on.document is None:
            raise Contradiction("chunk", "no document it belongs to", "one")
        size = min(jsonl.CHUNK_BYTES, on.document.size - len(on.data))
        if len(line.data) != size:
            raise Contradiction("chunk", f"{len(line.data)} bytes", size)
        on.data += line.data
        if len(on.data) == on.document.size:
            yield from self._whole_document()

    def _whole_document(self) -> Iterator[Row]:
        on, line = self._on, self._on.document
        assert line is not None
        data, on.document, on.data = bytes(on.data), None, bytearray()
        found = kept.document_digest(line.kind, data)
        if found != line.digest and not kept.is_emptied(line.kind, data):
            raise Contradiction(f"document {line.digest}", found, "its own digest")
        yield Row("document", (line.digest, line.kind, data))

    @take.register
    def _(self, line: jsonl.Subject) -> Iterator[Row]:
        self._on.grows("subject", line.player)
        self._on.numbers.said(line.player, line.body)
        if self._on.latest.of(line.player) != commitment(line.salt, line.body):
            raise Contradiction(f"subject {line.player}", "other words", "those committed to")
        yield Row("subject", (line.player, line.salt, line.body))

    @take.register
    def _(self, line: jsonl.Number) -> Iterator[Row]:
        self._on.grows("number", line.scheme, line.number)
        self._on.numbers.stands(line.scheme, line.number, line.player)
        yield Row("subject_number", (line.scheme, line.number, line.player))

    @take.register
    def _(self, line: jsonl.Actor) -> Iterator[Row]:
        self._on.grows("actor", line.actor)
        yield Row("actor", (line.actor, line.kind, line.name))

    @take.register
    def _(self, line: jsonl.ImportSlip) -> Iterator[Row]:
        self._on.grows("slip", line.number)
        yield Row("import_slip", msgspec.structs.astuple(line))

    @take.register
    def _(self, line: jsonl.End) -> Iterator[Row]:
        if not self._on.numbers.agrees():
            raise Contradiction(
                "numbers of players", "others", "those that the subjects' words say"
            )
        if line != self._on.end():
            expected = f"{self._on.end().lines} with SHA-256 {self._on.digest.hexdigest()}"
            raise Contradiction("end", f"{line.lines} with SHA-256 {line.sha256}", expected)
        yield from ()
