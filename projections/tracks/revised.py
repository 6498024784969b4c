"""The revised track: what the ratings would be had every fact been known in time.

All facts known at a position are folded first; then the lists are computed in the order of their
official closings, each with everything known. Late reports and corrections of reports, persons and
law so come to the list where they belong, and no list books a correction.

A delay to which the law attaches a consequence is a fact: days of receipt, registration and
publication stay as recorded. Decisions about ratings act on the list that took them officially
(`rating.official_lists`), and a list sees the lists of other pools that the official one saw.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from msgspec import structs

from ledger.events.pool import PeriodClosed
from projections.official import Following
from projections.official.recalling import ratings_of_lists
from projections.official.stopping import pool_of
from projections.rating.official_lists import OfficialLists
from projections.rating.standings import Standings
from projections.replay import Replay
from projections.state import Facts
from projections.state.closed_list import Closed, Horizon, RevisedList
from projections.state.forking import fork
from projections.state.printings import first_printings, in_force
from projections.tracks.sandbox import Sandbox

_MARKED: Final = (12, 3, 1)
"""The lists of all pools, counted from the last, before which the state stays in memory."""


class Mark(NamedTuple):
    """The state before a list, from which the track goes on with further events."""

    first: int
    """Index of the list in the order of closing."""
    facts: Facts
    standings: Mapping[str, Standings]
    """By pool; absent before the first list."""


class Revised(Sandbox):
    """The revised track, as known at the position of an official track."""

    track = "revised"

    def __init__(self, official: Following) -> None:
        """Compute all closed lists of all pools; a pool that cannot be computed stops."""
        super().__init__(official)
        self.marks: list[Mark] = []
        """States before some of the lists, in their order."""
        self._fold(0)
        self._compute_from(0)

    def _compute_from(self, first: int) -> None:
        """Compute the lists from an index on, in the order of closing."""
        order = in_order(self.beside)
        marked = {max(len(order) - rounds * len(self.facts.pools), 0) for rounds in _MARKED}
        for at, closed in enumerate(order[first:], first):
            if at in marked and at not in {mark.first for mark in self.marks}:
                self.marks.append(self._mark(at))
            taken = closed.horizon
            self.compute(closed, Horizon(self.facts.position, taken.decisions, taken.lists))
        self.load()

    def _mark(self, first: int) -> Mark:
        loaded = self.replays.items()
        begun = {pool: one.standings.fork() for pool, one in loaded if one.standings is not None}
        return Mark(first, fork(self.facts), begun)

    def _fold(self, first: int) -> None:
        """Fold the events from a position on."""
        for recorded in self.ledger.read.events(first, self.beside.facts.position):
            if recorded.type == PeriodClosed.TYPE or pool_of(recorded) in self.stopped:
                self.facts.pass_by(recorded)
            else:
                self.facts.apply(recorded)
        for pool in self.facts.pools.values():
            pool.recorded_anew.clear()  # they are about official lists

    def standings(self) -> dict[str, Standings]:
        """Return the standings of the pools after their last lists."""
        return {pool: replay.begun() for pool, replay in self.replays.items()}

    def official_lists(self, pool: str) -> OfficialLists:
        """Return the official lists of a pool, on which decisions rest."""
        official, horizon = self.beside, Horizon.at(self.beside.facts.position)
        facts = official.facts.pools[pool]
        printings = in_force(facts, horizon.facts)
        return OfficialLists(
            facts.closed,
            replace(official.replay(pool).begun(), printings=printings),
            lambda: official.surroundings(pool).pools_at(horizon),
        )

    def as_closed(self, computed: Closed) -> Closed:
        """Return a list with the position up to which facts are known."""
        of_list = (computed.number, computed.position, computed.event)
        return RevisedList(*of_list, self.facts.position)


class ShownRevised(Revised):
    """A revised track as a thread sees it, through its own reader of the ledger."""

    def __init__(self, track: Revised, official: Following) -> None:
        vars(self).update(vars(track))
        self._track, self.beside, self._replays = track, official, {}
        self.read_from(official.ledger)

    def standings(self) -> dict[str, Standings]:
        """Return the standings of the pools after their last lists."""
        return self._track.standings()

    def _loaded(self, pool: str) -> Replay:
        replay = self._track.replays[pool].shared(self.facts.pools[pool])
        if replay.facts.closed:
            replay.begun().recall = ratings_of_lists(self, pool)
        return replay


def in_order(official: Following) -> list[Closed]:
    """Return the closed lists of all pools, in the order and at the place of first printings."""
    every = (
        structs.replace(closed, position=first.position)
        for pool in official.facts.pools.values()
        for closed, first in zip(pool.closed, first_printings(pool), strict=True)
    )
    return sorted(every, key=lambda closed: closed.position)
