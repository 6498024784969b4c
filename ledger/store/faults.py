"""Faults: contradictions inside a ledger; rows that may be missing; columns under no digest."""

from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from sqlalchemy import Connection, select

from ledger import columns
from ledger.errors import BadEvent
from ledger.events.catalogue import read
from ledger.events.register import PersonalDataErased
from ledger.sentences import Sentence, Value
from ledger.store.schema import event
from ledger.store.snapshots import stream

Said: TypeAlias = Value
"""A part of a fault: words, or what is stored as it is."""

HEAD: Final = Sentence("head")
NOTHING: Final = Sentence("nothing")
NONE: Final = Sentence("none")
OTHER: Final = Sentence("other words")
COMMITTED: Final = Sentence("those the event is committed to")
STILL_THERE: Final = Sentence("words")
SAID_GONE: Final = Sentence("none: an erasure event says that they were deleted")
KEYS_THAT_GROW: Final = Sentence("keys that grow")


@dataclass(frozen=True, slots=True)
class Fault:
    """A contradiction and its place."""

    place: Said
    found: Said
    expected: Said
    beside: bool = False
    """It lies beside the log, in documents or words: the events themselves can be replayed."""
    derived: bool = False
    """It lies in what was computed from the ledger and is made anew: the ledger itself is whole."""
    of_head: bool = False
    """The head, or the chain that leads to it, is not known to be right."""

    @property
    def says(self) -> Sentence:
        """The contradiction in one sentence."""
        return contradiction(self.place, self.found, self.expected)

    def __str__(self) -> str:
        """Return the contradiction in English, for logs and tests."""
        return str(self.says)


def contradiction(place: Said, found: Said, expected: Said) -> Sentence:
    """Return the sentence of a contradiction."""
    return Sentence(
        "{place}: found {found}, expected {expected}", place=place, found=found, expected=expected
    )


def beside(place: Said, found: Said, expected: Said) -> Fault:
    """Return a fault outside the log."""
    return Fault(place, found, expected, beside=True)


def of_event(position: int) -> Sentence:
    """Return an event as the place of a fault."""
    return Sentence("event {position}", position=position)


def of_note(event: int | str) -> Sentence:
    """Return a note as the place of a fault: the position of its event, or the id."""
    return Sentence("note of event {event}", event=event)


def of_name(position: int, entrant: int) -> Sentence:
    """Return a reported name as the place of a fault."""
    return Sentence(
        "reported name {position}, entrant {entrant}", position=position, entrant=entrant
    )


def of_request(key: str) -> Sentence:
    """Return a request as the place of a fault."""
    return Sentence("request {key}", key=repr(key))


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


class Unbound(NamedTuple):
    """A column, or rows of a table, bound by nothing; `where` selects the rows."""

    table: str
    column: str
    """"" are whole rows."""
    where: str = ""

    def __str__(self) -> str:
        name = f"{self.table}.{self.column}" if self.column else f"rows of {self.table}"
        return f"{name} ({self.where})" if self.where else name


UNBOUND: Final = (
    Unbound("actor", "", "removed"),
    Unbound("actor", "", "exchanged"),
    Unbound("actor", "kind"),
    Unbound("actor", "name"),
    Unbound("actor", "player"),
    Unbound("append_request", "", "of a client's key, added or removed"),
    Unbound("append_request", "key", "of a client"),
    Unbound("append_request", "fingerprint", "of a client's key"),
    Unbound("import_slip", "", "added or removed at the end"),
    Unbound("import_slip", "", "exchanged"),
    Unbound("import_slip", "instant"),
    Unbound("import_slip", "file_name"),
    Unbound("import_slip", "file", "of a refused file"),
    Unbound("import_slip", "tournament", "of a refused file"),
    Unbound("import_slip", "words"),
    Unbound("import_slip", "handed_in_by"),
)
"""Columns and rows whose change goes unnoticed, in the order of tables and columns.

They are no evidence. Everything else is held by an event, and the events by the chain.
"""
