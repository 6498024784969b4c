"""The official track as known at an earlier position, with the records of its lists.

Questions about an earlier position usually ask the present track, and leave out later lists. Where
a printing was superseded since, they ask the track of that position.
"""

from datetime import date
from typing import NoReturn

from ledger.clock import local_day
from projections.official import Official, Progress
from projections.official.recalling import ratings_of_lists
from projections.replay import Replay
from projections.state.printings import superseding


def with_printings_at(official: Official, pool: str, position: int) -> Official:
    """Return a track on which the lists of a pool have the printings known at a position."""
    later = superseding(official.facts.pools[pool], position)
    return official if later is None else AsKnown(official, position)


class AsKnown(Official):
    """The official track at an earlier position; it may not be moved on."""

    def __init__(self, official: Official, position: int) -> None:
        """Show the track at a position. Raises EarlierPositionsBusy."""
        then = official.known_at(position)
        vars(self).update(vars(then))
        self._now, self._shown, self._replays = official, then, {}
        self.store, self.earlier = official.store, official.earlier

    def _loaded(self, pool: str) -> Replay:
        replay = self._shown.replay(pool).shared(self.facts.pools[pool])
        if replay.facts.closed:
            replay.begun().recall = ratings_of_lists(self, pool)
        return replay

    def catch_up(self, batch: int = 2_000, progress: Progress | None = None) -> None:
        """Stay at the position."""

    def rebuild(self, *_: object, **__: object) -> NoReturn:
        """Refuse: what is stored belongs to the present track. Raises TypeError."""
        raise TypeError("an earlier track stores nothing")

    def day_of(self, position: int, zone: str) -> date:
        """Return the day of a position in a zone."""
        return local_day(self.ledger.read.true_instant(position), zone)

    def _remake(self) -> None:
        self._now._remake()


__all__ = ["AsKnown", "with_printings_at"]
