"""The revised track: what the ratings would be had every fact been known in time.

All facts known at a position are folded first; then the lists are computed in the order of their
official closings, each with everything known. Late reports and corrections of reports, persons and
law so come to the list where they belong, and no list books a correction.

A delay to which the law attaches a consequence is a fact: days of receipt, registration and
publication stay as recorded. Decisions about ratings act on the list that took them officially
(`rating.official_lists`), and a list sees the lists of other pools that the official one saw.
"""

from ledger.events.pool import PeriodClosed
from projections.official import Following
from projections.official.earlier import ComputedTracks
from projections.official.recalling import ratings_of_lists
from projections.official.stopping import pool_of
from projections.rating.official_lists import OfficialLists
from projections.replay import Replay
from projections.state.closed_list import Closed, Horizon, RevisedList
from projections.tracks.sandbox import Sandbox


class Revised(Sandbox):
    """The revised track, as known at the position of an official track."""

    track = "revised"

    def __init__(self, official: Following) -> None:
        """Compute all closed lists of all pools; a pool that cannot be computed stops."""
        super().__init__(official)
        self._fold()
        for closed in _in_order(official):
            through = closed.event.through_position
            self.compute(closed, Horizon(self.facts.position, through))
        self.load()

    def _fold(self) -> None:
        for recorded in self.ledger.read.events(0, self.beside.facts.position):
            if recorded.type == PeriodClosed.TYPE or pool_of(recorded) in self.stopped:
                self.facts.pass_by(recorded)
            else:
                self.facts.apply(recorded)
        for pool in self.facts.pools.values():
            pool.recorded_anew.clear()  # they are about official lists

    def official_lists(self, pool: str) -> OfficialLists:
        """Return the official lists of a pool, on which decisions rest."""
        official, horizon = self.beside, Horizon.at(self.beside.facts.position)
        return OfficialLists(
            official.facts.pools[pool].closed,
            official.replay(pool).begun(),
            lambda: official.surroundings(pool).pools_at(horizon),
        )

    def as_closed(self, computed: Closed) -> Closed:
        """Return a list with the position up to which facts are known."""
        of_list = (computed.number, computed.position, computed.event)
        return RevisedList(*of_list, self.facts.position)


class RevisedTracks(ComputedTracks[Revised]):
    """The revised tracks at the positions asked last."""

    most_kept = 2

    def at(self, official: Following) -> Revised:
        """Return the revised track at the position of an official one, for one thread.

        Raises EarlierPositionsBusy.
        """
        position = official.facts.position
        track = self.computed(official.ledger, position, lambda: Revised(official))
        return _Shown(track, official)


class _Shown(Revised):
    """A revised track as a thread sees it, through its own reader of the ledger."""

    def __init__(self, track: Revised, official: Following) -> None:
        vars(self).update(vars(track))
        self._track, self.beside, self._replays = track, official, {}
        self.read_from(official.ledger)

    def _loaded(self, pool: str) -> Replay:
        replay = self._track.replays[pool].shared(self.facts.pools[pool])
        if replay.facts.closed:
            replay.begun().recall = ratings_of_lists(self, pool)
        return replay


def _in_order(official: Following) -> list[Closed]:
    """Return the closed lists of all pools, in the order of closing."""
    every = (closed for pool in official.facts.pools.values() for closed in pool.closed)
    return sorted(every, key=lambda closed: closed.position)
