"""Step inputs from stored rows: the state of few players, as found by a list."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from projections.categories.awards import names_awarded
from projections.queries import NOBODY, PoolQuery, RatingList, State
from projections.queries.corrections import corrections_on
from projections.queries.recounts import recounts
from projections.queries.rows import Booking
from projections.rating import guests
from projections.rating.layout import Batch, lay_out, spans
from projections.rating.parts import fixing
from projections.rating.recounts import NOBODY as NO_PLAYERS
from projections.rating.waiting import Waiting
from projections.rating.year_end import YearEnd, decided_after, order_of
from projections.recompute.reports import load
from projections.recompute.waiting import decided_entries, waiting_before
from projections.rulebooks.engine.columns import Values
from projections.rulebooks.engine.rulebook import Rulebook
from projections.rulebooks.engine.terms import FIRST_YEAR_OF_SETS, Basis
from projections.state.reports import Order, Report
from projections.state.story import TournamentHistory
from projections.steps.capital_changes import (
    ADJUSTED,
    ADJUSTED_PLACE,
    CHAINED,
    NOWHERE,
    CapitalChange,
    by_player,
    capitals_at,
)
from projections.steps.category_history import is_set
from projections.steps.corrected import Corrections
from projections.steps.other_pools import PoolInMemory, Surroundings, other_pool
from projections.steps.source import OtherPool, OutsideFacts, Starts


@dataclass(frozen=True, slots=True)
class Loaded:
    """Reports of a step computed again, and inputs different from those of the list."""

    booked: Sequence[Booking] = ()
    reports: Mapping[int, Report] = field(default_factory=dict)
    """By position, like the histories of the tournaments that were corrected."""
    histories: Mapping[int, TournamentHistory] = field(default_factory=dict)
    waiting: Waiting | None = None
    """Results that wait for the player's first rating; None: those of the list before."""
    given: Mapping[int, int] | None = None
    """Entry ratings by player; None: decisions and external lists are asked."""
    known: int | None = None
    """Position at which reports and days of publication were known; None: that of the list."""
    then: Callable[[list[int]], dict[int, State]] | None = None
    """States of players before the step; None: as the list left them."""
    seen_by: RatingList | None = None
    """The list with which players enter, where it is later than the list of the step.

    Other pools, external lists and decisions are as that list could see them.
    """


@dataclass(frozen=True, slots=True)
class StoredPool:
    """Another pool, from its stored rows."""

    query: PoolQuery

    def values(self, name: str, day: date, players: NDArray[Any]) -> NDArray[np.int64]:
        """Return the ratings, or another state field, in force on a day; 0: none."""
        query = self.query
        used = query.in_force_or_none(day)
        if used is None:
            return np.zeros(len(players), dtype=np.int64)
        if name == query.law.category and is_set(query.facts, query.known):
            standings = query.official.replay(query.name).begun()
            seen = PoolInMemory(query.name, query.facts, standings, query.known)
            return seen.values(name, day, players).astype(np.int64)
        return _field(query.states(players.tolist(), used.number), name, players)

    def awards(self, day: date, players: NDArray[Any]) -> NDArray[Any]:
        """Return the names of the titles in force on a day; "": none."""
        return names_awarded(self.query.facts, day, self.query.known, players)


@dataclass(frozen=True)
class StoredSource:
    """The inputs of a step of a list, from stored rows."""

    pool: PoolQuery
    on: RatingList
    player: int | None = None
    """The player asked about; None: all entrants."""
    loaded: Loaded = Loaded()
    place: int | None = None
    """Place of the step in the chain of the list; None: the list is one step."""

    @property
    def law(self) -> Rulebook:
        """Return the rulebook of the pool."""
        return self.pool.law

    @property
    def list_date(self) -> date:
        """Return the date of the list."""
        return self.on.list_date

    @property
    def since(self) -> date:
        """Return the first day of the histories."""
        return self.pool.lists()[0].list_date

    @cached_property
    def seen_by(self) -> RatingList:
        """Return the list with the valid view of other pools, external lists and decisions."""
        return self.loaded.seen_by or self.on

    @cached_property
    def other_pools(self) -> dict[str, PoolQuery]:
        """Return the other pools as the list could see them, by word of the rulebook."""
        found, through = {}, self.seen_by.through_position
        for word, law in self.law.other_pools.rulebooks.items():
            name = other_pool(self.pool.official.facts.pools, self.pool.name, law, through)
            if name is not None:
                found[word] = PoolQuery(self.pool.official, name, through)
        return found

    @cached_property
    def outside(self) -> OutsideFacts:
        """Return the facts from outside the pool, as the list could see them."""
        pools: dict[str, OtherPool | None] = {
            word: StoredPool(self.other_pools[word]) if word in self.other_pools else None
            for word in self.law.other_pools.rulebooks
        }
        found = self.surroundings.facts_at(self.on.through_position, pools)
        lists = self.surroundings.lists_at(self.seen_by.through_position)
        return replace(found, lists=lists if self.loaded.given is None else None)

    @property
    def surroundings(self) -> Surroundings:
        """Return the other pools and external lists around the pool."""
        return self.pool.official.surroundings(self.pool.name)

    @cached_property
    def corrections(self) -> Corrections:
        """Return the corrections of closed lists booked on the list."""
        found, given = corrections_on(self.pool, self.on), self.loaded.given
        if given is None or self.law.first_ratings is None:
            return found
        had = self.law.first_ratings.had
        entering = {player: {had: rating} for player, rating in given.items()}
        return replace(found, entering=entering, asked={})

    @cached_property
    def waiting(self) -> Waiting:
        """Return the results waiting for a first rating."""
        if self.loaded.waiting is not None:
            return self.loaded.waiting
        return waiting_before(self.pool, self.player, self.on)

    @property
    def asks_again(self) -> bool:
        """Return whether players may wait for a known entry rating."""
        return self.loaded.given is None and not self.law.chained

    @cached_property
    def players(self) -> NDArray[np.int64]:
        """Return the players of the step, growing: all entrants, and the player asked about."""
        entrants = [
            columns.read(report.player, columns.PLAYER) for report in self.loaded.reports.values()
        ]
        asked = [] if self.player is None else [np.array([self.player])]
        return np.unique(np.concatenate([NO_PLAYERS, *asked, *entrants])).astype(np.int64)

    @cached_property
    def _states(self) -> Mapping[int, State]:
        players = self.players.tolist()
        if self.loaded.then is not None:
            return self.loaded.then(players)
        if self.place is None:
            return self.pool.states(players, self.on.number - 1)
        return self.pool.states(players, self.on.number, before_place=self.place)

    def state(self, players: NDArray[np.int64]) -> dict[str, Values]:
        """Return the state columns of players before the step, corrections of the list included."""
        state = {name: _field(self._states, name, players) for name in self.law.state}
        self.corrections.revise(state, players)
        return state

    def birth_years(self, players: NDArray[np.int64]) -> Values:
        """Return years of birth; 0: unknown."""
        return self.pool.official.facts.years_of(players, self.on.through_position)

    def decided_ratings(self, players: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return entry ratings by decision; 0: none."""
        if self.loaded.given is not None:
            return np.zeros_like(players)
        return self._decided(players, self.seen_by.number, self.seen_by.through_position)

    def _decided(self, players: NDArray[np.integer], number: int, known: int) -> NDArray[np.int64]:
        some = frozenset(players.tolist())
        return by_player(players, decided_entries(self.pool, some, number, known))

    def entry_days(self, players: NDArray[np.int64], days: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return each player's first day of entering, over all tournaments of the list."""
        pairs = zip(players.tolist(), days.tolist(), strict=True)
        return np.array([day and self._entry_day(player, day) for player, day in pairs], np.int64)

    def _entry_day(self, player: int, day: int) -> int:
        booked = [
            booking for booking in self.pool.bookings(self.on.number, player) if booking.edition
        ]
        unrated = [
            booking
            for booking in booked
            if not self.pool.state(
                player, list_on(self.pool, booking.starts, self.on).number
            ).rating
        ]
        positions = [booking.position for booking in unrated]
        reports, _ = load(self.pool, positions, self.on.through_position)
        days = [
            booking.starts.toordinal()
            for booking in unrated
            if self._fixes(player, booking.edition, reports[booking.position])
        ]
        return min([day, *days])

    def _fixes(self, player: int, edition: str, report: Report) -> bool:
        """Return whether a report fixes the entry rating of a player without a rating."""
        part = lay_out(self.law.edition(edition), [report])
        entries = fixing(self.law, part, np.zeros(len(part.player), dtype=np.int64)).entries
        return bool(entries[part.player == player].any())

    @cached_property
    def lists_used(self) -> dict[int, RatingList]:
        """Return the list in force when each tournament began, by report position."""
        reports, known = self.loaded.reports.values(), self.loaded.known
        return {
            report.position: list_on(self.pool, report.start, self.on, known) for report in reports
        }

    def starts(self, part: Batch) -> Starts:
        """Return the ratings at start of the entries of a part, by the rulebook's basis."""
        chained = self.law.basis is Basis.PREVIOUS_STEP
        of_report = self._capitals if chained else self._listed
        none = (np.zeros(0, dtype=np.int64), np.zeros(0, dtype=bool))
        found = [none, *(of_report(report, part.player[span]) for report, span in spans(part))]
        ratings, ceased = zip(*found, strict=True)
        return np.concatenate(ratings), np.concatenate(ceased)

    def _listed(self, report: Report, players: NDArray[np.int32]) -> Starts:
        states = self.pool.states(players.tolist(), self.lists_used[report.position].number)
        return _field(states, "rating", players), np.zeros(len(players), dtype=bool)

    def _capitals(self, report: Report, players: NDArray[np.int32]) -> Starts:
        present, later = _field(self._states, "rating", players), self._later(report)
        if not later:
            return present, np.zeros(len(players), dtype=bool)
        changes = (move for player in players.tolist() for move in self._changes(player, later))
        return capitals_at(report.order, players, present, changes)

    def _later(self, report: Report) -> dict[tuple[int, int], Order]:
        """Return the later places in the order with earlier booking, by list and place.

        Only lists reaching to the last day of the report can have booked such a place.
        """
        pool, on = self.pool, self.on
        placed: dict[tuple[int, int], Order] = {
            (after.number + 1, ADJUSTED_PLACE): decided_after(after.event.cut_off)
            for after in pool.facts.closed[: on.number - 1]
        }
        for number in pool.reaching(report.order[0], on.number):
            placed |= {(number, row.place): row.order for row in pool.bookings(number)}
            placed |= {(number, row.place): order_of(row.year) for row in pool.year_ends_on(number)}
            placed |= {(number, row.place): row.order for row in recounts(pool, on=number)}
        return {at: order for at, order in placed.items() if order > report.order}

    def _changes(
        self, player: int, later: Mapping[tuple[int, int], Order]
    ) -> Iterator[CapitalChange]:
        """Yield the stored changes of a player before the step."""
        who = np.array([player])
        last = sys.maxsize if self.place is None else self.place
        for state in self.pool.changes(player, self.on.number, since=min(later)[0]):
            at = (state.number, state.place)
            if at >= (self.on.number, last):
                break
            ceased = who if not state.rating else NO_PLAYERS
            decided = state.place == ADJUSTED_PLACE
            order = NOWHERE if decided and state.rating else later.get(at, NOWHERE)
            phase = ADJUSTED if decided else CHAINED
            points = np.array([state.moved])
            yield CapitalChange(
                state.number, phase, order, who, points, np.zeros(1, np.int64), ceased
            )

    @cached_property
    def guest_bookings(self) -> dict[int, int]:
        """Return by report position the list with the valid view of guests.

        A list is named by the position up to which it took facts (reading `guest_as_booked`).
        """
        if not self.law.external_lists.guests:
            return {}
        last = self.on.through_position if self.loaded.known is None else self.loaded.known
        lists = [report for report in self.pool.lists() if report.number >= self.on.number]
        through = (report.through_position for report in lists)
        closings = [*(at for at in through if at < last), last]
        reports, facts = self.loaded.reports.values(), self.pool.official.facts
        return {e.position: facts.last_booking(self.pool.name, e, closings) for e in reports}

    def guests(self, part: Batch) -> Iterator[guests.GuestFacts]:
        """Yield the facts about the guests of a part, by the list that booked each report."""
        by_report = [self.guest_bookings[report.position] for report in part.reports]
        for position, entries in guests.by_booking(part, by_report):
            decided = self._decided(part.player, self.on.number, position)
            yield guests.GuestFacts(entries, self.surroundings.lists_at(position), decided)

    def year_end_points(self, turn: YearEnd, players: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the points that earlier lists booked for the same year end."""
        lists = self.pool.reaching(turn.order[0], self.on.number - 1)
        ends = (row for number in lists for row in self.pool.year_ends_on(number))
        at = {(row.number, row.place) for row in ends if row.year == turn.year}
        found = {
            player: sum(
                change.moved
                for change in self.pool.changes(player, self.on.number - 1, since=min(at)[0])
                if (change.number, change.place) in at
            )
            for player in (players.tolist() if at else ())
        }
        return by_player(players, found)

    def left_year(self, year: int, players: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return for each player whether corrections removed all counted games of a year."""
        return np.array([self._left(year, player) for player in players.tolist()], dtype=bool)

    def _left(self, year: int, player: int) -> bool:
        mine = recounts(self.pool, player, self.on.number)
        if not mine:
            return False
        years = self.law.chained_corrections.years
        were = self.pool.state(player, self.on.number - 1).fields.get(years, 0)
        now = mine[-1].facts[f"corrected_{years}"]
        return bool(were & ~now & (1 << (year - FIRST_YEAR_OF_SETS)))

    def entered_in(self, players: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the year of the event with which each player entered; 0: carried over."""
        return np.array([self._entered_in(player) for player in players.tolist()], np.int64)

    def _entered_in(self, player: int) -> int:
        entered, rating = (0, 0), 0
        for row in self.pool.changes(player, self.on.number):
            at = (row.number, row.place)
            if at >= (self.on.number, self.place or 0):
                break
            entered = at if row.rating and not rating else entered
            rating = row.rating
        number, place = entered
        if not number:
            return 0
        booked = [row.ends for row in self.pool.bookings(number) if row.place == place]
        corrected = recounts(self.pool, player, number)
        booked += [row.order[0] for row in corrected if row.place == place]
        return booked[0].year


def list_on(pool: PoolQuery, day: date, on: RatingList, known: int | None = None) -> RatingList:
    """Return the list in force on a day, among those closed before the list `on`.

    Days of publication are as known at a position; None: at that of the list `on`.
    """
    through = on.through_position if known is None else known
    before = [row for row in pool.lists(through) if row.number < on.number]
    return [row for row in before if row.in_force_from <= day][-1]


def _field(
    states: Mapping[int, State], name: str, players: NDArray[np.integer]
) -> NDArray[np.int64]:
    """Return a state field of players; 0: no state."""
    fields = [states.get(player, NOBODY).fields for player in players.tolist()]
    return np.array([row.get(name, 0) for row in fields], dtype=np.int64)
