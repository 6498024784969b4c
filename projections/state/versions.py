"""Versions of the reports of a tournament, with the positions between which each was current."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from msgspec import structs

from projections.state.reports import NEVER, Report, Version
from projections.state.story import TournamentHistory


class Versions:
    """The versions of the reports of a tournament for one pool, event by event."""

    def __init__(self, pool: str) -> None:
        self._pool = pool
        self._found: list[Version] = []
        self._standing: dict[int, int] = {}
        """By position, the index of the version in which a report stands."""

    def take(self, position: int, story: TournamentHistory) -> None:
        """Add the history of the tournament after the event at a position."""
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
        """Return a copy of the versions, in the order of their first position."""
        return list(self._found)


def stood(versions: Iterable[Version], position: int) -> Report | None:
    """Return the version of a report current at a position; None: no report."""
    return next((version.report for version in versions if version.stood_at(position)), None)


def last_booking(versions: Iterable[Version], report: int, closings: Sequence[int]) -> int:
    """Return the closing that booked the last version of a report.

    `closings` are the positions up to which lists took facts: of the list that booked the `report`
    (its position), and of later ones. A later list books the report again if it changed since the
    list before.
    """
    every = list(versions)
    root = next(version.root for version in every if version.report.position == report)
    mine = [version for version in every if version.root == root]
    changes = (at for version in mine for at in (version.since, version.until))
    moved = {bisect_left(closings, at) for at in changes}
    for at in sorted((at for at in moved if 0 < at < len(closings)), reverse=True):
        if stood(mine, closings[at]) != stood(mine, closings[at - 1]):
            return closings[at]
    return closings[0]
