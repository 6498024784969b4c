"""The official track shown otherwise: as known at an earlier position, or without some lists.

Questions about an earlier position usually ask the present track, and leave out later lists. Where
a printing was superseded since, they ask the track of that position (`AsKnown`). A reader who may
not see the last lists of a pool asks the track as it would be without them (`WithoutLists`).
"""

from collections.abc import Sequence
from copy import copy
from datetime import date
from typing import NoReturn

from ledger.clock import local_day
from projections.official import Following, Official, Progress
from projections.official.recalling import ratings_of_lists
from projections.official.reopened import replay_of, without_lists
from projections.official.store import ProjectionStore
from projections.replay import Replay
from projections.state.closed_list import Closed
from projections.state.printings import superseding


def with_printings_at(official: Official, pool: str, position: int) -> Official:
    """Return a track on which the lists of a pool have the printings known at a position."""
    later = superseding(official.facts.pools[pool], position)
    return official if later is None else AsKnown(official, position)


def as_known(official: Official, position: int) -> Official:
    """Return a track as known at a position."""
    return AsKnown(official, position) if position < official.facts.position else official


class _Shown(Official):
    """A track shown with the records of another one; it may not be moved on."""

    def __init__(self, track: Following, official: Official) -> None:
        """Show a track, for the reader of an official one."""
        vars(self).update(vars(track))
        self._track, self._official, self._replays = track, official, {}
        self.store, self.earlier = official.store, official.earlier

    def _loaded(self, pool: str) -> Replay:
        replay = self._track.replay(pool).shared(self.facts.pools[pool])
        if replay.facts.closed:
            replay.begun().recall = ratings_of_lists(self, pool)
        return replay

    def catch_up(self, batch: int = 2_000, progress: Progress | None = None) -> None:
        """Stay at the position."""

    def to_store_in(self) -> ProjectionStore | None:
        """Return None: what rests on this track is not stored."""
        return None

    def rebuild(self, *_: object, **__: object) -> NoReturn:
        """Refuse: what is stored belongs to the track as it is. Raises TypeError."""
        raise TypeError("a track that is shown stores nothing")

    def _remake(self) -> None:
        self._official._remake()


class AsKnown(_Shown):
    """The official track at an earlier position, with the records of its lists."""

    def __init__(self, official: Official, position: int) -> None:
        """Show the track at a position. Raises EarlierPositionsBusy."""
        super().__init__(official.known_at(position), official)

    def day_of(self, position: int, zone: str) -> date:
        """Return the day of a position in a zone."""
        return local_day(self.ledger.read.true_instant(position), zone)


class WithoutLists(_Shown):
    """A track without the last lists of a pool, or without printings of the last list.

    Everything else recorded is there, but for what shows these lists (`lists_left_out`). Other
    pools have all their lists.
    """

    def __init__(self, official: Official, pool: str, lists: Sequence[Closed]) -> None:
        """Leave out at least one list, in the order of closing."""
        super().__init__(official, official)
        self._pool = pool
        self._state = without_lists(self, pool, lists)
        self.facts = copy(self.facts)
        self.facts.pools = {**self.facts.pools, pool: self._state.facts.pools[pool]}

    def _loaded(self, pool: str) -> Replay:
        if pool != self._pool:
            return super()._loaded(pool)
        standings = self._state.standings
        assert standings is not None
        replay = replay_of(self, self.facts.pools[pool], standings.shared())
        replay.begun().recall = ratings_of_lists(self, pool)
        return replay

    def day_of(self, position: int, zone: str) -> date:
        """Return the day of a position in a zone."""
        return self._official.day_of(position, zone)


__all__ = ["AsKnown", "WithoutLists", "as_known", "with_printings_at"]
