"""Each event checked against the events before it, when a ledger is verified and in a dump.

Positions have no gap, versions grow by one in each stream, ids follow from the requests, instants
grow, incarnations follow one another. After the last event the head must say what the events say.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ledger import hashing
from ledger.events.access import RoleFact
from ledger.events.catalogue import Body
from ledger.events.opening import LedgerOpened, LedgerRestored
from ledger.store import kept
from ledger.store.clock_checks import Instants
from ledger.store.committing import Latest
from ledger.store.faults import Fault
from ledger.store.incarnation import FIRST
from ledger.store.reading_events import Head
from ledger.store.recorded import Recorded
from ledger.store.requests import CLIENT, NO_STREAM, SHA256_BYTES, event_id


class StoredRequest(NamedTuple):
    """A row of the requests."""

    key: str
    fingerprint: bytes
    first_position: int
    last_position: int


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
    versions: dict[str, int] = field(default_factory=dict)
    documents: kept.References = field(default_factory=dict)
    latest: Latest = field(default_factory=Latest)
    actors: set[str] = field(default_factory=set)
    """Who recorded or approved an event, or has or had a role."""

    def begin(self, request: StoredRequest) -> Iterator[Fault]:
        """Check the next request; the events of the request follow.

        A client's key comes after the request with the same events.
        """
        if request.key.startswith(CLIENT):
            yield from self._client_key(request)
            return
        yield from self._end_of_request(request.first_position - 1)
        self.request, self.client_key = request, ""
        if request.last_position < request.first_position:
            found = f"positions {request.first_position} to {request.last_position}"
            yield Fault(f"request {request.key!r}", found, "at least one event")

    def _client_key(self, client: StoredRequest) -> Iterator[Fault]:
        if client.key <= self.client_key:
            yield Fault(f"request {client.key!r}", f"after {self.client_key!r}", "keys that grow")
        self.client_key = client.key
        own, place = self.request, f"request {client.key!r}"
        positions = f"positions {client.first_position} to {client.last_position}"
        if own is None or own[2:] != client[2:]:
            yield Fault(place, positions, "the positions of a request")
        if len(client.fingerprint) != SHA256_BYTES:
            yield Fault(
                place, f"a fingerprint of {len(client.fingerprint)} bytes", f"{SHA256_BYTES}"
            )

    def take(self, recorded: Recorded, body: Body[Any] | None) -> Iterator[Fault]:
        """Check the next event; `body` is None where it cannot be read."""
        place = f"event {recorded.position}"
        if recorded.position != self.position:
            found = f"nothing, then event {recorded.position}"
            yield Fault(f"event {self.position}", found, "events without a gap")
        self.position, self.chain = recorded.position + 1, recorded.chain_hash
        version = self.versions.get(recorded.stream, NO_STREAM) + 1
        if recorded.stream_version != version:
            yield Fault(place, f"stream version {recorded.stream_version}", f"{version}")
        self.versions[recorded.stream] = recorded.stream_version
        yield from self._event_of_request(recorded)
        begins = self.request is None or self.request.first_position == recorded.position
        fact, instant = body.payload if body else None, recorded.recorded_at
        problem = self.instants.take(recorded.position, instant, fact, begins=begins)
        if problem is not None:
            yield Fault(place, f"recorded_at {instant}", problem)
        if body is not None:
            yield from self._body(body, place)

    def _event_of_request(self, recorded: Recorded) -> Iterator[Fault]:
        request, position = self.request, recorded.position
        if request is None or request.last_position < position:
            yield Fault(f"request of event {position}", "nothing", "the one it came with")
            return
        expected = event_id(request.key, request.fingerprint, position - request.first_position)
        if expected != recorded.event_id:
            yield Fault(
                f"request {request.key!r}",
                f"event id {recorded.event_id} at {position}",
                f"{expected} by its key, its fingerprint and the order of its events",
            )

    def _body(self, body: Body[Any], place: str) -> Iterator[Fault]:
        fact = body.payload
        if body.stream != fact.stream():
            expected = f"{fact.stream()!r} by what it says"
            yield Fault(f"{place}, stream", repr(body.stream), expected)
        if isinstance(fact, LedgerRestored):
            if fact.incarnation != self.incarnation + 1:
                yield Fault(place, f"incarnation {fact.incarnation}", f"{self.incarnation + 1}")
            self.incarnation = fact.incarnation
        if isinstance(fact, LedgerOpened):
            self.origin = fact.origin
        self.actors.update({body.recorded_by, body.approved_by or body.recorded_by})
        if isinstance(fact, RoleFact):
            self.actors.add(fact.actor)
        self.latest.take(fact)
        kept.refer(body, self.documents)

    def end(self, head: Head) -> Iterator[Fault]:
        """Compare what was stored after the last event with the events."""
        last = self.position - 1
        if last + 1 < head.next_position:
            yield Fault(f"event {last + 1}", "nothing", f"events up to {head.next_position - 1}")
        yield from self._end_of_request(last)
        columns = {
            "origin": (head.origin, self.origin),
            "incarnation": (head.incarnation, self.incarnation),
            "next position": (head.next_position, self.position),
            "chain": (head.chain_hash.hex(), self.chain.hex()),
            "recorded_at": (head.recorded_at, max(self.instants.last, 0)),
        }
        for name, (found, expected) in columns.items():
            if found != expected:
                yield Fault("head", f"{name} {found}", f"{expected} by the events")

    def _end_of_request(self, last: int) -> Iterator[Fault]:
        if self.request is not None and self.request.last_position != last:
            found = f"last position {self.request.last_position}"
            yield Fault(f"request {self.request.key!r}", found, f"{last}")
