"""The versions of a tournament's reports: from when until when each stood as it did."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import structs

from projections.facts.reports import NEVER, Version
from projections.facts.story import Story


def versions_of(tellings: Iterable[tuple[int, Story]], pool: str) -> list[Version]:
    """Give the versions of a tournament's reports, for one pool, in the order they began.

    Asked of its story as it is after each event.
    """
    found, standing = list[Version](), dict[int, int]()
    for at_event, story in tellings:
        stands = story.standing if pool in story.announcement.pools else {}
        for position in sorted({*standing, *stands}):
            at, now = standing.get(position), stands.get(position)
            if at is not None and found[at].report != now:
                found[at] = structs.replace(found[at], until=at_event)
                del standing[position]
            if now is not None and position not in standing:
                standing[position] = len(found)
                found.append(Version(now, story.roots[position], at_event, NEVER))
    return found
