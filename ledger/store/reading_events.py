"""The events of a ledger: in order of position, a chunk at a time; by stream, type and day.

Each event is checked at every reading (`recorded`).
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import Connection, bindparam, func, select
from sqlalchemy.exc import DatabaseError

from ledger import hashing
from ledger.errors import Damaged
from ledger.sentences import Sentence
from ledger.store.recorded import Recorded, checked
from ledger.store.requests import NO_STREAM
from ledger.store.schema import event, ledger_head
from ledger.store.snapshots import Tables, having

CHUNK_BYTES: Final = 16 << 20
"""Bytes of bodies after which a chunk ends, or a few events later."""

_FETCH: Final = 250
"""Rows of one page, where their bodies are small."""

_FEW: Final = 25
"""Rows of a page of events that may all be large; so many begin a chunk."""

_DECODED: Final = 4
"""Bytes in memory, as a multiple of its body, of an event that was decoded."""

_PAGE_EVENTS: Final = 100
"""Events of one query: their bodies stay in memory together."""


class Heading(NamedTuple):
    """Columns of a stored event, without the body."""

    position: int
    stream: str
    type: str
    valid_on: str


class Mark(NamedTuple):
    """The end of a stream: version and id of the last event."""

    version: int
    event_id: str


BEGINNING: Final = Mark(NO_STREAM, "")
"""Before the first event of a stream."""


@dataclass(frozen=True, slots=True)
class Head:
    """Head of a ledger: number of events, chain hash, instant of the last event."""

    origin: str
    incarnation: int = 1
    next_position: int = 0
    chain_hash: bytes = hashing.CHAIN_START
    recorded_at: int = 0


_HEAD: Final = select(*(ledger_head.c[name] for name in Head.__dataclass_fields__))
_AT: Final = having(select(event), event.c.position)
_STREAM: Final = event.c.stream == bindparam("stream")
_TYPE: Final = event.c.type == bindparam("type")
HEADINGS: Final = select(*(event.c[name] for name in Heading._fields))
"""Events without their bodies."""
_IN_STREAM: Final = select(event).where(_STREAM).order_by(event.c.stream_version)
_OF_TYPES: Final = having(_IN_STREAM, event.c.type)
_LATER: Final = _IN_STREAM.where(event.c.stream_version > bindparam("after")).limit(
    bindparam("most")
)
_LAST: Final = select(event).where(_STREAM, _TYPE).order_by(event.c.stream_version.desc()).limit(1)
_LAST_UNTIL: Final = _LAST.where(event.c.valid_on <= bindparam("day"))
_VERSION: Final = select(func.max(event.c.stream_version)).where(_STREAM)
_STREAMS_WITH: Final = having(
    select(event.c.stream).where(event.c.type.in_(bindparam("types", expanding=True))).distinct(),
    event.c.stream,
)
_STREAMS: Final = (
    select(event.c.stream, event.c.valid_on)
    .where(event.c.stream >= bindparam("beginning"), event.c.stream < bindparam("end"))
    .where(event.c.stream_version == 0)
    .order_by(event.c.stream)
)
_MARK: Final = (
    select(event.c.stream_version, event.c.event_id)
    .where(_STREAM)
    .order_by(event.c.stream_version.desc())
    .limit(1)
)
_MARK_THROUGH: Final = _MARK.where(event.c.position <= bindparam("through"))
_MARK_AT: Final = _MARK.where(event.c.stream_version == bindparam("version"))
_LAST_DAY: Final = select(func.max(event.c.valid_on)).where(_TYPE)
_LAST_DAY_UNTIL: Final = _LAST_DAY.where(event.c.valid_on <= bindparam("day"))
_LAST_OF_TYPE: Final = select(func.max(event.c.position)).where(_TYPE)
_LAST_OF_TYPE_THROUGH: Final = _LAST_OF_TYPE.where(event.c.position <= bindparam("through"))
_PAGE: Final = (
    f"SELECT {', '.join(Recorded._fields)} FROM event"  # noqa: S608 - own names
    " WHERE position >= ? AND position <= ? ORDER BY position LIMIT ?"
)
"""A page of events, asked of the driver itself: a replay reads millions of these rows."""


class Events(Tables):
    """Reader of the events of a ledger. Raises Damaged for a changed row."""

    def _made(self, rows: Iterable[Any]) -> list[Recorded]:
        made = map(Recorded._make, rows)
        return list(map(self._kept, made) if self._checked else made)

    def _kept(self, recorded: Recorded) -> Recorded:
        """Return the checked event of a row: one in memory with the same columns, or a new one."""
        key = "event", recorded.position
        kept: Recorded | None = self.memory.get(key)
        if kept is not None and kept == recorded:
            return kept
        self.memory.put(key, checked(recorded), _DECODED * len(recorded.body))
        return recorded

    def head(self) -> Head:
        """Return the head row. Raises Damaged if absent."""
        with self._reading() as connection:
            row = connection.execute(_HEAD).one_or_none()
        if row is None or None in row:
            raise Damaged(
                Sentence("the head row is gone or not whole: this ledger was changed by hand")
            )
        return Head(*row)

    def events(
        self, first: int = 0, last: int | None = None, chunk: int = 2_000
    ) -> Iterator[Recorded]:
        """Yield events first … last (inclusive; None: to the end), in order, in bounded memory."""
        for rows in self.chunks(first, last, chunk):
            yield from rows

    def chunks(
        self, first: int = 0, last: int | None = None, chunk: int = 2_000
    ) -> Iterator[list[Recorded]]:
        """Yield events first … last in lists of at most `chunk`.

        The end is fixed when the first list is asked for. No transaction is open between two lists:
        a slow reader holds up nobody, and what is before the end does not change.
        """
        end = last if last is not None else self.head().next_position - 1
        while first <= end:
            rows = self._chunk(first, end, chunk)
            if not rows:
                return
            yield rows
            first = rows[-1].position + 1

    def _chunk(self, first: int, last: int, most: int) -> list[Recorded]:
        rows: list[Recorded] = []
        size, asked = 0, min(_FEW, most)
        with self._reading() as connection:
            while asked > 0:
                found = _page(connection, first, last, asked)
                made = map(Recorded._make, found)
                rows += map(checked, made) if self._checked else made
                if len(found) < asked:
                    break
                first = rows[-1].position + 1
                size += sum(len(row.body) for row in rows[-asked:])
                still = max(0, CHUNK_BYTES - size)
                asked = min(_FETCH, most - len(rows), still * len(rows) // max(size, 1))
        return rows

    def at(self, positions: Collection[int]) -> dict[int, Recorded]:
        """Return the events at some positions."""
        rows = self._rows_of(_AT, positions)
        return {recorded.position: recorded for recorded in self._made(rows)}

    def found_at(
        self, positions: Sequence[int], most: int = _PAGE_EVENTS
    ) -> Iterator[tuple[int, Recorded]]:
        """Yield the events at given positions, read a page of at most `most` at a time."""
        for start in range(0, len(positions), most):
            page = positions[start : start + most]
            events = self.at(page)
            yield from ((position, events[position]) for position in page)

    def streams_with(self, names: Collection[str], types: Sequence[str]) -> set[str]:
        """Return which of some streams hold an event of some types."""
        rows = self._rows_of(_STREAMS_WITH, sorted(names), types=types)
        return {row.stream for row in rows}

    def headings(self, key: Literal["position", "stream"], keys: Collection[Any]) -> list[Heading]:
        """Return the headings of the events at some positions or in some streams, in order."""
        rows = self._rows_of(having(HEADINGS, event.c[key]), keys)
        return sorted(map(Heading._make, rows))

    def in_streams(self, names: Collection[str]) -> dict[str, list[Recorded]]:
        """Return the events of some streams, each in order, in two statements."""
        found: dict[str, list[Recorded]] = {name: [] for name in names}
        positions = [heading.position for heading in self.headings("stream", sorted(names))]
        for _, recorded in self.found_at(positions):
            found[recorded.stream].append(recorded)
        return found

    def stream(self, name: str, *types: str) -> list[Recorded]:
        """Return a stream's events in order; with types, rare in the stream, those of the types."""
        if not types:
            return self._made(self._rows(_IN_STREAM, stream=name))
        return self._made(self._rows_of(_OF_TYPES, types, stream=name))

    def in_stream(self, name: str, chunk: int = _FEW, after: int = -1) -> Iterator[Recorded]:
        """Yield a stream's events after a version in order, in bounded memory."""
        while True:
            rows = self._made(self._rows(_LATER, stream=name, after=after, most=chunk))
            yield from rows
            if len(rows) < chunk:
                return
            after = rows[-1].stream_version

    def first_in_stream(self, name: str) -> Recorded | None:
        """Return the first event of a stream."""
        return next(self.in_stream(name, 1), None)

    def stream_version(self, name: str) -> int:
        """Return the version of a stream; -1 if absent."""
        version = self._value(_VERSION, stream=name)
        return -1 if version is None else int(version)

    def mark(self, name: str, through: int | None = None) -> Mark:
        """Return the end of a stream, as known at a position (None: now)."""
        if through is None:
            rows = self._rows(_MARK, stream=name)
        else:
            rows = self._rows(_MARK_THROUGH, stream=name, through=through)
        return Mark(*rows[0]) if rows else BEGINNING

    def has_mark(self, name: str, mark: Mark) -> bool:
        """Return whether a stream has the event of a mark: it goes on from there."""
        rows = self._rows(_MARK_AT, stream=name, version=mark.version)
        return mark == BEGINNING or [Mark(*row) for row in rows] == [mark]

    def last_day_of(self, type_name: str, until: date | None = None) -> str:
        """Return the last day from which an event of a type holds, up to a day; empty: none."""
        if until is None:
            day = self._value(_LAST_DAY, type=type_name)
        else:
            day = self._value(_LAST_DAY_UNTIL, type=type_name, day=until.isoformat())
        return day or ""

    def last_of_type(self, type_name: str, through: int | None = None) -> int:
        """Return the position of the last event of a type, up to a position; -1 if absent."""
        if through is None:
            position = self._value(_LAST_OF_TYPE, type=type_name)
        else:
            position = self._value(_LAST_OF_TYPE_THROUGH, type=type_name, through=through)
        return -1 if position is None else int(position)

    def last_in_stream(
        self, name: str, type_name: str, until: date | None = None
    ) -> Recorded | None:
        """Return the last event of a type in a stream; with a day, the last up to the day."""
        given = {"stream": name, "type": type_name}
        if until is None:
            rows = self._rows(_LAST, **given)
        else:
            rows = self._rows(_LAST_UNTIL, **given, day=until.isoformat())
        return next(iter(self._made(rows)), None)

    def of_type(self, type_name: str, first: int = 0) -> Iterator[Recorded]:
        """Return the events of a type from a position on, in order, a page at a time."""
        return self.of_types((type_name,), first)

    def of_types(self, type_names: Sequence[str], first: int = 0) -> Iterator[Recorded]:
        """Yield the events of some types from a position on, in order, a page at a time.

        Which they are is looked up in the index first: what is recorded meanwhile is left out.
        """
        wanted = event.c.type.in_(type_names), event.c.position >= first
        positions = sorted(
            row.position for row in self._rows(select(event.c.position).where(*wanted))
        )
        yield from (recorded for _, recorded in self.found_at(positions, _FEW))

    def streams(self, beginning: str) -> list[tuple[str, str]]:
        """Return the streams whose names share a beginning, with the day of the first event."""
        rows = self._rows(_STREAMS, beginning=beginning, end=beginning + "\x7f")
        return [(stream, day) for stream, day in rows]

    def valid_between(
        self, types: Sequence[str], first: date, last: date, followed_by: Sequence[str] = ()
    ) -> list[int]:
        """Return the positions of events of some types valid from a day first … last.

        No body is read. Those are left out that an event of the same stream, of the types
        `followed_by` and of these days too, stands right behind.
        """
        days = event.c.valid_on >= first.isoformat(), event.c.valid_on <= last.isoformat()
        stream = (event.c.stream,) if followed_by else ()
        found: Any = select(event.c.position, *stream).where(event.c.type.in_(types), *days)
        if followed_by:
            behind = select(event.c.position - 1, *stream)
            found = found.except_(behind.where(event.c.type.in_(followed_by), *days))
        return sorted(position for position, *_ in self._rows(found))


def _page(connection: Connection, first: int, last: int, most: int) -> Sequence[Any]:
    statement = _PAGE if connection.dialect.name == "sqlite" else _PAGE.replace("?", "%s")
    with connection.exec_driver_sql(statement, (first, last, most)) as found:
        assert found.cursor is not None
        try:
            return found.cursor.fetchall()
        except connection.dialect.loaded_dbapi.Error as error:
            raise DatabaseError(statement, None, error) from error
