"""The official track as known at an earlier position.

The state after every so many closings stays in the store. A track begins from the last such state
before its position, and applies the events from there: the cost does not grow with the ledger.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import BoundedSemaphore, Lock
from typing import TYPE_CHECKING, ClassVar, Final, Generic, TypeVar

from ledger.errors import Refused
from ledger.logs import Logger
from ledger.sentences import Count, Position, Sentence
from ledger.store.ledger import Ledger
from ledger.time_limit import check_time
from projections.official.following import Following
from projections.official.proving import NotProved, earlier_state
from projections.official.recalling import ratings_of_lists
from projections.official.store import MovedOn
from projections.replay import Replay

if TYPE_CHECKING:
    from projections.official import Official

log = Logger(__name__)

T = TypeVar("T")

STATES_APART: Final = 12
"""Closings, of all pools together, from one state that stays in the store to the next."""

_MOST_KEPT: Final = 4
"""Tracks in memory; the least recently used one is dropped."""

_MOST_WAITING: Final = 4
"""Threads that compute an earlier track or wait for one."""


class EarlierPositionsBusy(Refused):
    """Too many questions about other earlier positions are being answered."""

    retry_after_seconds: ClassVar[int] = 5

    def __init__(self, position: int) -> None:
        super().__init__(
            Sentence(
                "what was known at {position} must be computed, and others wait for other "
                "positions: try again in {seconds}",
                position=Position(position),
                seconds=Count(self.retry_after_seconds, "second"),
            ),
            field="known_at",
            found=f"#{position}",
        )


class ComputedTracks(Generic[T]):
    """The tracks computed last, by position. For several threads."""

    most_kept: ClassVar[int] = _MOST_KEPT

    def __init__(self) -> None:
        """Begin empty."""
        self._tracks: OrderedDict[bytes, T] = OrderedDict()
        """By the chain hash of the last event, which no other history has."""
        self._changing, self._computing = Lock(), Lock()
        self._turns = BoundedSemaphore(_MOST_WAITING)

    def computed(self, ledger: Ledger, position: int, compute: Callable[[], T]) -> T:
        """Return the track at a position, computed if it is not in memory.

        Raises EarlierPositionsBusy, TimeOver.
        """
        key = ledger.read.at([position])[position].chain_hash
        track = self._kept(key)
        if track is None:
            if not self._turns.acquire(blocking=False):
                raise EarlierPositionsBusy(position)
            try:
                with self._computing:  # one at a time, whatever the number of questions
                    check_time()
                    track = self._kept(key) or self._keep(key, compute())
            finally:
                self._turns.release()
        return track

    def kept(self) -> list[T]:
        """Return the tracks in memory."""
        with self._changing:
            return list(self._tracks.values())

    def _kept(self, key: bytes) -> T | None:
        with self._changing:
            if key in self._tracks:
                self._tracks.move_to_end(key)
            return self._tracks.get(key)

    def _keep(self, key: bytes, track: T) -> T:
        with self._changing:
            self._tracks[key] = track
            if len(self._tracks) > self.most_kept:
                self._tracks.popitem(last=False)
        return track

    def __len__(self) -> int:
        return len(self._tracks)


class EarlierTracks(ComputedTracks["Following"]):
    """The official tracks at the earlier positions asked last."""

    def at(self, official: Official, position: int) -> Following:
        """Return the track at a position, for one thread and for reading only.

        Raises EarlierPositionsBusy.
        """
        then = self.computed(official.ledger, position, lambda: computed_at(official, position))
        return _Shown(then, official.ledger)


class _Shown(Following):
    """An earlier track for one thread, with the thread's own reader of the ledger."""

    def __init__(self, then: Following, ledger: Ledger) -> None:
        vars(self).update(vars(then))
        self._then, self._replays = then, {}
        self.read_from(ledger)

    def _loaded(self, pool: str) -> Replay:
        replay = self._then.replays[pool].shared(self.facts.pools[pool])
        if replay.facts.closed:
            replay.begun().recall = ratings_of_lists(self, pool)
        return replay


def computed_at(official: Official, position: int) -> Following:
    """Compute the track at a position, with the standings of all pools that have not stopped.

    It begins from the last stored state before it that stays.
    """
    then = Following(official.ledger)
    then.lists, then.memory = official.lists, official.memory
    try:
        then.resume_from(earlier_state(official.store, official.ledger.read, position))
        _load(then)
    except MovedOn:
        return computed_at(official, position)
    except NotProved as error:
        log.warning("earlier_state_is_wrong", what=str(error))
        then.resume_from(None)
    for recorded in official.ledger.read.events(then.facts.position + 1, position):
        then.take(recorded)
    _load(then)
    return then


def _load(then: Following) -> None:
    for pool in then.facts.pools.keys() - then.stopped.keys():
        then.replay(pool).begun()
