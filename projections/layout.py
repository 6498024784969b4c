"""Reports laid out as columns: one row for each side of a game, one for each entrant.

No loop over games: the fixed-width text of all reports is joined and read at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from projections.facts import Report
from projections.rulebooks.grammar import Edition

Index = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Part:
    """The tournaments of a step that one edition rates, as columns.

    Entries (players in tournaments) stand tournament by tournament, in start-number order. Sides
    stand whites first, then blacks: side i and side i + games are the two of game i.
    """

    edition: Edition
    reports: tuple[Report, ...]
    player: Index
    """Register number of each entry; shape (entries,)."""
    tournament: Index
    """Index into `reports` of each entry; shape (entries,)."""
    first_entry: Index
    """First entry of each tournament, and one past the last; shape (tournaments + 1,)."""
    entry: Index
    """Entry of each side's player; shape (2 * games,)."""
    opponent_entry: Index
    result: NDArray[np.uint8]
    """TRF code of each side's result; shape (2 * games,)."""
    opponent_result: NDArray[np.uint8]

    @property
    def games(self) -> int:
        """Give the number of pairings."""
        return len(self.entry) // 2


def lay_out(edition: Edition, reports: Sequence[Report]) -> Part:
    """Lay out reports under one edition, in the order given."""
    sizes = np.fromiter(
        (len(each.player) // columns.PLAYER for each in reports), np.int32, len(reports)
    )
    first = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
    offsets = np.repeat(first[:-1], [each.game_count for each in reports])
    white = columns.read("".join([each.games.white for each in reports]), columns.NUMBER) + offsets
    black = columns.read("".join([each.games.black for each in reports]), columns.NUMBER) + offsets
    white_result = columns.codes("".join([each.games.white_result for each in reports]))
    black_result = columns.codes("".join([each.games.black_result for each in reports]))
    return Part(
        edition=edition,
        reports=tuple(reports),
        player=columns.read("".join([each.player for each in reports]), columns.PLAYER),
        tournament=np.repeat(np.arange(len(reports), dtype=np.int32), sizes),
        first_entry=first,
        entry=np.concatenate([white, black]),
        opponent_entry=np.concatenate([black, white]),
        result=np.concatenate([white_result, black_result]),
        opponent_result=np.concatenate([black_result, white_result]),
    )
