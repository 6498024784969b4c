"""Names and notes beside the events, counted and held against the commitments in their events.

An event says how many there must be: a name for each entrant whose commitment is not zero, a note
where it commits to one. They are read in order of position, beside the walk over the events.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import Connection, Row, Select, exists, select

from ledger import columns
from ledger.events.report import ReportFact
from ledger.store import committing
from ledger.store.erased import Erased
from ledger.store.faults import Fault, beside
from ledger.store.requests import commitment
from ledger.store.schema import event, note, reported_name
from ledger.store.snapshots import stream

NO_COMMITMENT: Final = "0" * columns.COMMITMENT
"""In a column of commitments: nothing is kept."""

OTHER: Final = "other words"
NOTHING: Final = "nothing"
COMMITTED: Final = "those the event is committed to"
STILL_THERE: Final = "words"
SAID_GONE: Final = "none: an erasure event says that they are gone"

_NAMES: Final = select(reported_name).order_by(reported_name.c.position, reported_name.c.entrant)
_NOTES: Final = (
    select(event.c.position, note.c.salt, note.c.text)
    .join(note, note.c.event_id == event.c.event_id)
    .order_by(event.c.position)
)
_NAMES_OF_NOTHING: Final = (
    select(reported_name.c.position, reported_name.c.entrant)
    .where(~exists().where(event.c.position == reported_name.c.position))
    .order_by(reported_name.c.position, reported_name.c.entrant)
)
_NOTES_OF_NOTHING: Final = select(note.c.event_id).where(
    ~exists().where(event.c.event_id == note.c.event_id)
)


class ReportedWords:
    """The names and notes of a ledger, checked event by event."""

    def __init__(self, connection: Connection, erased: Erased) -> None:
        """Read the words through a connection with a fixed snapshot."""
        self._connection, self._erased = connection, erased
        self._names, self._notes = _Beside(connection, _NAMES), _Beside(connection, _NOTES)

    def check(self, position: int, fact: object) -> Iterator[Fault]:
        """Check the words of the next event; `fact` is its payload."""
        report = fact if isinstance(fact, ReportFact) else None
        yield from self._check_names(position, report)
        yield from self._check_note(position, report)

    def end(self) -> Iterator[Fault]:
        """Yield the names and notes of no event."""
        for row in stream(self._connection, _NAMES_OF_NOTHING):
            yield beside(_name(row.position, row.entrant), STILL_THERE, "none: no such event")
        for row in stream(self._connection, _NOTES_OF_NOTHING):
            yield beside(f"note of event {row.event_id!r}", STILL_THERE, "none: no such event")

    def _check_names(self, position: int, report: ReportFact | None) -> Iterator[Fault]:
        said = committing.to_entrants(report) if report else {}
        expected = {row: digest for row, digest in said.items() if digest != NO_COMMITMENT}
        for row in self._names.of(position):
            place = _name(position, row.entrant)
            if commitment(bytes(row.salt), bytes(row.body)) != expected.pop(row.entrant, None):
                yield beside(place, OTHER, COMMITTED)
            elif (position, row.entrant) in self._erased.names:
                yield beside(place, STILL_THERE, SAID_GONE)
        for entrant in expected if self._erased.persons else ():
            if (position, entrant) not in self._erased.names:
                yield beside(_name(position, entrant), NOTHING, COMMITTED)

    def _check_note(self, position: int, report: ReportFact | None) -> Iterator[Fault]:
        place, said = f"note of event {position}", report.officials if report else None
        rows = list(self._notes.of(position))
        for row in rows:
            if commitment(bytes(row.salt), row.text.encode()) != said:
                yield beside(place, OTHER, COMMITTED if said else "none")
            elif position in self._erased.notes:
                yield beside(place, STILL_THERE, SAID_GONE)
        if said and not rows and self._erased.persons and position not in self._erased.notes:
            yield beside(place, NOTHING, COMMITTED)


class _Beside:
    """Rows in order of position, read position by position."""

    def __init__(self, connection: Connection, statement: Select[Any]) -> None:
        self._rows = stream(connection, statement)
        self._next = next(self._rows, None)

    def of(self, position: int) -> Iterator[Row[Any]]:
        """Yield the rows of a position; rows of earlier positions are passed over."""
        while self._next is not None and self._next.position <= position:
            row, self._next = self._next, next(self._rows, None)
            if row.position == position:
                yield row


def _name(position: int, entrant: int) -> str:
    return f"reported name {position}, entrant {entrant}"
