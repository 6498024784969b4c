"""Newcomers followed again from list to list, with results awaiting an initial rating.

Same steps as replay, for some players only: results wait list after list until the player is
listed; their validity is tested once, when booked.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.columns import Players
from projections.corrections.closed_lists import ClosedLists
from projections.corrections.revised import Revised, Stood
from projections.rating import Rated
from projections.rating.waiting import Waiting, nothing_waiting
from projections.steps.beginning import carried_waiting
from projections.steps.standings import Voided


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

    stood: Stood
    """As what they were followed: with revised reports as they stood, or stand."""
    entered: dict[int, Entered] = field(default_factory=dict)
    """By player, how he last came onto a list."""
    waiting: Waiting = field(default_factory=nothing_waiting)

    def waiting_of(self, player: int) -> Waiting:
        """Return the results waiting for a player."""
        return self.waiting.rows(self.waiting.player == player)


class Newcomers:
    """Players unlisted when a since revised report was booked."""

    def __init__(self, closed: ClosedLists, players: Players, revised: Revised) -> None:
        self._closed, self._players, self._revised = closed, players, revised
        self.found = {
            number: _pairs(players, revised.positions(number)) for number in revised.lists()
        }
        """By list, players and reports, as in `Standings.results`."""

    def follow(self, stood: Stood) -> Followed:
        """Follow the players through all lists, with reports as of the last closing or of now."""
        return self._follow(self._players, stood)

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
        followed = self._follow(players, "now")
        return {player: followed.waiting_of(player) for player in players.tolist()}

    def _played(self, number: int, players: Players) -> NDArray[np.int64]:
        reports = self._revised.stand("now", number, self._closed.facts.booked[number - 1])
        found = [np.zeros((0, 2), dtype=np.int64)]
        for report in reports:
            there = np.intersect1d(columns.read(report.player, columns.PLAYER), players)
            found.append(_pairs(there, [report.position]))
        return np.concatenate(found)

    def _follow(self, players: Players, stood: Stood) -> Followed:
        waiting = carried_waiting(self._closed.law, self._closed.facts.carried)
        followed = Followed(stood, waiting=waiting.rows(np.isin(waiting.player, players)))
        positions = self._positions(players)
        first = 1 if len(followed.waiting) else min(positions)
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
        reports = self._revised.stand(followed.stood, number, positions)
        if not reports and not entering:
            followed.waiting = waiting
            return
        known = self._revised.known(followed.stood)
        rated = self._closed.compute(number, players, reports, waiting, known=known)
        pooled = np.broadcast_to(rated.unit[self._closed.corrects.pooled], len(rated.waiting))
        followed.waiting = rated.waiting.rows(pooled & np.isin(rated.waiting.player, players))
        for player in entering:
            rows = followed.waiting_of(player)
            followed.entered[player] = self._entered(rated, number, player, rows)

    def _entered(self, rated: Rated, number: int, player: int, rows: Waiting) -> Entered:
        row = int(np.searchsorted(rated.step.players, player))
        if row == len(rated.step.players) or rated.step.players[row] != player:
            return Entered(number, 0, 0, rows)
        of = self._closed.corrects
        rating, games = (int(rated.unit[name][row]) for name in (of.entry, of.entry_games))
        return Entered(number, rating, games, rows)


def _pairs(players: NDArray[np.integer], positions: Collection[int]) -> NDArray[np.int64]:
    every = np.array(sorted(positions), dtype=np.int64)
    return np.column_stack([np.repeat(players, len(every)), np.tile(every, len(players))]).astype(
        np.int64
    )
