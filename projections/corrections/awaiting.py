"""Who stands on closed lists without a rating to enter with, and what is known of it by now.

Asked before a list is computed: of whoever no list of another body, and no decision, told anything
when the closed list was computed, or whom a correction brought onto it since. A pool where nobody
awaits anything, and nothing was corrected, is not asked at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.columns import Players
from projections.corrections import ClosedLists
from projections.corrections.revised import Revised
from projections.rating import Rated
from projections.rulebooks.engine.external_lists import Entering
from projections.state.reports import Report
from projections.steps.corrected import Entries


@dataclass(frozen=True, slots=True)
class Stand:
    """An entry of a closed list whose player has no rating to enter with."""

    number: int
    """Of the list."""
    player: int
    report: Report
    fields: dict[str, int]
    """The state fields of his entry, as that list would give them now."""


@dataclass(frozen=True)
class Awaiting:
    """What is known of all of them by now."""

    closed: ClosedLists
    stands: Sequence[Stand]

    @property
    def entering_law(self) -> Entering:
        """Give how players enter."""
        assert self.closed.law.entering is not None
        return self.closed.law.entering

    @property
    def _day(self) -> str:
        return self.closed.law.entry_fields[self.entering_law.day]

    @cached_property
    def _first(self) -> Entries:
        """Give for each player what his first tournament by start gives, of the first list."""
        first: dict[int, dict[str, int]] = {}
        for each in self.stands:  # list by list; of one list all tell the same
            first.setdefault(each.player, each.fields)
        return first

    @cached_property
    def entering(self) -> Entries:
        """Give by player who enters the state fields of his entry."""
        had = self.entering_law.had
        return {player: fields for player, fields in self._first.items() if fields[had]}

    @cached_property
    def asked(self) -> Entries:
        """Give by player who does not yet the day of which lists are asked, where it is another."""
        state = self.closed.standings.state
        still = np.flatnonzero((state[self._day] > 0) & (state[self.entering_law.had] == 0))
        found = {}
        for player in sorted({*still.tolist(), *self._first} - self.entering.keys()):
            day = self._first[player][self._day] if player in self._first else 0
            if day != state[self._day][player]:
                found[player] = {self._day: day}
        return found

    def lists(self) -> list[int]:
        """Give the numbers of the lists on which somebody stands who enters now."""
        return sorted({each.number for each in self.stands if each.player in self.entering})

    def met(self, number: int) -> Players:
        """Give everybody in the reports of a list in which such a player stands."""
        reports = {
            each.report.position: columns.read(each.report.player, columns.PLAYER)
            for each in self.stands
            if each.number == number and each.player in self.entering
        }
        return np.unique(np.concatenate(list(reports.values()))).astype(np.int64)

    @cached_property
    def _left(self) -> list[Stand]:
        return [each for each in self.stands if each.player not in self.entering]

    def left(self) -> dict[int, NDArray[np.int64]]:
        """Give by list who goes on standing there without a rating, and in which report."""
        found: dict[int, list[tuple[int, int]]] = {}
        for each in self._left:
            found.setdefault(each.number, []).append((each.player, each.report.position))
        return {number: np.array(pairs, dtype=np.int64) for number, pairs in found.items()}

    def undecided(self) -> tuple[str, ...]:
        """Give the tournament of each such entry."""
        return tuple(each.report.tournament for each in self._left)


def awaiting(closed: ClosedLists, revised: Revised) -> Awaiting:
    """Look at everybody who stands on a closed list without a rating to enter with."""
    numbers = sorted({*revised.lists(), *closed.standings.awaiting})
    return Awaiting(closed, [one for each in numbers for one in _stands(closed, revised, each)])


def _stands(closed: ClosedLists, revised: Revised, number: int) -> Iterator[Stand]:
    assert closed.law.entering is not None
    had = closed.standings.state[closed.law.entering.had]
    kept = closed.standings.awaiting.get(number, np.zeros((0, 2), dtype=np.int64))
    players = np.union1d(kept[:, 0], revised.players(number))
    players = players[(had[players] == 0) & (closed.rated(closed.last, players) == 0)]
    players = players[closed.never_left(number, players)]
    if len(players):
        positions = sorted({*kept[:, 1].tolist(), *revised.positions(number)})
        reports = revised.stand("now", number, positions)
        nobody = {closed.law.entering.had: np.zeros(len(had), dtype=np.int64)}
        rated = closed.entering(number, players, reports, nobody, revised.through)
        for player, report, row in entries_awaiting(rated, players):
            names = closed.law.entry_fields.items()
            fields = {name: int(rated.unit[column][row]) for column, name in names}
            yield Stand(number, player, report, fields)


def entries_awaiting(rated: Rated, players: Players) -> Iterator[tuple[int, Report, int]]:
    """Give the entries without a rating of some players: player, report, row of the unit."""
    parts = zip(rated.step.parts, rated.step.beside_at_start, rated.unit_of_entry, strict=True)
    for part, facts, unit in parts:
        asked = facts["entered"] > 0
        for entry in np.flatnonzero(asked & np.isin(part.player, players)).tolist():
            yield (
                int(part.player[entry]),
                part.reports[int(part.tournament[entry])],
                int(unit[entry]),
            )


def left_waiting(rated: Rated, entering: Entering) -> NDArray[np.int64]:
    """Give who stands in a step without a rating to enter with, and in which report: columns."""
    found = [np.zeros((0, 2), dtype=np.int64)]
    parts = zip(rated.step.parts, rated.sheets, rated.step.beside_at_start, strict=True)
    for part, sheet, facts in parts:
        asked = facts["entered"] > 0
        entries = np.flatnonzero(asked & (np.asarray(sheet[entering.entry]) == 0))
        pairs = (part.player[entries], part.position[part.tournament[entries]])
        found.append(np.column_stack(pairs).astype(np.int64))
    return np.concatenate(found)
