"""Capital changes of a chain, step by step, in the order of booking.

Taken back from the present capitals, these changes give every earlier capital. Late events and
corrections of booked events rest on them; no other state is stored.
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
"""The place in a list's chain of decisions of the rating body: before everything else."""

NOWHERE: Final = (date.min, date.min, "")
"""The place before all events."""

ADJUSTED, RECOUNTED, CHAINED, DEVIATING = range(4)
"""Phases of a list, in order: decisions, corrections of closed lists, events and year ends, and
deviations of the sealed list from the computed list."""


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
    """ADJUSTED, RECOUNTED, CHAINED or DEVIATING."""
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


class CapitalChanges:
    """All capital changes of a chain in order of booking; parts are split on demand."""

    def __init__(self, stored: Iterable[CapitalChange | PartChanges] = ()) -> None:
        self.stored = list(stored)
        self._split: list[CapitalChange] = []
        self._through = 0
        """Number of stored changes already split."""
        self._years = np.zeros(0, dtype=np.int64)
        """Year of the last entry, by register number."""
        self._noted = 0
        """Number of stored changes already read for `_years`."""

    def __iter__(self) -> Iterator[CapitalChange]:
        for part in self.stored[self._through :]:
            self._split += part.by_tournament() if isinstance(part, PartChanges) else (part,)
        self._through = len(self.stored)
        return iter(self._split)

    def add(self, some: Iterable[CapitalChange | PartChanges]) -> None:
        """Add the changes of a step."""
        self.stored += some

    def booked_before(self, time: BookingTime) -> CapitalChanges:
        """Return the changes booked before a time; only the parts of its list are split."""
        earlier = [change for change in self.stored if change.number < time[0]]
        of_list = CapitalChanges(change for change in self.stored if change.number == time[0])
        return CapitalChanges([*earlier, *(change for change in of_list if change.booked < time)])

    def since(self, order: Order) -> Iterator[CapitalChange]:
        """Yield the changes without the parts whose tournaments all come before a place."""
        for change in self.stored:
            if isinstance(change, CapitalChange):
                yield change
            elif any(place >= order for place, _, _ in change.tournaments):
                yield from change.by_tournament()

    def entered_in(self, size: int) -> NDArray[np.int64]:
        """Return the year of the last entry of players 0 … `size` - 1; 0: carried over.

        Reads only the changes booked since the last call.
        """
        years = np.zeros(size, dtype=np.int64)
        years[: len(self._years)] = self._years
        for change in self.stored[self._noted :]:
            change.note_entries(years)
        self._years, self._noted = years, len(self.stored)
        return years

    def fork(self) -> CapitalChanges:
        """Return an independent copy."""
        forked = CapitalChanges(self.stored)
        forked._split, forked._through = list(self._split), self._through
        forked._years, forked._noted = self._years, self._noted
        return forked

    def replace_year_end(self, moved: CapitalChange) -> None:
        """Replace the last year end at the same place."""
        ends = [
            change.order if isinstance(change, CapitalChange) else NOWHERE for change in self.stored
        ]
        self.stored[max(at for at, order in enumerate(ends) if order == moved.order)] = moved
        self._split, self._through = [], 0


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

    Reading `ceased_later`: a capital that ceased was one until then. Changes of the capital before
    do not concern the one with which the player entered again, nor that one earlier places.
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


def ceased_since(moved: Iterable[CapitalChange], booked: BookingTime) -> Players:
    """Return the players with a capital that ceased since a time of booking."""
    gone = [change.ceased for change in moved if change.booked >= booked]
    return np.unique(np.concatenate([NOBODY, *gone]))


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
