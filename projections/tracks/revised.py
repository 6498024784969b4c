"""The revised track: what the ratings would be had every fact been known in time.

All facts known at a position are folded first; then the lists are computed in the order of their
official closings, each with everything known. Late reports and corrections of reports, persons and
law so come to the list where they belong, and no list books a correction.

A delay to which the law attaches a consequence is a fact: days of receipt, registration and
publication stay as recorded. Decisions about ratings act on the list that took them officially
(`rating.official_lists`), and a list sees the lists of other pools that the official one saw.
"""

from dataclasses import replace

from msgspec import structs

from ledger.errors import Damaged
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
from projections.state.merges import names_at
from projections.state.printings import first_printings, in_force
from projections.tracks.marks import LoadedState, Mark, marked_lists, thinned
from projections.tracks.sandbox import Sandbox


class Revised(Sandbox):
    """The revised track, as known at the position of an official track."""

    track = "revised"

    def __init__(self, official: Following) -> None:
        """Compute all closed lists of all pools; a pool that cannot be computed stops."""
        super().__init__(official)
        self.marks: list[Mark] = []
        """States before some of the lists, in their order."""
        self.computed_lists = 0
        """How many lists were computed for this track; the others are those of an earlier one."""
        self._fold(0)
        self._compute_from(0)

    def _compute_from(self, first: int) -> None:
        """Compute the lists from an index on, in the order of closing."""
        order, pools = in_order(self.beside.facts), len(self.facts.pools)
        marked = marked_lists(len(order), pools) - {mark.first for mark in self.marks}
        for at, closed in enumerate(order[first:], first):
            if at in marked:
                self.marks.append(self._mark(at))
            taken = closed.horizon
            self.compute(closed, Horizon(self.facts.position, taken.decisions, taken.lists))
        self.marks = thinned(self.marks, len(order), pools)
        self.computed_lists = len(order) - first
        self.load()

    def _mark(self, first: int) -> Mark:
        loaded = self.replays.items()
        begun = {pool: one.standings.fork() for pool, one in loaded if one.standings is not None}
        state = LoadedState(fork(self.facts), begun)
        return Mark(first, lambda: state)

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
            names_at(facts.merges, horizon.facts),
        )

    def sealed(self, event: PeriodClosed) -> bytes:
        """Return the bytes of a list. Raises Damaged where an equal official list is damaged."""
        try:
            return super().sealed(event)
        except Damaged:
            if self.store.stored is None:
                raise
            self._remake()  # it is not stored any more
            return super().sealed(event)

    def _remake(self) -> None:
        """Compute the track from the beginning, for lists and records that are not stored any more.

        Raises TypeError where everything was computed: then a record in memory is wrong.
        """
        if self.store.stored is None:
            super()._remake()
        else:
            self.store.stored.forget()
        anew = Revised(self.beside)
        self.store.computed = {**self.store.computed, **anew.store.computed}
        self.documents.take(anew.documents)
        self.store.stored = None

    def as_closed(self, computed: Closed) -> Closed:
        """Return a list with the position up to which facts are known."""
        of_list = (computed.number, computed.position, computed.event)
        return RevisedList(*of_list, self.facts.position)


class ShownRevised(Revised):
    """A revised track for one thread, with the thread's own reader of the ledger."""

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


def in_order(facts: Facts) -> list[Closed]:
    """Return the closed lists of all pools, in the order and at the place of first printings."""
    every = (
        structs.replace(closed, position=first.position)
        for pool in facts.pools.values()
        for closed, first in zip(pool.closed, first_printings(pool), strict=True)
    )
    return sorted(every, key=lambda closed: closed.position)
