"""Events of the stream `register`: who the players are, without naming them.

Names and numbers of other bodies lie in erasable tables; the event holds a commitment to them.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Final

from msgspec import Meta

from ledger import columns, limits
from ledger.events import base
from ledger.events.base import Article, Fact, Id

_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ-"
_HEX: Final = "0123456789abcdef"


class PlayersRegistered(
    Fact, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """Persons enter the register; one row a player, addressed `position#row`."""

    TYPE = "players-registered.v1"

    player: base.PlayerColumn
    birth_year: base.YearColumn
    sex: base.SexColumn
    federation: base.FederationColumn
    commitment: base.CommitmentColumn

    def stream(self) -> str:
        """Give `register`."""
        return "register"

    def __post_init__(self) -> None:
        """Check the columns against each other. Raises ValueError."""
        rows = base.digits(self, "player", "birth_year")
        base.players_once(self, limits.EVENT_PLAYERS)
        base.letters(self, rows, "mw-", 1, "sex")
        base.letters(self, rows, _LETTERS, columns.FEDERATION, "federation")
        base.letters(self, rows, _HEX, columns.COMMITMENT, "commitment")


class PlayerDetailsChanged(
    Fact, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What is known of players changed from a day on: numbers, names, federations."""

    TYPE = "player-details-changed.v1"
    DAY = "on"

    on: date
    player: base.PlayerColumn
    federation: Annotated[base.FederationColumn, Meta(description="*** is as it was")]
    commitment: base.CommitmentColumn

    def stream(self) -> str:
        """Give `register`."""
        return "register"

    def __post_init__(self) -> None:
        """Check the columns against each other. Raises BadEvent."""
        rows = base.digits(self, "player")
        base.players_once(self, limits.EVENT_PLAYERS)
        base.letters(self, rows, _LETTERS + "*", columns.FEDERATION, "federation")
        base.letters(self, rows, _HEX, columns.COMMITMENT, "commitment")


class PlayerDetailsCorrected(
    Fact, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What was recorded of players was wrong from the start."""

    TYPE = "player-details-corrected.v1"

    player: base.PlayerColumn
    birth_year: Annotated[base.YearColumn, Meta(description="9999 is as it was")]
    sex: Annotated[str, Meta(description="one letter each: m, w, - (unknown) or * (as it was)")]
    federation: Annotated[base.FederationColumn, Meta(description="*** is as it was")]
    commitment: base.CommitmentColumn
    by: Annotated[Id, Meta(description="the body that decided")]
    article: Article | None = None

    def stream(self) -> str:
        """Give `register`."""
        return "register"

    def __post_init__(self) -> None:
        """Check the columns against each other. Raises BadEvent."""
        rows = base.digits(self, "player", "birth_year")
        base.players_once(self, limits.EVENT_PLAYERS)
        base.letters(self, rows, "mw-*", 1, "sex")
        base.letters(self, rows, _LETTERS + "*", columns.FEDERATION, "federation")
        base.letters(self, rows, _HEX, columns.COMMITMENT, "commitment")
