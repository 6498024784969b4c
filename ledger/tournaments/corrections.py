"""Corrections of a tournament's reports, and replacements of these reports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

import msgspec

from ledger.events.report import ResultCorrected
from ledger.store.reading import Recorded

NOT_STANDING: Final = "it names a report that did not stand"
NO_SUCH_GAME: Final = "its report has no such game"
DAYS_CONTRADICT: Final = "a report would start after its end: its days stay"
"""Reasons for a correction without effect, or without full effect."""


class Correction(msgspec.Struct, frozen=True, dict=True):
    """An event that corrects a tournament or decides about the tournament, and the effect."""

    recorded: Recorded
    report: int | None = None
    """Position of the corrected report; None: about the tournament."""
    before: str = ""
    """The replaced value: both results of a game, the player of an entrant."""
    no_effect: str = ""
    """Reason for no effect, or no full effect; "" otherwise."""
    ended: bool = False
    """Whether the correction ended because the report was replaced."""

    @property
    def position(self) -> int:
        """Position of the event."""
        return self.recorded.position

    @property
    def recorded_at(self) -> int:
        """Instant of recording, in microseconds since 1970."""
        return self.recorded.recorded_at

    @cached_property
    def payload(self) -> Any:
        """The decoded event."""
        return self.recorded.decoded().payload

    @property
    def kind(self) -> str:
        """Name of the event, without version."""
        return self.recorded.type.partition(".")[0]


@dataclass(frozen=True)
class Corrections:
    """Corrections of a tournament, and the history of the tournament's reports."""

    corrections: tuple[Correction, ...] = ()
    """Corrections of the tournament and decisions about the tournament, in order."""
    roots: Mapping[int, int] = field(default_factory=dict)
    """By the position of each report, the position of the first report that it replaced."""

    def of_report(self, root: int) -> list[Correction]:
        """Return the corrections of a report, by the position of the first version."""
        return [
            correction
            for correction in self.corrections
            if correction.report is None or self.roots.get(correction.report) == root
        ]

    def in_force(self, report: int) -> list[Correction]:
        """Return the effective corrections of a report's games and entrants."""
        return [
            correction
            for correction in self.corrections
            if correction.report == report and not (correction.no_effect or correction.ended)
        ]

    def holding(self, report: int) -> list[Correction]:
        """Return all effective corrections of a report, including the tournament's own."""
        replaced = [correction for correction in self.corrections if correction.position == report]
        details = [correction for correction in self.corrections if correction.report is None]
        return [*replaced, *details, *self.in_force(report)]

    def last_result(self, report: int, game: int) -> Correction | None:
        """Return the effective correction of a game's result, if any."""
        found = [
            correction
            for correction in self.in_force(report)
            if isinstance(correction.payload, ResultCorrected) and correction.payload.game == game
        ]
        return found[-1] if found else None
