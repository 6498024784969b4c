"""Entries of closed lists without a rating, and the ratings known for these players by now.

Read before a list is computed, for players without an external rating or a decision at the closing,
and for players brought onto a closed list by a correction. Skipped in pools without such players
and without corrections.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.columns import Players
from projections.corrections.closed_lists import ClosedLists
from projections.corrections.revised import Revised
from projections.rating import Rated
from projections.rulebooks.engine.external_lists import FirstRatings
from projections.state.reports import Report
from projections.steps.corrected import Entries


@dataclass(frozen=True, slots=True)
class Stand:
    """An entry of a closed list without a rating for its player."""

    number: int
    """Of the list."""
    player: int
    report: Report
    fields: dict[str, int]
    """The state fields of his entry, as that list would give them now."""


@dataclass(frozen=True)
class Awaiting:
    """All entries without a rating, with the ratings known by now."""

    closed: ClosedLists
    stands: Sequence[Stand]

    @property
    def entering_law(self) -> FirstRatings:
        """How players enter."""
        assert self.closed.law.first_ratings is not None
        return self.closed.law.first_ratings

    @property
    def _day(self) -> str:
        return self.closed.law.entry_fields[self.entering_law.day]

    @cached_property
    def _first(self) -> Entries:
        """State fields by player, from the first tournament by start on the first list."""
        first: dict[int, dict[str, int]] = {}
        for stand in self.stands:  # list by list; of one list all tell the same
            first.setdefault(stand.player, stand.fields)
        return first

    @cached_property
    def entering(self) -> Entries:
        """State fields of the entry, by player entering now."""
        had = self.entering_law.had
        return {player: fields for player, fields in self._first.items() if fields[had]}

    @cached_property
    def asked(self) -> Entries:
        """The changed reference day of external lists, by player still without a rating."""
        state = self.closed.standings.state
        still = np.flatnonzero((state[self._day] > 0) & (state[self.entering_law.had] == 0))
        found = {}
        for player in sorted({*still.tolist(), *self._first} - self.entering.keys()):
            day = self._first[player][self._day] if player in self._first else 0
            if day != state[self._day][player]:
                found[player] = {self._day: day}
        return found

    def lists(self) -> list[int]:
        """Return the numbers of the lists with players entering now."""
        return sorted({stand.number for stand in self.stands if stand.player in self.entering})

    def met(self, number: int) -> Players:
        """Return all players in the reports of a list that contain a player entering now."""
        reports = {
            stand.report.position: columns.read(stand.report.player, columns.PLAYER)
            for stand in self.stands
            if stand.number == number and stand.player in self.entering
        }
        return np.unique(np.concatenate(list(reports.values()))).astype(np.int64)

    @cached_property
    def _left(self) -> list[Stand]:
        return [stand for stand in self.stands if stand.player not in self.entering]

    def left(self) -> dict[int, NDArray[np.int64]]:
        """Return by list the players still without a rating, and the position of their report."""
        found: dict[int, list[tuple[int, int]]] = {}
        for stand in self._left:
            found.setdefault(stand.number, []).append((stand.player, stand.report.position))
        return {number: np.array(pairs, dtype=np.int64) for number, pairs in found.items()}

    def undecided(self) -> tuple[str, ...]:
        """Return the tournament of each entry still without a rating."""
        return tuple(stand.report.tournament for stand in self._left)


def awaiting(closed: ClosedLists, revised: Revised) -> Awaiting:
    """Return all entries of closed lists without a rating."""
    numbers = sorted({*revised.lists(), *closed.standings.awaiting})
    return Awaiting(closed, [one for number in numbers for one in _stands(closed, revised, number)])


def _stands(closed: ClosedLists, revised: Revised, number: int) -> Iterator[Stand]:
    assert closed.law.first_ratings is not None
    had = closed.standings.state[closed.law.first_ratings.had]
    kept = closed.standings.awaiting.get(number, np.zeros((0, 2), dtype=np.int64))
    players = np.union1d(kept[:, 0], revised.players(number))
    players = players[(had[players] == 0) & (closed.rated(closed.last, players) == 0)]
    players = players[closed.never_left(number, players)]
    if len(players):
        positions = sorted({*kept[:, 1].tolist(), *revised.positions(number)})
        reports = revised.stand("now", number, positions)
        nobody = {closed.law.first_ratings.had: np.zeros(len(had), dtype=np.int64)}
        rated = closed.entering(number, players, reports, nobody, revised.through)
        for player, report, row in entries_awaiting(rated, players):
            names = closed.law.entry_fields.items()
            fields = {name: int(rated.unit[column][row]) for column, name in names}
            yield Stand(number, player, report, fields)


def entries_awaiting(rated: Rated, players: Players) -> Iterator[tuple[int, Report, int]]:
    """Yield the entries without a rating of some players: player, report, row of the unit."""
    parts = zip(rated.step.parts, rated.step.facts_at_start, rated.unit_of_entry, strict=True)
    for part, facts, unit in parts:
        asked = facts["entered"] > 0
        for entry in np.flatnonzero(asked & np.isin(part.player, players)).tolist():
            yield (
                int(part.player[entry]),
                part.reports[int(part.tournament[entry])],
                int(unit[entry]),
            )


def left_waiting(rated: Rated, entering: FirstRatings) -> NDArray[np.int64]:
    """Return the players of a step without a rating, and the report of each: two columns."""
    found = [np.zeros((0, 2), dtype=np.int64)]
    parts = zip(rated.step.parts, rated.sheets, rated.step.facts_at_start, strict=True)
    for part, sheet, facts in parts:
        asked = facts["entered"] > 0
        entries = np.flatnonzero(asked & (np.asarray(sheet[entering.entry]) == 0))
        pairs = (part.player[entries], part.position[part.tournament[entries]])
        found.append(np.column_stack(pairs).astype(np.int64))
    return np.concatenate(found)
