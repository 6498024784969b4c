"""Details of persons in the register: words beside the events, everything else inside them.

Birth years, sexes and federations stand in the events of the stream `register`; names and other
bodies' numbers in erasable words. Here they come together: words as they are kept now, the rest
as it was known at a position and held on a day.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.events.register import PlayerDetailsChanged, PlayerDetailsCorrected, PlayersRegistered
from ledger.register import identities
from ledger.register.person_words import Words, read_words
from ledger.store.reading import Reader, Recorded

YEAR_STAYS: Final = 9_999
"""In a correction: the birth year is as it was."""
STAYS: Final = "*"
"""In a correction or a change: sex or federation is as it was."""
UNKNOWN: Final = "-"


class Described(NamedTuple):
    """Details of a player in the events, without the name; "" and 0 are unknown."""

    federation: str = ""
    """Three capital letters."""
    sex: str = ""
    """m or w."""
    birth_year: int = 0


class Person(NamedTuple):
    """A person in the register; "" and 0 are unknown."""

    player: int
    name: str
    birth_year: int
    sex: str
    federation: str
    numbers: Mapping[str, str]
    """Other bodies' numbers, by scheme."""
    committee: str = ""
    """The local body he belongs to."""

    def __str__(self) -> str:
        """Write the person on a line: `572-4 Rossi, Maria, 1975, ITA, fide 123`."""
        numbers = [f"{scheme} {number}" for scheme, number in sorted(self.numbers.items())]
        year = str(self.birth_year or "")
        words = [self.name, year, self.federation, *numbers, self.committee]
        return f"{identities.show(self.player)} " + ", ".join(word for word in words if word)


@dataclass(frozen=True, slots=True)
class Details:
    """Details of all players in the events; the index is the register number, 0 is nobody."""

    birth_year: NDArray[np.int16]
    sex: NDArray[np.uint8]
    """ASCII codes of m, w and -; 0 is not registered."""
    federation: NDArray[np.bytes_]

    def __contains__(self, player: int) -> bool:
        """Return whether the register knows a number."""
        return 0 < player < len(self.sex) and bool(self.sex[player])

    def __getitem__(self, player: int) -> Described:
        """Return the details of a player; empty for an unregistered number."""
        if player not in self:
            return Described()
        return Described(
            self.federation[player].decode().strip(UNKNOWN),
            chr(self.sex[player]).strip(UNKNOWN),
            int(self.birth_year[player]),
        )

    def person(self, player: int, words: Words) -> Person:
        """Return a person from register number and words."""
        federation, sex, birth_year = self[player]
        numbers, committee = words.numbers, words.committee
        return Person(player, words.name, birth_year, sex, federation, numbers, committee)


def details(read: Reader, through: int | None = None, as_of: date | None = None) -> Details:
    """Read the details of all players, as known at a position and valid on a day (None: last).

    What changed from a day on counts from that day; what was wrong was wrong from the start. One
    pass over the stream `register`, six bytes a player kept (500 000 players: a quarter of a
    second).
    """
    size = identities.last(read).player + 1
    known = Details(
        np.zeros(size, dtype=np.int16),
        np.zeros(size, dtype=np.uint8),
        np.full(size, UNKNOWN.encode() * columns.FEDERATION, dtype="S3"),
    )
    for recorded in read.in_stream(identities.STREAM):
        if through is not None and recorded.position > through:
            break
        is_change = recorded.type == PlayerDetailsChanged.TYPE
        is_later = is_change and as_of is not None and recorded.valid_on > as_of.isoformat()
        if recorded.type in _TYPES and not is_later:
            _take(known, recorded)
    return known


def described(
    read: Reader, players: Collection[int], through: int | None = None
) -> dict[int, Described]:
    """Return the details of some players; players unknown at the position are left out."""
    known = details(read, through)
    return {player: known[player] for player in players if player in known}


def persons(read: Reader, players: Sequence[int]) -> dict[int, Person]:
    """Return some players; players with erased words are left out."""
    kept = read.subjects(list(players))
    if not kept:
        return {}
    known = details(read)
    return {
        player: known.person(player, read_words(player, body)) for player, (_, body) in kept.items()
    }


def everybody(read: Reader, known: Details) -> Iterator[list[tuple[int, Words]]]:
    """Yield number and words of all players covered by `known`, in bounded memory."""
    end = len(known.birth_year)
    for rows in read.all_subjects():
        yield [(player, read_words(player, body)) for player, _, body in rows if player < end]


class _Columns(msgspec.Struct):
    """The columns of an event needed here; no commitment is decoded."""

    player: str
    birth_year: str = ""
    sex: str = ""
    federation: str = ""


class _Body(msgspec.Struct):
    payload: _Columns


_TYPES: Final = (PlayersRegistered.TYPE, PlayerDetailsChanged.TYPE, PlayerDetailsCorrected.TYPE)


def _take(known: Details, recorded: Recorded) -> None:
    """Apply an event; fields missing in the event remain."""
    event = msgspec.json.decode(recorded.body, type=_Body).payload
    players = columns.read(event.player, columns.PLAYER)
    inside = players < len(known.sex)  # somebody may register players meanwhile
    if recorded.type != PlayersRegistered.TYPE:
        inside[inside] = known.sex[players[inside]] > 0  # of others nothing is known
    federations = np.frombuffer(event.federation.encode("ascii"), dtype="S3")
    changes: tuple[tuple[NDArray[Any], NDArray[Any], int | bytes], ...] = (
        (known.birth_year, columns.read(event.birth_year, columns.YEAR), YEAR_STAYS),
        (known.sex, columns.codes(event.sex), ord(STAYS)),
        (known.federation, federations, STAYS.encode() * columns.FEDERATION),
    )
    for column, values, stays in changes:
        if len(values):
            changed = inside & (values != stays)
            column[players[changed]] = values[changed]
