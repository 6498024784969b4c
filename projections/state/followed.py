"""Corrected tournaments as they were folded last: a new event is folded alone.

They are kept in memory only. Of a tournament that is not among them the stream is read once more.
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
    """A tournament after some of its events, with the versions of its reports for each pool."""

    def __init__(self, events: Iterable[Recorded] = ()) -> None:
        """Take in the first events of its stream."""
        self.announcement: Announcement = NOT_ANNOUNCED
        self.versions: dict[str, Versions] = {}
        """By pool, of every pool it counts for or once counted for."""
        self.stream_version = -1
        """Of the last event taken in."""
        self._folding = Folding()
        for recorded in events:
            self.take(recorded)

    def take(self, recorded: Recorded) -> None:
        """Take in the next event of the stream."""
        story = self._folding.take(recorded)
        self.announcement, self.stream_version = story.announcement, recorded.stream_version
        for pool in story.announcement.pools:
            self.versions.setdefault(pool, Versions(pool))
        for versions in self.versions.values():
            versions.take(recorded.position, story)


class FollowedTournaments:
    """The tournaments that were corrected last, as they were folded."""

    def __init__(self) -> None:
        """Begin with none."""
        self._kept: dict[str, FollowedTournament] = {}

    def after(self, recorded: Recorded) -> FollowedTournament | None:
        """Return its tournament with one more event; None where the event before is not known."""
        followed = self._kept.pop(recorded.stream, None)
        if followed is None or followed.stream_version != recorded.stream_version - 1:
            return None
        followed.take(recorded)
        return self.keep(recorded.stream, followed)

    def keep(self, stream: str, followed: FollowedTournament) -> FollowedTournament:
        """Keep a tournament as the one corrected last; of too many the first is let go."""
        self._kept[stream] = followed
        if len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        return followed
