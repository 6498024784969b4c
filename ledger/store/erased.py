"""Rows named by erasure events: the only rows that may be missing beside the events."""

from __future__ import annotations

from dataclasses import dataclass, field

from sqlalchemy import Connection, select

from ledger import columns
from ledger.errors import BadEvent
from ledger.events.catalogue import read
from ledger.events.erasure import PersonalDataErased
from ledger.store.schema import event
from ledger.store.snapshots import stream


@dataclass(slots=True)
class Erased:
    """Rows named by erasure events; not players, for their words may be recorded anew."""

    persons: bool = True
    """False: a copy that was written without persons, in which all that is erasable may be gone."""
    names: set[tuple[int, int]] = field(default_factory=set)
    """Position of the report, row of the entrant."""
    notes: set[int] = field(default_factory=set)
    """Positions of events."""
    documents: set[str] = field(default_factory=set)
    """Digests."""
    slips: set[int] = field(default_factory=set)
    """Numbers."""

    def take(self, fact: PersonalDataErased) -> None:
        """Add an erasure."""
        for named in fact.names:
            rows = columns.read(named.entrant, columns.NUMBER).tolist()
            self.names.update((named.report, row) for row in rows)
        self.notes.update(fact.notes)
        self.documents.update(fact.documents)
        self.slips.update(fact.slips)


def erased(connection: Connection, *, persons: bool = True) -> Erased:
    """Return the rows named by the erasure events of a ledger; unreadable bodies name none."""
    found = Erased(persons)
    statement = select(event.c.body).where(event.c.type == PersonalDataErased.TYPE)
    for row in stream(connection, statement):
        try:
            found.take(read(PersonalDataErased.TYPE, bytes(row.body)).payload)
        except BadEvent:
            continue  # the walk over the events names it
    return found
