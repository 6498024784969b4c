"""Results that wait for a first rating: between steps, and in line within a step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from projections.rating.layout import Batch, Index, index_units
from projections.rulebooks.engine.columns import Columns, Values
from projections.rulebooks.engine.edition import Edition

if TYPE_CHECKING:
    from projections.rating import Step


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


def line_up(step: Step, sheets: tuple[Columns, ...]) -> tuple[Waiting, dict[str, Any]]:
    """Order waiting results by player: earlier lists first, then by end, start and id."""
    if not step.edition.waiting:
        return step.waiting, {}
    pairs = zip(step.parts, sheets, strict=True)
    new = [_new_waiting(step.edition, part, sheet) for part, sheet in pairs]
    waiting, ranks = step.waiting, [np.zeros(len(step.waiting), dtype=np.int64)]
    for (rows, tournament), in_order in zip(new, _in_order(step.parts), strict=True):
        waiting = waiting.joined(rows)
        ranks.append(in_order.take(tournament))
    rank = np.concatenate(ranks)
    unit = index_units(step.players).take(waiting.player)
    lined_up = np.lexsort((rank, unit))
    waiting, rank = waiting.rows(lined_up), rank[lined_up]
    return waiting, {
        "waiting_unit": unit[lined_up],
        "waiting_ended_month": waiting.ended,
        "was_accepted": rank == 0,
        **{f"waiting_{name}": values for name, values in waiting.sums.items()},
    }


def _in_order(parts: tuple[Batch, ...]) -> Iterator[NDArray[np.int64]]:
    """Yield for each part the rank of its tournaments, from 1, by end, start and id."""
    orders = [report.order for part in parts for report in part.reports]
    rank = np.empty(len(orders), dtype=np.int64)
    rank[sorted(range(len(orders)), key=orders.__getitem__)] = np.arange(1, len(orders) + 1)
    first = 0
    for part in parts:
        yield rank[first : first + len(part.reports)]
        first += len(part.reports)


def _new_waiting(edition: Edition, part: Batch, sheet: Columns) -> tuple[Waiting, Index]:
    entries = np.flatnonzero(sheet["waits"])
    tournament = part.tournament[entries]
    known = part.edition.columns  # of what its text does not know nothing waits
    none = np.zeros(len(entries), dtype=np.int32)
    sums = {name: sheet[name][entries] if name in known else none for name in edition.waiting}
    rows = Waiting(part.player[entries], part.ended[tournament], part.position[tournament], sums)
    return rows, tournament
