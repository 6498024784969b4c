"""The history of capitals in a chain: stored as booked, read with the merges in force now.

A list that takes in a merge or a separation says whose capital is whose. Of the changes in force

* a merge ends the capital of the merged number, as by an annulment;
* a kept player without a capital has the changes of the merged number, with their own times;
* a separation removes what the merge did: the capital of the merged number never ended, and the
  kept player whose capital it was has no changes since the merge;
* what the list of the separation books for one of these two, of competitions since the merge, has
  the time at which the competition was booked (`own_inputs`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from ledger.columns import Players
from projections.rating.capital_changes import (
    CHAINED,
    HANDED_OVER,
    NOWHERE,
    RECOUNTED,
    BookingTime,
    CapitalChange,
    HandedOver,
    PartChanges,
)
from projections.state.reports import Order

Stored = CapitalChange | PartChanges | HandedOver


class CapitalChanges:
    """All capital changes of a chain in order of booking; parts are split on demand."""

    def __init__(self, stored: Iterable[Stored] = ()) -> None:
        self.stored = list(stored)
        self._on_lists: list[CapitalChange | HandedOver] = []
        """As the lists booked them."""
        self._split: list[CapitalChange] = []
        """Those in force."""
        self._taken_over: dict[int, tuple[int, list[CapitalChange]]] = {}
        """By kept player, the list of the merge, and the changes of the merged number."""
        self._separated: list[tuple[int, int, int]] = []
        """Players who begin again with a separation, the list of the merge, and its own list."""
        self._through = 0
        """Number of stored changes already split."""
        self._years = np.zeros(0, dtype=np.int64)
        """Year of the last entry, by register number."""
        self._noted = 0
        """Number of stored changes already read for `_years`."""

    def __iter__(self) -> Iterator[CapitalChange]:
        """Yield the changes in force, by tournament."""
        self._read()
        return iter(self._split)

    def _read(self) -> None:
        """Split the changes stored since the last time."""
        for part in self.stored[self._through :]:
            if isinstance(part, HandedOver):
                self._on_lists.append(part)
                self._hand_over(part)
                continue
            split = list(_by_tournament(part))
            self._on_lists += split
            for change in split:
                is_correction = change.phase == RECOUNTED
                self._split += self._with_own_times(change) if is_correction else (change,)
        self._through = len(self.stored)

    def on_their_lists(self) -> Iterator[CapitalChange]:
        """Yield the changes as the lists booked them, by tournament."""
        self._read()
        for change in self._on_lists:
            yield change.on_its_list if isinstance(change, HandedOver) else change

    def taken_over_since(self, number: int) -> list[tuple[int, int]]:
        """Return players with another number's capital since a later list, as (player, number)."""
        passing = (change for change in self.stored if isinstance(change, HandedOver))
        return [pair for one in passing if one.number > number for pair in one.taken_over]

    def ceased_since(self, time: BookingTime, position: int) -> Players:
        """Return the players with a capital that ceased since a competition was booked.

        Where the capital of another number went on, only this capital counts for the competitions
        of that number.
        """
        ceased = {player for one in self if one.booked >= time for player in one.ceased.tolist()}
        for kept, (number, taken) in self._taken_over.items():
            if kept in ceased and any(_is_of(change, position) for change in taken):
                since = (change for change in self if change.number >= number)
                counting = (change for change in (*taken, *since) if change.booked >= time)
                if not any(kept in change.ceased for change in counting):
                    ceased.discard(kept)
        return np.array(sorted(ceased), dtype=np.int64)

    def separated_on(self, number: int) -> set[int]:
        """Return the players with another capital on a list, by a separation since."""
        self._read()
        return {player for player, first, last in self._separated if first <= number < last}

    def _with_own_times(self, change: CapitalChange) -> Iterator[CapitalChange]:
        """Yield a correction, with the rows of separated players at the times of the booking."""
        assert change.competition is not None
        position = change.competition.position
        for player, first, last in self._separated:
            if change.number == last and player in change.player:
                number = next((c.number for c in self._split if _is_of(c, position)), last)
                if first <= number < last:
                    own = change.of(player, player)
                    yield own._replace(number=number, phase=CHAINED)
                    change = change.without(player)
        yield change

    def _hand_over(self, passing: HandedOver) -> None:
        self._separated += [
            (player, first, passing.number)
            for player, first in (*passing.given_back, *passing.dropped)
        ]
        for player, _ in passing.given_back:
            self._split = [
                change
                for change in self._split
                if change.phase != HANDED_OVER or player not in change.ceased
            ]
        for kept, since in passing.dropped:
            taken_over = {id(change) for change in self._taken_over.pop(kept, (0, []))[1]}
            self._split = [
                change.without(kept) if change.number >= since and kept in change.player else change
                for change in self._split
                if id(change) not in taken_over
            ]
        for kept, merged in passing.taken_over:
            concerned = (c for c in self._split if merged in c.player or merged in c.ceased)
            taken = [change.of(merged, kept) for change in concerned]
            self._taken_over[kept] = passing.number, taken
            self._split += taken
        self._split += [_end_of_capital(passing, *ended) for ended in passing.ended]

    def add(self, some: Iterable[Stored]) -> None:
        """Add the changes of a step."""
        self.stored += some

    def booked_before(self, time: BookingTime) -> CapitalChanges:
        """Return the changes booked before a time; only the parts of its list are split."""
        earlier = [change for change in self.stored if change.number < time[0]]
        of_list = [change for change in self.stored if change.number == time[0]]
        passing = [change for change in of_list if isinstance(change, HandedOver)]
        split = (c for c in of_list if not isinstance(c, HandedOver) for c in _by_tournament(c))
        return CapitalChanges([*earlier, *passing, *(c for c in split if c.booked < time)])

    def as_booked(self, time: BookingTime, player: int | None) -> CapitalChanges:
        """Return the changes in force when a list booked something at a time.

        Merges and separations since do not change them, but for one player: the changes of this
        player are those in force now.
        """
        self._read()
        before = (change for change in self._on_lists if _is_before(change, time))
        booked = CapitalChanges(before)
        if player is None or not self._hands_over:
            return booked
        mine = (change for change in self if change.booked < time and player in change.player)
        others = (change.without(player) for change in booked)
        return CapitalChanges([*others, *(change.of(player, player) for change in mine)])

    def later(self, time: BookingTime, player: int | None) -> list[CapitalChange]:
        """Return the changes booked since a time; changes of one player as in force now."""
        booked = [change for change in self.on_their_lists() if change.booked >= time]
        if player is None or not self._hands_over:
            return booked
        mine = (change for change in self if change.booked >= time and player in change.player)
        others = (change.without(player) for change in booked)
        return [*others, *(change.of(player, player) for change in mine)]

    @property
    def _hands_over(self) -> bool:
        return any(isinstance(change, HandedOver) for change in self.stored)

    def since(self, order: Order) -> Iterator[CapitalChange]:
        """Yield the changes without the parts whose tournaments all come before a place."""
        if self._hands_over:
            yield from self
            return
        for change in self.stored:
            if isinstance(change, CapitalChange):
                yield change
            elif isinstance(change, PartChanges) and any(
                place >= order for place, _, _ in change.tournaments
            ):
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
        forked._on_lists = list(self._on_lists)
        forked._taken_over = dict(self._taken_over)
        forked._separated = list(self._separated)
        forked._years, forked._noted = self._years, self._noted
        return forked

    def replace_year_end(self, moved: CapitalChange) -> None:
        """Replace the last year end at the same place."""
        ends = [
            change.order if isinstance(change, CapitalChange) else NOWHERE for change in self.stored
        ]
        self.stored[max(at for at, order in enumerate(ends) if order == moved.order)] = moved
        self._split, self._on_lists, self._through = [], [], 0
        self._taken_over, self._separated = {}, []


def _end_of_capital(passing: HandedOver, player: int, capital: int) -> CapitalChange:
    one, points = np.array([player]), np.array([-capital])
    nothing = np.zeros_like(points)
    return CapitalChange(passing.number, HANDED_OVER, passing.order, one, points, nothing, one)


def _is_before(change: CapitalChange | HandedOver, time: BookingTime) -> bool:
    """Return whether a change was booked before a time; merges are first on their list."""
    return change.number <= time[0] if isinstance(change, HandedOver) else change.booked < time


def _is_of(change: CapitalChange, position: int) -> bool:
    return change.competition is not None and change.competition.position == position


def _by_tournament(change: CapitalChange | PartChanges) -> Iterable[CapitalChange]:
    return change.by_tournament() if isinstance(change, PartChanges) else (change,)
