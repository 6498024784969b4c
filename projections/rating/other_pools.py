"""Other pools: facts of another pool on a list, and tournaments that count in another pool.

A rulebook names the other pool by a word and by a rulebook. Readings, for points without a text:

* Reading `other_pool`: the other pool is named by the opening of a pool (`beside`); otherwise it is
  the pool of that rulebook opened first. It never changes.
* Reading `lists_seen`: a list sees the lists of another pool sealed at or before the position up to
  which it takes facts. Later lists change nothing, however far back they reach.
* Reading `counted_once`: among pools with rulebooks that exclude each other, a tournament counts in
  the pool that claims it by law, and last in a pool that assigns it elsewhere; of several pools, in
  the pool open first when the report came, then in the pool named first by the announcement.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ledger.register.people import details
from projections.categories.awards import names_awarded
from projections.rating.admission import tournament_facts
from projections.rating.category_history import Chain, is_set, law_of, places_on
from projections.rating.external_lists import Known, Lists, months_set
from projections.rating.source import NOT_OPEN, OtherPool, OutsideFacts
from projections.rating.standings import Standings
from projections.rulebooks import rulebook
from projections.rulebooks.engine.calendars import Due
from projections.rulebooks.engine.columns import TOURNAMENT
from projections.rulebooks.engine.terms import Force
from projections.state import Facts
from projections.state.closed_list import Horizon
from projections.state.law import Law
from projections.state.merges import names_at
from projections.state.pool import PoolFacts
from projections.state.printings import (
    Printings,
    first_printings,
    in_force,
    number_of,
    printing_on,
    sealed_by,
)
from projections.state.reports import Report

Pools = Mapping[str, PoolFacts]


def other_pool(pools: Pools, pool: str, law: str, through: int) -> str | None:
    """Return the pool of another rulebook that a pool looks at, open by a position."""
    there = {name: pool for name, pool in pools.items() if pool.opened_at <= through}
    named = pools[pool].opened.beside
    found = [
        (pool.opened_at, name)
        for name, pool in there.items()
        if pool.rulebook == law and named in (None, name)
    ]
    return min(found)[1] if found else None


def all_looked_at(pools: Pools, pool: str, through: int) -> set[str]:
    """Return the pools whose lists a pool rests on: its own, and those looked at, in turn too."""
    found, coming = set[str](), {pool}
    while coming:
        found |= coming
        looked_at = {
            other_pool(pools, name, law, through)
            for name in coming
            for law in rulebook(pools[name].rulebook).other_pools.rulebooks.values()
        }
        coming = {name for name in looked_at if name is not None} - found
    return found


def head_of(pools: Pools, pool: str, through: int) -> str:
    """Return the pool that a pool looks at, or the pool itself: pools of a body share a head."""
    for law in rulebook(pools[pool].rulebook).other_pools.rulebooks.values():
        return other_pool(pools, pool, law, through) or pool
    return pool


def counted_in(pools: Pools, pool: str, report: Report) -> str:
    """Return the pool in which a report counts, among pools that exclude each other."""
    group = rulebook(pools[pool].rulebook).booking.exclusive
    if not group or not report.pools:
        return pool
    came = report.position if report.position >= 0 else max(p.opened_at for p in pools.values())
    there = [
        (-_whose(pools[name], report), max(pools[name].opened_at, came), place, name)
        for place, name in enumerate(report.pools)
        if name in pools and rulebook(pools[name].rulebook).booking.exclusive == group
    ]
    return min(there)[-1] if there else pool


def _whose(pool: PoolFacts, report: Report) -> int:
    law = Law(pool)
    name, edition = law.rulebook.booking.own_class, law.edition_on(report.begins)
    if edition is None or name not in edition.columns:
        return 0
    asked = edition.outside([TOURNAMENT], [name])
    sheet = edition.evaluate([TOURNAMENT], tournament_facts(edition, [report], asked), [name])
    return int(np.broadcast_to(sheet[name], 1)[0])


@dataclass(frozen=True, slots=True)
class PoolInMemory(OtherPool):
    """Another pool, in memory, as a list of this pool may see it."""

    name: str
    facts: PoolFacts
    standings: Standings
    horizon: Horizon
    """The positions up to which the list takes what is recorded."""
    _held: dict[tuple[int, date], NDArray[np.int64]] = field(default_factory=dict, repr=False)
    """Categories by register number, for a list and a day of law."""

    def list_on(self, day: date) -> int | None:
        """Return the list in force on a day, among those visible; None: none.

        Its number, or the key of an earlier printing (see `state.printings`).
        """
        standings, carried = self.standings, [part.position for part in self.facts.carried]
        published = None
        if rulebook(self.facts.rulebook).in_force_by is Force.PUBLICATION:
            published = self.facts.published_lists(self.horizon.facts)
        standings = replace(standings, published=published)
        in_force = standings.number_in_force(day)
        if in_force is None:
            return None
        number = min(in_force, sealed_by(self.facts, self.horizon.lists))
        if not number:
            is_begun = carried and max(carried) <= self.horizon.facts
            return 0 if is_begun else None
        return printing_on(self._printings, number, day)

    @property
    def _printings(self) -> Printings:
        return in_force(self.facts, self.horizon.facts, sealed=self.horizon.facts)

    def values(self, name: str, day: date, players: NDArray[Any]) -> NDArray[np.integer]:
        """Return the ratings, or a field visible to other pools, in force on a day; 0: none."""
        number = self.list_on(day)
        if number is None:
            return np.zeros(len(players), dtype=np.int16)
        if name == "rating":
            return replace(self.standings, printings=self._printings).ratings_of(number, players)
        is_category = name == rulebook(self.facts.rulebook).category
        if is_category and is_set(self.facts, self.horizon.facts):
            of_list = number_of(self._printings, number)
            return self._categories(of_list, day).take(players)
        return self.standings.shown_on(name, number, players)

    def _categories(self, number: int, day: date) -> NDArray[np.int64]:
        """Return the categories on a day with a list, by register number; 0: none."""
        key = (number, law_of(self.facts, day, self.horizon.facts))
        if key not in self._held:
            law = rulebook(self.facts.rulebook)
            chain = Chain(self.facts, self.horizon.facts, self.standings, law)
            self._held[key] = np.maximum(places_on(chain, number, day), 0)
        return self._held[key]

    def awards(self, day: date, players: NDArray[Any]) -> NDArray[Any]:
        """Return the names of titles in force on a day; "": none."""
        return names_awarded(self.facts, day, self.horizon.facts, players)


CountedIn = Callable[[str, range, int], NDArray[np.int64]]
"""Gives of a pool, for some years and a position, the years counted there by register number."""


class Surroundings:
    """Access to other pools, external lists and federations, for the replay of a pool."""

    def __init__(
        self,
        facts: Facts,
        pool: str,
        standings_of: Callable[[str], Standings],
        lists: Lists,
        counted_in: CountedIn | None = None,
    ) -> None:
        """Look from a pool; `standings_of` returns the latest standings of another pool.

        `counted_in` returns the years with counted games in another pool, as known at a position.
        """
        self._facts, self._pool, self._standings_of = facts, pool, standings_of
        self._lists, self._counted_in = lists, counted_in

    def facts_at(
        self, horizon: Horizon, pools: Mapping[str, OtherPool] | None = None
    ) -> OutsideFacts:
        """Return the facts from outside the pool, as a list may see them.

        `pools` are the other pools by word of the rulebook; None: as they are in memory.
        """
        through = horizon.facts
        return OutsideFacts(
            self.pools_at(horizon) if pools is None else pools,
            self.lists_at(through),
            lambda day: details(self._lists.read, through, day).federation,
            partial(self._counted, through=through),
        )

    def _counted(self, word: str, years: range, *, through: int) -> NDArray[np.int64]:
        pools = self._facts.pools
        law = rulebook(pools[self._pool].rulebook).other_pools.rulebooks[word]
        other = other_pool(pools, self._pool, law, through)
        if other is None or self._counted_in is None:
            return np.zeros(self._facts.players + 1, dtype=np.int64)
        return self._counted_in(other, years, through)

    def lists_at(self, through: int) -> Known:
        """Return the external lists as known at a position."""
        pool = self._facts.pools[self._pool]
        names = names_at(pool.merges, through)
        return Known(self._lists, through, months_set(pool, through), names)

    def pools_at(self, horizon: Horizon) -> dict[str, OtherPool]:
        """Return the other pools by word of the rulebook."""
        pools = self._facts.pools
        laws = rulebook(pools[self._pool].rulebook).other_pools.rulebooks
        found = dict.fromkeys(laws, NOT_OPEN)
        for word, law in laws.items():
            name = other_pool(pools, self._pool, law, horizon.facts)
            if name is not None:
                found[word] = PoolInMemory(name, pools[name], self._standings_of(name), horizon)
        return found

    def elsewhere(self, reports: Iterable[Report]) -> dict[int, str]:
        """Return by position the reports that count in another pool, with the pool."""
        found = {}
        for report in reports:
            if report.pools:
                found[report.position] = counted_in(self._facts.pools, self._pool, report)
        return {position: name for position, name in found.items() if name != self._pool}


def pools_before(pools: Pools, pool: str, due: Due, through: int) -> Iterator[str]:
    """Yield the pools with a list of the same date that has to be closed first.

    Pools of the rulebooks in `closes_after`, under the same body: both look at the same pool, or
    one at the other. A pool that begins with a later list does not count.
    """
    law, head = rulebook(pools[pool].rulebook), head_of(pools, pool, through)
    for name in law.closes_after:
        for other, facts in pools.items():
            same = facts.rulebook == name and head_of(pools, other, through) == head
            if same and facts.opened_at <= through and not _has_closed(pools, other, due, through):
                yield other


def earlier_lists(pools: Pools, pool: str, due: Due, through: int) -> Iterator[tuple[str, str]]:
    """Yield the open lists of other pools that are announced for an earlier day."""
    for word in rulebook(pools[pool].rulebook).other_pools.rulebooks.values():
        other = other_pool(pools, pool, word, through)
        if other is None:
            continue
        since = _closed_until(pools[other], through)
        for period, coming in sorted(pools[other].announced.items(), key=lambda e: e[1].issue_day):
            if since < coming.issue_day < due.list_date:
                yield other, period


def _closed_until(facts: PoolFacts, through: int) -> date:
    """Return the date of the last list closed by a position, or the eve of the first list."""
    closed = [one.event.list_date for one in first_printings(facts) if one.position <= through]
    if closed:
        return closed[-1]
    first = facts.announced.get(facts.opened.first_period)
    return first.issue_day - timedelta(days=1) if first else date.max


def _has_closed(pools: Pools, other: str, due: Due, through: int) -> bool:
    facts = pools[other]
    if any(
        first.event.list_date >= due.list_date and first.position <= through
        for first in first_printings(facts)
    ):
        return True
    calendar = rulebook(facts.rulebook).calendar
    return calendar.due(facts.opened.first_period, facts.announced).list_date > due.list_date
