"""Capital changes of a chain, step by step, in the order of booking.

Taken back from the present capitals, these changes give every earlier capital. Late events and
corrections of booked events rest on them; no other state is stored. `capital_history` keeps them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ledger.columns import Players, Wide
from projections.rating.chain_steps import NOBODY
from projections.rating.layout import Index
from projections.rulebooks.engine.columns import Values
from projections.state.reports import Order

ADJUSTED_PLACE: Final = -(1 << 20)
"""The place in a list's chain of decisions of the rating body: before corrections and events."""

NOWHERE: Final = (date.min, date.min, "")
"""The place before all events."""

HANDED_OVER_PLACE: Final = ADJUSTED_PLACE - 1
"""The place in a list's chain of merges and separations: before the decisions."""

HANDED_OVER, ADJUSTED, RECOUNTED, CHAINED, DEVIATING = range(-1, 4)
"""Phases of a list, in order: merges and separations, decisions, corrections of closed lists,
events and year ends, and deviations of the sealed list from the computed list."""


BookingTime = tuple[int, int, Order]
"""Number of a list, phase of the list, and place among the events."""


class Competition(NamedTuple):
    """A tournament, booked or corrected, that changed capitals."""

    position: int
    """Under which a list booked its report."""
    begins: date
    """The day that says its edition."""
    columns: Mapping[str, Wide]
    """UNIT columns compared by corrections, or the amounts added to these."""


class CapitalChange(NamedTuple):
    """Capital changes of a step, or of a tournament in a step."""

    number: int
    """Number of the list."""
    phase: int
    """HANDED_OVER, ADJUSTED, RECOUNTED, CHAINED or DEVIATING."""
    order: Order
    """Place among the events; `NOWHERE` for changes without a place."""
    player: Players
    points: Wide
    entered: Wide
    """Entry capitals; 0: the player had a capital."""
    ceased: Players
    """Players with a capital that ceased."""
    competition: Competition | None = None

    def note_entries(self, years: NDArray[np.int64]) -> None:
        """Write the year of each player's entry into `years` (by register number)."""
        years[self.player[self.entered > 0]] = self.order[0].year

    @property
    def booked(self) -> BookingTime:
        """Return the time of booking, as a sort key."""
        return (self.number, self.phase, self.order)

    def of(self, player: int, to: int) -> CapitalChange:
        """Return the change of one player under another number."""
        row = self.player == player
        found = self._rows(row)
        return found._replace(
            player=np.full(row.sum(), to, dtype=np.int64),
            ceased=np.full((self.ceased == player).sum(), to, dtype=np.int64),
        )

    def without(self, player: int) -> CapitalChange:
        """Return the change without a player; it may have no players left."""
        found = self._rows(self.player != player)
        return found._replace(ceased=self.ceased[self.ceased != player])

    def _rows(self, chosen: NDArray[np.bool_]) -> CapitalChange:
        of = self.competition
        if of is not None:
            of = of._replace(columns={name: column[chosen] for name, column in of.columns.items()})
        rows = (self.player[chosen], self.points[chosen], self.entered[chosen])
        return self._replace(player=rows[0], points=rows[1], entered=rows[2], competition=of)


class PartChanges(NamedTuple):
    """Capital changes of the tournaments of a part, as computed by the step; nothing is copied.

    Only corrections and late events need the tournaments separately.
    """

    number: int
    """Number of the list."""
    tournaments: tuple[tuple[Order, int, date], ...]
    """Place among the events, position of the report, and first day of each."""
    first_entry: Index
    player: NDArray[np.int32]
    unit: Index
    """Row of each entry among the units."""
    moved: Values
    entered: Values
    columns: Mapping[str, Values]
    """UNIT columns, or one value for all."""

    def by_tournament(self) -> Iterator[CapitalChange]:
        """Yield the changes of each tournament: a slice of the part."""
        players = self.player.astype(np.int64)
        points, entered = self._of_entries(self.moved), self._of_entries(self.entered)
        columns = {name: self._of_entries(values) for name, values in self.columns.items()}
        bounds = pairwise(self.first_entry.tolist())
        for (order, position, begins), (first, last) in zip(self.tournaments, bounds, strict=True):
            of = slice(first, last)
            compared = {name: values[of] for name, values in columns.items()}
            competition = Competition(position, begins, compared)
            moved = (players[of], points[of], entered[of], NOBODY)
            yield CapitalChange(self.number, CHAINED, order, *moved, competition)

    def note_entries(self, years: NDArray[np.int64]) -> None:
        """Write the year of each player's entry into `years` (by register number)."""
        if self.entered.ndim:
            sizes = np.diff(self.first_entry)
            ended = np.repeat([end.year for (end, _, _), _, _ in self.tournaments], sizes)
            here = np.flatnonzero(self.entered.take(self.unit))
            years[self.player[here]] = ended[here]

    def _of_entries(self, values: Values) -> Wide:
        if not values.ndim:
            return np.full(len(self.unit), values, dtype=np.int64)
        return values.take(self.unit).astype(np.int64)


def sum_of(
    some: Iterable[CapitalChange], players: NDArray[np.integer], *, entries: bool = False
) -> Wide:
    """Return the points of players over some changes; with `entries`, plus entry capitals."""
    changes = list(some)
    points = [change.points + change.entered * entries for change in changes]
    keys, at = np.unique(
        np.concatenate([NOBODY, *(change.player for change in changes)]), return_inverse=True
    )
    total = np.zeros(len(keys), dtype=np.int64)
    np.add.at(total, at, np.concatenate([NOBODY, *points]))
    return lookup(players, keys, total)


def capitals_at(
    order: Order,
    players: NDArray[np.integer],
    present: NDArray[np.integer],
    moved: Iterable[CapitalChange],
) -> tuple[Wide, NDArray[np.bool_]]:
    """Return the capitals just before a place in the order, and whether each ceased later.

    `present` capitals less the later changes among `moved`, which come in the order of booking.

    Reading `ceased_later`: a ceased capital counts until it ceased. Changes of this capital do not
    concern the capital of a later entry, and the later capital does not concern earlier places.
    """
    later = np.zeros(len(players), dtype=np.int64)
    ended = np.zeros(len(players), dtype=np.int64)
    ceased = np.zeros(len(players), dtype=bool)
    for change in moved:
        if change.order > order:
            later += lookup(players, change.player, change.points)
        if len(change.ceased):
            gone = np.isin(players, change.ceased)
            if change.order > order:
                first = gone & (ended == 0)
                ended[first] = -later[first]  # with the capital all its later changes ceased
                ceased |= gone
            later[gone] = 0
    return np.where(ended > 0, ended, present - later), ceased


class HandedOver(NamedTuple):
    """Capitals changed by merges and separations, the first step of a list."""

    number: int
    """Number of the list."""
    order: Order
    """The place where the capitals of merged numbers end."""
    player: Players
    points: Wide
    entered: Wide
    """Capitals of players who had none before the list."""
    ceased: Players
    """Players whose capital ends with the step."""
    ended: tuple[tuple[int, int], ...]
    """Merged numbers whose capital ends, with the capital."""
    taken_over: tuple[tuple[int, int], ...]
    """Kept players without a capital, and the merged number whose capital goes on."""
    given_back: tuple[tuple[int, int], ...]
    """Separated numbers, and the list of the merge: the capital goes on as if it had not ended."""
    dropped: tuple[tuple[int, int], ...]
    """Kept players whose capital was that of a separated number, and the list of the merge."""

    @property
    def on_its_list(self) -> CapitalChange:
        """Return the step as a change of capitals on its list."""
        rows = (self.player, self.points, self.entered, self.ceased)
        return CapitalChange(self.number, HANDED_OVER, NOWHERE, *rows)

    def note_entries(self, years: NDArray[np.int64]) -> None:
        """Write the year of each player's entry into `years` (by register number)."""
        for kept, merged in self.taken_over:
            years[kept] = years[merged]


class Places(NamedTuple):
    """Rows of wanted keys in a table, found once for all its columns."""

    known: NDArray[np.bool_]
    """For each wanted key, whether the table has it."""
    at: NDArray[np.intp]
    """Rows of the known keys."""

    def take(self, values: NDArray[Any]) -> NDArray[np.int64]:
        """Return the value of each wanted key; 0: no such key."""
        found = np.zeros(len(self.known), dtype=np.int64)
        found[self.known] = values[self.at]
        return found


def find(wanted: NDArray[Any], keys: NDArray[Any]) -> Places:
    """Return the places of wanted keys among the keys of a table, which need no order."""
    if not len(keys):
        return Places(np.zeros(len(wanted), dtype=bool), np.zeros(0, dtype=np.intp))
    order = np.argsort(keys)
    at = order[np.minimum(np.searchsorted(keys, wanted, sorter=order), len(keys) - 1)]
    known = keys[at] == wanted
    return Places(known, at[known])


def lookup(wanted: NDArray[Any], keys: NDArray[Any], values: NDArray[Any]) -> NDArray[np.int64]:
    """Return the value of each wanted key; 0: no such key. For several columns, `find` once."""
    return find(wanted, keys).take(values)


def by_player(players: NDArray[Any], values: Mapping[int, int]) -> NDArray[np.int64]:
    """Return the value of each player; 0: none."""
    keys = np.array(list(values), dtype=np.int64)
    return lookup(players, keys, np.array(list(values.values()), dtype=np.int64))
