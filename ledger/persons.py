"""What the register says of a player without naming him: federation, sex, year of birth."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.events.register import (
    PlayerDetailsChanged,
    PlayerDetailsCorrected,
    PlayersRegistered,
)
from ledger.store.reading import Reader

_STREAM: Final = "register"
_YEAR_AS_IT_WAS: Final = 9_999
_NO_FEDERATION: Final = b"---"
_FEDERATION_AS_IT_WAS: Final = b"***"


@dataclass(frozen=True, slots=True)
class Person:
    """A player as the register's events know him; "" and 0 are unknown."""

    federation: str = ""
    """Three capital letters."""
    sex: str = ""
    """m or w."""
    birth_year: int = 0


@dataclass(frozen=True, slots=True)
class Persons:
    """Everybody in the register, as columns by register number; row 0 is nobody."""

    federation: NDArray[Any]
    """Three ASCII letters; `---` is unknown; `\\0\\0\\0` is not registered."""
    sex: NDArray[Any]
    """m, w or -, one ASCII letter."""
    birth_year: NDArray[np.int32]
    """0 is unknown."""

    def __contains__(self, player: int) -> bool:
        """Tell whether the register knows a number."""
        return 0 < player < len(self.sex) and bool(self.sex[player])

    def __getitem__(self, player: int) -> Person:
        """Give one person; of a number that the register does not know, nothing is known."""
        if player not in self:
            return Person()
        federation, sex = self.federation[player], self.sex[player]
        return Person(
            federation="" if federation == _NO_FEDERATION else federation.decode(),
            sex="" if sex == b"-" else sex.decode(),
            birth_year=int(self.birth_year[player]),
        )


def registered(read: Reader, through: int | None = None) -> Persons:
    """Fold the register's stream, as known at a position (None: everything), in one pass."""
    facts = [
        each.decoded().payload
        for each in read.stream(_STREAM)
        if through is None or each.position <= through
    ]
    facts = [each for each in facts if hasattr(each, "federation") and hasattr(each, "player")]
    highest = (int(columns.read(each.player, columns.PLAYER).max(initial=0)) for each in facts)
    size = 1 + max(highest, default=0)
    known = Persons(
        np.zeros(size, dtype="S3"), np.zeros(size, dtype="S1"), np.zeros(size, dtype=np.int32)
    )
    for fact in facts:
        _take(fact, known)
    return known


def persons(
    read: Reader, players: Collection[int], through: int | None = None
) -> dict[int, Person]:
    """Give the persons among `players` whom the register knows, as known at a position."""
    known = registered(read, through)
    return {player: known[player] for player in players if player in known}


def _take(
    fact: PlayersRegistered | PlayerDetailsChanged | PlayerDetailsCorrected, known: Persons
) -> None:
    """Write the rows of one event over what was known; what it leaves as it was stays."""
    players = columns.read(fact.player, columns.PLAYER)
    federation = np.frombuffer(fact.federation.encode("ascii"), dtype="S3")
    said = federation != _FEDERATION_AS_IT_WAS
    known.federation[players[said]] = federation[said]
    if isinstance(fact, PlayerDetailsChanged):
        return
    sex = np.frombuffer(fact.sex.encode("ascii"), dtype="S1")
    known.sex[players[sex != b"*"]] = sex[sex != b"*"]
    years = columns.read(fact.birth_year, columns.YEAR)
    told = years != _YEAR_AS_IT_WAS
    known.birth_year[players[told]] = years[told]
