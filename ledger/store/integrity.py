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
from ledger.store import guards, kept, slips
from ledger.store.committing import ReportedWords
from ledger.store.event_checks import EventChecks, StoredRequest
from ledger.store.faults import Fault, beside, erased
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
            yield beside("guards", difference, "the guards as they were made, and nothing else")
        try:
            head, last = _ends(connection)
        except Damaged as damage:
            yield Fault("head", str(damage), "one row")
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


def _ends(connection: Connection) -> tuple[Head, list[Fault]]:
    row = connection.execute(_HEAD_AND_ENDS).one_or_none()
    if row is None:
        raise Damaged(Sentence("the head row is gone: this ledger was changed by hand"))
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


def _events(
    connection: Connection, events: Iterable[Recorded], checks: EventChecks, words: ReportedWords
) -> Iterator[Fault]:
    requests = Merged(connection, _REQUESTS)
    for recorded in events:
        for row in requests.through(recorded.position, "first_position"):
            yield from checks.begin(StoredRequest._make(row))
        yield from _event(recorded, checks, words)
    for row in requests.through(_FURTHEST, "first_position"):
        found = f"first position {row.first_position}"
        yield Fault(f"request {row.key!r}", found, "the position of an event")
    yield from words.end()


def _event(recorded: Recorded, checks: EventChecks, words: ReportedWords) -> Iterator[Fault]:
    place = f"event {recorded.position}"
    body: Body[Any] | None = None
    try:
        body = recorded.decoded()
        if canonical.encode_typed(body) != recorded.body:
            yield Fault(place, "a body that is not canonical", "canonical JSON")
    except BadEvent as error:
        yield Fault(place, f"a body that cannot be read ({error})", "the bytes that were recorded")
    chain = checks.chain
    yield from checks.take(recorded, body)
    yield from _hashes(recorded, chain, place)
    if body is not None:
        yield from _columns(recorded, body, place)
        yield from words.check(recorded.position, body)


def _hashes(recorded: Recorded, chain: bytes, place: str) -> Iterator[Fault]:
    where = recorded.position, recorded.recorded_at, recorded.stream_version
    try:
        leaf = hashing.leaf_hash(*where, hashing.body_digest(recorded.body))
    except OverflowError:
        leaf = b""
    chain = hashing.chain_hash(chain, leaf)
    if leaf != recorded.leaf_hash:
        yield Fault(f"{place}, leaf hash", recorded.leaf_hash.hex(), f"{leaf.hex()} by its bytes")
    if chain != recorded.chain_hash:
        found = recorded.chain_hash.hex()
        yield Fault(f"{place}, chain hash", found, f"{chain.hex()} by the chain")


def _columns(recorded: Recorded, body: Body[Any], place: str) -> Iterator[Fault]:
    for name in ("event_id", "stream", "type", "valid_on", "recorded_by"):
        by_body, stored = str(getattr(body, name)), getattr(recorded, name)
        if by_body != stored:
            yield Fault(f"{place}, column {name}", repr(stored), f"{by_body!r} as in the body")


def _noted(reader: Reader, known: Iterable[KnownHead], last: int) -> Iterator[Fault]:
    for noted in known:
        recorded = next(reader.events(noted.position, min(noted.position, last)), None)
        found = recorded.chain_hash.hex() if recorded else f"no event: the ledger ends at {last}"
        if found != noted.chain_hash.hex():
            yield Fault(f"event {noted.position}, noted hash", found, noted.chain_hash.hex())


def _actors(connection: Connection, actors: set[str]) -> Iterator[Fault]:
    for row in stream(connection, select(actor.c.actor).order_by(actor.c.actor)):
        if row.actor not in actors:
            expected = "somebody who recorded or approved an event, or has a role"
            yield beside(f"actor {row.actor}", "a name that no event holds", expected)
