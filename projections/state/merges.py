"""Merged players on lists: the numbers that lead to another player, and since when."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from ledger import columns
from projections.state.reports import NEVER, Report

Names = Mapping[int, int]
"""Register numbers that lead to another player, by number."""

NOBODY_MERGED: Final[Names] = {}


class Merge(msgspec.Struct, frozen=True):
    """A merge: in force from `position` on, up to the position before `until` (the separation)."""

    position: int
    kept: int
    merged: int
    until: int = NEVER

    def holds_at(self, position: int) -> bool:
        """Return whether the merge is in force at a position."""
        return self.position <= position < self.until


def names_at(merges: Iterable[Merge], position: int) -> dict[int, int]:
    """Return the merged numbers at a position, each with the kept player."""
    return {merge.merged: merge.kept for merge in merges if merge.holds_at(position)}


def renamed(reports: Sequence[Report], names: Names) -> list[Report]:
    """Return reports in which merged numbers are replaced by their players.

    A report that would name a player twice stays as it is: the merge was recorded while the report
    came in.
    """
    if not names:
        return list(reports)
    return [_renamed(report, names) for report in reports]


def _renamed(report: Report, names: Names) -> Report:
    players = columns.read(report.player, columns.PLAYER)
    now = called(players, names)
    if (now == players).all() or len(np.unique(now)) < len(now):
        return report
    decided = tuple(
        structs.replace(decision, player=names.get(decision.player, decision.player))
        for decision in report.about.decided
    )
    about = structs.replace(report.about, decided=decided)
    return structs.replace(report, player=columns.write(now.tolist(), columns.PLAYER), about=about)


def called(players: NDArray[Any], names: Names) -> NDArray[Any]:
    """Return register numbers, each merged number replaced by the number of the kept player."""
    now = players.copy()
    for merged, kept in names.items():
        now[players == merged] = kept
    return now


def present(players: NDArray[np.int64], names: Names) -> NDArray[np.int64]:
    """Return the players to whom register numbers lead, growing, each once."""
    return np.unique(called(players, names)) if names else players


def names_of_player(booked: Names, now: Names, player: int, row: int) -> dict[int, int]:
    """Return the merged numbers on a closed list, for the unit of one player.

    All others are called as when the list was closed (`booked`). `row` is the number under which
    the list rated the player.
    """
    found = {who: kept for who, kept in booked.items() if player not in (who, kept)}
    mine = {who for who, kept in now.items() if kept == player}
    if row == player:
        return (
            found | dict.fromkeys(mine, player) | ({player: now[player]} if player in now else {})
        )
    return found | (dict.fromkeys({player, *mine} - {row}, row) if mine else {})
