"""The versions of a tournament's reports: from when until when each stood as it did."""

from __future__ import annotations

from msgspec import structs

from projections.facts.reports import NEVER, Version
from projections.facts.story import Story


class Versions:
    """The versions of a tournament's reports for one pool, event after event."""

    def __init__(self, pool: str) -> None:
        """Begin before the first event."""
        self._pool = pool
        self._found: list[Version] = []
        self._standing: dict[int, int] = {}
        """By position, the index of the version in which a report stands."""

    def take(self, position: int, story: Story) -> None:
        """Take in the story of the tournament as it is after the event at a position."""
        stands = story.standing if self._pool in story.announcement.pools else {}
        for report in sorted({*self._standing, *stands}):
            at, now = self._standing.get(report), stands.get(report)
            if at is not None and self._found[at].report != now:
                self._found[at] = structs.replace(self._found[at], until=position)
                del self._standing[report]
            if now is not None and report not in self._standing:
                self._standing[report] = len(self._found)
                self._found.append(Version(now, story.roots[report], position, NEVER))

    def all(self) -> list[Version]:
        """Return the versions in the order they began; the list is the caller's own."""
        return list(self._found)
