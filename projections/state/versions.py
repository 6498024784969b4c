"""The versions of a tournament's reports: from when until when each stood as it did."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from msgspec import structs

from projections.state.reports import NEVER, Report, Version
from projections.state.story import TournamentHistory


class Versions:
    """The versions of a tournament's reports for one pool, event after event."""

    def __init__(self, pool: str) -> None:
        """Begin before the first event."""
        self._pool = pool
        self._found: list[Version] = []
        self._standing: dict[int, int] = {}
        """By position, the index of the version in which a report stands."""

    def take(self, position: int, story: TournamentHistory) -> None:
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


def stood(versions: Iterable[Version], position: int) -> Report | None:
    """Return how one report stood at a position; None: it did not stand."""
    return next((each.report for each in versions if each.stood_at(position)), None)


def last_booking(versions: Iterable[Version], report: int, closings: Sequence[int]) -> int:
    """Return which of some lists booked a report as it stood at the last of them.

    `closings` are the positions up to which lists took facts: of the list that booked the `report`
    (its position), and of later ones; the position of one of them is returned. A later list books
    the report anew where it stands otherwise than at the list before.
    """
    every = list(versions)
    root = next(each.root for each in every if each.report.position == report)
    mine = [each for each in every if each.root == root]
    moved = {bisect_left(closings, at) for each in mine for at in (each.since, each.until)}
    for at in sorted((at for at in moved if 0 < at < len(closings)), reverse=True):
        if stood(mine, closings[at]) != stood(mine, closings[at - 1]):
            return closings[at]
    return closings[0]
