"""Corrected reports of closed lists, as of the last closing and as of now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from ledger import columns
from ledger.columns import Players
from projections.state.pool import CorrectedReport
from projections.state.reports import Report

Side = Literal["was", "now"]
"""Whether corrected reports are taken as they stood at the last closing, or as they stand."""


class Recall(Protocol):
    """Source of the records on which closed lists rest."""

    def reports(self, positions: Sequence[int], through: int) -> list[Report]:
        """Return booked reports as of a position, without the withdrawn ones.

        Each keeps the position under which it was booked.
        """

    def last_booking(self, report: Report, closings: Sequence[int]) -> int:
        """Return the closing that booked the last version of a report (see `state.reports`)."""

    def listed(self, number: int) -> Mapping[str, NDArray[np.int64]]:
        """Return the columns of a sealed list."""


@dataclass(frozen=True)
class CorrectedReports:
    """Reports changed since the last closing, and access to the other reports of their lists."""

    corrected: Sequence[CorrectedReport]
    recall: Recall
    closed: int
    """The position up to which the last closing took facts."""
    through: int
    """The position up to which the open list takes them."""

    def known(self, side: Side) -> int:
        """Return the position up to which facts are known for a state of the reports."""
        return self.closed if side == "was" else self.through

    def lists(self) -> list[int]:
        """Return the numbers of the lists with corrected reports."""
        return sorted({report.number for report in self.corrected})

    def positions(self, number: int) -> list[int]:
        """Return the booked positions of the corrected reports of a list."""
        return [report.position for report in self.corrected if report.number == number]

    def players(self, number: int) -> Players:
        """Return all players in corrected reports of a list, before or after the correction."""
        both = [(one.was, one.now) for one in self.corrected if one.number == number]
        players = [
            columns.read(report.player, columns.PLAYER)
            for pair in both
            for report in pair
            if report
        ]
        return np.unique(np.concatenate([np.zeros(0, dtype=np.int64), *players]))

    def both(self, number: int, positions: Sequence[int]) -> tuple[list[Report], list[Report]]:
        """Return the reports of a list twice: as of the last closing, and as of now."""
        others = self._others(number, positions)
        return [*others, *self._as("was", number)], [*others, *self._as("now", number)]

    def reports(self, side: Side, number: int, positions: Sequence[int]) -> list[Report]:
        """Return the reports of a list as of the last closing or as of now."""
        corrected = [report for report in self._as(side, number) if report.position in positions]
        return [*self._others(number, positions), *corrected]

    def _others(self, number: int, positions: Sequence[int]) -> list[Report]:
        corrected = {*self.positions(number)}
        return self.recall.reports([e for e in positions if e not in corrected], self.through)

    def _as(self, side: Side, number: int) -> list[Report]:
        mine = [report for report in self.corrected if report.number == number]
        reports = [(report.position, getattr(report, side)) for report in mine]
        return [structs.replace(report, position=at) for at, report in reports if report]
