"""Persons in the register: their words as kept today, and their details folded from the events.

Birth years, sexes and federations stand in the events of the stream `register`: details are read as
known at a position and valid on a day.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
from msgspec.structs import asdict
from numpy.typing import NDArray

from ledger import columns
from ledger.events.register import PlayerDetailsChanged, PlayerDetailsCorrected, PlayersRegistered
from ledger.register import identities
from ledger.register.words import Words, read_words
from ledger.store.reading import BEGINNING, Mark, Reader, Recorded
from ledger.time_limit import check_time

YEAR_STAYS: Final = 9_999
"""In a correction: the birth year is as it was."""
STAYS: Final = "*"
"""In a correction or a change: sex or federation is as it was."""
UNKNOWN: Final = "-"

_COLUMNS: Final = ("birth_year", "sex", "federation")
_FOR_EVER: Final = "9999-12-31"


class Described(NamedTuple):
    """Details of a player in the events, without the name; "" and 0 are unknown."""

    federation: str = ""
    """Three capital letters."""
    sex: str = ""
    """m or w."""
    birth_year: int = 0


class Person(Words, frozen=True, kw_only=True):
    """A person in the register: the words, and the details in the events; "" and 0 are unknown."""

    player: int
    birth_year: int
    sex: str
    federation: str

    def __str__(self) -> str:
        """Write the person on a line: `572-4 Rossi, Maria, 1975, ITA, fide 123`."""
        numbers = [f"{scheme} {number}" for scheme, number in sorted(self.numbers.items())]
        year = str(self.birth_year or "")
        # Named one by one: messages show this line to people who may not see every detail.
        words = [self.name, year, self.federation, *numbers, self.committee, *self.titles]
        return f"{identities.show(self.player)} " + ", ".join(word for word in words if word)


@dataclass(frozen=True, slots=True)
class Details:
    """Details of all players in the events; the index is the register number, 0 is nobody."""

    birth_year: NDArray[np.int16]
    sex: NDArray[np.uint8]
    """ASCII codes of m, w and -; 0 is not registered."""
    federation: NDArray[np.bytes_]
    mark: Mark = BEGINNING
    """The last event in it, of the stream `register`."""

    @property
    def size_bytes(self) -> int:
        """Bytes in memory."""
        return self.birth_year.nbytes + self.sex.nbytes + self.federation.nbytes

    def grown(self, size: int) -> Details:
        """Return a copy with room for register numbers below a size."""
        copy = replace(_nobody(max(size, len(self.sex))), mark=self.mark)
        for name in _COLUMNS:
            getattr(copy, name)[: len(self.sex)] = getattr(self, name)
        return copy

    def fixed(self, mark: Mark) -> Details:
        """Return the details at a mark; they may not be changed from now on."""
        for name in _COLUMNS:
            getattr(self, name).flags.writeable = False
        return replace(self, mark=mark)

    def __contains__(self, player: int) -> bool:
        """Return whether the register knows a number."""
        return 0 < player < len(self.sex) and bool(self.sex[player])

    def __getitem__(self, player: int) -> Described:
        """Return the details of a player; empty for an unregistered number."""
        return self.of([player])[0] if player in self else Described()

    def of(self, players: Sequence[int]) -> list[Described]:
        """Return the details of registered players, in one piece."""
        here = np.array(players, dtype=np.int64)
        codes, sexes = self.federation[here].tolist(), self.sex[here].tolist()
        texts = {code: code.decode().strip(UNKNOWN) for code in set(codes)}
        letters = {code: chr(code).strip(UNKNOWN) for code in set(sexes)}
        federations, sex = map(texts.__getitem__, codes), map(letters.__getitem__, sexes)
        return list(map(Described, federations, sex, self.birth_year[here].tolist()))

    def women(self, players: NDArray[np.integer[Any]]) -> NDArray[np.bool_]:
        """Return whether each of some players is registered as a woman."""
        return self.sex[self._here(players)] == ord("w")

    def without_federation(self, players: NDArray[np.integer[Any]]) -> NDArray[np.bool_]:
        """Return whether each of some players is registered without a federation."""
        here = self._here(players)
        none = np.char.strip(self.federation[here], UNKNOWN.encode()) == b""
        return (self.sex[here] > 0) & none

    def _here(self, players: NDArray[np.integer[Any]]) -> NDArray[np.integer[Any]]:
        """Return the rows of some players; that of nobody for a number never given."""
        return np.where(players < len(self.sex), players, 0)

    def person(self, player: int, words: Words) -> Person:
        """Return a person from register number and words."""
        return Person(**asdict(words), player=player, **self[player]._asdict())


def details(read: Reader, through: int | None = None, as_of: date | None = None) -> Details:
    """Return the details of all players, as known at a position and valid on a day (None: last).

    What changed from a day on counts from that day; what was wrong was wrong from the start. Read
    once, in one pass over the stream `register`, six bytes a player kept (500 000 players: a
    quarter of a second); later questions read the events since. Days between the same two changes
    share their details.
    """
    day = _day_of_change(read, as_of)

    def made(before: Details | None, mark: Mark) -> Details:
        known = (before or _nobody(0)).grown(identities.last_player(read) + 1)
        for recorded in read.in_stream(identities.STREAM, after=known.mark.version):
            if recorded.stream_version > mark.version:
                break
            if recorded.type in _TYPES and not (_is_change(recorded) and recorded.valid_on > day):
                _take(known, recorded)
        return known.fixed(mark)

    return read.followed(("details", day), identities.STREAM, through, made)


def _day_of_change(read: Reader, as_of: date | None) -> str:
    """Return the day of the last change that holds on a day; any later day has the same details."""
    if as_of is None or as_of.isoformat() >= read.last_day_of(PlayerDetailsChanged.TYPE):
        return _FOR_EVER
    return read.last_day_of(PlayerDetailsChanged.TYPE, as_of)


def _is_change(recorded: Recorded) -> bool:
    return recorded.type == PlayerDetailsChanged.TYPE


def _nobody(size: int) -> Details:
    return Details(
        np.zeros(size, dtype=np.int16),
        np.zeros(size, dtype=np.uint8),
        np.full(size, UNKNOWN.encode() * columns.FEDERATION, dtype="S3"),
    )


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
        check_time()
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
