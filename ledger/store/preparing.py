"""Work before the lock: requests checked, events as bytes, with their digests."""

from collections.abc import Mapping
from datetime import date
from typing import Final, NamedTuple

from ledger import canonical, hashing, limits, visible
from ledger.clock import Clock, utc_day
from ledger.errors import BadEvent, check_at_most
from ledger.events.catalogue import Body, write
from ledger.events.opening import ClockCorrected, LedgerRestored
from ledger.sentences import Input, Sentence
from ledger.store.committing import to_players
from ledger.store.grounds import of_event
from ledger.store.numbering import Numbered, number_awaited
from ledger.store.requests import (
    CLIENT,
    SHA256_BYTES,
    ClientKey,
    NewEvent,
    Request,
    SealedList,
    commitment,
    event_id,
)
from ledger.store.twins import Play, plays


class PreparedEvent(NamedTuple):
    """An event ready except for its position."""

    event_id: str
    stream: str
    type: str
    valid_on: str
    body: bytes
    body_sha256: bytes


class Prepared(NamedTuple):
    """A request within every definition and every limit."""

    request: Request
    fingerprint: bytes
    events: list[PreparedEvent]
    size: int
    """Bytes of bodies and documents."""
    files: frozenset[str]
    """Digests of the reports among the documents."""
    clock_corrected: ClockCorrected | None = None
    """The correction of the clock, where the request is one."""
    restores: bool = False
    """Whether the request begins an incarnation."""
    awaits: frozenset[Numbered] = frozenset()
    """The categories in which its events wait for a number."""
    plays: frozenset[Play] = frozenset()
    """Days and players of its reports."""


_LONGEST_NUMBER: Final = 10**15 - 1
"""In the place of a number until it is given: an event within its limit then stays within it."""

NO_PERSONS: Final = ("local", "public", "schedule")
"""Ids of nobody in particular: the command line, whoever shows no key, the service itself."""


def prepare(request: Request, clock: Clock) -> Prepared:
    """Make a request ready to be recorded. Raises BadEvent, LimitExceeded."""
    _check_key(request.key)
    if request.key.startswith(CLIENT):
        raise BadEvent(
            Sentence("request key {key}: such a key is a client's", key=repr(request.key))
        )
    if request.client is not None:
        check_client(request.client)
    if not request.events:
        raise BadEvent(Sentence("a request holds at least one event"))
    check_at_most(Sentence("events of one request"), len(request.events), limits.REQUEST_EVENTS)
    for stream in request.expected:
        canonical.encode(stream)
    _check_beside(request)
    fingerprint = request.print()
    _check_print(fingerprint)
    ids = [event_id(request.key, fingerprint, index) for index in range(len(request.events))]
    awaits = frozenset(filter(None, (number_awaited(new.fact) for new in request.events)))
    numbers = dict.fromkeys(awaits, _LONGEST_NUMBER)
    events = [
        _event(request, own_id, new, _day(new, clock), numbers)
        for own_id, new in zip(ids, request.events, strict=True)
    ]
    bodies = sum(len(event.body) for event in events)
    check_at_most(Sentence("bytes of one request"), bodies, limits.REQUEST_BYTES)
    documents = sum(len(document.data) for document in request.documents)
    files = frozenset(
        document.digest for document in request.documents if document.kind == "report"
    )
    size = bodies + documents
    restores = any(isinstance(new.fact, LedgerRestored) for new in request.events)
    corrected, played = _clock_corrected(request), plays(new.fact for new in request.events)
    return Prepared(request, fingerprint, events, size, files, corrected, restores, awaits, played)


def with_numbers(prepared: Prepared, numbers: Mapping[Numbered, int]) -> Prepared:
    """Return a request with the numbers that its events wait for."""
    events = list(prepared.events)
    for index, new in enumerate(prepared.request.events):
        if number_awaited(new.fact):
            event_id, valid_on = events[index].event_id, date.fromisoformat(events[index].valid_on)
            events[index] = _event(prepared.request, event_id, new, valid_on, numbers)
    return prepared._replace(events=events)


def _day(new: NewEvent, clock: Clock) -> date:
    return new.valid_on or new.fact.valid_on() or utc_day(clock())


def check_client(client: ClientKey) -> None:
    """Check a key chosen by a client. Raises BadEvent, LimitExceeded."""
    _check_key(client.key)
    check_at_most(
        Sentence("characters of a client's key"), len(client.stored), limits.ID_CHARACTERS
    )
    _check_print(client.fingerprint)


def _check_key(key: str) -> None:
    check_at_most(Sentence("characters of a request key"), len(key), limits.ID_CHARACTERS)
    if not (key and key.isascii() and key.isprintable()):
        raise BadEvent(
            Sentence(
                "request key {key}: a key is printable ASCII, at least one character",
                key=repr(key),
            ),
            field="key",
            found=key,
            expected=Sentence("printable ASCII"),
        )


def _check_print(fingerprint: bytes) -> None:
    if len(fingerprint) != SHA256_BYTES:
        raise BadEvent(
            Sentence(
                "a fingerprint is a SHA-256, {expected} bytes: {found}",
                expected=SHA256_BYTES,
                found=len(fingerprint),
            )
        )


def _clock_corrected(request: Request) -> ClockCorrected | None:
    """Return the clock correction in a request. Raises BadEvent if other events stand beside."""
    corrections = [new.fact for new in request.events if isinstance(new.fact, ClockCorrected)]
    if corrections and len(request.events) > 1:
        raise BadEvent(
            Sentence("a correction of the clock is a request of its own: it has its own instant")
        )
    return corrections[0] if corrections else None


def _event(
    request: Request, event_id: str, new: NewEvent, valid_on: date, numbers: Mapping[Numbered, int]
) -> PreparedEvent:
    check_approval(new.approved_by, request.recorded_by)
    kind = number_awaited(new.fact)
    fact = kind.fill_in(new.fact, numbers[kind]) if kind else new.fact
    stream = fact.stream()
    body = write(
        Body(
            event_id=event_id,
            stream=stream,
            type=fact.TYPE,
            valid_on=valid_on,
            recorded_by=request.recorded_by,
            approved_by=new.approved_by,
            causation=new.causation,
            supersedes=new.supersedes,
            grounds=of_event(request.grounds, fact),
            payload=fact,
        )
    )
    check_at_most(Sentence("bytes of one event"), len(body), limits.BODY_BYTES)
    visible.check_labels(body)
    digest = hashing.body_digest(body)
    return PreparedEvent(event_id, stream, fact.TYPE, valid_on.isoformat(), body, digest)


def check_approval(approved_by: str | None, recorded_by: str) -> None:
    """Check that an approved event has two different persons; ids differ by more than case.

    `local`, `public` and `schedule` are no persons and approve nothing. Raises BadEvent.
    """
    if approved_by is not None and approved_by.lower() == recorded_by.lower():
        raise BadEvent(
            Sentence(
                "{input} '{actor}' is who records it: nobody approves what they record; name the "
                "other person, or leave it out",
                input=Input("approved_by"),
                actor=approved_by,
            ),
            field="approved_by",
            found=approved_by,
            expected=Sentence("somebody else than {actor}", actor=recorded_by),
        )
    if approved_by is not None and approved_by.lower() in NO_PERSONS:
        raise BadEvent(
            Sentence(
                "{input} '{actor}' is no person: name the person who approves, or leave it out",
                input=Input("approved_by"),
                actor=approved_by,
            ),
            field="approved_by",
            found=approved_by,
            expected=Sentence("the id of a person"),
        )


def _check_beside(request: Request) -> None:
    """Check the rows beside the events, above all for values a database cannot store."""
    for document in request.documents:
        check_at_most(Sentence("bytes of one document"), len(document.data), limits.DOCUMENT_BYTES)
        if (document.kind == "list") != isinstance(document, SealedList):
            raise BadEvent(Sentence("a list, and nothing else, is kept as a sealed list"))
    for index in (*request.notes, *(name.event for name in request.reported_names)):
        if not 0 <= index < len(request.events):
            raise BadEvent(
                Sentence(
                    "a note or a name belongs to event {index} of the request: there is no such "
                    "event",
                    index=index,
                )
            )
    for _, _, _, note in request.all_notes():
        canonical.encode(note)
    for subject in request.subjects:
        canonical.encode([*subject.numbers.keys(), *subject.numbers.values()])
        for number in subject.numbers.values():
            visible.check_label(number, "number")
    words = (subject.body for subject in request.subjects)
    for body in (*words, *(name.body for name in request.reported_names)):
        visible.check_labels(body)
    _check_replaced(request)


def _check_replaced(request: Request) -> None:
    replaced = {s.player: commitment(s.salt, s.body) for s in request.subjects if s.replaces}
    if not replaced:
        return
    committed = {player for new in request.events for player in to_players(new.fact)}
    for player, digest in replaced.items():
        if (player, digest) not in committed:
            raise BadEvent(
                Sentence(
                    "words that replace those of player {player}: no event commits to them",
                    player=player,
                )
            )
