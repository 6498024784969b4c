"""Entries of closed lists without a rating, and the ratings known for these players by now.

Read before a list is computed, for players without an external rating or a decision at the closing,
and for players brought onto a closed list by a correction. Skipped in pools without such players
and without corrections.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.columns import Players
from projections.corrections.closed_lists import ClosedLists
from projections.corrections.corrected_reports import CorrectedReports
from projections.rating import Rated
from projections.rating.corrected import Entries
from projections.rulebooks.engine.external_lists import FirstRatings
from projections.state.reports import Report

NO_PLAYERS: Final = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class UnratedEntry:
    """An entry of a closed list without a rating for its player."""

    number: int
    """Of the list."""
    player: int
    report: Report
    fields: dict[str, int]
    """State fields of the entry, as that list would give them now."""


@dataclass(frozen=True)
class Awaiting:
    """All entries without a rating, with the ratings known by now."""

    closed: ClosedLists
    law: FirstRatings
    entries: Sequence[UnratedEntry]

    @cached_property
    def _first(self) -> Entries:
        first: dict[int, dict[str, int]] = {}
        for entry in self.entries:  # list by list; on one list all are alike
            first.setdefault(entry.player, entry.fields)
        return first

    @cached_property
    def entering(self) -> Entries:
        """State fields of the entry, by player entering now."""
        entries = self._first.items()
        return {player: fields for player, fields in entries if fields[self.law.had]}

    @cached_property
    def asked(self) -> Entries:
        """The changed reference day of external lists, by player still without a rating."""
        state, name = self.closed.standings.state, self.closed.law.entry_fields[self.law.day]
        still = np.flatnonzero((state[name] > 0) & (state[self.law.had] == 0))
        found = {}
        for player in sorted({*still.tolist(), *self._first} - self.entering.keys()):
            day = self._first[player][name] if player in self._first else 0
            if day != state[name][player]:
                found[player] = {name: day}
        return found

    def players(self) -> dict[int, Players]:
        """Return by list all players in the reports that contain a player entering now."""
        found: dict[int, Players] = {}
        for entry in self.entries:
            if entry.player in self.entering:
                entrants = columns.read(entry.report.player, columns.PLAYER).astype(np.int64)
                found[entry.number] = np.union1d(found.get(entry.number, NO_PLAYERS), entrants)
        return found

    @cached_property
    def unrated(self) -> list[UnratedEntry]:
        """The entries of players still without a rating."""
        return [entry for entry in self.entries if entry.player not in self.entering]

    def unrated_by_list(self) -> dict[int, NDArray[np.int64]]:
        """Return by list the players still without a rating, and the position of their report."""
        found: dict[int, list[tuple[int, int]]] = {}
        for entry in self.unrated:
            found.setdefault(entry.number, []).append((entry.player, entry.report.position))
        return {number: np.array(pairs, dtype=np.int64) for number, pairs in found.items()}


def awaiting(closed: ClosedLists, corrected: CorrectedReports, law: FirstRatings) -> Awaiting:
    """Return all entries of closed lists without a rating."""
    numbers = sorted({*corrected.lists(), *closed.standings.awaiting})
    entries = [e for number in numbers for e in _unrated_entries(closed, corrected, law, number)]
    return Awaiting(closed, law, entries)


def _unrated_entries(
    closed: ClosedLists, corrected: CorrectedReports, law: FirstRatings, number: int
) -> Iterator[UnratedEntry]:
    had = closed.standings.state[law.had]
    kept = closed.standings.awaiting.get(number, np.zeros((0, 2), dtype=np.int64))
    players = np.union1d(kept[:, 0], corrected.players(number))
    players = players[(had[players] == 0) & (closed.rated(closed.last, players) == 0)]
    players = players[closed.never_left(number, players)]
    if len(players):
        positions = sorted({*kept[:, 1].tolist(), *corrected.positions(number)})
        reports = corrected.reports("now", number, positions)
        nobody = {law.had: np.zeros(len(had), dtype=np.int64)}
        rated = closed.entering(number, players, reports, nobody, corrected.through)
        for player, report, row in entries_awaiting(rated, players):
            names = closed.law.entry_fields.items()
            fields = {name: int(rated.unit[column][row]) for column, name in names}
            yield UnratedEntry(number, player, report, fields)


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
