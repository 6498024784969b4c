"""Reports laid out as columns: one row for each side of a game, one for each entrant.

No loop over games: the fixed-width text of all reports is joined and read at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from projections.reports import Report
from projections.rulebooks.grammar import GAME, Edition, Values

VOID: Final = frozenset({"refused", "cancelled"})
"""Decisions after which a tournament is none."""

Index = NDArray[np.intp]
"""Rows of other columns, as wide as memory is addressed: a narrower one is widened at each use."""


@dataclass(frozen=True, slots=True)
class Part:
    """The tournaments of a step that one edition rates, as columns.

    Entries (players in tournaments) stand tournament by tournament, in start-number order. Sides
    stand whites first, then blacks: side i and side i + games are the two of game i.
    """

    edition: Edition
    reports: tuple[Report, ...]
    player: NDArray[np.int32]
    """Register number of each entry; shape (entries,)."""
    tournament: Index
    """Index into `reports` of each entry; shape (entries,)."""
    position: NDArray[np.int64]
    """Position of each tournament's report; shape (tournaments,)."""
    ended: NDArray[np.int32]
    """Month in which each tournament ended, as a month index; shape (tournaments,)."""
    first_entry: Index
    """First entry of each tournament, and one past the last; shape (tournaments + 1,)."""
    entry: Index
    """Entry of each side's player; shape (2 * games,)."""
    opponent_entry: Index
    result: NDArray[np.uint8]
    """TRF code of each side's result; shape (2 * games,)."""
    opponent_result: NDArray[np.uint8]

    first_game: Index
    """First game of each tournament, and one past the last; shape (tournaments + 1,)."""
    beforehand: Mapping[str, Values] = field(default_factory=dict)
    """GAME and ENTRY columns worked out before the ratings are known; see `played.beforehand`."""

    @property
    def games(self) -> int:
        """Give the number of pairings."""
        return len(self.entry) // 2

    @property
    def game(self) -> Index:
        """Give the place of each side's game in the order of play; shape (2 * games,)."""
        return np.tile(np.arange(self.games), 2)

    @property
    def started(self) -> NDArray[np.int64]:
        """Give the first day of each entry's tournament, counted from 1 January of the year 1."""
        days = np.array([each.start.toordinal() for each in self.reports], dtype=np.int64)
        return days.take(self.tournament)

    @property
    def void(self) -> NDArray[np.bool_]:
        """Tell for each side whether its tournament was refused or cancelled; one False for none.

        Shape (2 * games,) or ().
        """
        some = [any(one.kind in VOID for one in each.about.decided) for each in self.reports]
        if not any(some):
            return np.zeros((), dtype=bool)
        return np.array(some).take(self.tournament).take(self.entry)

    def weight(self, of: int) -> NDArray[np.int32]:
        """Give how much each tournament counts: 0 over, 1 under the line; shape (tournaments,)."""
        return np.array([each.about.weight[of] for each in self.reports], dtype=np.int32)

    @property
    def entrants(self) -> NDArray[np.intp]:
        """Give, for each entry, how many entrants its tournament has; shape (entries,)."""
        return np.diff(self.first_entry).take(self.tournament)

    @property
    def pairings(self) -> NDArray[np.intp]:
        """Give, for each entry, how many pairings its tournament has; shape (entries,)."""
        return np.diff(self.first_game).take(self.tournament)

    def cut(self, first: int, last: int) -> Part:
        """Give tournaments first … last - 1 as a part of their own."""
        entries = slice(self.first_entry[first], self.first_entry[last])
        games = {each for each in self.beforehand if self.edition.columns[each].level is GAME}
        return replace(
            self,
            reports=self.reports[first:last],
            player=self.player[entries],
            tournament=self.tournament[entries] - first,
            position=self.position[first:last],
            ended=self.ended[first:last],
            first_entry=self.first_entry[first : last + 1] - self.first_entry[first],
            entry=self._sides(self.entry, first, last) - self.first_entry[first],
            opponent_entry=self._sides(self.opponent_entry, first, last) - self.first_entry[first],
            result=self._sides(self.result, first, last),
            opponent_result=self._sides(self.opponent_result, first, last),
            first_game=self.first_game[first : last + 1] - self.first_game[first],
            beforehand={
                name: self._sides(values, first, last) if name in games else values[entries]
                for name, values in self.beforehand.items()
            },
        )

    def _sides(self, values: NDArray[Any], first: int, last: int) -> NDArray[Any]:
        """Give the whites, then the blacks, of some tournaments."""
        start, end = int(self.first_game[first]), int(self.first_game[last])
        games = self.games
        return np.concatenate([values[start:end], values[games + start : games + end]])


def lay_out(edition: Edition, reports: Sequence[Report]) -> Part:
    """Lay out reports under one edition, in the order given."""
    sizes = np.array([len(each.player) // columns.PLAYER for each in reports], dtype=np.intp)
    games = np.array([each.game_count for each in reports], dtype=np.intp)
    first = np.concatenate([[0], np.cumsum(sizes)])
    months = (each.end.year * 12 + each.end.month - 1 for each in reports)
    offsets = np.repeat(first[:-1], games)
    white = columns.read("".join([each.games.white for each in reports]), columns.NUMBER) + offsets
    black = columns.read("".join([each.games.black for each in reports]), columns.NUMBER) + offsets
    white_result = columns.codes("".join([each.games.white_result for each in reports]))
    black_result = columns.codes("".join([each.games.black_result for each in reports]))
    return Part(
        edition=edition,
        reports=tuple(reports),
        player=columns.read("".join([each.player for each in reports]), columns.PLAYER),
        tournament=np.repeat(np.arange(len(reports)), sizes),
        position=np.fromiter((each.position for each in reports), np.int64, len(reports)),
        ended=np.fromiter(months, np.int32, len(reports)),
        first_entry=first,
        entry=np.concatenate([white, black]),
        opponent_entry=np.concatenate([black, white]),
        result=np.concatenate([white_result, black_result]),
        opponent_result=np.concatenate([black_result, white_result]),
        first_game=np.concatenate([[0], np.cumsum(games)]),
    )
