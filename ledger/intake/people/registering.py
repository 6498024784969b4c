"""Registration of players and of further numbers: events, and erasable words.

The words of a person are canonical JSON: name, numbers by scheme, titles; birth as first printed.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

import msgspec
from msgspec import structs

from ledger import canonical, columns
from ledger.events.register import PlayerDetailsChanged, PlayersRegistered
from ledger.register import identities
from ledger.register.people import STAYS
from ledger.register.words import NO_TITLES, Titles, Words, as_kept, read_words
from ledger.store.reading import Reader, Recorded
from ledger.store.requests import Subject, commitment

Salts = Callable[[], bytes]
"""Gives a fresh salt at each call."""

_NO_FEDERATION: Final = "---"
_STAYS: Final = STAYS * columns.FEDERATION


class Person(msgspec.Struct, frozen=True, array_like=True):
    """A player to register; "" and 0 are unknown."""

    number: str
    """Under the scheme of the file; "" is none."""
    name: str
    birth: str = ""
    birth_year: int = 0
    sex: str = ""
    federation: str = ""
    titles: Titles = NO_TITLES
    others: Mapping[str, str] = msgspec.field(default_factory=dict)
    """Numbers under further schemes."""

    def all_numbers(self, scheme: str) -> dict[str, str]:
        """Return the numbers by scheme; `scheme` is that of the file."""
        return {**self.others, **({scheme: self.number} if self.number else {})}

    def words(self) -> dict[str, str]:
        """Return what is printed of the person beside name and numbers."""
        words = {"birth": self.birth, **self.titles._asdict()}
        return {what: text for what, text in words.items() if text}


@dataclass(frozen=True, slots=True)
class Learned:
    """A registered player with new words from a file."""

    player: int
    body: bytes
    """The recorded words."""
    numbers: Mapping[str, str] = field(default_factory=dict)
    """New numbers by scheme."""
    words: Mapping[str, str] = field(default_factory=dict)
    """New texts, by field of the words."""
    federation: str = ""
    """Empty: as it was."""

    def changes(self, on: date) -> dict[str, Any]:
        """Return what changes in the recorded words from a day on."""
        words = read_words(self.player, self.body)
        then = structs.replace(words, **self.words)
        return {**self.words, "numbers": self.numbers, **kept_earlier(words, then, on)}


def registration(
    people: Sequence[Person], first: int, scheme: str, salts: Salts
) -> tuple[PlayersRegistered, tuple[Subject, ...]]:
    """Return the registration of people, numbered from `first`, and the people's words."""
    subjects = []
    for player, person in enumerate(people, first):
        numbers = person.all_numbers(scheme)
        words: dict[str, Any] = {"name": person.name, "numbers": numbers, **person.words()}
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
    """Return the event of details new from a day on, and the new words, by register number."""
    subjects = tuple(
        replaced(known.player, salts(), known.body, known.changes(on)) for known in learned
    )
    fact = PlayerDetailsChanged(
        on=on,
        player=columns.write((subject.player for subject in subjects), columns.PLAYER),
        federation="".join(known.federation or _STAYS for known in learned),
        commitment=committed(subjects),
    )
    return fact, subjects


def kept_earlier(words: Words, then: Words, on: date) -> dict[str, Any]:
    """Return the earlier words to keep, where others hold from a day on."""
    earlier = words.earlier_than(then, on)
    return {"earlier": as_kept(earlier)} if earlier else {}


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
