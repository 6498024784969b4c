"""Persons in a register, each written down in a line."""

from collections.abc import Mapping

from ledger import columns
from ledger.events.register import PersonalDataErased
from ledger.intake.people.registering import Person, registration
from ledger.register import identities
from ledger.store.ledger import Ledger
from ledger.store.requests import NewEvent, Request, new_salt


def person(
    name: str, birth_year: int = 0, sex: str = "", federation: str = "", **numbers: str
) -> Person:
    """Give somebody: person("Rossi, Maria", 1975, "w", "ITA", fide="123")."""
    others = dict(numbers)
    return Person(others.pop("fide", ""), name, "", birth_year, sex, federation, others=others)


def enter(ledger: Ledger, *people: Person, scheme: str = "fide") -> list[int]:
    """Register people; give their numbers."""
    last = identities.last(ledger.read)
    fact, subjects = registration(people, last.player + 1, scheme, new_salt)
    expected = {identities.STREAM: last.version}
    ledger.append(
        Request(f"enter-{last.player}", (NewEvent(fact),), expected=expected, subjects=subjects)
    )
    return [subject.player for subject in subjects]


def erase(ledger: Ledger, *players: int) -> None:
    """Erase the words and numbers of players, and record the erasure."""
    for player in players:
        forget(ledger, player)
    column = columns.write(players, columns.PLAYER)
    fact = PersonalDataErased(player=column, by="the-council")
    ledger.append(Request(f"erase {column[:100]}", (NewEvent(fact),)))


def forget(ledger: Ledger, player: int) -> None:
    """Delete a player's words and numbers, without an event."""
    with ledger.engine.begin() as connection:
        for table in ("subject", "subject_number"):
            connection.exec_driver_sql(f"DELETE FROM {table} WHERE player = {player}")


def numbers_of(ledger: Ledger, player: int) -> Mapping[str, str]:
    """Give the numbers under which a player is found."""
    with ledger.engine.connect() as connection:
        rows = connection.exec_driver_sql(
            f"SELECT scheme, number FROM subject_number WHERE player = {player}"
        )
        return {row[0]: row[1] for row in rows}
