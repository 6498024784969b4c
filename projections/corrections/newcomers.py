"""Newcomers followed again from list to list, with results awaiting an initial rating.

Same steps as replay, for some players only: results wait list after list until the player is
listed; their validity is tested once, when booked.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.columns import Players
from projections.corrections.closed_lists import ClosedLists
from projections.corrections.corrected_reports import CorrectedReports, Side
from projections.rating.beginning import carried_waiting
from projections.rating.standings import Voided
from projections.rating.waiting import Waiting, nothing_waiting
from projections.state.merges import Names, renamed

NamesOf = Callable[[int, Side], Names]
"""The merged numbers on a list, as of the last closing or as of now."""


@dataclass(frozen=True, slots=True)
class Entered:
    """First appearance on a list, computed again; a rating of 0: none."""

    number: int
    rating: int
    games: int
    rows: Waiting
    """The results on which it rests."""


@dataclass
class Followed:
    """Players after the last closed list."""

    side: Side
    """With corrected reports as of the last closing, or as of now."""
    entered: dict[int, Entered] = field(default_factory=dict)
    """The last entry of each player."""
    waiting: Waiting = field(default_factory=nothing_waiting)

    def waiting_of(self, player: int) -> Waiting:
        """Return the results waiting for a player."""
        return self.waiting.rows(self.waiting.player == player)


class Newcomers:
    """Players unlisted when a since corrected report was booked."""

    def __init__(
        self,
        closed: ClosedLists,
        players: Players,
        corrected: CorrectedReports,
        names: NamesOf | None = None,
        further: Mapping[int, Sequence[int]] | None = None,
    ) -> None:
        """Take the players; of merged ones also their names, and further reports by list."""
        self._closed, self._players, self._corrected = closed, players, corrected
        self._names = names or (lambda number, _: closed.names_booked(number))
        positions = {number: [*some] for number, some in (further or {}).items()}
        for number in corrected.lists():
            positions[number] = [*positions.get(number, ()), *corrected.positions(number)]
        self.found = {number: _pairs(players, some) for number, some in positions.items()}
        """By list, players and reports, as in `Standings.results`."""

    def after(self, spans: Sequence[Voided]) -> dict[int, Waiting]:
        """Return the results waiting for players with an annulled initial rating.

        All later games wait too.
        """
        players = np.array(sorted(span.player for span in spans), dtype=np.int64)
        for number in range(min(span.first for span in spans), self._closed.last + 1):
            theirs = self._played(number, players)
            known = self.found.get(number, theirs[:0])
            self.found[number] = np.concatenate([known, theirs])
        self._closed.voided.extend(spans)
        followed = self.follow("now", players)
        return {player: followed.waiting_of(player) for player in players.tolist()}

    def _played(self, number: int, players: Players) -> NDArray[np.int64]:
        booked = self._closed.facts.booked[number - 1]
        recorded = self._corrected.reports("now", number, booked)
        reports = renamed(recorded, self._names(number, "now"))
        found = [np.zeros((0, 2), dtype=np.int64)]
        for report in reports:
            there = np.intersect1d(columns.read(report.player, columns.PLAYER), players)
            found.append(_pairs(there, [report.position]))
        return np.concatenate(found)

    def follow(self, side: Side, some: Players | None = None) -> Followed:
        """Follow players through all lists, with reports of one side; None: all newcomers."""
        players = self._players if some is None else some
        waiting = carried_waiting(self._closed.law, self._closed.facts.carried)
        waiting = waiting.renamed(self._names(1, side))
        followed = Followed(side, waiting=waiting.rows(np.isin(waiting.player, players)))
        positions = self._positions(players)
        first = 1 if len(followed.waiting) else min(positions, default=self._closed.last + 1)
        before = self._closed.rated(first - 1, players) > 0
        for number in range(first, self._closed.last + 1):
            listed = self._closed.rated(number, players) > 0
            theirs = positions.get(number, [])
            if (listed & ~before).any():  # what they entered with rests on all they played
                theirs = self._closed.facts.booked[number - 1]
            self._move_on(followed, number, players, before, listed, theirs)
            before = listed
        gone = np.isin(followed.waiting.player, players[before])
        followed.waiting = followed.waiting.rows(~gone)
        return followed

    def _positions(self, players: Players) -> dict[int, list[int]]:
        """Return by list the reports in which the players have, or had, results that wait."""
        found: dict[int, list[int]] = {}
        for pairs in (self._closed.standings.results, self.found):
            for number, rows in pairs.items():
                mine = rows[np.isin(rows[:, 0], players), 1].tolist()
                if mine:
                    found[number] = sorted({*found.get(number, ()), *mine})
        return found

    def _move_on(
        self,
        followed: Followed,
        number: int,
        players: Players,
        before: NDArray[np.bool_],
        listed: NDArray[np.bool_],
        positions: Sequence[int],
    ) -> None:
        waiting = followed.waiting.rows(~np.isin(followed.waiting.player, players[before]))
        entering = players[listed & ~before].tolist()
        reports = self._corrected.reports(followed.side, number, positions)
        if not reports and not entering:
            followed.waiting = waiting
            return
        known = self._corrected.known(followed.side)
        named = renamed(reports, self._names(number, followed.side))
        rated = self._closed.compute(number, players, named, waiting, known=known)
        pooled = np.broadcast_to(rated.unit[self._closed.corrects.pooled], len(rated.waiting))
        followed.waiting = rated.waiting.rows(pooled & np.isin(rated.waiting.player, players))
        of = self._closed.corrects
        for player in entering:
            first_rating = (0, 0)
            if player in rated.step.players:
                row = int(np.searchsorted(rated.step.players, player))
                first_rating = int(rated.unit[of.entry][row]), int(rated.unit[of.entry_games][row])
            rows = followed.waiting_of(player)
            followed.entered[player] = Entered(number, *first_rating, rows)


def _pairs(players: NDArray[np.integer], positions: Collection[int]) -> NDArray[np.int64]:
    pairs = [(player, position) for player in players.tolist() for position in sorted(positions)]
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)
