"""Events of the stream `register`: the players, without their names.

Names and numbers of other bodies lie in erasable tables; the event holds a commitment to them.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, ClassVar, Final

from msgspec import Meta

from ledger import columns
from ledger.events import base
from ledger.events.base import Article, By, Fact

_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ-"
_HEX: Final = "0123456789abcdef"


class _RegisterFact(Fact, frozen=True, kw_only=True):
    """A fact about persons of the register, a row each."""

    STREAM = "register"
    OTHERWISE: ClassVar[str] = ""
    """A letter for what stays as it was, where an event has one."""

    def __post_init__(self) -> None:
        """Check the columns against each other. Raises BadEvent."""
        rows = base.players(self)
        base.letters(self, rows, _LETTERS + self.OTHERWISE, columns.FEDERATION, "federation")
        base.letters(self, rows, _HEX, columns.COMMITMENT, "commitment")
        if "sex" in self.__struct_fields__:
            base.letters(self, rows, "mw-" + self.OTHERWISE, 1, "sex")


class PlayersRegistered(_RegisterFact, frozen=True, kw_only=True):
    """Persons enter the register; a row for each player, addressed `position#row`."""

    TYPE = "players-registered.v1"

    player: base.PlayerColumn
    birth_year: base.YearColumn
    sex: base.SexColumn
    federation: base.FederationColumn
    commitment: base.CommitmentColumn


class PlayerDetailsChanged(_RegisterFact, frozen=True, kw_only=True):
    """Details of players changed from a day on: numbers, names, federations."""

    TYPE = "player-details-changed.v1"
    OTHERWISE = "*"
    DAY = "on"

    on: date
    player: base.PlayerColumn
    federation: Annotated[base.FederationColumn, Meta(description="*** is as it was")]
    commitment: base.CommitmentColumn


class PlayerDetailsCorrected(_RegisterFact, frozen=True, kw_only=True):
    """Details of players were wrong from the start."""

    TYPE = "player-details-corrected.v1"
    OTHERWISE = "*"

    player: base.PlayerColumn
    birth_year: Annotated[base.YearColumn, Meta(description="9999 is as it was")]
    sex: Annotated[str, Meta(description="one letter each: m, w, - (unknown) or * (as it was)")]
    federation: Annotated[base.FederationColumn, Meta(description="*** is as it was")]
    commitment: base.CommitmentColumn
    by: By
    article: Article | None = None
