"""The only way in: requests become events under the lock of the head row.

Everything that can be done before the lock is (see `preparing`); under it, each request is checked
against keys and stream versions, numbered, stamped and hashed; all rows go in together; the head
moves by compare-and-set; only after the commit is anything answered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Engine

from ledger import columns, hashing, limits
from ledger.clock import Clock
from ledger.errors import (
    AlreadyTaken,
    BadEvent,
    Damaged,
    FileKnown,
    KeyReused,
    LimitExceeded,
    Refused,
    StreamMoved,
    TwinRecorded,
)
from ledger.events.register import PersonalDataErased
from ledger.sentences import Position, Sentence
from ledger.store import appended, client_keys, clock_checks, drivers, statements
from ledger.store import schema as tables
from ledger.store.clock_checks import BEFORE_ALL, ClockReading, Span
from ledger.store.numbering import Given
from ledger.store.preparing import Prepared, prepare, with_numbers
from ledger.store.requests import NO_STREAM, Receipt, Request
from ledger.store.statements import Statements
from ledger.store.twins import Play, recorded_plays

Answer = Receipt | Refused

_TOURNAMENT: Final = "tournament-"

_INSTANT: Final = list(tables.event.columns.keys()).index("recorded_at")
"""Place of the instant in the row of an event."""


@dataclass(slots=True)
class Batch:
    """The state under the lock, after the requests taken so far, and the rows to store."""

    stored: Statements
    reading: ClockReading
    position: int
    chain: bytes
    recorded_at: int
    numbers: Given
    keys: statements.Known
    versions: dict[str, int]
    files: set[str]
    """Digests of stored reports, among the digests asked for."""
    plays: dict[Play, int] = field(default_factory=dict)
    """Position of the last report of some days and players, recorded while these were composed."""
    rows: list[statements.Row] = field(default_factory=list)
    taken: list[tuple[Prepared, Receipt]] = field(default_factory=list)
    client_keys: list[statements.Row] = field(default_factory=list)
    """Rows of the keys that clients gave to these requests."""

    def follow(self, before: Batch) -> None:
        """Go on after the requests of another batch."""
        self.position, self.chain = before.position, before.chain
        self.recorded_at = before.recorded_at
        self.keys |= before.keys
        self.versions |= before.versions
        self.files |= before.files
        self.numbers.follow(before.numbers)


def append_many(engine: Engine, clock: Clock, requests: Sequence[Request]) -> list[Answer]:
    """Append requests in one transaction; return a receipt or a refusal for each, in order.

    A refused request changes nothing and does not hold up the others. Raises Unavailable when
    nothing was recorded, OutcomeUnknown when the commit fails in flight.
    """
    prepared = [_prepared_or_refused(request, clock) for request in requests]
    answers = iter(append_prepared(engine, clock, [p for p in prepared if isinstance(p, Prepared)]))
    return [request if isinstance(request, Refused) else next(answers) for request in prepared]


def append_prepared(engine: Engine, clock: Clock, prepared: Sequence[Prepared]) -> list[Answer]:
    """Append requests made ready before; see `append_many`."""
    if not prepared:
        return []
    try:
        with drivers.writing(engine) as cursor:
            return append_within(cursor, engine, clock, prepared)
    except AlreadyTaken as refusal:
        if len(prepared) == 1:
            return [refusal]
    # One of them contradicts what is kept: each by itself, so that it holds up no other.
    return [answer for one in prepared for answer in append_prepared(engine, clock, [one])]


def append_under_lock(
    engine: Engine, clock: Clock, compose: Callable[[], Request | Receipt]
) -> Answer:
    """Append the request returned by `compose`; nobody else can append meanwhile.

    `compose` may read the ledger and must not write to it. If it returns a receipt, this is the
    answer. Raises the errors of `compose` and of `append_within`.
    """
    with drivers.writing(engine) as cursor:
        Statements(cursor, engine.dialect.name).head(locked=True)
        composed = compose()
        if isinstance(composed, Receipt):
            return composed
        return append_within(cursor, engine, clock, [prepare(composed, clock)])[0]


def append_within(
    cursor: statements.Cursor, engine: Engine, clock: Clock, prepared: Sequence[Prepared]
) -> list[Answer]:
    """Append in an open transaction, which commits later. Raises AlreadyTaken for the batch."""
    batch = _look(Statements(cursor, engine.dialect.name), clock, prepared, locked=True)
    start = batch.position
    answers = _decided(batch, prepared)
    if batch.rows:
        _store(batch, engine.dialect.loaded_dbapi)
        if not batch.stored.move_head(batch.position, batch.chain, batch.recorded_at, start):
            raise Damaged(
                Sentence("the head moved under its lock: another program writes here without it")
            )
    appended.in_transaction([answer for answer in answers if isinstance(answer, Receipt)])
    return answers


def rehearse(
    cursor: statements.Cursor,
    dialect: str,
    clock: Clock,
    prepared: Sequence[Prepared],
    before: Batch | None = None,
) -> tuple[Batch, list[Answer]]:
    """Decide requests as if they were recorded now, after those of a rehearsal before.

    Returns the rows of their events in a batch, and an answer for each. Nothing is locked and
    nothing written: the cursor may be in a transaction that only reads. Words and documents are
    not compared with those that are kept.
    """
    batch = _look(Statements(cursor, dialect), clock, prepared, locked=False)
    if before is not None:
        batch.follow(before)
    return batch, _decided(batch, prepared)


def _decided(batch: Batch, prepared: Sequence[Prepared]) -> list[Answer]:
    return [_decide(request, batch) or _take(request, batch) for request in prepared]


def _prepared_or_refused(request: Request, clock: Clock) -> Prepared | Refused:
    try:
        return prepare(request, clock)
    except Refused as refusal:
        return refusal


def _look(stored: Statements, clock: Clock, prepared: Sequence[Prepared], *, locked: bool) -> Batch:
    head = stored.head(locked=locked)
    reading = ClockReading(clock, clock(), head.server_us)
    streams = {event.stream for request in prepared for event in request.events}
    streams.update(stream for request in prepared for stream in request.request.expected)
    return Batch(
        stored,
        reading,
        head.next_position,
        head.chain_hash,
        head.recorded_at,
        Given(stored.last_number),
        keys=stored.by_keys([*_keys(prepared)]),
        versions=stored.versions(sorted(streams)),
        files=stored.kept(sorted({file for request in prepared for file in request.files})),
        plays=_played_since(stored, prepared, head.next_position - 1),
    )


def _played_since(stored: Statements, prepared: Sequence[Prepared], last: int) -> dict[Play, int]:
    """Return the plays of the reports recorded since the first report was composed."""
    known = [one.request.known_to for one in prepared if one.plays]
    first = min((position for position in known if position is not None), default=last)
    return dict(recorded_plays(stored.reports_after(first))) if first < last else {}


def _keys(prepared: Sequence[Prepared]) -> Iterator[str]:
    for request in (one.request for one in prepared):
        yield request.key
        if request.client is not None:
            yield request.client.stored


def _decide(prepared: Prepared, batch: Batch) -> Answer | None:
    """Return the first receipt again, a refusal, or None: the request is new and may be taken."""
    request = prepared.request
    answer = client_keys.first_answer(request, batch.keys, batch.stored)
    if answer is not None:
        return answer
    if request.key in batch.keys:
        first_print, first, last, recorded_at = batch.keys[request.key]
        if first_print != prepared.fingerprint:
            return KeyReused(request.key)
        return Receipt(request.key, first, last, recorded_at, replayed=True)
    if doubt := _clock_refusal(prepared, batch):
        return doubt
    for stream, expected in request.expected.items():
        actual = batch.versions.get(stream, NO_STREAM)
        if actual != expected:
            return StreamMoved(stream, expected, actual)
    for file in sorted(prepared.files & batch.files):
        return FileKnown(file)
    return _overtaken(prepared, batch) or _beyond_limit(prepared, batch)


def _overtaken(prepared: Prepared, batch: Batch) -> TwinRecorded | None:
    """Refuse a report if one of the same play was recorded while it was composed."""
    known = prepared.request.known_to
    twins = [batch.plays[play] for play in prepared.plays & batch.plays.keys()]
    return next((TwinRecorded(at) for at in twins if known is not None and at > known), None)


def _beyond_limit(prepared: Prepared, batch: Batch) -> LimitExceeded | None:
    """Refuse more events of a tournament than replay can lay out again with each list."""
    new = Counter(event.stream for event in prepared.events if event.stream.startswith(_TOURNAMENT))
    for stream, count in new.items():
        found = batch.versions.get(stream, NO_STREAM) + 1 + count
        if found > limits.TOURNAMENT_EVENTS:
            return LimitExceeded(
                Sentence("events of {stream}", stream=stream), found, limits.TOURNAMENT_EVENTS
            )
    return None


def _clock_refusal(prepared: Prepared, batch: Batch) -> Refused | None:
    """Return the refusal for a doubtful clock or a wrong correction of the clock."""
    correction = prepared.clock_corrected
    if correction is None:
        before = batch.recorded_at if batch.position else BEFORE_ALL
        if prepared.restores:  # a copy whose clock was wrong is restored first and corrected then
            before = min(before, batch.reading.now)
    else:
        before = _instant(batch, correction.first - 1)
        span = Span(before, _instant(batch, correction.last), batch.recorded_at)
        instant = _stamp(prepared, batch)
        problem = clock_checks.correction_problem(correction, batch.position, instant, span)
        if problem is not None:
            return BadEvent(
                Sentence(
                    "correction of the clock for {first} to {last}: {problem}",
                    first=Position(correction.first),
                    last=Position(correction.last),
                    problem=problem,
                )
            )
    return batch.reading.refusal(before, lambda: clock_checks.limit_days(batch.stored.first_body()))


def _instant(batch: Batch, position: int) -> int:
    """Return the instant of a stored or new event; BEFORE_ALL if absent."""
    for row in batch.rows:
        if row[0] == position:
            return int(row[_INSTANT])
    stored = batch.stored.instant(position)
    return BEFORE_ALL if stored is None else stored


def _stamp(prepared: Prepared, batch: Batch) -> int:
    """Return the instant of a request: later than the last, unless a correction goes back."""
    reading, last, correction = batch.reading, batch.recorded_at, prepared.clock_corrected
    if correction is None or reading.now >= last:
        return max(reading.now, last + 1)
    if correction.last != batch.position - 1 and not reading.is_behind(last):
        return last + 1
    before = _instant(batch, correction.first - 1)
    return reading.now if reading.is_behind(before) else max(reading.now, before + 1)


def _take(prepared: Prepared, batch: Batch) -> Receipt:
    """Assign number, position, version, instant and hashes to each event; collect the rows."""
    if prepared.awaits:
        prepared = with_numbers(prepared, batch.numbers.give(prepared.awaits))
    first, instant, author = batch.position, _stamp(prepared, batch), prepared.request.recorded_by
    for position, event in enumerate(prepared.events, first):
        event_id, stream, type_name, valid_on, body, digest = event
        version = batch.versions[stream] = batch.versions.get(stream, NO_STREAM) + 1
        leaf = hashing.leaf_hash(position, instant, version, digest)
        batch.chain = hashing.chain_hash(batch.chain, leaf)
        named = (position, event_id, stream, version, type_name, valid_on, author)
        batch.rows.append((*named, instant, body, leaf, batch.chain))
        if version == NO_STREAM + 1:
            batch.numbers.note(stream)
    batch.position, batch.recorded_at = first + len(prepared.events), instant
    receipt = Receipt(prepared.request.key, first, batch.position - 1, instant)
    batch.keys[receipt.key] = (prepared.fingerprint, first, receipt.last_position, instant)
    batch.files |= prepared.files
    batch.plays |= dict.fromkeys(prepared.plays, first)
    batch.taken.append((prepared, receipt))
    client = prepared.request.client
    if client is not None and client.stored not in batch.keys:
        batch.keys[client.stored] = (client.fingerprint, first, receipt.last_position, instant)
        batch.client_keys.append(client_keys.row(client, receipt))
    return receipt


def _store(batch: Batch, driver: Any) -> None:
    """Store the rows of a batch. Raises AlreadyTaken for a number or document that is kept."""
    requests = [
        (receipt.key, prepared.fingerprint, receipt.first_position, receipt.last_position)
        for prepared, receipt in batch.taken
    ]
    try:
        batch.stored.insert("event", batch.rows)
        batch.stored.insert("append_request", [*requests, *batch.client_keys])
    except driver.IntegrityError as error:
        raise Damaged(
            Sentence("rows stand where the head says none do yet: {error}", error=str(error))
        ) from error
    try:
        for prepared, receipt in batch.taken:
            _store_beside(batch.stored, prepared, receipt.first_position)
        batch.stored.index_names([*_named(prepared for prepared, _ in batch.taken)])
    except driver.IntegrityError as error:
        raise AlreadyTaken(str(error).strip()) from error


def _named(taken: Iterable[Prepared]) -> Iterator[int]:
    """Yield the players whose words are stored or were erased."""
    for prepared in taken:
        yield from (subject.player for subject in prepared.request.subjects)
        for new in prepared.request.events:
            if isinstance(new.fact, PersonalDataErased):
                yield from columns.read(new.fact.player, columns.PLAYER).tolist()


def _store_beside(stored: Statements, prepared: Prepared, first: int) -> None:
    """Store documents and words of a request; replaced words and numbers are deleted before."""
    request, subjects = prepared.request, prepared.request.subjects
    documents = {(kept.digest, kept.kind): kept.data for kept in request.documents}
    stored.insert("document", [(*key, data) for key, data in documents.items()])
    names = [
        (first + name.event, name.entrant, name.salt, name.body) for name in request.reported_names
    ]
    stored.insert("reported_name", names)
    notes = request.all_notes()
    stored.insert("note", [(prepared.events[index].event_id, *note) for index, *note in notes])
    stored.forget([subject.player for subject in subjects if subject.replaces])
    stored.insert("subject", [(person.player, person.salt, person.body) for person in subjects])
    numbers = [
        (*number, subject.player) for subject in subjects for number in subject.numbers.items()
    ]
    stored.insert("subject_number", numbers)
