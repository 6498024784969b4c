"""What closed lists booked, read again: as it stood when they were closed, and as it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from ledger import columns
from ledger.columns import Players
from projections.state.pool import Revision
from projections.state.reports import Report

Stood = Literal["was", "now"]
"""Whether revised reports are taken as they stood at the last closing, or as they stand."""


class Recall(Protocol):
    """What closed lists rest on, read again."""

    def reports(self, positions: Sequence[int], through: int) -> list[Report]:
        """Give booked reports as they stand at a position, those that still do.

        Each bears the position under which it was booked.
        """
        ...

    def last_booking(self, report: Report, closings: Sequence[int]) -> int:
        """Return which list booked a report as it stood at the last of some closings.

        See `facts.versions.last_booking`.
        """
        ...

    def listed(self, number: int) -> Mapping[str, NDArray[np.int64]]:
        """Give the columns of a sealed list."""
        ...


@dataclass(frozen=True)
class Revised:
    """Booked reports that changed since the last closing, and how the others of a list stand."""

    revisions: Sequence[Revision]
    recall: Recall
    closed: int
    """The position up to which the last closing took facts."""
    through: int
    """The position up to which the open list takes them."""

    def known(self, stood: Stood) -> int:
        """Give the position up to which facts are known where reports stood so."""
        return self.closed if stood == "was" else self.through

    def lists(self) -> list[int]:
        """Give the numbers of the lists that booked them."""
        return sorted({each.number for each in self.revisions})

    def positions(self, number: int) -> list[int]:
        """Give under which positions a list booked them."""
        return [each.position for each in self.revisions if each.number == number]

    def players(self, number: int) -> Players:
        """Give everybody in those of a list, as they stood and as they stand."""
        both = [(each.was, each.now) for each in self.revisions if each.number == number]
        players = [
            columns.read(each.player, columns.PLAYER) for pair in both for each in pair if each
        ]
        return np.unique(np.concatenate([np.zeros(0, dtype=np.int64), *players]))

    def both(self, number: int, positions: Sequence[int]) -> tuple[list[Report], list[Report]]:
        """Give reports of a list, and its revised ones as they stood, and as they stand."""
        others = self._others(number, positions)
        return [*others, *self._as("was", number)], [*others, *self._as("now", number)]

    def stand(self, stood: Stood, number: int, positions: Sequence[int]) -> list[Report]:
        """Give reports of a list, revised ones among them as they stood, or stand."""
        revised = [each for each in self._as(stood, number) if each.position in positions]
        return [*self._others(number, positions), *revised]

    def _others(self, number: int, positions: Sequence[int]) -> list[Report]:
        revised = {*self.positions(number)}
        return self.recall.reports([e for e in positions if e not in revised], self.through)

    def _as(self, stood: Stood, number: int) -> list[Report]:
        mine = [each for each in self.revisions if each.number == number]
        found = [(each, each.was if stood == "was" else each.now) for each in mine]
        return [structs.replace(now, position=each.position) for each, now in found if now]
