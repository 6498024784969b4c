"""Each event checked against the events before it, when a ledger is verified and in a dump.

Positions have no gap, versions grow by one in each stream, ids follow from the requests, instants
grow, incarnations follow one another. After the last event the head must say what the events say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ledger import hashing
from ledger.errors import BadEvent
from ledger.events.access import RoleFact
from ledger.events.base import Fact
from ledger.events.catalogue import Body
from ledger.events.opening import LedgerOpened, LedgerRestored
from ledger.sentences import Sentence, Value
from ledger.store import kept
from ledger.store.clock_checks import BEFORE_ALL, Instants
from ledger.store.faults import HEAD, KEYS_THAT_GROW, NOTHING, Fault, of_event, of_request
from ledger.store.incarnation import FIRST
from ledger.store.reading import Reader
from ledger.store.reading_events import Head
from ledger.store.recorded import Recorded
from ledger.store.requests import CLIENT, NO_STREAM, SHA256_BYTES, event_id


class StoredRequest(NamedTuple):
    """A row of the requests."""

    key: str
    fingerprint: bytes
    first_position: int
    last_position: int

    def positions(self) -> Sentence:
        """Return the positions of the events."""
        first, last = self.first_position, self.last_position
        return Sentence("positions {first} to {last}", first=first, last=last)


@dataclass(slots=True)
class EventChecks:
    """State of the checks from event to event, in order of position."""

    position: int = 0
    """The next."""
    chain: bytes = hashing.CHAIN_START
    """After the last event. Its hashes are compared or computed by the caller."""
    instants: Instants = field(default_factory=Instants)
    request: StoredRequest | None = None
    client_key: str = ""
    """The last key of a client for the same events: these keys grow."""
    origin: str = ""
    incarnation: int = FIRST
    before: Callable[[str], int] | None = None
    """Gives the version of a stream before the first event of this check; None: there is none."""
    versions: dict[str, int] = field(default_factory=dict)
    documents: kept.References = field(default_factory=dict)
    actors: set[str] = field(default_factory=set)
    """Who recorded or approved an event, or has or had a role."""

    @classmethod
    def at(cls, read: Reader, position: int) -> EventChecks:
        """Return the state before a position, by the events before it as they stand."""
        if position == 0:
            return cls()
        end = position - 1

        def instant(at: int) -> int:
            found = read.at([at]).get(at)
            return found.recorded_at if found else BEFORE_ALL

        before = read.at([end]).get(end)
        opened, restored = (
            read.at([read.last_of_type(kind.TYPE, end)]) for kind in (LedgerOpened, LedgerRestored)
        )
        return cls(
            position,
            before.chain_hash if before else hashing.CHAIN_START,
            Instants(instant, end),
            origin=_of(LedgerOpened, opened, "origin") or "",
            incarnation=_of(LedgerRestored, restored, "incarnation") or FIRST,
            before=lambda stream: read.mark(stream, end).version,
        )

    def begin(self, request: StoredRequest) -> Iterator[Fault]:
        """Check the next request; the events of the request follow.

        A client's key comes after the request with the same events.
        """
        if request.key.startswith(CLIENT):
            yield from self._client_key(request)
            return
        yield from self.end_of_request(request.first_position - 1)
        self.request, self.client_key = request, ""
        if request.last_position < request.first_position:
            found = request.positions()
            yield Fault(of_request(request.key), found, Sentence("at least one event"))

    def _client_key(self, client: StoredRequest) -> Iterator[Fault]:
        if client.key <= self.client_key:
            found = Sentence("after {key}", key=repr(self.client_key))
            yield Fault(of_request(client.key), found, KEYS_THAT_GROW)
        self.client_key = client.key
        own, place = self.request, of_request(client.key)
        if own is None or own[2:] != client[2:]:
            yield Fault(place, client.positions(), Sentence("the positions of a request"))
        if len(client.fingerprint) != SHA256_BYTES:
            found = Sentence("a fingerprint of {bytes} bytes", bytes=len(client.fingerprint))
            yield Fault(place, found, SHA256_BYTES)

    def take(self, recorded: Recorded, body: Body[Any] | None) -> Iterator[Fault]:
        """Check the next event; `body` is None where it cannot be read."""
        place = of_event(recorded.position)
        if recorded.position != self.position:
            found = Sentence("nothing, then event {position}", position=recorded.position)
            yield Fault(of_event(self.position), found, Sentence("events without a gap"))
        self.position, self.chain = recorded.position + 1, recorded.chain_hash
        version = self._version_before(recorded) + 1
        if recorded.stream_version != version:
            found = Sentence("stream version {version}", version=recorded.stream_version)
            yield Fault(place, found, version)
        self.versions[recorded.stream] = recorded.stream_version
        yield from self._event_of_request(recorded)
        begins = self.request is None or self.request.first_position == recorded.position
        fact, instant = body.payload if body else None, recorded.recorded_at
        problem = self.instants.problem_with(recorded.position, instant, fact, begins=begins)
        if problem is not None:
            found = Sentence("{column} {value}", column="recorded_at", value=instant)
            yield Fault(place, found, problem)
        if body is not None:
            yield from self._body(body, place)

    def _version_before(self, recorded: Recorded) -> int:
        """Return the version of a stream before an event; asked where its events came earlier."""
        known = self.versions.get(recorded.stream)
        if known is None and self.before is not None and recorded.stream_version > NO_STREAM + 1:
            known = self.before(recorded.stream)
        return NO_STREAM if known is None else known

    def _event_of_request(self, recorded: Recorded) -> Iterator[Fault]:
        request, position = self.request, recorded.position
        if request is None or request.last_position < position:
            place = Sentence("request of event {position}", position=position)
            yield Fault(place, NOTHING, Sentence("the one it came with"))
            return
        expected = event_id(request.key, request.fingerprint, position - request.first_position)
        if expected != recorded.event_id:
            yield Fault(
                of_request(request.key),
                Sentence("event id {id} at {position}", id=recorded.event_id, position=position),
                Sentence(
                    "{id} by its key, its fingerprint and the order of its events", id=expected
                ),
            )

    def _body(self, body: Body[Any], place: Sentence) -> Iterator[Fault]:
        fact = body.payload
        if body.stream != fact.stream():
            expected = Sentence("{stream} by what it says", stream=repr(fact.stream()))
            yield Fault(Sentence("{place}, stream", place=place), repr(body.stream), expected)
        if isinstance(fact, LedgerRestored):
            if fact.incarnation != self.incarnation + 1:
                found = Sentence("incarnation {number}", number=fact.incarnation)
                yield Fault(place, found, self.incarnation + 1)
            self.incarnation = fact.incarnation
        if isinstance(fact, LedgerOpened):
            self.origin = fact.origin
        self.actors.update(actors_of(body))
        kept.refer(body, self.documents)

    def end(self, head: Head) -> Iterator[Fault]:
        """Compare what was stored after the last event with the events."""
        last = self.position - 1
        if last + 1 < head.next_position:
            expected = Sentence("events up to {last}", last=head.next_position - 1)
            yield Fault(of_event(last + 1), NOTHING, expected)
        yield from self.end_of_request(last)
        columns: dict[str, tuple[Value, Value]] = {
            "origin": (head.origin, self.origin),
            "incarnation": (head.incarnation, self.incarnation),
            "next_position": (head.next_position, self.position),
            "chain_hash": (head.chain_hash.hex(), self.chain.hex()),
            "recorded_at": (head.recorded_at, max(self.instants.last, 0)),
        }
        for name, (stored, by_events) in columns.items():
            if stored != by_events:
                yield Fault(
                    HEAD,
                    Sentence("{column} {value}", column=name, value=stored),
                    Sentence("{value} by the events", value=by_events),
                    of_head=True,
                )

    def end_of_request(self, last: int) -> Iterator[Fault]:
        """Check that the last request ends with an event."""
        if self.request is not None and self.request.last_position != last:
            found = Sentence("last position {position}", position=self.request.last_position)
            yield Fault(of_request(self.request.key), found, last)


def actors_of(body: Body[Any]) -> set[str]:
    """Return the actors of an event: its recorder, its approver, the holder of a role."""
    found = {body.recorded_by, body.approved_by or body.recorded_by}
    return found | {body.payload.actor} if isinstance(body.payload, RoleFact) else found


def _of(kind: type[Fact], events: Mapping[int, Recorded], name: str) -> Any:
    """Return a field of the first of some events; None without one that can be read."""
    for recorded in events.values():
        with suppress(BadEvent):
            fact = recorded.decoded().payload
            return getattr(fact, name) if isinstance(fact, kind) else None
    return None
