"""Corrected tournaments cached after folding: a new event is folded alone.

Cached in memory only. A tournament not in the cache is folded from its stream.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ledger.store.reading import Recorded
from projections.state.corrections import Folding
from projections.state.reports import NOT_ANNOUNCED, Announcement
from projections.state.versions import Versions

KEPT: Final = 64
"""So many tournaments are kept, those corrected last."""


class FollowedTournament:
    """A tournament after some of its events, with the versions of its reports by pool."""

    def __init__(self, events: Iterable[Recorded] = ()) -> None:
        self.announcement: Announcement = NOT_ANNOUNCED
        self.versions: dict[str, Versions] = {}
        """By pool, of every pool it counts for or once counted for."""
        self.stream_version = -1
        """Of the last event taken in."""
        self._folding = Folding()
        for recorded in events:
            self.take(recorded)

    def take(self, recorded: Recorded) -> None:
        """Fold the next event of the stream."""
        story = self._folding.take(recorded)
        self.announcement, self.stream_version = story.announcement, recorded.stream_version
        for pool in story.announcement.pools:
            self.versions.setdefault(pool, Versions(pool))
        for versions in self.versions.values():
            versions.take(recorded.position, story)


class FollowedTournaments:
    """The tournaments corrected last, as folded."""

    def __init__(self) -> None:
        self._kept: dict[str, FollowedTournament] = {}

    def after(self, recorded: Recorded) -> FollowedTournament | None:
        """Return the tournament of an event after folding it; None without the event before."""
        followed = self._kept.pop(recorded.stream, None)
        if followed is None or followed.stream_version != recorded.stream_version - 1:
            return None
        followed.take(recorded)
        return self.keep(recorded.stream, followed)

    def keep(self, stream: str, followed: FollowedTournament) -> FollowedTournament:
        """Cache a tournament; beyond `KEPT` tournaments the oldest is dropped."""
        self._kept[stream] = followed
        if len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        return followed
