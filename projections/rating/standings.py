"""Standings of a pool: state of players, lists in force, and waiting results.

Arrays by register number: row 0 stands for nobody.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from projections import list_document
from projections.rating.capital_changes import (
    RECOUNTED,
    CapitalChange,
    HandedOver,
    PartChanges,
    sum_of,
)
from projections.rating.capital_history import CapitalChanges
from projections.rating.layout import Batch
from projections.rating.waiting import Waiting, nothing_waiting
from projections.rulebooks.engine.whole import stored
from projections.state.closed_list import Closed
from projections.state.printings import Printings, number_of, printing_on
from projections.state.reports import Order, Report

YEARS_IN_A_SET = 63
"""A set of years is the bits of one 64-bit number: 2000 and all before it, 2001, and so on."""

RATINGS_KEPT = 6
"""How many lists of ratings stay in memory; older ones are read from their documents."""


class Voided(NamedTuple):
    """A void first rating: on lists `first` … `last` - 1 the player counts as unlisted."""

    player: int
    first: int
    last: int


class Joined(NamedTuple):
    """Two players merged, from a list on; states are before the list, in the rulebook's order."""

    kept: int
    merged: int
    carrier: int
    """The one of the two whose rating goes on."""
    number: int
    """The first list with both as one."""
    added: bool
    """Whether counters of a rated player were added."""
    lists: tuple[int, ...]
    """Closed lists with results of the other one."""
    kept_state: tuple[int, ...]
    merged_state: tuple[int, ...]


class StandIn(NamedTuple):
    """On lists `first` to `last` - 1 a player has the rating of another one, or of another list."""

    player: int
    like: int
    first: int
    last: int
    on: int = -1
    """The list with the rating; -1: each its own."""


@dataclass
class Standings:
    """State by field and register number, the lists in force so far, and waiting results."""

    state: dict[str, NDArray[Any]]
    since: list[date] = field(default_factory=list)
    """Dates of the lists from 0 (carried over) on; in force from then, or from publication."""
    ratings: dict[int, NDArray[np.int16]] = field(default_factory=dict)
    """Ratings by list and register number (0: none), of list 0 and of the last lists."""
    shown: dict[str, dict[int, NDArray[np.int8]]] = field(default_factory=dict)
    """Fields visible to other pools, by field, list and register number."""
    recall: Callable[[int], NDArray[np.int16]] | None = None
    """Reads the ratings of an older list from its document."""
    recalled: dict[int, NDArray[np.int16]] = field(default_factory=dict)
    """Ratings of the older lists read last; copies that do not move on share them."""
    waiting: Waiting = field(default_factory=nothing_waiting)
    results: dict[int, NDArray[np.int64]] = field(default_factory=dict)
    """By list: unlisted players and the reports with their results, as two columns."""
    voided: list[Voided] = field(default_factory=list)
    joins: list[Joined] = field(default_factory=list)
    """The merges in force on the last list."""
    stand_ins: list[StandIn] = field(default_factory=list)
    entered: dict[int, NDArray[np.int64]] = field(default_factory=dict)
    """By list: players with a changed entry rating, and the new value, as two columns."""
    awaiting: dict[int, NDArray[np.int64]] = field(default_factory=dict)
    """By list: players without a known entry rating, and the report, as two columns."""
    moved: CapitalChanges = field(default_factory=CapitalChanges)
    booked_to: Order | None = None
    """Last place in the order booked by earlier lists: events before are late."""
    touched: NDArray[np.int16] = field(default_factory=lambda: np.zeros(0, dtype=np.int16))
    """By register number: 1 + the last list with stored rows of the player; 0: none."""
    rows: list_document.Rows | None = None
    published: Mapping[int, date] | None = None
    """Days of publication, if lists are in force from publication."""
    printings: Printings = field(default_factory=dict)
    """By number, the printings of lists with several."""

    def fork(self) -> Standings:
        """Return an independent copy, without the reader of older lists."""
        return replace(
            self,
            recall=None,
            recalled=dict(self.recalled),
            state={name: values.copy() for name, values in self.state.items()},
            since=list(self.since),
            ratings=dict(self.ratings),
            shown={name: dict(lists) for name, lists in self.shown.items()},
            results=dict(self.results),
            voided=list(self.voided),
            joins=list(self.joins),
            stand_ins=list(self.stand_ins),
            entered=dict(self.entered),
            awaiting=dict(self.awaiting),
            moved=self.moved.fork(),
        )

    def shared(self) -> Standings:
        """Return a copy with the same arrays: it can be asked, forked and grown, not moved on.

        It has no reader of older lists.
        """
        return replace(
            self,
            recall=None,
            state=dict(self.state),
            since=list(self.since),
            ratings=dict(self.ratings),
            moved=self.moved.fork(),
        )

    def list_in_force(self, day: date) -> int | None:
        """Return the list in force on a day; None before the histories.

        Its number, or the key of an earlier printing (see `state.printings`).
        """
        number = self.number_in_force(day)
        return None if number is None else printing_on(self.printings, number, day)

    def number_in_force(self, day: date) -> int | None:
        """Return the number of the list in force on a day; None before the histories.

        Reading `published_out_of_order`: of several lists published by then, the newest list.
        """
        if self.published is None:
            number = bisect_right(self.since, day) - 1
            return number if number >= 0 else None
        published = {0: self.since[0], **self.published}
        return max((number for number, on in published.items() if on <= day), default=None)

    def list_takes_force(self, day: date) -> None:
        """Store the present ratings as the list in force from a day."""
        self.ratings[len(self.since)] = stored(self.state["rating"], np.int16, "rating")
        for name, by_list in self.shown.items():
            by_list[len(self.since)] = stored(self.state[name], np.int8, name)
        self.since.append(day)
        oldest = len(self.since) - 1 - RATINGS_KEPT
        if oldest > 0:  # list 0 has no document to read it from
            self.ratings.pop(oldest, None)

    def keep_printing(self, printed: Standings, closed: Closed) -> None:
        """Store the ratings of a superseded printing under the key of the printing."""
        self.ratings[closed.key] = printed.ratings_on(closed.number)
        for name, by_list in self.shown.items():
            earlier = printed.shown[name]
            by_list |= {key: values for key, values in earlier.items() if key < 0}
            by_list[closed.key] = earlier[closed.number]

    def grow(self, size: int) -> None:
        """Make room for players registered since."""
        for name, values in self.state.items():
            if len(values) < size:
                missing = np.zeros(size - len(values), dtype=values.dtype)
                self.state[name] = np.concatenate([values, missing])

    def keep_entries(self, before: NDArray[Any], after: NDArray[Any]) -> None:
        """Store the entry ratings changed by the coming list."""
        changed = np.flatnonzero(before != after)
        if len(changed):
            pairs = (changed, after[changed])
            self.entered[len(self.since)] = np.column_stack(pairs).astype(np.int64)

    def entry_ratings(self, number: int, until: int | None = None) -> NDArray[np.int64]:
        """Return by register number the entry ratings for a closed list computed again.

        Entry ratings after that list; for players without an entry rating, the first of a later
        list (up to list `until`). 0: none.
        """
        found = np.zeros(len(self.state["rating"]), dtype=np.int64)
        last = len(self.since) if until is None else until
        for on in sorted(self.entered):
            players, ratings = self.entered[on].T
            wanted = (found[players] == 0) & (on <= last) | (on <= number)
            found[players[wanted]] = ratings[wanted]
        return found

    def ratings_of(self, number: int, players: NDArray[np.integer]) -> NDArray[np.int16]:
        """Return ratings on a list; 0 for players registered later."""
        found = _values_of(self.ratings_on(number), players)
        of_list = number_of(self.printings, number)
        for one in self.stand_ins:
            if one.first <= of_list < one.last and (players == one.player).any():
                listed = self.ratings_on(number if one.on < 0 else one.on)
                rating = listed[one.like] if one.like < len(listed) else 0
                found = np.where(players == one.player, rating, found)
        return found

    def at_start(self, part: Batch) -> NDArray[np.int16]:
        """Return by entry the ratings on the list in force when each tournament began."""
        ratings = np.empty(len(part.player), dtype=np.int16)
        days = {report.start for report in part.reports}
        by_day = {day: self.list_in_force(day) or 0 for day in days}
        numbers = [by_day[report.start] for report in part.reports]
        lists = np.repeat(numbers, np.diff(part.first_entry))
        for number in set(numbers):
            on_it = lists == number
            ratings[on_it] = self.ratings_of(number, part.player[on_it])
        return ratings

    def rating_of(self, number: int, player: int) -> int:
        """Return the rating of a player on a list; 0: none."""
        return int(self.ratings_of(number, np.array([player]))[0])

    def shown_on(self, name: str, number: int, players: NDArray[np.int32]) -> NDArray[np.int8]:
        """Return a field visible to other pools after a list; 0 for players registered later."""
        return _values_of(self.shown[name][number], players)

    def ratings_on(self, number: int) -> NDArray[np.int16]:
        """Return the ratings on a list by register number, read again if need be."""
        for known in (self.ratings, self.recalled):
            found = known.get(number)
            if found is not None:
                return found
        if self.recall is None:
            raise LookupError(f"list {number} is no longer in memory")
        found = self.recalled[number] = self.recall(number)
        for old in list(self.recalled)[:-RATINGS_KEPT]:
            self.recalled.pop(old, None)
        return found

    def move_on(self, moved: Iterable[CapitalChange | PartChanges | HandedOver]) -> None:
        """Store the capital changes of a step.

        Events before the end of a capital, or before a corrected competition, are late: the
        capitals at their place are not the present capitals.
        """
        booked = list(moved)
        self.moved.add(booked)
        for change in booked:
            if not isinstance(change, PartChanges) and (
                len(change.ceased)
                or (isinstance(change, CapitalChange) and change.phase == RECOUNTED)
            ):
                self.booked_to = max(self.booked_to or change.order, change.order)

    def none_is_late(self, reports: Iterable[Report]) -> bool:
        """Return whether all reports come after the events of earlier lists."""
        return self.booked_to is None or all(report.order > self.booked_to for report in reports)

    def moved_at(self, order: Order, players: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the points booked for players at a place in the order."""
        return sum_of((change for change in self.moved if change.order == order), players)

    def entered_in(self, players: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the year of each player's last entry; 0: carried over."""
        return self.moved.entered_in(len(self.state["rating"])).take(players)


def _values_of(values: NDArray[Any], players: NDArray[np.integer]) -> NDArray[Any]:
    if not len(players) or players.max() < len(values):
        return values.take(players)
    return np.where(players < len(values), values.take(players, mode="clip"), values.dtype.type(0))
