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
  recorded: a later external list, or a decision, revises the units of the player and of the
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
from projections.corrections.newcomers import Entered, Newcomers
from projections.corrections.revised import Revised
from projections.rating.corrected import BOOKED, LAPSED, VOID, Correction, Corrections
from projections.rating.standings import Voided
from projections.rulebooks.engine.external_lists import FirstRatings
from projections.state.reports import Report

State = Mapping[str, NDArray[np.int64]]
"""State fields by register number."""


@dataclass(frozen=True)
class Frozen:
    """The corrections of closed lists that the open list books."""

    closed: ClosedLists
    revised: Revised

    def due(self) -> Corrections:
        """Return the corrections of listed players, and of players entering late."""
        if self.closed.law.first_ratings is not None:
            return self._with_external_ratings(self.closed.law.first_ratings)
        units: list[Correction] = []
        unlisted = NO_PLAYERS
        for number in self.revised.lists():
            players = self.revised.players(number)
            listed = self.closed.rated(number - 1, players) > 0
            units += self._differences(number, players[listed])
            unlisted = np.union1d(unlisted, players[~listed])
        if not len(unlisted):
            return Corrections(tuple(units))
        found = self._newcomers(unlisted)
        valid = [unit for unit in units if unit.player not in found.withdrawn]
        return replace(found, units=(*valid, *found.units))

    def _with_external_ratings(self, law: FirstRatings) -> Corrections:
        late = awaiting(self.closed, self.revised, law)
        players = late.players()
        for number, others in self._began_otherwise().items():
            players[number] = np.union1d(players.get(number, NO_PLAYERS), others)
        had, units = law.had, list[Correction]()
        for number in sorted({*self.revised.lists(), *players}):
            given = self.closed.standings.entry_ratings(number)
            entered = given.copy()
            for player, fields in late.entering.items():
                entered[player] = entered[player] or fields[had]
            everybody = np.union1d(self.revised.players(number), players.get(number, NO_PLAYERS))
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
        since = closed.facts.republished(self.revised.through)
        for number in range(min(since, default=closed.last) + 1, closed.last + 1):
            booked, _ = self.revised.both(number, closed.facts.booked[number - 1])
            reports = closed.began_otherwise(number, booked, self.revised.through)
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
        reports = self.revised.both(number, self.closed.facts.booked[number - 1])
        known = (self.revised.closed, self.revised.through)
        booked, due = (
            self._amounts(number, players, *side)
            for side in zip(reports, given, known, strict=True)
        )
        differ = np.flatnonzero((booked != due).any(axis=1))
        listed = self.closed.never_left(number, players[differ])
        for at, still in zip(differ.tolist(), listed.tolist(), strict=True):
            amounts = np.column_stack((booked[at], due[at])).ravel().tolist()
            kind = BOOKED if still else LAPSED
            yield Correction(int(players[at]), number, kind, *amounts)

    def _amounts(
        self, number: int, players: Players, reports: Sequence[Report], given: State, known: int
    ) -> NDArray[np.int64]:
        """Return the columns compared, a row for each player; 0 for absent players."""
        of, nobody = self.closed.corrects, self.closed.nothing_waiting
        rated = self.closed.compute(number, players, reports, nobody, given, known)
        names = [name for name in (of.change, of.games, of.tournaments) if name]
        found = np.zeros((len(players), len(names)), dtype=np.int64)
        present = np.isin(players, rated.step.players)
        rows = np.searchsorted(rated.step.players, players[present])
        for at, name in enumerate(names):
            found[present, at] = rated.unit[name][rows]
        return found

    def _newcomers(self, players: Players) -> Corrections:
        newcomers = Newcomers(self.closed, players, self.revised)
        was, now = newcomers.follow("was"), newcomers.follow("now")
        on_last = self.closed.rated(self.closed.last, players)
        ratings = dict(zip(players.tolist(), on_last.tolist(), strict=True))
        units = [
            unit
            for player, entered in was.entered.items()
            for unit in _entry(player, entered, now.entered[player], bool(ratings[player]))
        ]
        void = [unit for unit in units if unit.kind == VOID]
        spans = tuple(Voided(unit.player, unit.number, self.closed.last + 1) for unit in void)
        waiting = {
            player: now.waiting_of(player)
            for player, rating in ratings.items()
            if not rating and not now.waiting_of(player).same(was.waiting_of(player))
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
