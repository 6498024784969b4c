"""Reports as columns: a row for each side of a game, a row for each entrant.

No loop over games: the fixed-width text of all reports is joined and read at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from projections.rulebooks.engine.columns import GAME, Choice, Values, rows_of
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.game import played
from projections.rulebooks.engine.months import index_of, month_number
from projections.state.competence import VOID, is_void
from projections.state.reports import Report

Index = NDArray[np.intp]
"""Rows of other columns, as wide as memory is addressed: a narrower one is widened at each use."""


class Chosen(NamedTuple):
    """Choices of ENTRY columns, cut to a range of entries on demand."""

    choices: Mapping[str, Choice]
    entries: slice = slice(None)

    def get(self, name: str) -> Choice | None:
        """Return the choice of a column; None: not computed beforehand."""
        choice = self.choices.get(name)
        return choice and choice.rows(self.entries)


@dataclass(frozen=True, slots=True)
class Batch:
    """Tournaments of a step under one edition, as columns.

    Entries (players in tournaments) stand tournament by tournament, by start number. Sides stand
    whites first, then blacks: side i and side i + games are the two of game i.
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
    """GAME and ENTRY columns worked out before the ratings are known; see `parts.beforehand`."""
    of_units: Mapping[str, Values] = field(default_factory=dict)
    """UNIT columns and facts in a chain, where each entry is a unit."""
    chosen: Chosen = field(default_factory=lambda: Chosen({}))
    """Choices behind the wanted columns."""

    @property
    def games(self) -> int:
        """Return the number of pairings."""
        return len(self.entry) // 2

    @property
    def edition_month(self) -> int:
        """Return the first month of the edition, as YYYYMM."""
        return month_number(date.fromisoformat(self.edition.name))

    @property
    def game(self) -> Index:
        """Return the index of each side's game in the order of play; shape (2 * games,)."""
        return np.tile(np.arange(self.games), 2)

    @property
    def started(self) -> NDArray[np.int64]:
        """Return the first day of each entry's tournament, as an ordinal."""
        days = np.array([report.start.toordinal() for report in self.reports], dtype=np.int64)
        return days.take(self.tournament)

    @property
    def void(self) -> NDArray[np.bool_]:
        """Return for each side whether its tournament was refused or cancelled.

        Shape (2 * games,), or () for none.
        """
        some = [
            any(is_void(self.edition, report.about.decided, kind) for kind in VOID)
            for report in self.reports
        ]
        if not any(some):
            return np.zeros((), dtype=bool)
        return np.array(some).take(self.tournament).take(self.entry)

    @property
    def weights(self) -> NDArray[np.int32]:
        """Return numerators and denominators of the weights; shape (2, tournaments)."""
        return np.array([report.about.weight for report in self.reports], dtype=np.int32).T

    @property
    def entrants(self) -> NDArray[np.intp]:
        """Return the number of entrants of each entry's tournament; shape (entries,)."""
        return np.diff(self.first_entry).take(self.tournament)

    @property
    def pairings(self) -> NDArray[np.intp]:
        """Return the number of pairings of each entry's tournament; shape (entries,)."""
        return np.diff(self.first_game).take(self.tournament)

    def games_of(self, entry: int) -> int:
        """Return the number of games that an entry played."""
        sides = self.entry == entry
        return int(played(self.result[sides], self.opponent_result[sides]).sum())

    def portions(self, bounds: Index) -> Iterator[Batch]:
        """Yield the tournaments between successive bounds as batches.

        Bounds lead from 0 to the number of tournaments.
        """
        entries, games = self.first_entry[bounds], self.first_game[bounds]
        sizes = 2 * np.diff(games)
        sides = _by_portion(games, sizes)
        tournament = self.tournament - np.repeat(bounds[:-1], np.diff(entries))
        before = np.repeat(entries[:-1], sizes)
        entry = self.entry.take(sides) - before
        opponent_entry = self.opponent_entry.take(sides) - before
        result, opponent_result = self.result.take(sides), self.opponent_result.take(sides)
        of_games = {
            name
            for name, values in self.beforehand.items()
            if np.ndim(values) and self.edition.columns[name].level is GAME
        }
        beforehand = {
            name: values.take(sides) if name in of_games else values
            for name, values in self.beforehand.items()
        }
        whole = zip(bounds.tolist(), entries.tolist(), (2 * games).tolist(), strict=True)
        for (first, entry_0, side_0), (last, entry_1, side_1) in pairwise(whole):
            of_entries, of_sides = slice(entry_0, entry_1), slice(side_0, side_1)
            yield Batch(
                edition=self.edition,
                reports=self.reports[first:last],
                player=self.player[of_entries],
                tournament=tournament[of_entries],
                position=self.position[first:last],
                ended=self.ended[first:last],
                first_entry=self.first_entry[first : last + 1] - entry_0,
                entry=entry[of_sides],
                opponent_entry=opponent_entry[of_sides],
                result=result[of_sides],
                opponent_result=opponent_result[of_sides],
                first_game=self.first_game[first : last + 1] - side_0 // 2,
                beforehand={
                    name: values[of_sides] if name in of_games else rows_of(values, of_entries)
                    for name, values in beforehand.items()
                },
                of_units={name: rows_of(v, of_entries) for name, v in self.of_units.items()},
                chosen=Chosen(self.chosen.choices, of_entries),
            )


def _by_portion(games: Index, sizes: Index) -> Index:
    """Return the sides of portions of games: whites, then blacks of each portion."""
    all_games, half = int(games[-1]), np.repeat(sizes // 2, sizes)
    within = np.arange(2 * all_games) - np.repeat(2 * games[:-1], sizes)
    black = within >= half
    return np.repeat(games[:-1], sizes) + within + black * (all_games - half)


def lay_out(edition: Edition, reports: Sequence[Report]) -> Batch:
    """Return reports under one edition as columns, in the order given."""
    sizes = np.array([len(report.player) // columns.PLAYER for report in reports], dtype=np.intp)
    games = np.array([report.game_count for report in reports], dtype=np.intp)
    first = np.concatenate([[0], np.cumsum(sizes)])
    months = (index_of(report.end) for report in reports)
    offsets = np.repeat(first[:-1], games)
    white = (
        columns.read("".join([report.games.white for report in reports]), columns.NUMBER) + offsets
    )
    black = (
        columns.read("".join([report.games.black for report in reports]), columns.NUMBER) + offsets
    )
    white_result = columns.codes("".join([report.games.white_result for report in reports]))
    black_result = columns.codes("".join([report.games.black_result for report in reports]))
    return Batch(
        edition=edition,
        reports=tuple(reports),
        player=columns.read("".join([report.player for report in reports]), columns.PLAYER),
        tournament=np.repeat(np.arange(len(reports)), sizes),
        position=np.fromiter((report.position for report in reports), np.int64, len(reports)),
        ended=np.fromiter(months, np.int32, len(reports)),
        first_entry=first,
        entry=np.concatenate([white, black]),
        opponent_entry=np.concatenate([black, white]),
        result=np.concatenate([white_result, black_result]),
        opponent_result=np.concatenate([black_result, white_result]),
        first_game=np.concatenate([[0], np.cumsum(games)]),
    )


def spans(part: Batch) -> Iterator[tuple[Report, slice]]:
    """Yield the reports of a part, each with the slice of its entries."""
    for at, report in enumerate(part.reports):
        yield report, slice(part.first_entry[at], part.first_entry[at + 1])


def index_units(players: NDArray[np.int64]) -> Index:
    """Return an array from register number to unit; other numbers are undefined."""
    index = np.empty(int(players[-1]) + 1 if len(players) else 1, dtype=np.intp)
    index[players] = np.arange(len(players))
    return index
