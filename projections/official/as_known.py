"""The official track as known at an earlier position, with the records of its lists.

Questions about an earlier position usually ask the present track, and leave out later lists. Where
a printing was superseded since, they ask the track of that position. A reader who may not see a new
printing yet asks the track as it would be without it (`WithoutLists`).
"""

from datetime import date
from typing import NoReturn

from ledger.clock import local_day
from ledger.events.pool import PeriodClosed
from ledger.store.reading import Reader, Recorded
from projections.official import Official, Progress
from projections.official.recalling import ratings_of_lists
from projections.official.store import ProjectionStore
from projections.replay import Replay
from projections.state.forking import fork
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

    def to_store_in(self) -> ProjectionStore | None:
        """Return None: what rests on this track is not stored."""
        return None

    def rebuild(self, *_: object, **__: object) -> NoReturn:
        """Refuse: what is stored belongs to the present track. Raises TypeError."""
        raise TypeError("an earlier track stores nothing")

    def day_of(self, position: int, zone: str) -> date:
        """Return the day of a position in a zone."""
        return local_day(self.ledger.read.true_instant(position), zone)

    def _remake(self) -> None:
        self._now._remake()


class WithoutLists(AsKnown):
    """The official track with everything recorded but the lists sealed after a position."""

    def __init__(self, official: Official, sealed_until: int, position: int) -> None:
        """Take the events up to a position, without the closings after `sealed_until`.

        The events that rules derive for such a closing are left out with it. Raises
        EarlierPositionsBusy.
        """
        super().__init__(official, sealed_until)
        self.facts, self.stopped = fork(self.facts), dict(self.stopped)  # others read the earlier
        events = list(official.ledger.read.events(sealed_until + 1, position))
        left_out = {at for event in events for at in _with_derived(official.ledger.read, event)}
        for event in events:
            if event.position in left_out:
                self.facts.pass_by(event)
            else:
                self.take(event)

    def _loaded(self, pool: str) -> Replay:
        """Return the replay of a pool; of one without a list then, with all recorded since."""
        then = self._shown.facts.pools.get(pool)
        if then is None or not then.closed:
            return Replay(self.facts.pools[pool], self.facts.birth_year)
        return super()._loaded(pool)


def _with_derived(read: Reader, event: Recorded) -> range:
    """Return the positions of a closing with the events derived for it; none for other events."""
    if event.type != PeriodClosed.TYPE:
        return range(0)
    closed: PeriodClosed = event.decoded().payload
    first = max(read.request_at(event.position).first_position, closed.through_position + 1)
    return range(first, event.position + 1)


__all__ = ["AsKnown", "WithoutLists", "with_printings_at"]
