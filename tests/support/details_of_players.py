"""Requests to register players and to change names and numbers."""

from sqlalchemy import text

from ledger import canonical
from ledger.events.base import Fact
from ledger.store.ledger import Ledger
from ledger.store.requests import Request, Subject, commitment
from tests.support.event_samples import by_type, players
from tests.support.varied_ledger import asked, changed

FACTS = by_type()


def registered(*subjects: Subject) -> Request:
    """Return a request to register players with their words."""
    rows = len(subjects)
    fact = changed(
        FACTS["players-registered.v1"],
        player=players(*(subject.player for subject in subjects)),
        birth_year="0000" * rows,
        sex="-" * rows,
        federation="---" * rows,
        commitment=said(*subjects),
    )
    return asked("registered", fact, subjects=subjects)


def details(key: str, *subjects: Subject) -> Request:
    """Return a request to change the details of players."""
    return asked(key, details_of(*subjects), subjects=subjects)


def details_of(*subjects: Subject) -> Fact:
    """Return the event with the commitment to the words of some players."""
    return changed(
        FACTS["player-details-changed.v1"],
        player=players(*(subject.player for subject in subjects)),
        federation="***" * len(subjects),
        commitment=said(*subjects),
    )


def said(*subjects: Subject) -> str:
    """The column of commitments."""
    return "".join(commitment(subject.salt, subject.body) for subject in subjects)


def body(name: str, **numbers: str) -> bytes:
    """Return the kept words of a player."""
    return canonical.encode({"name": name, "numbers": numbers})


def new(player: int, name: str = "new", **numbers: str) -> Subject:
    """Return words in place of others."""
    return Subject(player, b"fresh", body(name, **numbers), numbers, replaces=True)


def numbers(ledger: Ledger) -> list[tuple[str, str, int]]:
    """Return all kept numbers."""
    query = "SELECT scheme, number, player FROM subject_number ORDER BY scheme, number"
    with ledger.engine.connect().execution_options(reading=True) as connection:
        return [(row.scheme, row.number, row.player) for row in connection.execute(text(query))]
