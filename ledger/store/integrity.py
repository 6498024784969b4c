"""Every byte looked at again: positions, ids, versions, hashes, chain, head, requests, documents.

Every stored value is checked: bodies are hashed again, leaves and chain derived again, columns
beside a body compared with the body, ids with their requests, documents and words about persons
with the events. Rows missing without an erasure event are faults too. Each difference becomes a
Fault with its place. Columns under no digest are listed in `faults`.

Who rewrites everything, from some event to the end, and computes all hashes anew, leaves nothing
that disagrees here: only a chain hash noted down elsewhere shows it (`known`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection, Engine, func, select

from ledger import canonical, hashing
from ledger.errors import BadEvent, Damaged
from ledger.events.catalogue import Body
from ledger.sentences import Sentence
from ledger.store import committing, guards, kept, slips, sqlite_files
from ledger.store.committing import Latest, ReportedWords, of_nothing
from ledger.store.event_checks import EventChecks, StoredRequest, actors_of
from ledger.store.faults import HEAD, NOTHING, Fault, beside, erased, of_event, of_request
from ledger.store.incarnation import KnownHead
from ledger.store.reading import Head, Reader, Recorded
from ledger.store.schema import BY_EVENTS, actor, append_request, event, ledger_head
from ledger.store.snapshots import Merged, snapshot, stream

__all__ = ["Fault", "KnownHead", "faults"]

_HEAD_AND_ENDS: Final = select(
    *(ledger_head.c[name] for name in Head.__dataclass_fields__),
    select(func.min(event.c.position)).scalar_subquery(),
    select(func.max(event.c.position)).scalar_subquery(),
    select(func.min(append_request.c.first_position)).scalar_subquery(),
    select(func.max(append_request.c.last_position)).scalar_subquery(),
)

_AS_MADE: Final = Sentence("the guards as they were made, and nothing else")
_FURTHEST: Final = (1 << 63) - 1
_REQUESTS: Final = select(append_request).order_by(*BY_EVENTS)


@dataclass(slots=True)
class Mentioned:
    """What the events of a ledger speak of, for the check of what no event speaks of."""

    documents: kept.References = field(default_factory=dict)
    actors: set[str] = field(default_factory=set)
    """Who recorded or approved an event, or has or had a role."""

    def take(self, other: Mentioned | EventChecks) -> None:
        """Add what other events speak of."""
        self.documents = other.documents | self.documents
        self.actors |= other.actors

    def take_event(self, recorded: Recorded) -> None:
        """Add an event; one that cannot be read is named by the check of the events."""
        with suppress(BadEvent):
            body = recorded.decoded()
            kept.refer(body, self.documents)
            self.actors.update(actors_of(body))


def faults(
    engine: Engine, *, known: Iterable[KnownHead] = (), persons: bool = True
) -> Iterator[Fault]:
    """Check a whole ledger; return every fault: of the events in their order, then the others.

    What is appended meanwhile is not looked at. `known` are chain hashes noted down before; not
    `persons`: all that is erasable may be gone, as in a copy without it.
    """
    mentioned = Mentioned()
    try:
        last = last_position(engine)
    except Damaged:
        last = -1  # the check of what lies beside the events names it
    yield from faults_of_events(engine, 0, last, mentioned, persons=persons)
    yield from faults_beside_events(engine, last, mentioned, known=known, persons=persons)


def last_position(engine: Engine) -> int:
    """Return the position of the last event by the head. Raises Damaged."""
    return Reader(engine, checked=False).head().next_position - 1


def faults_of_events(
    engine: Engine, first: int, last: int, mentioned: Mentioned, *, persons: bool = True
) -> Iterator[Fault]:
    """Check the events of a part of a ledger, and what belongs to each of them.

    These are its hashes, request, names and notes, and the documents that it names. The events
    before the first are taken as they stand; a request neither begins before the first event nor
    ends behind the last. Adds to `mentioned`.
    """
    reader = Reader(engine, checked=False)
    with snapshot(engine) as connection:
        gone = erased(connection, persons=persons)
        words = ReportedWords(connection, gone, first, last)
        checks = EventChecks.at(reader, first)
        yield from _events(connection, reader.events(first, last), checks, words, last)
        if checks.position <= last:
            expected = Sentence("events up to {last}", last=last)
            yield Fault(of_event(checks.position), NOTHING, expected)
        yield from checks.end_of_request(checks.position - 1)
        yield from kept.documents(connection, checks.documents, gone)
        mentioned.take(checks)


def faults_beside_events(
    engine: Engine,
    last: int,
    mentioned: Mentioned,
    *,
    known: Iterable[KnownHead] = (),
    persons: bool = True,
) -> Iterator[Fault]:
    """Check what belongs to no event alone: head, guards, words of players, slips and the like.

    `mentioned` is what the events up to the last one speak of; those recorded since are read here.
    """
    reader = Reader(engine, checked=False)
    with snapshot(engine) as connection:
        for difference in guards.differences(connection):
            yield beside(Sentence("guards"), difference, _AS_MADE)
        try:
            head, ends = _ends(connection)
        except Damaged as damage:
            yield Fault(HEAD, damage.words, Sentence("one row"), of_head=True)
            return
        yield from ends
        yield from EventChecks.at(reader, head.next_position).end(head)
        yield from _requests_of_nothing(connection, head.next_position)
        yield from of_nothing(connection)
        yield from _noted(reader, known, head.next_position - 1)
        for recorded in reader.events(last + 1, head.next_position - 1):
            mentioned.take_event(recorded)
        latest, gone = Latest(), erased(connection, persons=persons)
        for recorded in reader.of_types(committing.TO_PLAYERS):
            if recorded.position < head.next_position:
                with suppress(BadEvent):
                    latest.take(recorded.decoded().payload)
        yield from kept.subjects(connection, latest, persons=persons)
        yield from kept.documents_of_nothing(connection, mentioned.documents, gone)
        yield from slips.faults(connection, gone)
        yield from _actors(connection, mentioned.actors)


def faults_of_pages(engine: Engine) -> list[Fault]:
    """Return the contradictions that SQLite finds in its own pages and indexes."""
    place, whole = Sentence("pages"), Sentence("whole")
    found = sqlite_files.page_faults(engine)
    return [Fault(place, each, whole, of_head=True) for each in found]


def _ends(connection: Connection) -> tuple[Head, list[Fault]]:
    row = connection.execute(_HEAD_AND_ENDS).one_or_none()
    if row is None:
        raise Damaged(Sentence("the head row is gone: this ledger was changed by hand"))
    *columns, first_event, last_event, first_request, last_request = row
    head = Head(*columns)
    last = head.next_position - 1
    ends = {
        Sentence("event {position}, the first", position=first_event): (first_event, 0),
        Sentence("event {position}, the last", position=last_event): (last_event, last),
        Sentence("first request"): (first_request, 0),
        Sentence("last request"): (last_request, last),
    }
    return head, [
        Fault(
            place,
            Sentence("position {position}", position=found),
            Sentence("{value} by the head", value=position),
        )
        for place, (found, position) in ends.items()
        if found != position
    ]


def _events(
    connection: Connection,
    events: Iterable[Recorded],
    checks: EventChecks,
    words: ReportedWords,
    last: int,
) -> Iterator[Fault]:
    begin = append_request.c.first_position
    first = checks.position or -_FURTHEST  # an earlier part has those before it
    requests = Merged(connection, _REQUESTS.where(begin >= first, begin <= last))
    for recorded in events:
        for row in requests.through(recorded.position, "first_position"):
            yield from checks.begin(StoredRequest._make(row))
        yield from _event(recorded, checks, words)


def _requests_of_nothing(connection: Connection, end: int) -> Iterator[Fault]:
    for row in stream(connection, _REQUESTS.where(append_request.c.first_position >= end)):
        found = Sentence("first position {position}", position=row.first_position)
        yield Fault(of_request(row.key), found, Sentence("the position of an event"))


def _event(recorded: Recorded, checks: EventChecks, words: ReportedWords) -> Iterator[Fault]:
    place = of_event(recorded.position)
    body: Body[Any] | None = None
    try:
        body = recorded.decoded()
        if canonical.encode_typed(body) != recorded.body:
            yield Fault(place, Sentence("a body that is not canonical"), Sentence("canonical JSON"))
    except BadEvent as error:
        found = Sentence("a body that cannot be read ({error})", error=error.words)
        yield Fault(place, found, Sentence("the bytes that were recorded"))
    chain = checks.chain
    yield from checks.take(recorded, body)
    yield from _hashes(recorded, chain, place)
    if body is not None:
        yield from _columns(recorded, body, place)
        yield from words.check(recorded.position, body)


def _hashes(recorded: Recorded, chain: bytes, place: Sentence) -> Iterator[Fault]:
    where = recorded.position, recorded.recorded_at, recorded.stream_version
    try:
        leaf = hashing.leaf_hash(*where, hashing.body_digest(recorded.body))
    except OverflowError:
        leaf = b""
    chain = hashing.chain_hash(chain, leaf)
    if leaf != recorded.leaf_hash:
        found = recorded.leaf_hash.hex()
        expected = Sentence("{hash} by its bytes", hash=leaf.hex())
        yield Fault(Sentence("{place}, leaf hash", place=place), found, expected)
    if chain != recorded.chain_hash:
        found = recorded.chain_hash.hex()
        expected = Sentence("{hash} by the chain", hash=chain.hex())
        yield Fault(Sentence("{place}, chain hash", place=place), found, expected)


def _columns(recorded: Recorded, body: Body[Any], place: Sentence) -> Iterator[Fault]:
    for name in ("event_id", "stream", "type", "valid_on", "recorded_by"):
        by_body, stored = str(getattr(body, name)), getattr(recorded, name)
        if by_body != stored:
            yield Fault(
                Sentence("{place}, column {name}", place=place, name=name),
                repr(stored),
                Sentence("{value} as in the body", value=repr(by_body)),
            )


def _noted(reader: Reader, known: Iterable[KnownHead], last: int) -> Iterator[Fault]:
    for noted in known:
        recorded = next(reader.events(noted.position, min(noted.position, last)), None)
        found = recorded.chain_hash.hex() if recorded else None
        if found != noted.chain_hash.hex():
            yield Fault(
                Sentence("event {position}, noted hash", position=noted.position),
                found or Sentence("no event: the ledger ends at {last}", last=last),
                noted.chain_hash.hex(),
                of_head=True,
            )


def _actors(connection: Connection, actors: set[str]) -> Iterator[Fault]:
    for row in stream(connection, select(actor.c.actor).order_by(actor.c.actor)):
        if row.actor not in actors:
            yield beside(
                Sentence("actor {actor}", actor=row.actor),
                Sentence("a name that no event holds"),
                Sentence("somebody who recorded or approved an event, or has a role"),
            )
