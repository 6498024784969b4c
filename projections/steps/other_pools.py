"""Pools beside each other: what one may see of another, and what counts in one of them only.

A rulebook names the other pool by a word and by its rulebook (`looks_at`). Readings, for what no
text says:

* Reading `pool_beside`: the other pool is the one that the opening of a pool names (`beside`);
  where it names none, the pool of that rulebook that was opened first. Which it is never changes.
* Reading `lists_seen`: a list sees of another pool the lists sealed at or before the position up
  to which it takes facts. What is sealed later changes nothing, however far back it reaches.
* Reading `counted_once`: of pools whose rulebooks exclude each other, a tournament counts in the
  one whose law says that it is its own, and last in one whose law says that it is another's; of
  several, in the one that was open first when its report came, then in the one its announcement
  names first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ledger.register.people import details
from projections.categories.awards import names_awarded
from projections.rating.admission import told
from projections.rating.body_parameters import months_set
from projections.rating.external_lists import Known, Lists
from projections.rulebooks import rulebook
from projections.rulebooks.engine.columns import TOURNAMENT
from projections.rulebooks.engine.terms import Force
from projections.state import Facts
from projections.state.law import Law
from projections.state.pool import PoolFacts
from projections.state.reports import Report
from projections.steps.category_history import Chain, is_set, law_of, places_on
from projections.steps.source import OtherPool, OutsideFacts
from projections.steps.standings import Standings

Pools = Mapping[str, PoolFacts]


def pool_beside(pools: Pools, pool: str, law: str, through: int) -> str | None:
    """Give the pool of another rulebook that a pool looks at, among those opened by a position."""
    there = {name: each for name, each in pools.items() if each.opened_at <= through}
    named = pools[pool].opened.beside
    found = [
        (each.opened_at, name)
        for name, each in there.items()
        if each.rulebook == law and named in (None, name)
    ]
    return min(found)[1] if found else None


def head_of(pools: Pools, pool: str, through: int) -> str:
    """Give the pool a pool looks at, itself where it looks at none: pools of one body share it."""
    for law in rulebook(pools[pool].rulebook).other_pools.rulebooks.values():
        return pool_beside(pools, pool, law, through) or pool
    return pool


def counted_in(pools: Pools, pool: str, report: Report) -> str:
    """Give the pool in which a report counts, of those that exclude the one asked about."""
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
    """Give what the law of a pool says of a tournament: 1 its own, -1 another's, 0 neither."""
    law = Law(pool)
    name, edition = law.rulebook.booking.own_class, law.edition_on(report.begins)
    if edition is None or name not in edition.columns:
        return 0
    asked = edition.outside([TOURNAMENT], [name])
    sheet = edition.evaluate([TOURNAMENT], told(edition, [report], asked), [name])
    return int(np.broadcast_to(sheet[name], 1)[0])


@dataclass(frozen=True, slots=True)
class Seen:
    """Another pool as a list of this one may see it."""

    name: str
    facts: PoolFacts
    standings: Standings
    through: int
    """The position up to which the list takes facts."""
    _held: dict[tuple[int, date], NDArray[np.int64]] = field(default_factory=dict, repr=False)
    """By list and day of law, what is held of categories by register number."""

    def list_on(self, day: date) -> int | None:
        """Give the number of the list in force on a day, among those seen; None: there is none."""
        in_force = self._as_published().list_in_force(day)
        sealed = sum(each.position <= self.through for each in self.facts.closed)
        if in_force is None or (not min(in_force, sealed) and not self._carried()):
            return None
        return min(in_force, sealed)

    def _as_published(self) -> Standings:
        """Give the standings with the publications seen, where these put lists in force."""
        if rulebook(self.facts.rulebook).in_force_by is Force.LIST_DATE:
            return self.standings
        return replace(self.standings, published=self.facts.published_lists(self.through))

    def _carried(self) -> bool:
        """Tell whether ratings were carried over, wholly, by the position."""
        positions = [each.position for each in self.facts.carried]
        return bool(positions) and max(positions) <= self.through

    def values(self, name: str, day: date, players: NDArray[Any]) -> NDArray[np.integer]:
        """Give the ratings, or a field shown beside, in force on a day by register number."""
        if name == "rating":
            return self.ratings(day, players)
        number = self.list_on(day)
        if number is None:
            return np.zeros(len(players), dtype=np.int8)
        if name == rulebook(self.facts.rulebook).category and is_set(self.facts, self.through):
            return self._categories(number, day).take(players)
        return self.standings.shown_on(name, number, players)

    def _categories(self, number: int, day: date) -> NDArray[np.int64]:
        """Give the categories held on a day with a list by register number; 0 where none is."""
        key = (number, law_of(self.facts, day, self.through))
        if key not in self._held:
            law = rulebook(self.facts.rulebook)
            chain = Chain(self.facts, self.through, self.standings, law)
            self._held[key] = np.maximum(places_on(chain, number, day), 0)
        return self._held[key]

    def awards(self, day: date, players: NDArray[Any]) -> NDArray[Any]:
        """Give the names of what was awarded and holds on a day; "" is nothing."""
        return names_awarded(self.facts, day, self.through, players)

    def ratings(self, day: date, players: NDArray[Any]) -> NDArray[np.int16]:
        """Give the ratings in force on a day by register number; 0 is none."""
        number = self.list_on(day)
        if number is None:
            return np.zeros(len(players), dtype=np.int16)
        return self.standings.ratings_of(number, players)


CountedIn = Callable[[str, range, int], NDArray[np.int64]]
"""Gives of a pool, for some years and a position, the years counted there by register number."""


class Around:
    """The pools around one, and the lists of other bodies, for its replay."""

    def __init__(
        self,
        facts: Facts,
        pool: str,
        standings_of: Callable[[str], Standings],
        lists: Lists,
        counted_in: CountedIn | None = None,
    ) -> None:
        """Look from a pool; `standings_of` gives how another stands after its last list.

        `counted_in` gives in which of some years players had valid events in another, as known.
        """
        self._facts, self._pool, self._standings_of = facts, pool, standings_of
        self._lists, self._counted_in = lists, counted_in

    def known_at(
        self, through: int, pools: Mapping[str, OtherPool | None] | None = None
    ) -> OutsideFacts:
        """Return the facts from outside the pool, as known at a position.

        `pools` are the other pools by word of the rulebook; None: as they are in memory.
        """
        return OutsideFacts(
            self.seen(through) if pools is None else pools,
            self.known(through),
            cache(lambda day: details(self._lists.read, through, day).federation),
            partial(self._counted, through=through),
        )

    def _counted(self, word: str, years: range, *, through: int) -> NDArray[np.int64]:
        pools = self._facts.pools
        law = rulebook(pools[self._pool].rulebook).other_pools.rulebooks[word]
        other = pool_beside(pools, self._pool, law, through)
        if other is None or self._counted_in is None:
            return np.zeros(self._facts.players + 1, dtype=np.int64)
        return self._counted_in(other, years, through)

    def known(self, through: int) -> Known:
        """Return the external lists as known at a position."""
        return Known(self._lists, through, months_set(self._facts.pools[self._pool], through))

    def seen(self, through: int) -> dict[str, Seen | None]:
        """Return the other pools by word of the rulebook; None: no such pool is open."""
        pools = self._facts.pools
        found: dict[str, Seen | None] = {}
        for word, law in rulebook(pools[self._pool].rulebook).other_pools.rulebooks.items():
            name = pool_beside(pools, self._pool, law, through)
            found[word] = (
                Seen(name, pools[name], self._standings_of(name), through) if name else None
            )
        return found

    def elsewhere(self, reports: Iterable[Report]) -> dict[int, str]:
        """Give, by position, the reports that count in another pool, and in which."""
        found = {}
        for each in reports:
            if each.pools:
                found[each.position] = counted_in(self._facts.pools, self._pool, each)
        return {position: name for position, name in found.items() if name != self._pool}
