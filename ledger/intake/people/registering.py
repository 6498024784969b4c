"""Registration of players and of further numbers: events, and erasable words.

The words of a person are canonical JSON: name, numbers by scheme; birth and title as first printed.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

import msgspec

from ledger import canonical, columns
from ledger.events.register import PlayerDetailsChanged, PlayersRegistered
from ledger.register import identities
from ledger.register.people import STAYS
from ledger.store.reading import Reader, Recorded
from ledger.store.requests import Subject, commitment

Salts = Callable[[], bytes]
"""Gives a fresh salt at each call."""

_NO_FEDERATION: Final = "---"


@dataclass(frozen=True, slots=True)
class Person:
    """A player to register; "" and 0 are unknown."""

    number: str
    """Under the scheme of the file; "" is none."""
    name: str
    birth: str = ""
    birth_year: int = 0
    sex: str = ""
    federation: str = ""
    title: str = ""
    others: Mapping[str, str] = field(default_factory=dict)
    """Numbers under further schemes."""

    def all_numbers(self, scheme: str) -> dict[str, str]:
        """Return the numbers by scheme; `scheme` is that of the file."""
        return {**self.others, **({scheme: self.number} if self.number else {})}


@dataclass(frozen=True, slots=True)
class Learned:
    """A registered player with new numbers from a report."""

    player: int
    body: bytes
    """The recorded words."""
    numbers: Mapping[str, str]
    """New numbers by scheme."""


def registration(
    people: Sequence[Person], first: int, scheme: str, salts: Salts
) -> tuple[PlayersRegistered, tuple[Subject, ...]]:
    """Return the registration of people, numbered from `first`, and the people's words."""
    subjects = []
    for player, person in enumerate(people, first):
        numbers = person.all_numbers(scheme)
        words: dict[str, Any] = {"name": person.name, "numbers": numbers}
        optional = {"birth": person.birth, "title": person.title}
        words |= {key: text for key, text in optional.items() if text}
        subjects.append(Subject(player, salts(), canonical.encode(words), numbers))
    fact = PlayersRegistered(
        player=columns.write((subject.player for subject in subjects), columns.PLAYER),
        birth_year=columns.write((person.birth_year for person in people), columns.YEAR),
        sex="".join(person.sex or "-" for person in people),
        federation="".join(person.federation or _NO_FEDERATION for person in people),
        commitment=committed(subjects),
    )
    return fact, tuple(subjects)


def learning(
    learned: Sequence[Learned], on: date, salts: Salts
) -> tuple[PlayerDetailsChanged, tuple[Subject, ...]]:
    """Return the event of numbers added from a day on, and the new words, by register number."""
    subjects = tuple(
        replaced(known.player, salts(), known.body, {"numbers": known.numbers}) for known in learned
    )
    fact = PlayerDetailsChanged(
        on=on,
        player=columns.write((subject.player for subject in subjects), columns.PLAYER),
        federation=STAYS * columns.FEDERATION * len(subjects),
        commitment=committed(subjects),
    )
    return fact, subjects


def replaced(player: int, salt: bytes, body: bytes, changes: Mapping[str, Any]) -> Subject:
    """Return a player's words with changes: numbers are added, other texts replaced.

    A number or a text that becomes "" is left out; a name stays, be it empty.
    """
    words = msgspec.json.decode(body)
    all_numbers = {**words.get("numbers", {}), **changes.get("numbers", {})}
    numbers = {scheme: number for scheme, number in all_numbers.items() if number}
    words = {key: text for key, text in {**words, **changes}.items() if text or key == "name"}
    return Subject(
        player, salt, canonical.encode({**words, "numbers": numbers}), numbers, replaces=True
    )


def committed(subjects: Sequence[Subject]) -> str:
    """Return the column of commitments to words."""
    return "".join(commitment(subject.salt, subject.body) for subject in subjects)


def new_players(read: Reader, stored: Iterable[Recorded]) -> tuple[tuple[int, str], ...]:
    """Return register number and name of the players registered by some events."""
    players = [
        player
        for recorded in stored
        if recorded.type == PlayersRegistered.TYPE
        for player in columns.read(recorded.decoded().payload.player, columns.PLAYER).tolist()
    ]
    return tuple(identities.names(read, players).items())
