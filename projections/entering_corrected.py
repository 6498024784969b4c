"""Corrections of closed lists (`next-list`) where players enter with a rating given to them.

Nothing waits for a first rating there: who enters is a unit like any other, from the list that took
him up. Readings, for what no text says:

* Reading `always_listed`: whose only tournament falls away keeps the rating he entered with, and
  loses the change.
* Reading `entry_stays`: a rating with which somebody entered stays, also where a correction makes
  another tournament his first; that one counts with it.
* Reading `first_by_correction`: who never had a rating, and stands by a correction in a tournament
  of a closed list, enters with the open list: by the lists in force on the first day of that
  tournament, the first by start of several.
* Reading `undecided_stays`: who stood on a closed list and needed a decision has no rating there
  later; his games on it never count.
* Who left the list since loses the correction (`left_the_list`); who came onto it since does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from projections import undecided
from projections.closed_lists import ClosedLists, Players, Revised
from projections.corrected import BOOKED, LAPSED, Corrections, Entries, UnitCorrected
from projections.rating import Rated
from projections.reports import Report
from projections.rulebooks.consulted import Entering
from projections.waiting import nothing_waiting


def corrections_of_entering(closed: ClosedLists, revised: Revised) -> Corrections:
    """Give what the open list books of booked reports that were revised."""
    lists = [_Looked(closed, revised, number) for number in revised.lists()]
    by_correction = [each.first_by_correction() for each in lists]
    found = [entries for entries, _ in by_correction]
    entering = _first(found, _field_of_day(closed)) if any(found) else {}
    units = [unit for each in lists for unit in each.units(entering)]
    asking = tuple(tournament for _, some in by_correction for tournament in some)
    return Corrections(tuple(units), entering=entering, undecided=asking)


def _field_of_day(closed: ClosedLists) -> str:
    assert closed.law.entering is not None
    return closed.law.entry_fields[closed.law.entering.day]


def _first(found: Sequence[Entries], day: str) -> Entries:
    """Give for each player the entry of the earliest day."""
    first: dict[int, Mapping[str, int]] = {}
    for entered in found:
        for player, fields in entered.items():
            known = first.get(player)
            if known is None or fields[day] < known[day]:
                first[player] = fields
    return first


class _Looked:
    """A closed list looked at again: its reports as they stood, and as they stand."""

    def __init__(self, closed: ClosedLists, revised: Revised, number: int) -> None:
        self.closed, self.number, self.through = closed, number, revised.through
        self.players = revised.players(number)
        booked = closed.facts.booked[number - 1]
        self.was, self.now = revised.both(number, booked)
        self.known = closed.standings.entries(number)
        """Entry ratings as that list left them."""
        self.stood = self._stood(closed.recall.reports(booked, self._sealed_through))

    @property
    def entering(self) -> Entering:
        assert self.closed.law.entering is not None
        return self.closed.law.entering

    @property
    def _sealed_through(self) -> int:
        return self.closed.facts.closed[self.number - 1].event.through_position

    def _stood(self, booked: list[Report]) -> NDArray[np.bool_]:
        """Tell who stood on the list, when it was closed or by an earlier correction, unrated."""
        stood = _anybody(self.closed.inside(self.number, booked), len(self.known))
        earlier = _anybody(self.closed.inside(self.number, self.was), len(self.known))
        return stood | (earlier & (self.closed.standings.state[self.entering.had] == 0))

    def units(self, entering: Entries) -> Iterator[UnitCorrected]:
        """Give the units of its players that come out otherwise than booked."""
        given = self._given(entering)
        was, now = (self._compared(reports, given) for reports in (self.was, self.now))
        differ = np.flatnonzero((was != now).any(axis=1))
        stayed = self._never_left(self.players[differ])
        for at, still in zip(differ.tolist(), stayed.tolist(), strict=True):
            kind = BOOKED if still else LAPSED
            (change, games, tournaments), now_are = was[at].tolist(), now[at].tolist()
            yield UnitCorrected(
                *(int(self.players[at]), self.number, kind),
                *(change, now_are[0], games, now_are[1]),
                *(tournaments, now_are[2]),
            )

    def _given(self, entering: Entries) -> dict[str, NDArray[np.int64]]:
        """Give the entry ratings that hold for the list."""
        later = self.closed.standings.state[self.entering.had].astype(np.int64)
        for player, fields in entering.items():
            later[player] = fields[self.entering.had]
        return {self.entering.had: given_on(self.known, self.stood, later)}

    def _compared(
        self, reports: list[Report], given: Mapping[str, NDArray[np.int64]]
    ) -> NDArray[np.int64]:
        """Give change, games and tournaments of players; nothing for who is in no report."""
        of = self.closed.corrects
        rated = self._rated(reports, given)
        found = np.zeros((len(self.players), 3), dtype=np.int64)
        there = np.isin(self.players, rated.step.players)
        rows = np.searchsorted(rated.step.players, self.players[there])
        for at, name in enumerate((of.change, of.games, of.tournaments)):
            found[there, at] = rated.unit[name][rows]
        return found

    def _rated(self, reports: list[Report], given: Mapping[str, NDArray[np.int64]]) -> Rated:
        nothing = nothing_waiting(self.closed.waiting)
        return self.closed.compute(self.number, self.players, reports, nothing, given)

    def _never_left(self, players: Players) -> NDArray[np.bool_]:
        """Tell who, once on a list from the one before this one on, has been on each since."""
        left, before = np.zeros(len(players), dtype=bool), np.zeros(len(players), dtype=bool)
        for number in range(self.number - 1, self.closed.last + 1):
            listed = self.closed.rated(number, players) > 0
            left |= before & ~listed
            before = listed
        return ~left

    def first_by_correction(self) -> tuple[Entries, list[str]]:
        """Give with what those enter whom a correction brings onto the list, who have no rating.

        And the tournament of each of these entries that needs a decision before.
        """
        had = self.closed.standings.state[self.entering.had]
        new = self.players[(had[self.players] == 0) & ~self.stood[self.players]]
        new = new[(self.closed.rated(self.closed.last, new) == 0) & self._never_left(new)]
        if not len(new):
            return {}, []
        nobody = {self.entering.had: had.astype(np.int64)}
        rated = self.closed.entering(self.number, new, self.now, nobody, self.through)
        fields = self.closed.law.entry_fields
        rows = np.searchsorted(rated.step.players, new)
        asking = undecided.of_step(self.closed.law, rated)
        return {
            player: {name: int(rated.unit[column][row]) for column, name in fields.items()}
            for player, row in zip(new.tolist(), rows.tolist(), strict=True)
            if row < len(rated.step.players)
            and rated.step.players[row] == player
            and rated.unit[self.entering.rating][row]
        }, [tournament for player, tournament in asking if player in new]


def given_on(
    known: NDArray[np.int64], stood: NDArray[np.bool_], later: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Give the entry ratings that hold for a closed list that is computed again.

    Those given with it or before; of whom only a correction brought there, the one given later.
    """
    return np.where(known > 0, known, np.where(stood, 0, later))


def _anybody(reports: list[Report], size: int) -> NDArray[np.bool_]:
    there = np.zeros(size, dtype=bool)
    for each in reports:
        there[columns.read(each.player, columns.PLAYER)] = True
    return there
