"""Competitions on closed lists of a chain: amounts booked, and the present result.

The capitals just before a competition are computed from the present ones, back through all later
entries; no other state is stored.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from ledger import columns
from ledger.columns import Players, Wide
from projections.corrections.capitals_then import NO_POINTS, Then
from projections.finding import Finding
from projections.rating import Rated, rate, undecided
from projections.rating.booked import Booked, edition_for
from projections.rating.capital_changes import (
    CHAINED,
    CapitalChange,
    Places,
    find,
)
from projections.rating.layout import lay_out
from projections.rating.other_pools import Surroundings
from projections.rating.replay_source import ReplaySource
from projections.rating.standings import Standings
from projections.rating.steps import one_step
from projections.rulebooks.engine.correction_terms import ChainedCorrections
from projections.rulebooks.engine.edition import Edition
from projections.state.law import Law
from projections.state.merges import Names, names_at, renamed
from projections.state.pool import CorrectedReport, PoolFacts
from projections.state.reports import Order, Report, tournament_of

Columns = dict[str, NDArray[Any]]
"""By name, a row for each of some players."""


@dataclass(frozen=True)
class Chain:
    """A chain after its last list, with the facts known to the next list."""

    facts: PoolFacts
    standings: Standings
    booked: Booked
    """The next list, without its corrections of closed lists."""
    surroundings: Surroundings | None
    birth_year: NDArray[np.int16]
    beginning: Callable[[], Standings]
    """Makes the standings at the beginning of the histories."""
    as_set: Callable[[Edition], Edition]
    """An edition with the parameters in force on the next list."""

    @property
    def law(self) -> ChainedCorrections:
        """The columns compared by a correction."""
        return self.booked.law.chained_corrections

    @property
    def entry_columns(self) -> tuple[str, ...]:
        """UNIT columns with source and day of an entry."""
        law = self.booked.law.first_ratings
        return (law.step, law.day) if law else ()

    @property
    def result(self) -> tuple[str, ...]:
        """UNIT columns of a rated competition: play, capital, source and day of entries."""
        return (self.law.deviation, self.law.games, self.booked.law.base, *self.entry_columns)

    def edition(self, number: int, begins: date) -> Edition | None:
        """Return the edition of a day, as adopted and set when a list was closed.

        None outside the rulebook, and before histories begin.
        """
        closed = self.facts.closed[number - 1]
        law = Law(self.facts, closed.position)
        return edition_for(law, self.standings, begins, closed.event.through_position)

    def names_booked(self, number: int) -> Names:
        """Return the merged numbers when a list was closed."""
        return names_at(self.facts.merges, self.facts.closed[number - 1].event.through_position)

    @cached_property
    def competitions(self) -> dict[int, list[CapitalChange]]:
        """Entries of each competition by position, in the order of booking."""
        found: dict[int, list[CapitalChange]] = {}
        for entry in self.standings.moved:
            if entry.competition is not None:
                found.setdefault(entry.competition.position, []).append(entry)
        return found

    @cached_property
    def carried_years(self) -> Wide:
        """Carried-over years by register number, as a set of bits."""
        begun = self.beginning()
        begun.grow(len(self.standings.state["rating"]))
        return begun.state[self.law.years]


@dataclass(frozen=True)
class ClosedCompetition:
    """A competition on a closed list: amounts booked, and the present result."""

    position: int
    """Of the booked report."""
    tournament: str
    booked: tuple[int, int, Order]
    """Place of its first booking among all bookings."""
    begins: date
    """As corrected, like `order` and `edition`."""
    order: Order
    edition: Edition
    moved: tuple[CapitalChange, ...]
    """All bookings."""
    player: Players
    """All players, before or after the correction; strictly growing."""
    now: dict[str, Wide]
    """Present result, a row for each player: deviation, games, capital; if rated again, source and
    day of entries."""
    undecided: tuple[Finding, ...] = ()
    """The entries added by the correction that need a decision."""

    @property
    def redated(self) -> bool:
        """Whether the days were corrected; if so the new place is booked for every player."""
        if not self.moved or self.moved[-1].competition is None:
            return False
        booked = (self.moved[-1].order, self.moved[-1].competition.begins)
        return booked != (self.order, self.begins)

    def with_rows(
        self, players: Players, values: Columns, undecided: tuple[Finding, ...] = ()
    ) -> "ClosedCompetition":
        """Return the competition with the present result of some players replaced or added.

        `undecided` are the entries among them that need a decision.
        """
        every = np.union1d(self.player, players)
        earlier, given = find(every, self.player), find(every, players)
        nothing = np.zeros_like(self.player)
        now = {
            name: np.where(
                given.known, given.take(column), earlier.take(self.now.get(name, nothing))
            )
            for name, column in values.items()
        }
        return replace(self, player=every, now=now, undecided=(*self.undecided, *undecided))


class Share:
    """The amounts of some players in a competition, booked and present.

    The places of the players are found once for all columns.
    """

    def __init__(self, of: ClosedCompetition, players: Players) -> None:
        self.of = of
        self.players = players

    @cached_property
    def played(self) -> Places:
        """Places of these players among those of the competition."""
        return find(self.players, self.of.player)

    @cached_property
    def bookings(self) -> list[tuple[CapitalChange, Places]]:
        """Bookings of the competition, with the places of these players in each."""
        return [(entry, find(self.players, entry.player)) for entry in self.of.moved]

    def booked(self, name: str) -> Wide:
        """Return the amounts booked in a column."""
        total = np.zeros(len(self.players), dtype=np.int64)
        for entry, places in self.bookings:
            total += places.take(columns_of(entry)[name])
        return total

    def present(self, name: str) -> Wide:
        """Return the present values of a column; 0 for other players."""
        return self.played.take(self.of.now[name])


def columns_of(moved: CapitalChange) -> Mapping[str, Wide]:
    """Return the columns stored of a competition."""
    assert moved.competition is not None
    return moved.competition.columns


def as_booked(chain: Chain, position: int) -> ClosedCompetition:
    """Return a competition without corrections."""
    moved = chain.competitions[position]
    players = np.unique(np.concatenate([entry.player for entry in moved]))
    last = moved[-1]
    assert last.competition is not None
    begins = last.competition.begins
    edition = chain.edition(moved[0].number, begins)
    assert edition is not None, "it was rated"
    name, booked = tournament_of(last.order), moved[0].booked
    found = ClosedCompetition(
        position, name, booked, begins, last.order, edition, (*moved,), players, {}
    )
    of = chain.law
    share = Share(found, players)
    play = {column: share.booked(column) for column in (of.deviation, of.games)}
    return replace(found, now={**play, chain.booked.law.base: np.zeros_like(players)})


def as_corrected(chain: Chain, corrected: CorrectedReport) -> ClosedCompetition | None:
    """Return a competition with its present result; None if rated neither then nor now."""
    at, booked = corrected.position, chain.competitions.get(corrected.position)
    edition = edition_of(chain, corrected)
    if booked is None and edition is None:
        return None
    was = as_booked(chain, at) if booked else None
    if corrected.now is None or edition is None:
        return was and _unrated(chain, was)
    names = chain.names_booked(corrected.number)
    (report,) = renamed([structs.replace(corrected.now, position=at)], names)
    when = was.booked if was else (corrected.number, CHAINED, report.order)
    then = Then(chain.standings, when)
    rated = rated_again(chain, report, edition, then)
    played, base = rated.step.players, chain.booked.law.base
    players = np.union1d(played, was.player) if was else played
    places = find(players, played)
    now = {name: places.take(rated.unit[name]) for name in chain.result}
    now[base] = np.where(now[base] > 0, now[base], then.capital(players))
    name, begins, order = report.tournament, report.begins, report.order
    moved = was.moved if was else ()
    then_named = renamed([corrected.was] if corrected.was else [], names)
    before = columns.read(then_named[0].player, columns.PLAYER) if then_named else ()
    asking = undecided.of_step(chain.booked.law, rated)
    new = tuple(finding for finding in asking if finding.player not in before)
    return ClosedCompetition(at, name, when, begins, order, edition, moved, players, now, new)


def _unrated(chain: Chain, was: ClosedCompetition) -> ClosedCompetition:
    nothing = {name: np.zeros_like(values) for name, values in was.now.items()}
    capital = Then(chain.standings, was.booked).capital(was.player)
    return replace(was, now={**nothing, chain.booked.law.base: capital})


def edition_of(chain: Chain, corrected: CorrectedReport) -> Edition | None:
    """Return the edition that rates a corrected competition; None: not rated."""
    now, surroundings = corrected.now, chain.surroundings
    if now is None or (surroundings is not None and surroundings.elsewhere((now,))):
        return None
    return chain.edition(corrected.number, now.begins)


def rated_again(
    chain: Chain,
    report: Report,
    edition: Edition,
    then: Then,
    points: Mapping[int, int] = NO_POINTS,
) -> Rated:
    """Rate a report of a closed list by itself, from the capitals just before it.

    `points` are added to the capitals of players.
    """
    alone = replace(chain.booked, reports=(report,), covering={report.begins: edition}, changes={})
    source = ReplaySource(alone, then.standings(points), chain.birth_year)
    step = one_step(source, (lay_out(edition, [report]),), {}, edition)
    return rate(step, frozenset({*chain.result, chain.booked.law.entry_reason}))
