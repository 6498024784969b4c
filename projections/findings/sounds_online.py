"""A warning where the name of an event speaks of online play, and nobody says that it was online.

No format of reports tells it, so it is told by hand or not at all. An event of which it is not told
is taken as played over the board; to warn of each would warn of nearly all, which are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from projections.finding import Finding
from projections.rulebooks.engine.columns import Edition
from projections.state.reports import Announcement

ONLINE: Final = "online"
"""The fact that a rule asks for where it minds."""

_SPEAKS: Final = re.compile(
    r"\b(on[- ]?line|internet|lichess|lidraughts|chess\.com|playchess|playok|tornelo)\b",
    re.IGNORECASE,
)


def of_announcement(
    edition: Edition, tournament: str, announcement: Announcement
) -> Iterator[Finding]:
    """Warn of an event that may have been played online, where its edition minds."""
    about, minds = announcement.about, [e for e in edition.columns.values() if ONLINE in e.needs]
    if minds and not (about.online or about.hybrid) and _SPEAKS.search(announcement.name):
        says = "its name speaks of online play, which nobody tells: taken as over the board"
        remedy = (
            "if it was online, tell it (ledger tournament correct details, or --set online=yes)"
        )
        yield Finding("warning", tournament, None, minds[0].article, says, remedy)
