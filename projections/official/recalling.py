"""What the closed lists of a pool rest on, read from the ledger again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ledger.tournaments.known import standing_of
from projections import list_document
from projections.state.corrections import told
from projections.state.reports import Report, report_of
from projections.state.story import TournamentHistory

if TYPE_CHECKING:
    from projections.official.following import Following


class Recalling:
    """What the closed lists of a pool rest on, read from the ledger again."""

    def __init__(self, following: Following, pool: str) -> None:
        """Read for a pool."""
        self._following, self._pool = following, pool

    def reports(self, positions: Sequence[int], through: int) -> list[Report]:
        """Give booked reports as they stand at a position; each bears the one it was booked at."""
        read, facts = self._following.ledger.read, self._following.facts
        found = []
        for position, each in sorted(read.at(list(positions)).items()):
            tournament = each.stream.removeprefix("tournament-")
            if tournament not in facts.corrected:
                found.append(report_of(standing_of(each), facts.announcements[tournament]))
                continue
            story = told(read.stream(each.stream), through)
            found += story.standing_for(position) if self._counts(story) else []
        return found

    def last_booking(self, report: Report, closings: Sequence[int]) -> int:
        """Return which list booked a report as it stood at the last of some closings."""
        return self._following.facts.last_booking(self._pool, report, closings)

    def _counts(self, story: TournamentHistory) -> bool:
        return self._pool in story.announcement.pools

    def listed(self, number: int) -> Mapping[str, NDArray[np.int64]]:
        """Give the columns of a sealed list."""
        event = self._following.facts.pools[self._pool].closed[number - 1].event
        return list_document.read(self._following.sealed(event)).values
