"""A whole ledger as JSON Lines, at a single instant, checked while written."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Engine, Select, select

from ledger.errors import BadEvent, Damaged, words_of
from ledger.export import jsonl
from ledger.export.checking import Checks, Progress, Row
from ledger.sentences import Remedy, Sentence
from ledger.store import kept, schema
from ledger.store.snapshots import Merged, snapshot, stream

_EVENTS: Final = 50
"""Events fetched at a time: each may be of a megabyte."""


def dump(
    engine: Engine,
    write: Callable[[bytes], object],
    *,
    persons: bool = True,
    progress: Progress | None = None,
) -> jsonl.End:
    """Write a ledger line by line; return the last line with the counts.

    What is recorded meanwhile is left out. Without `persons` nothing erasable is written: no words
    about players, no numbers, notes, actors or slips, and reports and attachments as if they were
    emptied. Memory is bounded by the largest document. Raises Damaged for a ledger that contradicts
    itself.
    """
    checks = Checks(progress)
    for data, _ in rows(engine, checks, persons=persons):
        write(data)
    return checks.end()


def rows(
    engine: Engine, checks: Checks, *, persons: bool = True
) -> Iterator[tuple[bytes, list[Row]]]:
    """Yield each line of a ledger with the rows it completes; see `dump`."""
    with snapshot(engine) as connection:
        for line in lines(connection, persons=persons):
            data = jsonl.write(line)
            yield data, _check(checks, line, data)
    end = checks.end()
    yield jsonl.write(end), _check(checks, end, b"")


def _check(checks: Checks, line: jsonl.AnyLine, data: bytes) -> list[Row]:
    try:
        return list(checks.take(line, data))
    except (BadEvent, ValueError, OverflowError) as error:
        raise Damaged(
            Sentence(
                "{fault}: this ledger contradicts itself; see {verify}",
                fault=words_of(error),
                verify=Remedy("verify-ledger"),
            )
        ) from error


def lines(connection: Connection, *, persons: bool) -> Iterator[jsonl.AnyLine]:
    """Yield all lines but the last, in order."""
    yield _header(connection, persons=persons)
    yield from _log(connection, persons=persons)
    yield from _documents(connection, persons=persons)
    if persons:
        yield from _rest(connection, schema.subject, jsonl.Subject)
        yield from _rest(connection, schema.subject_number, jsonl.Number)
        yield from _rest(connection, schema.actor, jsonl.Actor)
        yield from _rest(connection, schema.import_slip, jsonl.ImportSlip)


def _header(connection: Connection, *, persons: bool) -> jsonl.Header:
    row = connection.execute(select(schema.ledger_head)).one_or_none()
    if row is None:
        raise Damaged(Sentence("the head row is gone: this ledger was changed by hand"))
    return jsonl.Header(
        format=jsonl.FORMAT,
        origin=row.origin,
        incarnation=row.incarnation,
        next_position=row.next_position,
        chain_hash=bytes(row.chain_hash).hex(),
        recorded_at=row.recorded_at,
        persons=persons,
    )


def _log(connection: Connection, *, persons: bool) -> Iterator[jsonl.AnyLine]:
    asked = select(schema.append_request).order_by(*schema.BY_EVENTS)
    requests = Merged(connection, asked)
    names = Merged(connection, _by(schema.reported_name, "position", "entrant"))
    notes = Merged(connection, _NOTES)
    for row in stream(connection, _by(schema.event, "position"), _EVENTS):
        for request in requests.through(row.position, "first_position"):
            yield jsonl.Asked(
                key=request.key,
                fingerprint=bytes(request.fingerprint).hex(),
                first_position=request.first_position,
                last_position=request.last_position,
            )
        yield jsonl.Event(
            position=row.position,
            recorded_at=row.recorded_at,
            stream_version=row.stream_version,
            body=msgspec.Raw(bytes(row.body)),
        )
        for name in names.through(row.position) if persons else ():
            yield jsonl.Name(**name._mapping)
        for note in notes.through(row.position) if persons else ():
            yield jsonl.Note(**note._mapping)
    if requests.following or (persons and names.following):
        raise Damaged(
            Sentence(
                "a request or a name is beyond the last event; see {verify}",
                verify=Remedy("verify-ledger"),
            )
        )


_NOTES: Final = (
    select(schema.event.c.position, schema.note.c.kind, schema.note.c.salt, schema.note.c.text)
    .join(schema.event, schema.event.c.event_id == schema.note.c.event_id)
    .order_by(schema.event.c.position, schema.note.c.kind)
)


def _documents(connection: Connection, *, persons: bool) -> Iterator[jsonl.AnyLine]:
    for row in stream(connection, _by(schema.document, "digest", "kind"), 1):
        data = bytes(row.bytes) if persons or row.kind not in kept.OF_PERSONS else b""
        yield jsonl.Document(digest=row.digest, kind=row.kind, size=len(data))
        for start in range(0, len(data), jsonl.CHUNK_BYTES):
            yield jsonl.Chunk(data=data[start : start + jsonl.CHUNK_BYTES])


def _rest(connection: Connection, table: Any, kind: Any) -> Iterable[jsonl.AnyLine]:
    keys = [column.name for column in table.primary_key]
    return (kind(**row._mapping) for row in stream(connection, _by(table, *keys)))


def _by(table: Any, *keys: str) -> Select[Any]:
    return select(table).order_by(*(table.c[key] for key in keys))
