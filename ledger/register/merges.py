"""Merged players: the merges in force, folded from the stream `register`."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from ledger.events.register import PlayersMerged, PlayersSeparated
from ledger.store.reading import Reader, Recorded

MERGING: Final = (PlayersMerged.TYPE, PlayersSeparated.TYPE)
"""Types of the events of which merges follow."""


class Merge(NamedTuple):
    """A merge in force: the number `merged` leads to the player `kept`."""

    kept: int
    merged: int
    position: int
    event_id: str


def merges(read: Reader, known: int | None = None) -> dict[int, Merge]:
    """Return the merges in force by merged number, as known at a position (None: now).

    The cost grows with the number of merges, not with the register.
    """
    events = read.stream(PlayersMerged.STREAM, *MERGING)
    return in_force(one for one in events if known is None or one.position <= known)


def in_force(events: Iterable[Recorded]) -> dict[int, Merge]:
    """Return the merges in force after some merges and separations, in order."""
    found: dict[int, Merge] = {}
    for recorded in events:
        payload = recorded.decoded().payload
        if isinstance(payload, PlayersMerged):
            merge = Merge(payload.kept, payload.merged, recorded.position, recorded.event_id)
            found[payload.merged] = merge
        else:
            found.pop(payload.merged, None)
    return found


def kept_player(merged: Mapping[int, Merge], player: int) -> int:
    """Return the player to whom a register number leads: itself, unless merged."""
    return merged[player].kept if player in merged else player
