"""Parameters and bodies of addresses that are written by hand."""

from msgspec import Struct

from ops.doors.circumstances import Circumstances
from ops.doors.circumstances import Circumstances as Recording
from ops.doors.circumstances import Confirmations as Changing
from ops.doors.declare import Asked
from ops.doors.fields import Player, Pool, Tournament

__all__ = (
    "Body",
    "Changing",
    "Nothing",
    "OfPlayerRecorded",
    "OfPoolRecorded",
    "OfTournamentRecorded",
    "Recording",
)


class Nothing(Asked, frozen=True, kw_only=True):
    """No parameters."""


class OfPoolRecorded(Circumstances, frozen=True, kw_only=True):
    """Something is recorded of a pool."""

    pool: Pool


class OfTournamentRecorded(Circumstances, frozen=True, kw_only=True):
    """Something is recorded of a tournament."""

    tournament: Tournament


class OfPlayerRecorded(Circumstances, frozen=True, kw_only=True):
    """Something is recorded of a player."""

    player: Player


class Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A body in JSON."""
