"""Results that wait for a first rating."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from projections.rulebooks.engine.columns import Values


@dataclass(frozen=True, slots=True)
class Waiting:
    """Results waiting for a first rating: one row for each player and tournament."""

    player: NDArray[np.int32]
    ended: NDArray[np.int32]
    """Month in which the tournament ended, as a month index."""
    position: NDArray[np.int64]
    """Position of the report; -1 where it was carried over."""
    sums: Mapping[str, NDArray[np.int32]]
    """The ENTRY columns that the edition keeps (`Edition.waiting`)."""

    def __len__(self) -> int:
        return len(self.player)

    def rows(self, chosen: Values) -> Waiting:
        """Return some rows, by index or mask."""
        sums = {name: values[chosen] for name, values in self.sums.items()}
        return Waiting(self.player[chosen], self.ended[chosen], self.position[chosen], sums)

    def renamed(self, names: Mapping[int, int]) -> Waiting:
        """Return the rows with the kept player in place of each merged number."""
        player = self.player.copy()
        for merged, kept in names.items():
            player[self.player == merged] = kept
        return replace(self, player=player)

    def same(self, other: Waiting) -> bool:
        """Return whether both have the same rows, in any order."""
        return self._sorted() == other._sorted()

    def _sorted(self) -> list[tuple[int, ...]]:
        every: list[Values] = [self.player, self.ended, self.position, *self.sums.values()]
        return sorted(zip(*(column.tolist() for column in every), strict=True))

    def joined(self, other: Waiting) -> Waiting:
        """Return the rows of both."""
        if not len(other):
            return self
        if not len(self):
            return other
        return Waiting(
            np.concatenate([self.player, other.player]),
            np.concatenate([self.ended, other.ended]),
            np.concatenate([self.position, other.position]),
            {name: np.concatenate([self.sums[name], other.sums[name]]) for name in self.sums},
        )


def nothing_waiting(names: Sequence[str] = ()) -> Waiting:
    """Return no rows."""
    none = np.zeros(0, dtype=np.int32)
    return Waiting(none, none, none.astype(np.int64), dict.fromkeys(names, none))
