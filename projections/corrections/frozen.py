"""Corrections of closed lists (`next-list`) in pools with frozen ratings.

A closed list stays as sealed. A unit (a player on a list) touched by a corrected fact is computed
again with the inputs of the list; the open list books the difference. Readings of points open in
the texts:

* Reading `facts_differ`: a unit is computed twice, with the facts known at the last closing and
  with the facts known now. The first result equals the amount booked so far: chains of corrections
  telescope, and a correction undone between two closings makes no difference. Differences caused
  by repaired code are not booked: the rating body decides about these.
* Reading `booked_stays`: a report stays with the list that booked it, even if its corrected days
  belong to another; the list in force at its start is the one of the corrected day, among the lists
  before the list that booked it.
* Reading `left_the_list`: a player absent from any later list loses the correction; a finding
  reports this.
* Reading `activity_as_listed`: a correction makes nobody active or inactive.
* An initial rating is the unit of the list that published it: computed again from all corrected
  results that waited for it. A changed rating is a correction; a missing rating annuls it
  (`void_first_rating`).
* Unlisted players take the corrected results from the open list on.

Where players enter with an external rating, no result waits for an initial rating: an entering
player is a unit like any other, from the first list with the player. Readings:

* Reading `always_listed`: a player whose only tournament is removed keeps the initial rating and
  loses the change.
* Reading `entry_stays`: an initial rating stays, even if a correction makes another tournament the
  first of the player; the initial rating then counts in that tournament.
* Reading `first_by_correction`: an unrated player added by a correction to a tournament of a closed
  list enters with the open list, by the external lists in force on the first day of the tournament;
  of several tournaments the first by start, on the first list.
* Reading `decided_later`: a player without a known rating at the closing enters when a rating is
  recorded: a later external list, or a decision, corrects the units of the player and of the
  opponents on closed lists.
* Reading `published_otherwise`: a corrected day of publication is a correction too: events played
  meanwhile take the ratings of the list then in force, and the next list books the difference.
* A player who left the list since loses the correction (`left_the_list`); a player new on the list
  keeps it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.columns import Players
from projections.corrections.awaiting import NO_PLAYERS, awaiting
from projections.corrections.closed_lists import ClosedLists
from projections.corrections.corrected_reports import CorrectedReports, Side
from projections.corrections.merged import Merging
from projections.corrections.newcomers import Entered, Newcomers
from projections.rating.corrected import (
    BOOKED,
    LAPSED,
    MERGED,
    VOID,
    Correction,
    Corrections,
    together,
)
from projections.rating.standings import Voided
from projections.rulebooks.engine.external_lists import FirstRatings
from projections.state.merges import names_at, present, renamed
from projections.state.printings import republished
from projections.state.reports import Report

State = Mapping[str, NDArray[np.int64]]
"""State fields by register number."""

SIDES: tuple[Side, Side] = ("was", "now")


@dataclass(frozen=True)
class Frozen:
    """The corrections of closed lists that the open list books."""

    closed: ClosedLists
    corrected: CorrectedReports
    merging: Merging

    def due(self) -> Corrections:
        """Return the corrections of listed players, of players entering late, and of merges."""
        if self.closed.law.first_ratings is not None:
            found = self._with_external_ratings(self.closed.law.first_ratings)
        else:
            found = self._with_own_ratings()
        return self._with_merges(found) if self.merging.changes else found

    def _with_merges(self, found: Corrections) -> Corrections:
        """Return the corrections with the states of merged and separated players."""
        merging = self.merging
        gone = {
            player: self.closed.nothing_waiting
            for player, state in merging.fields().items()
            if state["rating"] or any(joined.merged == player for joined in merging.begun)
        }
        return replace(
            found,
            waiting={**found.waiting, **(gone if self.closed.law.editions[0].waiting else {})},
            voided=(*found.voided, *merging.voided),
            states=merging.fields(),
            others=merging.others,
            joins=merging.joins,
            stand_ins=tuple(merging.stand_ins),
        )

    def _players(self, number: int) -> Players:
        """Return the players of a closed list with a corrected or a merged report."""
        players = self.corrected.players(number)
        names = names_at(self.closed.facts.merges, self.corrected.through)
        return np.union1d(present(players, names), self.merging.changed_on(number))

    def _with_own_ratings(self) -> Corrections:
        units: list[Correction] = []
        unlisted = np.array(sorted(self._begin_anew()), dtype=np.int64)
        for number in sorted({*self.corrected.lists(), *self.merging.lists()}):
            players = self._players(number)
            listed = self.closed.rated(number - 1, players) > 0
            units += self._differences(number, players[listed])
            unlisted = np.union1d(unlisted, players[~listed])
        if not len(unlisted):
            return Corrections(tuple(units))
        found = self._newcomers(unlisted)
        valid = [unit for unit in units if unit.player not in found.withdrawn]
        return replace(found, units=(*valid, *found.units))

    def _begin_anew(self) -> set[int]:
        """Return the merged and separated players whose results wait for a first rating."""
        states = self.merging.fields().items()
        gone = {joined.merged for joined in self.merging.begun}
        return {player for player, state in states if not state["rating"] and player not in gone}

    def _with_external_ratings(self, law: FirstRatings) -> Corrections:
        late = awaiting(self.closed, self.corrected, law)
        players = late.players()
        for number, others in self._began_otherwise().items():
            players[number] = np.union1d(players.get(number, NO_PLAYERS), others)
        had, units = law.had, list[Correction]()
        for number in sorted({*self.corrected.lists(), *players, *self.merging.lists()}):
            given = self.closed.standings.entry_ratings(number)
            entered = given.copy()
            for player, fields in late.entering.items():
                entered[player] = entered[player] or fields[had]
            everybody = np.union1d(self._players(number), players.get(number, NO_PLAYERS))
            units += self._differences(number, everybody, ({had: given}, {had: entered}))
        return Corrections(
            tuple(units),
            entering=late.entering,
            asked=late.asked,
            awaiting=late.unrated_by_list(),
            undecided=tuple(entry.report.tournament for entry in late.unrated),
        )

    def _began_otherwise(self) -> dict[int, Players]:
        closed, found = self.closed, {}
        since = republished(closed.facts, self.corrected.through)
        for number in range(min(since, default=closed.last) + 1, closed.last + 1):
            booked, _ = self.corrected.both(number, closed.facts.booked[number - 1])
            reports = closed.began_otherwise(number, booked, self.corrected.through)
            if reports:
                players = [columns.read(report.player, columns.PLAYER) for report in reports]
                found[number] = np.unique(np.concatenate(players)).astype(np.int64)
        return found

    def _differences(
        self, number: int, players: Players, given: tuple[State, State] = ({}, {})
    ) -> Iterator[Correction]:
        """Yield the corrections of players on a list; `given` are state fields then and now."""
        if not len(players):
            return
        reports = self.corrected.both(number, self.closed.facts.booked[number - 1])
        known = (self.corrected.closed, self.corrected.through)
        booked, due = (
            self._amounts(number, players, *side)
            for side in zip(SIDES, reports, given, known, strict=True)
        )
        differ = np.flatnonzero((booked != due).any(axis=1))
        listed = self.closed.never_left(number, players[differ])
        for at, still in zip(differ.tolist(), listed.tolist(), strict=True):
            amounts = np.column_stack((booked[at], due[at])).ravel().tolist()
            unit = Correction(int(players[at]), number, BOOKED if still else LAPSED, *amounts)
            yield self._by_merge(unit) if still else unit

    def _by_merge(self, unit: Correction) -> Correction:
        """Return the unit of a merged or separated player as such; see `merged`."""
        if unit.player not in self.merging.reports:
            return unit
        if self.merging.counts_games(unit.player, unit.number):
            return replace(unit, kind=MERGED)
        games, tournaments = unit.booked_games, unit.booked_tournaments
        return replace(unit, kind=MERGED, due_games=games, due_tournaments=tournaments)

    def _amounts(
        self,
        number: int,
        players: Players,
        side: Side,
        reports: Sequence[Report],
        given: State,
        known: int,
    ) -> NDArray[np.int64]:
        """Return the columns compared, a row for each player; 0 for absent players."""
        of, nobody = self.closed.corrects, self.closed.nothing_waiting
        columns_of = [name for name in (of.change, of.games, of.tournaments) if name]
        found = np.zeros((len(players), len(columns_of)), dtype=np.int64)
        for at, numbers, names, then in self.merging.groups(number, players, side):
            standing = reports
            if then < known:  # of a separated number
                booked = self.closed.facts.booked[number - 1]
                standing = self.corrected.recall.reports(booked, then)
            named = renamed(standing, names)
            rated = self.closed.compute(number, numbers, named, nobody, given, then)
            there = np.isin(numbers, rated.step.players)
            rows = np.searchsorted(rated.step.players, numbers[there])
            for index, name in enumerate(columns_of):
                found[at[there], index] = rated.unit[name][rows]
        return found

    def _newcomers(self, players: Players) -> Corrections:
        """Return the corrections of players without a rating; a merged player is rated alone."""
        special = [who for who in players.tolist() if who in self.merging.special]
        plain = players[~np.isin(players, special)]
        found = [self._merged_newcomer(player) for player in special]
        if len(plain):
            found.append(self._followed(Newcomers(self.closed, plain, self.corrected), plain))
        return together(found)

    def _merged_newcomer(self, player: int) -> Corrections:
        """Return the corrections of a merged or separated player without a rating."""
        merging = self.merging
        row = merging.row(player, 1)
        newcomers = Newcomers(
            self.closed,
            np.array([row], dtype=np.int64),
            self.corrected,
            lambda number, side: merging.names(number, player, side),
            merging.reports.get(player),
        )
        found = self._followed(newcomers, np.array([row], dtype=np.int64))
        return found.of_player(row, player) if row != player else found

    def _followed(self, newcomers: Newcomers, players: Players) -> Corrections:
        was, now = newcomers.follow("was"), newcomers.follow("now")
        on_last = self.closed.rated(self.closed.last, players)
        ratings = dict(zip(players.tolist(), on_last.tolist(), strict=True))
        units = [
            unit
            for player, entered in was.entered.items()
            for unit in _entry(player, entered, now.entered[player], bool(ratings[player]))
        ]
        units = [self._by_merge(unit) if unit.kind == BOOKED else unit for unit in units]
        void = [unit for unit in units if unit.kind == VOID]
        spans = tuple(Voided(unit.player, unit.number, self.closed.last + 1) for unit in void)
        waiting = {
            player: now.waiting_of(player)
            for player, rating in ratings.items()
            if not rating
            and (
                player in self.merging.states
                or not now.waiting_of(player).same(was.waiting_of(player))
            )
        }
        if spans:
            waiting |= newcomers.after(spans)
        withdrawn = {unit.player: ratings[unit.player] for unit in void}
        return Corrections(tuple(units), waiting, withdrawn, spans, results=newcomers.found)


def _entry(player: int, was: Entered, now: Entered, listed: bool) -> Iterator[Correction]:
    """Yield the correction of an initial rating: changed, annulled, or lapsed since."""
    if was.rating and (was.rating, was.games) != (now.rating, now.games):
        kind = LAPSED if not listed else BOOKED if now.rating else VOID
        amounts = (was.rating, now.rating, was.games, now.games)
        unit = Correction(player, was.number, kind, *amounts)
        yield replace(unit, booked_results=was.rows, due_results=now.rows)
