"""The official tracks of a process whose threads answer at once.

New events make a new track; who asks the track before is not disturbed. A request reads one track,
and the ledger in one transaction that sees the same events: nothing recorded later is in its
answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock
from typing import Any, Final, TypeVar, cast

from ledger.store.ledger import Ledger
from ledger.store.one_reading import OneReading
from ledger.store.reading import Head
from projections.official import Official
from projections.official.named_players import NamedPlayers
from projections.official.remembered import Memory
from projections.official.results import Stored
from projections.official.store import ProjectionStore
from projections.official.track import Track

T = TypeVar("T")

_TRIES: Final = 20
"""Attempts to read the ledger at the very position of the track."""


class SharedOfficial:
    """The official track of a ledger, for several threads. Call `close` at the end."""

    def __init__(self, ledger: Ledger) -> None:
        """Open nothing yet: the first question does."""
        self._ledger = ledger
        self._official: Official | None = None
        self._named: NamedPlayers | None = None
        self._others: dict[type, Any] = {}
        self.lock = RLock()
        """One thread at a time applies events, or makes the projection anew."""

    @contextmanager
    def at_one_position(self) -> Iterator[Track]:
        """Yield the track at the head of the ledger, for one thread at a time.

        Raises ReplayStopped where the replay of all pools stops.
        """
        with OneReading(self._ledger.engine) as events:
            ledger = self._ledger.within(events)
            with self.lock:
                official = self._at_head(ledger, events)
                track = official.track
            with OneReading(official.store.engine, one_moment=False) as blocks:
                results = self._results(official, official.store.within(blocks))
                yield track.read_through(ledger, results)

    def others(self, kind: type[T]) -> T:
        """Return the tracks of another kind that are kept for all requests, empty at first."""
        with self.lock:
            return cast(T, self._others.setdefault(kind, kind()))

    def latest(self, ledger: Ledger | None = None) -> Track:
        """Return the track of the last recorded event, read through a ledger. Raises ReplayStopped.

        None: through the ledger shared by all.
        """
        with self.lock:
            head = self._ledger.read.head()
            official = self._official
            if official is None or not official.track.is_at(head):
                official = self._following(head)
            results = self._results(official, official.store)
            return official.track.read_through(ledger or self._ledger, results)

    def named_players(self) -> NamedPlayers:
        """Return the index of named players, caught up; it may know events after a position."""
        with self.lock:
            if self._named is None:
                self._named = NamedPlayers(self._ledger)
            self._named.catch_up()
            return self._named

    def close(self) -> None:
        """Release the connections, except those shared with the ledger."""
        with self.lock:
            if self._named is not None:
                self._named.close()
                self._named = None
            if self._official is not None:
                self._official.close()
                self._official = None

    def _results(self, official: Official, store: ProjectionStore) -> Stored:
        """Return the stored results through a store of a request."""

        def remake() -> None:
            with self.lock:
                official.remake()

        return Stored(store, remake)

    def _at_head(self, ledger: Ledger, events: OneReading) -> Official:
        """Return the follower of the ledger at its head, which `events` reads from now on.

        Where other programs append without a pause, the head may be a little later.
        """
        for _ in range(_TRIES):
            head = ledger.read.head()
            if self._official is not None and self._official.track.is_at(head):
                return self._official
            events.close()  # to see what is applied now
            self._following(head)
        assert self._official is not None
        return self._official

    def _following(self, head: Head) -> Official:
        """Move the track to a head or later."""
        if self._official is None or self._official.track.facts.position >= head.next_position - 1:
            self.close()  # it was of another ledger
            self._official = Official(self._ledger, memory=Memory())
        self._official.catch_up().load()
        return self._official
