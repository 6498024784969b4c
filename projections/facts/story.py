"""The story of a tournament: the reports of it that stand, and what corrected them.

`corrections` tells it, event after event; who asks about it needs nothing but this.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec import structs

from ledger.events.report import ResultCorrected
from projections.facts.reports import Announcement, Report


@dataclass(frozen=True, slots=True)
class Correction:
    """An event that corrects a tournament, and what became of it."""

    position: int
    recorded_at: int
    payload: Any
    report: int | None = None
    """Position of the report it names; None: it is about the tournament."""
    before: str = ""
    """What it replaced: both results of a game, the player of an entrant."""
    no_effect: str = ""
    """Why it changed nothing, or not all that it says."""
    ended: bool = False
    """It ended with its report, which was replaced."""

    @property
    def kind(self) -> str:
        """Give the name of the event, without its version."""
        return str(self.payload.TYPE).partition(".")[0]


@dataclass
class Story:
    """A tournament after some of its events."""

    announcement: Announcement = Announcement("", (), False)  # noqa: RUF009 - frozen
    standing: dict[int, Report] = field(default_factory=dict)
    """The reports that stand, by position: one, or its parts."""
    roots: dict[int, int] = field(default_factory=dict)
    """For every report there was, the first of which it took the place."""
    corrections: list[Correction] = field(default_factory=list)

    def in_order(self) -> list[Report]:
        """Give the reports that stand, part by part."""
        return in_order(self.standing)

    def standing_for(self, position: int) -> list[Report]:
        """Give what stands for a booked report, under that one's position; nothing: none does."""
        root = self.roots[position]
        found = [each for at, each in self.standing.items() if self.roots[at] == root]
        return [structs.replace(each, position=position) for each in found]

    def stands_at(self, position: int) -> int:
        """Give the position of what stands for a booked report; its own where nothing does."""
        root = self.roots.get(position)
        return next((at for at in self.standing if self.roots[at] == root), position)

    def of_report(self, root: int) -> list[Correction]:
        """Give what corrected a report, under whichever position it stood, or all of them."""
        return [
            each
            for each in self.corrections
            if each.report is None or self.roots.get(each.report) == root
        ]

    def in_force(self, report: int) -> list[Correction]:
        """Give the corrections of a report's games and entrants that hold."""
        return [
            each
            for each in self.corrections
            if each.report == report and not (each.no_effect or each.ended)
        ]

    def holding(self, report: int) -> list[Correction]:
        """Give all that holds and corrects a report: its own corrections, the tournament's too."""
        replaced = [each for each in self.corrections if each.position == report]
        details = [each for each in self.corrections if each.report is None]
        return [*replaced, *details, *self.in_force(report)]

    def last_result(self, report: int, game: int) -> Correction | None:
        """Give the correction by which the result of a game holds."""
        found = [
            each
            for each in self.in_force(report)
            if isinstance(each.payload, ResultCorrected) and each.payload.game == game
        ]
        return found[-1] if found else None


def in_order(standing: Mapping[int, Report]) -> list[Report]:
    """Give reports part by part."""
    return sorted(standing.values(), key=lambda each: (each.part, each.position))
