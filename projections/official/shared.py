"""The official track of a process whose threads answer at once.

A version is the track at a position, and does not change any more. New events make a new version
from a copy; who asks the version before is not disturbed. A request reads one version, and the
ledger in one transaction that sees the same events: nothing recorded later is in its answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock
from typing import Any, Final, TypeVar, cast

from ledger.store.ledger import Ledger
from ledger.store.one_reading import OneReading
from ledger.store.reading import Head
from projections.official import Official, Progress
from projections.official.named_players import NamedPlayers
from projections.official.remembered import Memory
from projections.replay import Replay

T = TypeVar("T")

_TRIES: Final = 20
"""Attempts to read the ledger at the very position of the track."""


class SharedOfficial:
    """The official track of a ledger, for several threads. Call `close` at the end."""

    def __init__(self, ledger: Ledger) -> None:
        """Open nothing yet: the first question does."""
        self._ledger = ledger
        self._latest: Official | None = None
        self._named: NamedPlayers | None = None
        self._memory = Memory()
        self._others: dict[type, Any] = {}
        self.lock = RLock()
        """One thread at a time applies events, or makes the projection anew."""

    @contextmanager
    def at_one_position(self) -> Iterator[FixedOfficial]:
        """Yield the track at the head of the ledger, fixed, for one thread at a time.

        Raises ReplayStopped where the replay of all pools stops.
        """
        with OneReading(self._ledger.engine) as events:
            ledger = self._ledger.within(events)
            with self.lock:
                version = self._version(ledger, events)
            with OneReading(version.store.engine, one_moment=False) as blocks:
                yield FixedOfficial(self, version, ledger, blocks)

    def others(self, kind: type[T]) -> T:
        """Return the tracks of another kind that are kept for all requests, empty at first."""
        with self.lock:
            return cast(T, self._others.setdefault(kind, kind()))

    def latest(self) -> Official:
        """Return the version of the last recorded event. Raises ReplayStopped."""
        with self.lock:
            head = self._ledger.read.head()
            if self._latest is None or not self._latest.is_at(head):
                self._latest = self._following(head)
            return self._latest

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
            if self._latest is not None:
                self._latest.close()
                self._latest = None

    def _version(self, ledger: Ledger, events: OneReading) -> Official:
        """Return the track at the head of the ledger, whose events are read from now on.

        Where other programs append without a pause, the head may be a little later.
        """
        for _ in range(_TRIES):
            head = ledger.read.head()
            if self._latest is not None and self._latest.is_at(head):
                return self._latest
            events.close()  # to see what is applied now
            self._latest = self._following(head)
        assert self._latest is not None
        return self._latest

    def _following(self, head: Head) -> Official:
        """Return the next version, at a head or later."""
        latest = self._latest
        if latest is None or latest.facts.position >= head.next_position - 1:
            self.close()  # it was of another ledger
            self._memory = Memory()
            following = Official(self._ledger)
            following.memory = self._memory
        else:
            following = latest.moved_on()
        following.catch_up()
        following.load()
        return following


class _OfVersion(Official):
    """The official track of a request, over a version shared with other threads."""

    _of: SharedOfficial
    _version: Official

    def _show(self, version: Official, ledger: Ledger) -> None:
        vars(self).update(vars(version))
        self._version, self._replays = version, {}
        self.read_from(ledger)

    def _loaded(self, pool: str) -> Replay:
        return self._version.replays[pool].shared(self.facts.pools[pool])

    def _remake(self) -> None:
        with self._of.lock:
            super()._remake()


class FixedOfficial(_OfVersion):
    """The official track at a position, read by one thread at a time."""

    def __init__(
        self, shared: SharedOfficial, version: Official, ledger: Ledger, blocks: OneReading
    ) -> None:
        """Take a version, the ledger at the same position, and the connection to the records."""
        self._of = shared
        self._show(version, ledger)
        self.store = version.store.within(blocks)

    def catch_up(self, batch: int = 2_000, progress: Progress | None = None) -> None:
        """Stay at the position."""


class LatestOfficial(_OfVersion):
    """The official track of a request that records: with `catch_up` it shows the latest version."""

    def __init__(self, shared: SharedOfficial, ledger: Ledger) -> None:
        """Show the latest version; `ledger` is the one to record in. Raises ReplayStopped."""
        self._of, self._recorded_in = shared, ledger
        self.catch_up()

    def catch_up(
        self,
        batch: int = 2_000,  # noqa: ARG002 - the shared track says
        progress: Progress | None = None,  # noqa: ARG002 - it takes in few events at a time
    ) -> None:
        """Show the version of the last recorded event, which other threads may have made."""
        self._show(self._of.latest(), self._recorded_in)
