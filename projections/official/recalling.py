"""The reports and ratings behind closed lists, read from the ledger again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ledger.tournaments.current_report import uncorrected_report
from projections import list_document
from projections.state.history import tournament_history
from projections.state.printings import closed_under
from projections.state.reports import Report, report_of

if TYPE_CHECKING:
    from projections.official.following import Following


class Recalling:
    """The reports and ratings behind the closed lists of a pool."""

    def __init__(self, following: Following, pool: str) -> None:
        """Read for a pool."""
        self._following, self._pool = following, pool

    def reports(self, positions: Sequence[int], through: int) -> list[Report]:
        """Return booked reports as known at a position, with the booked positions."""
        read, facts = self._following.ledger.read, self._following.facts
        found = []
        for position, recorded in sorted(read.at(list(positions)).items()):
            tournament = recorded.stream.removeprefix("tournament-")
            if tournament not in facts.corrected:
                announcement = facts.announcements[tournament]
                found.append(report_of(uncorrected_report(recorded), announcement))
                continue
            history = tournament_history(read.stream(recorded.stream), through)
            if self._pool in history.announcement.pools:
                found += history.replacements(position)
        return found

    def last_booking(self, report: Report, closings: Sequence[int]) -> int:
        """Return the list of a report as known at the last of some closings."""
        return self._following.facts.last_booking(self._pool, report, closings)

    def listed(self, number: int) -> Mapping[str, NDArray[np.int64]]:
        """Return the columns of a closed list, which may not be changed."""
        event = self._following.facts.pools[self._pool].closed[number - 1].event
        return self._following.closed_list(event).values


def ratings_of_lists(following: Following, pool: str) -> Callable[[int], NDArray[np.int16]]:
    """Return a reader of the ratings of a pool's older lists from their sealed documents.

    It takes the number of a list, or the key of an earlier printing.
    """

    def ratings_of(number: int) -> NDArray[np.int16]:
        event = closed_under(following.facts.pools[pool], number).event
        sealed = list_document.read(following.sealed(event))
        ratings = np.zeros(len(following.facts.birth_year), dtype=np.int16)
        ratings[sealed.values["player"]] = sealed.values["rating"]
        return ratings

    return ratings_of
