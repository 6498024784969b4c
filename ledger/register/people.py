"""Persons in the register: their words as kept today, and their details folded from the events.

Birth years, sexes and federations stand in the events of the stream `register`: details are read as
known at a position and valid on a day.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.events.register import PlayerDetailsChanged, PlayerDetailsCorrected, PlayersRegistered
from ledger.register import identities
from ledger.register.words import Words, read_words
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
    version: int = -1
    """Of the stream `register`, of the last event in it; -1: not known."""

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
    known, version = _nobody(identities.last_player(read) + 1), -1
    for recorded in read.in_stream(identities.STREAM):
        if through is not None and recorded.position > through:
            break
        _take_valid(known, recorded, as_of)
        version = recorded.stream_version
    return replace(known, version=version)


def details_by_day(read: Reader, through: int) -> Callable[[date], Details]:
    """Return the details valid on a day as a function of the day, as known at a position.

    Days between the same two changes share their details: the register is read once for them.
    """
    known: dict[int, Details] = {}

    @cache
    def days_of_change() -> list[str]:
        changes = read.of_type(PlayerDetailsChanged.TYPE)
        return sorted(change.valid_on for change in changes if change.position <= through)

    def on(day: date) -> Details:
        changes = bisect_right(days_of_change(), day.isoformat())
        if changes not in known:
            known[changes] = details(read, through, day)
        return known[changes]

    return on


def last_event(read: Reader, through: int) -> int:
    """Return the position of the last event about details, up to a position; -1: none."""
    return max(read.last_of_type(type_name, through) for type_name in _TYPES)


def details_since(read: Reader, before: Details, as_of: date | None = None) -> Details:
    """Return the details of today from those of an earlier version, valid on the same day.

    Only the events since are read.
    """
    known, version = before, before.version
    for recorded in read.in_stream(identities.STREAM, after=before.version):
        known = _grown(known, recorded)
        _take_valid(known, recorded, as_of)
        version = recorded.stream_version
    return replace(known, version=version)


def _grown(known: Details, recorded: Recorded) -> Details:
    """Return a copy with room for the players of an event."""
    size = len(known.sex)
    if recorded.type == PlayersRegistered.TYPE:
        event = msgspec.json.decode(recorded.body, type=_Body).payload
        size = max(size, 1 + int(event.player[-columns.PLAYER :] or 0))
    grown = _nobody(size)
    for name in ("birth_year", "sex", "federation"):
        getattr(grown, name)[: len(known.sex)] = getattr(known, name)
    return grown


def _nobody(size: int) -> Details:
    return Details(
        np.zeros(size, dtype=np.int16),
        np.zeros(size, dtype=np.uint8),
        np.full(size, UNKNOWN.encode() * columns.FEDERATION, dtype="S3"),
    )


def _take_valid(known: Details, recorded: Recorded, as_of: date | None) -> None:
    is_change = recorded.type == PlayerDetailsChanged.TYPE
    is_later = is_change and as_of is not None and recorded.valid_on > as_of.isoformat()
    if recorded.type in _TYPES and not is_later:
        _take(known, recorded)


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
