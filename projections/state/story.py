"""The history of a tournament as ratings read it: its current reports and its corrections.

`corrections` folds it from the events of the stream; a reader of histories needs this module alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import attrgetter

from msgspec import structs

from ledger.tournaments.corrections import Corrections
from projections.state.reports import NOT_ANNOUNCED, Announcement, Report


@dataclass(frozen=True)
class TournamentHistory(Corrections):
    """A tournament after some of its events."""

    announcement: Announcement = NOT_ANNOUNCED
    standing: Mapping[int, Report] = field(default_factory=dict)
    """The reports that stand, by position: one, or its parts."""

    def in_order(self) -> list[Report]:
        """Return the current reports, part by part."""
        return sorted(self.standing.values(), key=attrgetter("part", "position"))

    def standing_for(self, position: int) -> list[Report]:
        """Return the current reports that replace a booked report, with the booked position."""
        root = self.roots[position]
        current = [report for at, report in self.standing.items() if self.roots[at] == root]
        return [structs.replace(report, position=position) for report in current]

    def stands_at(self, position: int) -> int:
        """Return the position of the current report in place of a booked one, or its own."""
        root = self.roots.get(position)
        return next((at for at in self.standing if self.roots[at] == root), position)
