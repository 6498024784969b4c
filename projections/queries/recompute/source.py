"""Step inputs from stored rows: the state of few players, as found by a list."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from projections.queries import NOBODY, PoolQuery, RatingList, State
from projections.queries.corrections import corrections_on, recounts
from projections.queries.recompute.merged import back_since, states_on
from projections.queries.recompute.rows import (
    StoredPool,
    decided_entries,
    list_on,
    load,
    opponents,
    state_field,
    waiting_before,
)
from projections.queries.rows import Booking
from projections.rating import guests
from projections.rating.booked import decided_ratings
from projections.rating.capital_changes import (
    ADJUSTED,
    CHAINED,
    NOWHERE,
    BookingTime,
    by_player,
    capitals_at,
    sum_of,
)
from projections.rating.capital_history import CapitalChanges
from projections.rating.chain_steps import NOBODY as NO_PLAYERS
from projections.rating.chain_steps import YearEnd
from projections.rating.corrected import Corrections
from projections.rating.layout import Batch, lay_out, spans
from projections.rating.other_pools import other_pool
from projections.rating.parts import fixing
from projections.rating.source import NOT_OPEN, OfficialRatings, OutsideFacts, Starts
from projections.rating.waiting import Waiting
from projections.rulebooks.engine.columns import Values
from projections.rulebooks.engine.terms import FIRST_YEAR_OF_SETS, Basis
from projections.state.closed_list import Horizon
from projections.state.history import TournamentHistory
from projections.state.printings import sealed_by
from projections.state.reports import Order, Report


@dataclass
class StoredSource:
    """The inputs of a step of a list, from stored rows; some may differ from those of the list."""

    pool: PoolQuery
    on: RatingList
    player: int | None = None
    """The player asked about; None: all entrants."""
    place: int | None = None
    """Place of the step in the chain of the list; None: the list is one step."""
    booked: Sequence[Booking] = ()
    reports: Mapping[int, Report] = field(default_factory=dict)
    """By position, like the histories of the corrected tournaments."""
    histories: Mapping[int, TournamentHistory] = field(default_factory=dict)
    results: Waiting | None = None
    """Results waiting for the player's first rating; None: those of the list before."""
    entry_ratings: Mapping[int, int] | None = None
    """By player; None: decisions and external lists are asked."""
    known: int | None = None
    """Position at which reports and days of publication were known; None: that of the list."""
    order: Order = NOWHERE
    """Place among the events at which a chain booked the step, if it is an event or a year end."""
    later_capitals: Mapping[int, int] = field(default_factory=dict)
    """Later entry capitals of players without a rating before the step (`own_inputs`)."""
    instead: Mapping[int, State] = field(default_factory=dict)
    """In a chain, states of players whom a separation leaves with another one, by player."""
    read_at: BookingTime | None = None
    """In a chain, the time from which the capital of the player is read; None: that of the step."""
    enters_on: RatingList | None = None
    """The list on which players enter; None: `on`.

    Other pools, external lists and decisions are as that list could see them.
    """
    met_only: bool = False
    """Whether only the player's own row is read: players never met stand in with the own state.

    On a list that is one step, nothing of a rated player rests on them. An unrated one needs all.
    """
    _read: dict[int, Mapping[int, State]] = field(default_factory=dict)
    """States by list, as read so far."""

    def __post_init__(self) -> None:
        self.law, self.list_date = self.pool.law, self.on.list_date
        self.since = self.pool.lists()[0].list_date
        self.surroundings = self.pool.official.surroundings(self.pool.name)
        self.entry_list = self.enters_on or self.on
        self.asks_again = self.entry_ratings is None and not self.law.chained

    @cached_property
    def other_pools(self) -> dict[str, PoolQuery]:
        """Return the other pools as the list could see them, by word of the rulebook."""
        found, horizon = {}, self.entry_list.horizon
        for word, law in self.law.other_pools.rulebooks.items():
            pools = self.pool.official.facts.pools
            name = other_pool(pools, self.pool.name, law, horizon.facts)
            if name is not None:
                pool = PoolQuery(self.pool.official, name, horizon.facts)
                found[word] = pool.showing(sealed_by(pools[name], horizon.lists))
        return found

    @cached_property
    def outside(self) -> OutsideFacts:
        """Return the facts from outside the pool, as the list could see them."""
        pools = dict.fromkeys(self.law.other_pools.rulebooks, NOT_OPEN)
        pools |= {word: StoredPool(pool) for word, pool in self.other_pools.items()}
        found = self.surroundings.facts_at(self.on.horizon, pools)
        lists = self.surroundings.lists_at(self.entry_list.through_position)
        return replace(found, lists=lists if self.entry_ratings is None else None)

    @cached_property
    def corrections(self) -> Corrections:
        """Return the corrections of closed lists booked on the list.

        A unit as known at another position has the states of the list before, without the merges.
        """
        found, given = corrections_on(self.pool, self.on), self.entry_ratings
        if self.known is not None:
            found = replace(found, states={})
        if given is None or self.law.first_ratings is None:
            return found
        had = self.law.first_ratings.had
        entering = {player: {had: rating} for player, rating in given.items()}
        return replace(found, entering=entering, asked={})

    @cached_property
    def waiting(self) -> Waiting:
        """Return the results waiting for a first rating."""
        if self.results is not None:
            return self.results
        return waiting_before(self.pool, self.player, self.on)

    @cached_property
    def players(self) -> NDArray[np.int64]:
        """Return the players of the step, growing: all entrants, and the player asked about."""
        entrants = [columns.read(report.player, columns.PLAYER) for report in self.reports.values()]
        asked = [] if self.player is None else [np.array([self.player])]
        return np.unique(np.concatenate([NO_PLAYERS, *asked, *entrants])).astype(np.int64)

    @cached_property
    def states(self) -> Mapping[int, State]:
        """Return the states of the players before the step."""
        players, chained = self.players.tolist(), self.place is not None
        number = self.on.number if chained else self.on.number - 1
        entering = {
            player: NOBODY._replace(rating=capital, fields={"rating": capital})
            for player, capital in self.later_capitals.items()
        }
        if chained:
            return {**self.pool.states(players, number, self.place), **self.instead, **entering}
        return {**self._states_on(number), **entering}

    def _states_on(self, number: int) -> Mapping[int, State]:
        """Return the states of the players on an earlier list, read once."""
        if number not in self._read:
            self._read[number] = self._states_read(number)
        return self._read[number]

    def _states_read(self, number: int) -> Mapping[int, State]:
        players, known, later = self.players.tolist(), self._merges_known, self.on.number
        if self.player is not None and self.met_only:
            met = {self.player, *opponents(self.reports.values(), self.player)}
            found = dict(states_on(self.pool, sorted(met), number, known, later))
            own = found.get(self.player, NOBODY)
            if own.rating:
                return {**{one: own for one in players if one not in met}, **found}
        return states_on(self.pool, players, number, known, later)

    @property
    def _merges_known(self) -> int:
        return self.on.through_position if self.known is None else self.known

    def state(self, players: NDArray[np.int64]) -> dict[str, Values]:
        """Return the state columns of players before the step, corrections of the list included."""
        state = {name: state_field(self.states, name, players) for name in self.law.state}
        self.corrections.apply_to(state, players)
        return state

    def birth_years(self, players: NDArray[np.int64]) -> Values:
        """Return years of birth; 0: unknown."""
        return self.pool.official.facts.years_of(players, self.on.through_position)

    def decided_ratings(self, players: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return entry ratings by decision; 0: none."""
        if self.entry_ratings is not None:
            return np.zeros_like(players)
        return self._decided(players, self.entry_list.number, self.entry_list.horizon)

    def _decided(
        self, players: NDArray[np.integer], number: int, horizon: Horizon
    ) -> NDArray[np.int64]:
        some = frozenset(players.tolist())
        decided = decided_entries(self.pool, some, number, horizon)
        return by_player(players, decided_ratings(decided))

    def entry_days(self, players: NDArray[np.int64], days: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return each player's first day of entering, over all tournaments of the list."""
        pairs = zip(players.tolist(), days.tolist(), strict=True)
        return np.array([day and self._entry_day(player, day) for player, day in pairs], np.int64)

    def _entry_day(self, player: int, day: int) -> int:
        days = [day]
        for booking in self.pool.bookings(self.on.number, player):
            begun = list_on(self.pool, booking.starts, self.on)
            if booking.edition and not self.pool.state(player, begun.number).rating:
                reports, _ = load(self.pool, [booking.position], self.on.through_position)
                part = lay_out(self.law.edition(booking.edition), list(reports.values()))
                unrated = np.zeros(len(part.player), dtype=np.int64)
                if fixing(self.law, part, unrated).entries[part.player == player].any():
                    days.append(booking.starts.toordinal())
        return min(days)

    @cached_property
    def lists_used(self) -> dict[int, RatingList]:
        """Return the list in force when each tournament began, by report position."""
        reports, known = self.reports.values(), self.known
        return {
            report.position: list_on(self.pool, report.start, self.on, known) for report in reports
        }

    def starts(self, part: Batch) -> Starts:
        """Return the ratings at start of the entries of a part, by the rulebook's basis."""
        none = (np.zeros(0, dtype=np.int64), np.zeros(0, dtype=bool))
        found = [none, *(self.start_of(report, part.player[span]) for report, span in spans(part))]
        ratings, ceased = zip(*found, strict=True)
        return np.concatenate(ratings), np.concatenate(ceased)

    def start_of(self, report: Report, players: NDArray[np.int32]) -> Starts:
        """Return the ratings at start of the entrants of one report."""
        chained = self.law.basis is Basis.PREVIOUS_STEP
        return (self._capitals if chained else self._listed)(report, players)

    def _listed(self, report: Report, players: NDArray[np.int32]) -> Starts:
        states = self._states_on(self.lists_used[report.position].number)
        return state_field(states, "rating", players), np.zeros(len(players), dtype=bool)

    def official_ratings(self, part: Batch) -> OfficialRatings | None:
        """Return the official ratings of the entries of a part; None: those of `starts` are."""
        official = self.pool.official.official_lists(self.pool.name)
        return None if official is None else official.ratings(part, self.on.number)

    def _capitals(self, report: Report, players: NDArray[np.int32]) -> Starts:
        present = state_field(self.states, "rating", players)
        later = self.booked_before.since(report.order)
        return capitals_at(report.order, players, present, later)

    @cached_property
    def booked_before(self) -> CapitalChanges:
        """Return the capital changes that the chain booked before the step."""
        time = (self.on.number, ADJUSTED if self.place is None else CHAINED, self.order)
        changes = self.pool.official.replay(self.pool.name).begun().moved
        if self.read_at is None:
            return changes.booked_before(time)
        return changes.booked_before(self.read_at).as_booked(time, self.player)

    @cached_property
    def guest_bookings(self) -> dict[int, int]:
        """Return by report position the list with the valid view of guests.

        A list is named by the position up to which it took facts (reading `guest_as_booked`).
        """
        if not self.law.external_lists.guests:
            return {}
        last = self.on.through_position if self.known is None else self.known
        through = (row.through_position for row in self.pool.lists()[self.on.number :])
        closings = [*(at for at in through if at < last), last]
        reports, facts = self.reports.values(), self.pool.official.facts
        return {e.position: facts.last_booking(self.pool.name, e, closings) for e in reports}

    def guests(self, part: Batch) -> Iterator[guests.GuestFacts]:
        """Yield the facts about the guests of a part, by the list that booked each report."""
        by_report = [self.guest_bookings[report.position] for report in part.reports]
        for position, entries in guests.by_booking(part, by_report):
            of_list = position == self.on.through_position
            horizon = self.on.horizon if of_list else Horizon.at(position)
            decided = self._decided(part.player, self.on.number, horizon)
            yield guests.GuestFacts(entries, self.surroundings.lists_at(position), decided)

    def year_end_points(self, year_end: YearEnd, players: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the points that earlier lists booked for the same year end."""
        changes = self.booked_before.since(year_end.order)
        return sum_of((change for change in changes if change.order == year_end.order), players)

    def left_year(self, year: int, players: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return for each player whether corrections removed all counted games of a year."""
        bit, years = 1 << (year - FIRST_YEAR_OF_SETS), self.law.chained_corrections.years
        back = back_since(self.pool, self.on, year)
        before = state_field(self.pool.states(players.tolist(), self.on.number - 1), years, players)
        corrected = {
            **{player: fields[years] for player, fields in back.items()},
            **{
                recount.player: recount.facts[f"corrected_{years}"]
                for recount in recounts(self.pool, self.player, self.on.number)
            },
        }
        now = np.array([corrected.get(player, bit) for player in players.tolist()], dtype=np.int64)
        were = np.where(np.isin(players, list(back)), bit, before)
        return (were & ~now & bit) != 0

    def entered_in(self, players: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the year of the event with which each player entered; 0: carried over."""
        registered = self.pool.official.facts.players + 1
        return self.booked_before.entered_in(registered).take(players)
