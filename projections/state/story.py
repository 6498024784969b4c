"""The story of a tournament as ratings ask for it: the reports that stand, what corrected them.

`corrections` tells it, from the events of its stream; who asks about it needs nothing but this.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from msgspec import structs

from ledger.tournaments.course import Corrections
from projections.state.reports import NOT_ANNOUNCED, Announcement, Report


@dataclass(frozen=True)
class TournamentHistory(Corrections):
    """A tournament after some of its events."""

    announcement: Announcement = NOT_ANNOUNCED
    standing: Mapping[int, Report] = field(default_factory=dict)
    """The reports that stand, by position: one, or its parts."""

    def in_order(self) -> list[Report]:
        """Give the reports that stand, part by part."""
        return sorted(self.standing.values(), key=lambda each: (each.part, each.position))

    def standing_for(self, position: int) -> list[Report]:
        """Give what stands for a booked report, under that one's position; nothing: none does."""
        root = self.roots[position]
        found = [each for at, each in self.standing.items() if self.roots[at] == root]
        return [structs.replace(each, position=position) for each in found]

    def stands_at(self, position: int) -> int:
        """Give the position of what stands for a booked report; its own where nothing does."""
        root = self.roots.get(position)
        return next((at for at in self.standing if self.roots[at] == root), position)
