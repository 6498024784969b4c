"""The official track as known at an earlier position.

The state after every so many closings stays in the store. A track begins from the last such state
before its position, and applies the events from there: the cost does not grow with the ledger.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import BoundedSemaphore, Lock
from typing import ClassVar, Final, Generic, TypeVar

from ledger.errors import Refused
from ledger.sentences import Count, Position, Sentence
from ledger.store.ledger import Ledger
from ledger.time_limit import check_time
from projections.official.advance import computed_at
from projections.official.track import Track

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

    def kept_or_computed(self, ledger: Ledger, position: int, compute: Callable[[], T]) -> T:
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


class EarlierTracks(ComputedTracks[Track]):
    """The official tracks at the earlier positions asked last."""

    def at(self, track: Track, position: int) -> Track:
        """Return a track at a position, for one thread. Raises EarlierPositionsBusy."""
        then = self.kept_or_computed(track.ledger, position, lambda: self.computed(track, position))
        return then.read_through(track.ledger, track.results)

    def computed(self, track: Track, position: int) -> Track:
        """Return a track at a position, computed for this question alone."""
        return computed_at(track, position)
