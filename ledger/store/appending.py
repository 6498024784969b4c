"""The only way in: requests become events under the lock of the head row.

Everything that can be done before the lock is (see `preparing`); under it, each request is checked
against keys and stream versions, numbered, stamped and hashed; all rows go in together; the head
moves by compare-and-set; only after the commit is anything answered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Engine

from ledger import hashing, limits
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
)
from ledger.store import appended, clock_checks, drivers, statements
from ledger.store import schema as tables
from ledger.store.clock_checks import BEFORE_ALL, ClockReading, Span, StoredInstants
from ledger.store.preparing import Prepared, prepare
from ledger.store.requests import NO_STREAM, Receipt, Request, Subject

Answer = Receipt | Refused

_TOURNAMENT: Final = "tournament-"

_BESIDE: Final = ("document", "reported_name", "note")

_INSTANT: Final = list(tables.event.columns.keys()).index("recorded_at")
"""Place of the instant in the row of an event."""


@dataclass(slots=True)
class _Head:
    """The head row during a batch."""

    position: int
    chain: bytes
    recorded_at: int


@dataclass(slots=True)
class _Batch:
    """The state read under the lock, and the rows to store."""

    head: _Head
    reading: ClockReading
    keys: statements.Known
    versions: dict[str, int]
    files: set[str]
    """Digests of reports that are kept already, of those that are asked for."""
    stored: StoredInstants
    rows: list[statements.Row] = field(default_factory=list)
    taken: list[tuple[Prepared, Receipt]] = field(default_factory=list)


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
        cursor.execute(statements.of(engine.dialect.name).lock_head).fetchone()
        composed = compose()
        if isinstance(composed, Receipt):
            return composed
        return append_within(cursor, engine, clock, [prepare(composed, clock)])[0]


def append_within(
    cursor: statements.Cursor, engine: Engine, clock: Clock, prepared: Sequence[Prepared]
) -> list[Answer]:
    """Append in an open transaction, which commits later. Raises AlreadyTaken for the batch."""
    said = statements.of(engine.dialect.name)
    batch = _look(cursor, said, clock, prepared)
    start = batch.head.position
    answers = [_decide(request, batch) or _take(request, batch) for request in prepared]
    if batch.rows:
        _store(cursor, said, batch, engine.dialect.loaded_dbapi)
        _move_head(cursor, said, start, batch.head)
    appended.in_transaction([answer for answer in answers if isinstance(answer, Receipt)])
    return answers


def _prepared_or_refused(request: Request, clock: Clock) -> Prepared | Refused:
    try:
        return prepare(request, clock)
    except Refused as refusal:
        return refusal


def _look(
    cursor: statements.Cursor, said: statements.Words, clock: Clock, prepared: Sequence[Prepared]
) -> _Batch:
    """Lock the head, which orders all appends; read the keys and streams of the requests."""
    row = cursor.execute(said.lock_head).fetchone()
    if row is None:
        raise Damaged("the head row is gone: this ledger was changed by hand")
    *columns, server = row
    reading = ClockReading(clock, clock(), server)
    keys = said.by_keys(cursor, [request.request.key for request in prepared])
    streams = {event.stream for request in prepared for event in request.events}
    streams.update(stream for request in prepared for stream in request.request.expected)
    files = said.kept(cursor, sorted({file for request in prepared for file in request.files}))
    versions, stored = said.versions(cursor, sorted(streams)), StoredInstants(cursor, said)
    return _Batch(_Head(*columns), reading, keys, versions, files, stored)


def _decide(prepared: Prepared, batch: _Batch) -> Answer | None:
    """Return the first receipt again, a refusal, or None: the request is new and may be taken."""
    request = prepared.request
    if request.key in batch.keys:
        first_print, first, last, recorded_at = batch.keys[request.key]
        if first_print != prepared.fingerprint:
            return KeyReused(request.key)
        return Receipt(request.key, first, last, recorded_at, replayed=True)
    doubt = _clock_refusal(prepared, batch)
    if doubt is not None:
        return doubt
    for stream, expected in request.expected.items():
        actual = batch.versions.get(stream, NO_STREAM)
        if actual != expected:
            return StreamMoved(stream, expected, actual)
    for file in sorted(prepared.files & batch.files):
        return FileKnown(file)
    return _beyond_limit(prepared, batch)


def _beyond_limit(prepared: Prepared, batch: _Batch) -> LimitExceeded | None:
    """Refuse more events of a tournament than replay can lay out again with each list."""
    new = Counter(event.stream for event in prepared.events if event.stream.startswith(_TOURNAMENT))
    for stream, count in new.items():
        found = batch.versions.get(stream, NO_STREAM) + 1 + count
        if found > limits.TOURNAMENT_EVENTS:
            return LimitExceeded(f"events of {stream}", found, limits.TOURNAMENT_EVENTS)
    return None


def _clock_refusal(prepared: Prepared, batch: _Batch) -> Refused | None:
    """Return the refusal for a doubtful clock or a wrong correction of the clock."""
    head, stored = batch.head, batch.stored
    said = prepared.clock_corrected
    if said is None:
        last = head.recorded_at if head.position else BEFORE_ALL
        if prepared.restores:  # a copy whose clock was wrong is restored first and corrected then
            last = min(last, batch.reading.now)
        return batch.reading.refusal(last, stored.limit_days)
    before, of_last = (_instant(batch, position) for position in (said.first - 1, said.last))
    span = Span(before, of_last, head.recorded_at)
    problem = clock_checks.correction_problem(said, head.position, _stamp(prepared, batch), span)
    if problem is not None:
        return BadEvent(f"clock-corrected #{said.first} to #{said.last}: {problem}")
    return batch.reading.refusal(before, stored.limit_days)


def _instant(batch: _Batch, position: int) -> int:
    """Return the instant of a stored or new event; BEFORE_ALL if absent."""
    for row in batch.rows:
        if row[0] == position:
            return int(row[_INSTANT])
    return batch.stored.instant(position)


def _stamp(prepared: Prepared, batch: _Batch) -> int:
    """Return the instant of a request: later than the last, unless a correction goes back."""
    reading, head, said = batch.reading, batch.head, prepared.clock_corrected
    if said is None or reading.now >= head.recorded_at:
        return max(reading.now, head.recorded_at + 1)
    if said.last != head.position - 1 and not reading.is_behind(head.recorded_at):
        return head.recorded_at + 1
    before = _instant(batch, said.first - 1)
    return reading.now if reading.is_behind(before) else max(reading.now, before + 1)


def _take(prepared: Prepared, batch: _Batch) -> Receipt:
    """Assign position, version, instant and hashes to each event; collect the rows."""
    head, versions = batch.head, batch.versions
    first, at, by = head.position, _stamp(prepared, batch), prepared.request.recorded_by
    for position, event in enumerate(prepared.events, first):
        event_id, stream, type_name, valid_on, body, digest = event
        version = versions[stream] = versions.get(stream, NO_STREAM) + 1
        leaf = hashing.leaf_hash(position, at, version, digest)
        head.chain = hashing.chain_hash(head.chain, leaf)
        said = (position, event_id, stream, version, type_name, valid_on, by)
        batch.rows.append((*said, at, body, leaf, head.chain))
    head.position, head.recorded_at = first + len(prepared.events), at
    receipt = Receipt(prepared.request.key, first, head.position - 1, at)
    batch.keys[receipt.key] = (prepared.fingerprint, first, receipt.last_position, at)
    batch.files |= prepared.files
    batch.taken.append((prepared, receipt))
    return receipt


def _store(cursor: statements.Cursor, said: statements.Words, batch: _Batch, driver: Any) -> None:
    requests = [
        (got.key, each.fingerprint, got.first_position, got.last_position)
        for each, got in batch.taken
    ]
    try:
        said.insert(cursor, "event", batch.rows)
        said.insert(cursor, "append_request", requests)
    except driver.IntegrityError as error:
        raise Damaged(f"rows stand where the head says none do yet: {error}") from error
    try:
        for table, rows in _beside(batch.taken).items():
            said.insert(cursor, table, rows)
        for each, _ in batch.taken:
            _store_subjects(cursor, said, each.request.subjects)
    except driver.IntegrityError as error:
        raise AlreadyTaken(str(error).strip()) from error


def _store_subjects(
    cursor: statements.Cursor, said: statements.Words, subjects: Sequence[Subject]
) -> None:
    """Store the words of a request; replaced words and their numbers are deleted before."""
    if not subjects:
        return
    said.forget(cursor, [subject.player for subject in subjects if subject.replaces])
    said.insert(
        cursor, "subject", [(subject.player, subject.salt, subject.body) for subject in subjects]
    )
    numbers = [
        (*number, subject.player) for subject in subjects for number in subject.numbers.items()
    ]
    said.insert(cursor, "subject_number", numbers)


def _beside(taken: list[tuple[Prepared, Receipt]]) -> dict[str, list[statements.Row]]:
    """Return the rows beside the events, by table: documents, names as reported, notes."""
    rows: dict[str, list[statements.Row]] = {table: [] for table in _BESIDE}
    documents: dict[str, tuple[str, bytes]] = {}
    for each, got in taken:
        request, events, first = each.request, each.events, got.first_position
        if request.alone():
            continue
        documents |= {d.digest: (d.kind, d.data) for d in request.documents}
        rows["reported_name"] += [
            (first + n.event, n.entrant, n.salt, n.body) for n in request.reported_names
        ]
        rows["note"] += [(events[index].event_id, *said) for index, said in request.notes.items()]
    rows["document"] = [(digest, *kept) for digest, kept in documents.items()]
    return rows


def _move_head(cursor: statements.Cursor, said: statements.Words, start: int, head: _Head) -> None:
    moved = cursor.execute(said.move_head, (head.position, head.chain, head.recorded_at, start))
    if moved.rowcount != 1:
        raise Damaged("the head moved under its lock: another program writes here without it")
