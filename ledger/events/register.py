"""Events of the stream `register`: who the players are, without naming them.

Names and numbers of other bodies lie in erasable tables; the event holds a commitment to them.
"""

from __future__ import annotations

from ledger import columns, limits
from ledger.events import base
from ledger.events.base import Fact


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
        base.letters(self, rows, "ABCDEFGHIJKLMNOPQRSTUVWXYZ-", columns.FEDERATION, "federation")
        base.letters(self, rows, "0123456789abcdef", columns.COMMITMENT, "commitment")
