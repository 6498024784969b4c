"""Closed lists computed again for some players, with the inputs of their time."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.columns import Players
from projections.corrections.corrected_reports import Recall
from projections.rating import Rated, rate
from projections.rating.booked import (
    Booked,
    covering,
    decided_ratings,
    due_decisions,
    entry_decisions,
)
from projections.rating.capital_changes import by_player
from projections.rating.guests import GuestFacts, by_booking
from projections.rating.layout import Batch
from projections.rating.other_pools import Surroundings
from projections.rating.replay_source import ReplaySource
from projections.rating.source import NOT_OPEN, OutsideFacts
from projections.rating.standings import Standings, Voided
from projections.rating.steps import one_step
from projections.rating.waiting import Waiting, nothing_waiting
from projections.rulebooks.engine.correction_terms import FrozenCorrections
from projections.rulebooks.engine.rulebook import Rulebook
from projections.state.closed_list import Horizon
from projections.state.law import Law, due_of, of_list
from projections.state.merges import names_at, renamed
from projections.state.pool import PoolFacts
from projections.state.printings import in_force
from projections.state.reports import Report

State = Mapping[str, NDArray[Any]]
"""State fields by register number."""


@dataclass
class ClosedLists:
    """The closed lists of a pool, computed again for some players."""

    facts: PoolFacts
    law: Rulebook
    standings: Standings
    """After the last list."""
    recall: Recall
    surroundings: Surroundings | None
    years_at: Callable[[int], NDArray[np.int16]]
    decided: Mapping[int, int]
    """Initial ratings by decision, as known now, by player."""
    beginning: Callable[[int], Standings]
    """Makes the standings at the beginning of the histories, as known at a position."""
    voided: list[Voided] = field(init=False)
    _ratings: dict[int, NDArray[np.int16]] = field(init=False)

    def __post_init__(self) -> None:
        self.voided = list(self.standings.voided)
        self._ratings = dict(self.standings.ratings)

    @property
    def corrects(self) -> FrozenCorrections:
        """Columns compared by a correction."""
        assert self.law.frozen_corrections is not None
        return self.law.frozen_corrections

    @property
    def nothing_waiting(self) -> Waiting:
        """No results awaiting an initial rating."""
        return nothing_waiting(self.law.editions[0].waiting)

    @property
    def last(self) -> int:
        """Number of the last closed list."""
        return len(self.facts.closed)

    def rated(self, number: int, players: Players) -> NDArray[np.int64]:
        """Return ratings on a list; 0: unrated, or the initial rating was annulled."""
        found = self._before(number).ratings_of(number, players).astype(np.int64)
        for span in self.voided:
            if span.first <= number < span.last:
                found[players == span.player] = 0
        return found

    def never_left(self, number: int, players: Players) -> NDArray[np.bool_]:
        """Return a mask of the players never removed from a list, from list `number` - 1 on."""
        left, before = np.zeros(len(players), dtype=bool), np.zeros(len(players), dtype=bool)
        for later in range(number - 1, self.last + 1):
            listed = self.rated(later, players) > 0
            left |= before & ~listed
            before = listed
        return ~left

    def compute(
        self,
        number: int,
        players: Players,
        reports: Sequence[Report],
        waiting: Waiting,
        given: State | None = None,
        known: int | None = None,
    ) -> Rated:
        """Rate some players on a list again, for the columns a correction compares.

        Fields in `given` replace fields of the list before. In the reports merged numbers are
        replaced. Reports and days of publication are as
        known at position `known` (None: at the position of the list); facts about guests are those
        of the lists closed until then.
        """
        standings = self._standings_before(number, waiting, given or {}, known)
        in_order = sorted(reports, key=attrgetter("order"))
        booked = self._booked(number, players, in_order, standings)
        if self.law.external_lists.guests:
            booked = replace(booked, guests=self._guests(number, known))
        return self._rate(number, booked, standings, self.law.compared)

    def names_booked(self, number: int) -> dict[int, int]:
        """Return the merged numbers when a list was closed."""
        if number > self.last:
            return {}
        return names_at(self.facts.merges, self.facts.closed[number - 1].event.through_position)

    def entering(
        self, number: int, players: Players, reports: Sequence[Report], given: State, through: int
    ) -> Rated:
        """Rate players without a rating on a list, with the external lists known at a position."""
        assert self.law.first_ratings is not None
        of = self.law.first_ratings
        standings = self._standings_before(number, self.nothing_waiting, given, through)
        named = renamed(reports, names_at(self.facts.merges, through))
        booked = self._booked(number, players, named, standings)
        lists = self.surroundings.lists_at(through) if self.surroundings else None
        outside = replace(booked.outside, lists=lists)
        booked = replace(booked, outside=outside, decided=self.decided)
        return self._rate(
            number, booked, standings, frozenset({*of.columns, self.law.entry_reason})
        )

    def _guests(self, number: int, known: int | None) -> Callable[[Batch], Iterator[GuestFacts]]:
        """Return the source of facts about guests of a batch, as lists knew them.

        See reading `guest_as_booked` (`rating.guests`).
        """
        through = [closed.event.through_position for closed in self.facts.closed[number - 1 :]]
        last = through[0] if known is None else known
        closings = [*(at for at in through if at < last), last]

        def rated(number: int, player: int) -> int:
            return int(self.rated(number, np.array([player]))[0])

        def of_batch(part: Batch) -> Iterator[GuestFacts]:
            bookings = [self.recall.last_booking(report, closings) for report in part.reports]
            for position, entries in by_booking(part, bookings):
                lists = self.surroundings.lists_at(position) if self.surroundings else None
                decided = entry_decisions(self.facts, Horizon.at(position), rated, number)
                ratings = by_player(part.player, decided_ratings(decided))
                yield GuestFacts(entries, lists, ratings)

        return of_batch

    def _rate(
        self, number: int, booked: Booked, standings: Standings, wanted: frozenset[str]
    ) -> Rated:
        years = self.years_at(self.facts.closed[number - 1].event.through_position)
        source = ReplaySource(booked, standings, years)
        parts = source.parts(booked.rated())
        return rate(one_step(source, parts, booked.changes, booked.edition), wanted)

    def _booked(
        self, number: int, players: Players, reports: Sequence[Report], standings: Standings
    ) -> Booked:
        reports = _naming(reports, players)
        closed = self.facts.closed[number - 1]
        law, through = Law(self.facts, closed.position), closed.event.through_position
        after = self.facts.closed[number - 2].event.through_position if number > 1 else -1
        changes = due_decisions(self.facts, after, through)
        pools = dict.fromkeys(self.law.other_pools.rulebooks, NOT_OPEN)
        if self.surroundings:
            pools = self.surroundings.pools_at(closed.horizon)
        return Booked(
            due=due_of(self.facts, closed.event),
            law=self.law,
            edition=of_list(law, closed.event.list_date, through),
            reports=reports,
            covering=covering(law, standings, reports, through),
            changes={player: changes[player] for player in players.tolist() if player in changes},
            decided={},
            also=np.zeros(self._size, dtype=bool),
            outside=OutsideFacts(pools),
            elsewhere=self.surroundings.elsewhere(reports) if self.surroundings else {},
        )

    def began_otherwise(self, number: int, reports: Sequence[Report], through: int) -> list[Report]:
        """Return the reports for which another list is in force now than at the closing."""
        was, now = (self._before(number, at) for at in (self.facts.closed_through(), through))
        return [e for e in reports if was.list_in_force(e.start) != now.list_in_force(e.start)]

    def _before(self, number: int, known: int | None = None) -> Standings:
        """Return standings with the ratings of lists, and the lists in force before `number`."""
        since, through = self.standings.since[:number], -1
        if known is not None:
            through = known
        elif 0 < number <= self.last:
            through = self.facts.closed[number - 1].event.through_position
        published = Law(self.facts).published(through)
        if published is not None:
            published = {at: day for at, day in published.items() if at < number}
        recall = self.standings.recall
        found = Standings({}, since=since, ratings=self._ratings, recall=recall)
        every = in_force(self.facts, through).items()
        printings = {at: those for at, those in every if at < number}
        stand_ins = self.standings.stand_ins
        return replace(found, published=published, printings=printings, stand_ins=stand_ins)

    def _standings_before(
        self, number: int, waiting: Waiting, given: State, known: int | None
    ) -> Standings:
        """Return the standings from which a list was computed, as far as sealed lists have them.

        The counter of games and the last game are not on a list; no change rests on them.
        """
        state = self._state_after(number - 1)
        for one in self.standings.stand_ins:
            if one.on >= 0 and one.first < number <= one.last:
                earlier = self._state_after(one.on)
                for name, values in state.items():
                    values[one.player] = earlier[name][one.like]
        for span in self.voided:
            if span.first < number <= span.last:
                state["rating"][span.player] = 0
        before = self._before(number, known)  # opponents are rated as the closed list knew them
        stand_ins = [one for one in before.stand_ins if one.on >= 0 or one.last <= number]
        state |= given
        return replace(before, state=state, waiting=waiting, stand_ins=stand_ins)

    def _state_after(self, number: int) -> dict[str, NDArray[Any]]:
        if number:
            return self._listed(number)
        standings = self.beginning(self.facts.closed[0].event.through_position)
        standings.grow(self._size)
        return standings.state

    def _listed(self, number: int) -> dict[str, NDArray[Any]]:
        state = {
            name: np.zeros(self._size, dtype=np.int64 if name in self.law.wide else np.int32)
            for name in self.law.state
        }
        sealed = self.recall.listed(number)
        for name, values in sealed.items():
            if name in state:
                state[name][sealed["player"]] = values
        return state

    @property
    def _size(self) -> int:
        return len(self.standings.state["rating"])


def _naming(reports: Sequence[Report], players: Players) -> tuple[Report, ...]:
    """Return the reports with one of some players among their entrants."""
    if not reports:
        return ()
    entrants = columns.read("".join(report.player for report in reports), columns.PLAYER)
    sizes = [len(report.player) // columns.PLAYER for report in reports]
    named = np.repeat(np.arange(len(reports)), sizes)[np.isin(entrants, players)]
    return tuple(reports[at] for at in np.unique(named).tolist())
