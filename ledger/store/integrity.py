"""Every byte looked at again: positions, ids, versions, hashes, chain, head, requests, documents.

Every stored value is checked: bodies are hashed again, leaves and chain derived again, columns
beside a body compared with the body, ids with their requests, documents and words about persons
with the events. Rows missing without an erasure event are faults too. Each difference becomes a
Fault with its place. Columns under no digest are listed in `faults`.

Who rewrites everything, from some event to the end, and computes all hashes anew, leaves nothing
that disagrees here: only a chain hash noted down elsewhere shows it (`known`).
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from sqlalchemy import Connection, Engine, func, select

from ledger import canonical, hashing
from ledger.errors import BadEvent, Damaged
from ledger.events.catalogue import Body
from ledger.sentences import Sentence
from ledger.store import guards, kept, slips, sqlite_files
from ledger.store.committing import ReportedWords
from ledger.store.event_checks import EventChecks, StoredRequest
from ledger.store.faults import HEAD, Fault, beside, erased, of_event, of_request
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


def faults(
    engine: Engine, *, known: Iterable[KnownHead] = (), persons: bool = True
) -> Iterator[Fault]:
    """Check a whole ledger at a single instant; return every fault, in order.

    It may be appended to meanwhile: what comes later is not looked at. `known` are chain hashes
    noted down before; not `persons`: all that is erasable may be gone, as in a copy without it.
    """
    with snapshot(engine) as connection:
        for difference in guards.differences(connection):
            yield beside(Sentence("guards"), difference, _AS_MADE)
        try:
            head, last = _ends(connection)
        except Damaged as damage:
            yield Fault(HEAD, damage.words, Sentence("one row"), of_head=True)
            return
        yield from last
        checks, gone = EventChecks(), erased(connection, persons=persons)
        reader = Reader(engine, checked=False)
        events, words = reader.events(last=head.next_position - 1), ReportedWords(connection, gone)
        yield from _events(connection, events, checks, words)
        yield from checks.end(head)
        yield from _noted(reader, known, checks.position - 1)
        yield from kept.subjects(connection, checks.latest, persons=persons)
        yield from kept.documents(connection, checks.documents, gone)
        yield from slips.faults(connection, gone)
        yield from _actors(connection, checks.actors)


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
    connection: Connection, events: Iterable[Recorded], checks: EventChecks, words: ReportedWords
) -> Iterator[Fault]:
    requests = Merged(connection, _REQUESTS)
    for recorded in events:
        for row in requests.through(recorded.position, "first_position"):
            yield from checks.begin(StoredRequest._make(row))
        yield from _event(recorded, checks, words)
    for row in requests.through(_FURTHEST, "first_position"):
        found = Sentence("first position {position}", position=row.first_position)
        yield Fault(of_request(row.key), found, Sentence("the position of an event"))
    yield from words.end()


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
