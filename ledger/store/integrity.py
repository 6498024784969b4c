"""Every byte looked at again: positions, ids, versions, hashes, chain, head, requests, documents.

Nothing stored is believed because it was stored: bodies are hashed again, leaves and chain are
derived again, the columns beside a body are compared with what the body says, ids with the
requests they came with, documents and words about persons with what the events say of them; rows
that are gone without an erasure event are faults too. Each thing that does not agree becomes a
Fault that names its place. What nothing binds is listed in `faults`.

Who rewrites everything, from some event to the end, and computes all hashes anew, leaves nothing
that disagrees here: only a chain hash noted down elsewhere shows it (`known`).
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection, Engine, Row, func, select

from ledger import canonical, hashing
from ledger.errors import BadEvent, Damaged
from ledger.events.catalogue import Body
from ledger.events.opening import ClockCorrected, LedgerOpened
from ledger.store import committing, guards, kept, slips
from ledger.store.clock_checks import Instants
from ledger.store.committing import ReportedWords
from ledger.store.faults import Erased, Fault, beside, erased
from ledger.store.incarnation import Incarnations, KnownHead
from ledger.store.reading import Head, Reader, Recorded
from ledger.store.requests import NO_STREAM, event_id
from ledger.store.schema import actor, append_request, event, ledger_head
from ledger.store.snapshots import Merged, snapshot, stream

__all__ = ["Fault", "KnownHead", "faults"]

_HEAD_AND_ENDS: Final = select(
    *(ledger_head.c[name] for name in Head.__dataclass_fields__),
    select(func.min(event.c.position)).scalar_subquery(),
    select(func.max(event.c.position)).scalar_subquery(),
    select(func.min(append_request.c.first_position)).scalar_subquery(),
    select(func.max(append_request.c.last_position)).scalar_subquery(),
)

_FURTHEST: Final = (1 << 63) - 1
_REQUESTS: Final = select(append_request).order_by(append_request.c.first_position)


@dataclass(slots=True)
class _Walk:
    """State of the walk over the events."""

    position: int = 0
    chain: bytes = hashing.CHAIN_START
    instants: Instants = field(default_factory=Instants)
    origin: str = ""
    incarnations: Incarnations = field(default_factory=Incarnations)
    versions: dict[str, int] = field(default_factory=dict)
    documents: kept.References = field(default_factory=dict)
    latest: committing.Latest = field(default_factory=committing.Latest)
    erased: Erased = field(default_factory=Erased)
    actors: set[str] = field(default_factory=set)
    """Who recorded or approved an event."""
    known: list[KnownHead] = field(default_factory=list)


def faults(
    engine: Engine, *, known: Iterable[KnownHead] = (), persons: bool = True
) -> Iterator[Fault]:
    """Check a whole ledger at a single instant; return every fault, in order.

    It may be appended to meanwhile: what comes later is not looked at. `known` are chain hashes
    noted down before; not `persons`: all that is erasable may be gone, as in a copy without it.
    """
    with snapshot(engine) as connection:
        for difference in guards.differences(connection):
            yield beside("guards", difference, "the guards as they were made, and nothing else")
        try:
            head, last = _ends(connection)
        except Damaged as damage:
            yield Fault("head", str(damage), "one row")
            return
        yield from last
        walk = _Walk(erased=erased(connection, persons=persons), known=list(known))
        yield from _events(connection, Reader(engine, checked=False), head, walk)
        yield from _head(head, walk)
        yield from kept.subjects(connection, walk.latest, persons=persons)
        yield from kept.documents(connection, walk.documents, walk.erased)
        yield from slips.faults(connection, walk.erased)
        yield from _actors(connection, walk)


def _events(connection: Connection, reader: Reader, head: Head, walk: _Walk) -> Iterator[Fault]:
    requests = _Requests(connection)
    words = ReportedWords(connection, walk.erased)
    for recorded in reader.events(last=head.next_position - 1):
        yield from requests.check(recorded)
        begins = requests.begins(recorded.position)
        yield from _instant(recorded, walk.instants, begins=begins)
        yield from _event(recorded, walk, words)
    if walk.position < head.next_position:
        yield Fault(f"event {walk.position}", "nothing", f"events up to {head.next_position - 1}")
    yield from requests.end(walk.position - 1)
    yield from requests.beyond()
    yield from words.end()
    for beyond in walk.known:
        if beyond.position >= walk.position:
            found = f"no event: the ledger ends at {walk.position - 1}"
            yield Fault(f"event {beyond.position}, noted hash", found, beyond.chain_hash.hex())


def _instant(recorded: Recorded, instants: Instants, *, begins: bool) -> Iterator[Fault]:
    correction = None
    if recorded.type == ClockCorrected.TYPE:
        with suppress(BadEvent):  # a fault of its own
            correction = recorded.decoded().payload
    instant = recorded.recorded_at
    problem = instants.take(recorded.position, instant, correction, begins=begins)
    if problem is not None:
        yield Fault(f"event {recorded.position}", f"recorded_at {instant}", problem)


def _ends(connection: Connection) -> tuple[Head, list[Fault]]:
    row = connection.execute(_HEAD_AND_ENDS).one_or_none()
    if row is None:
        raise Damaged("the head row is gone")
    *columns, first_event, last_event, first_request, last_request = row
    head = Head(*columns)
    last = head.next_position - 1
    ends = {
        f"event {first_event}, the first": (first_event, 0),
        f"event {last_event}, the last": (last_event, last),
        "first request": (first_request, 0),
        "last request": (last_request, last),
    }
    return head, [
        Fault(place, f"position {found}", f"{position} by the head")
        for place, (found, position) in ends.items()
        if found != position
    ]


def _event(recorded: Recorded, walk: _Walk, words: ReportedWords) -> Iterator[Fault]:
    place = f"event {recorded.position}"
    if recorded.position != walk.position:
        found = f"nothing, then event {recorded.position}"
        yield Fault(f"event {walk.position}", found, "events without a gap")
    version = walk.versions.get(recorded.stream, NO_STREAM) + 1
    if recorded.stream_version != version:
        yield Fault(place, f"stream version {recorded.stream_version}", f"{version}")
    yield from _hashes(recorded, walk, place)
    yield from _body(recorded, walk, words, place)
    for noted in walk.known:
        if noted.position == recorded.position and noted.chain_hash != recorded.chain_hash:
            yield Fault(f"{place}, noted hash", recorded.chain_hash.hex(), noted.chain_hash.hex())
    walk.versions[recorded.stream] = recorded.stream_version
    walk.position = recorded.position + 1


def _hashes(recorded: Recorded, walk: _Walk, place: str) -> Iterator[Fault]:
    where = recorded.position, recorded.recorded_at, recorded.stream_version
    try:
        leaf = hashing.leaf_hash(*where, hashing.body_digest(recorded.body))
    except OverflowError:
        leaf = b""
    chain = hashing.chain_hash(walk.chain, leaf)
    if leaf != recorded.leaf_hash:
        yield Fault(f"{place}, leaf hash", recorded.leaf_hash.hex(), f"{leaf.hex()} by its bytes")
    if chain != recorded.chain_hash:
        found = recorded.chain_hash.hex()
        yield Fault(f"{place}, chain hash", found, f"{chain.hex()} by the chain")
    walk.chain = recorded.chain_hash


def _body(recorded: Recorded, walk: _Walk, words: ReportedWords, place: str) -> Iterator[Fault]:
    try:
        body = recorded.decoded()
        exact = canonical.encode_typed(body) == recorded.body
    except BadEvent as error:
        yield Fault(place, f"a body that cannot be read ({error})", "the bytes that were recorded")
        return
    if not exact:
        yield Fault(place, "a body that is not canonical", "canonical JSON")
    yield from _columns(recorded, body, place)
    yield from words.check(recorded.position, body.payload)
    yield from walk.incarnations.take(recorded.position, body.payload)
    walk.actors.update({body.recorded_by, body.approved_by or body.recorded_by})
    walk.latest.take(body.payload)
    kept.refer(body.payload, walk.documents)
    if isinstance(body.payload, LedgerOpened):
        walk.origin = body.payload.origin


def _columns(recorded: Recorded, body: Body[Any], place: str) -> Iterator[Fault]:
    for name in ("event_id", "stream", "type", "valid_on", "recorded_by"):
        by_body, stored = str(getattr(body, name)), getattr(recorded, name)
        if by_body != stored:
            yield Fault(f"{place}, column {name}", repr(stored), f"{by_body!r} as in the body")
    if body.stream != body.payload.stream():
        expected = f"{body.payload.stream()!r} by what it says"
        yield Fault(f"{place}, stream", repr(body.stream), expected)


def _head(head: Head, walk: _Walk) -> Iterator[Fault]:
    columns = {
        "origin": (head.origin, walk.origin),
        "incarnation": (head.incarnation, walk.incarnations.number),
        "next position": (head.next_position, walk.position),
        "chain": (head.chain_hash.hex(), walk.chain.hex()),
        "recorded_at": (head.recorded_at, max(walk.instants.last, 0)),
    }
    for name, (found, expected) in columns.items():
        if found != expected:
            yield Fault("head", f"{name} {found}", f"{expected} by the events")


def _actors(connection: Connection, walk: _Walk) -> Iterator[Fault]:
    for row in stream(connection, select(actor.c.actor).order_by(actor.c.actor)):
        if row.actor not in walk.actors:
            expected = "somebody who recorded or approved an event"
            yield beside(f"actor {row.actor}", "a name that no event holds", expected)


class _Requests:
    """The requests of the events: every event id names its request."""

    def __init__(self, connection: Connection) -> None:
        self._rows = Merged(connection, _REQUESTS)
        self._current: Row[Any] | None = None

    def check(self, recorded: Recorded) -> Iterator[Fault]:
        """Check an event, the next in order."""
        for begun in self._rows.through(recorded.position, "first_position"):
            yield from self.end(begun.first_position - 1)
            self._current = begun
            if begun.last_position < begun.first_position:
                found = f"positions {begun.first_position} to {begun.last_position}"
                yield Fault(f"request {begun.key!r}", found, "at least one event")
        row = self._current
        if row is None or row.last_position < recorded.position:
            yield Fault(f"request of event {recorded.position}", "nothing", "the one it came with")
            return
        expected = event_id(row.key, bytes(row.fingerprint), recorded.position - row.first_position)
        if expected != recorded.event_id:
            yield Fault(
                f"request {row.key!r}",
                f"event id {recorded.event_id} at {recorded.position}",
                f"{expected} by its key, its fingerprint and the order of its events",
            )

    def begins(self, position: int) -> bool:
        """Return whether the present request begins at a position."""
        return self._current is None or self._current.first_position == position

    def end(self, last: int) -> Iterator[Fault]:
        """Check the position at which the present request ends."""
        if self._current is not None and self._current.last_position != last:
            found = f"last position {self._current.last_position}"
            yield Fault(f"request {self._current.key!r}", found, str(last))

    def beyond(self) -> Iterator[Fault]:
        """Yield the requests after the last event."""
        for row in self._rows.through(_FURTHEST, "first_position"):
            found = f"first position {row.first_position}"
            yield Fault(f"request {row.key!r}", found, "the position of an event")
