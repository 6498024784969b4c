"""External lists, asked where a player enters: the list in force on a day, and its ratings.

Readings, for what no text says:

* Reading `whole_lists`: an external list counts from the position at which it was recorded whole.
  Players registered by then without a row have no rating on it; players registered later are
  looked up on it with the tournament that they enter, and the same holds from then on.
* Reading `stale_lists`: after its months of validity a list does not count: the list in force is
  not at hand, and no player may be taken as absent from it.
* Reading `of_one_day`: of several lists of one day with the same column, the one recorded last.
* Reading `listed_as_merged`: a merged player stands on a list under the kept number, or else under
  a merged one; absent is a player whom the list has under none.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ledger.intake.external_list.recorded_lists import ExternalList, UnknownList, on_list
from ledger.store.reading import Reader
from projections.rulebooks.engine.external_lists import ExternalColumn
from projections.rulebooks.engine.months import index_of
from projections.rulebooks.engine.rulebook import Rulebook
from projections.state.law import parameter_on
from projections.state.merges import Names
from projections.state.pool import PoolFacts

_LISTS_KEPT: Final = 8
"""How many lists stay in memory once they were read."""

Facts = dict[str, NDArray[Any]]


class Shelf(NamedTuple):
    """The lists of a body as recorded up to a position, or later."""

    through: int
    days: list[date]
    """The days of the lists, oldest first."""
    names: list[list[str]]
    """The names of the lists of each day."""
    versions: dict[str, int]
    """The versions of the streams of the lists asked so far, by name."""


class Lists:
    """The external lists of a ledger, read once and cached."""

    def __init__(self, read: Reader) -> None:
        self.read = read
        self._shelves: dict[str, Shelf] = {}
        self._whole = lru_cache(maxsize=_LISTS_KEPT)(self._read_whole)

    def in_force(
        self, one: ExternalColumn, day: date, through: int, months: int
    ) -> ExternalList | None:
        """Return the list in force on a day, as known at a position; None: not at hand.

        `months` is the validity of a list; 0: no limit.
        """
        shelf = self._shelf(one.body, through)
        for at in range(bisect_right(shelf.days, day) - 1, -1, -1):
            if months and months_between(shelf.days[at], day) >= months:
                return None
            found = [self._known(one.body, name, shelf, through) for name in shelf.names[at]]
            with_column = [known for known in found if known and one.column in known.values]
            if with_column:
                return max(with_column, key=lambda known: known.position)
        return None

    def _shelf(self, body: str, through: int) -> Shelf:
        if body not in self._shelves or self._shelves[body].through < through:
            head = self.read.head().next_position - 1  # first: what comes meanwhile is not missed
            beginning, by_day = f"external-{body}-", dict[date, list[str]]()
            for stream, day in self.read.streams(beginning):
                name = stream.removeprefix(beginning)
                by_day.setdefault(date.fromisoformat(day), []).append(name)
            days = sorted(by_day)
            self._shelves[body] = Shelf(head, days, [by_day[day] for day in days], {})
        return self._shelves[body]

    def _known(self, body: str, name: str, shelf: Shelf, through: int) -> ExternalList | None:
        if name not in shelf.versions:
            shelf.versions[name] = self.read.stream_version(f"external-{body}-{name}")
        found = self._whole(body, name, shelf.versions[name])
        return found if found and found.position <= through else None

    def _read_whole(self, body: str, name: str, _version: int) -> ExternalList | None:
        with suppress(UnknownList):
            return on_list(self.read, body, name)
        return None


Months = Callable[[ExternalColumn, date], int]
"""Gives for how many months a list of a body that is in force on a day holds; 0: no limit."""


def months_set(facts: PoolFacts, known: int) -> Months:
    """Return a function for the months of validity of external lists, as set for a day."""

    def months(one: ExternalColumn, day: date) -> int:
        parameter = parameter_on(facts, one.months_set, day, known) if one.months_set else None
        return parameter.said if parameter and isinstance(parameter.said, int) else one.months

    return months


def as_stated(one: ExternalColumn, _day: date) -> int:
    """Return the months of validity stated by the rulebook."""
    return one.months


@dataclass(frozen=True, slots=True)
class Known:
    """The external lists as a list of a pool may see them."""

    lists: Lists
    through: int
    """The position up to which the list takes facts."""
    months: Months = as_stated
    names: Names = field(default_factory=dict)
    """Merged numbers, each with the number of the kept player."""

    def in_force(self, one: ExternalColumn, day: date) -> ExternalList | None:
        """Return the list in force on a day; None: not at hand."""
        return self.lists.in_force(one, day, self.through, self.months(one, day))

    def tells(
        self, listed: ExternalList, column: str, players: NDArray[Any]
    ) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return the ratings of players on a list (0: none), and whether it tells of each."""
        ratings, told = listed.tells(players, column, self.through)
        for merged, kept in self.names.items():
            for at in np.flatnonzero((players == kept) & (ratings == 0)).tolist():
                (rating,), (also,) = listed.tells(np.array([merged]), column, self.through)
                ratings[at], told[at] = rating, rating > 0 or (told[at] and also)
        return ratings, told

    def on_days(
        self, one: ExternalColumn, players: NDArray[Any], days: Sequence[date], of: NDArray[Any]
    ) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return what `tells` says of players on the lists in force, each on a day.

        `of` holds for each player the index of the day.
        """
        ratings = np.zeros(len(players), dtype=np.int64)
        told = np.zeros(len(players), dtype=bool)
        in_force = [self.in_force(one, day) for day in days]
        lists = {id(listed): listed for listed in in_force if listed is not None}
        which = np.array([id(listed) for listed in in_force], dtype=np.int64).take(of)
        for number, listed in lists.items():  # few: each is in force for months
            here = np.flatnonzero(which == number)
            ratings[here], told[here] = self.tells(listed, one.column, players[here])
        return ratings, told


def lists_for(known: Known, laws: Iterable[Rulebook], days: Iterable[date]) -> list[ExternalList]:
    """Return the lists that can rate who enters on some days, as the rulebooks read them."""
    asked = {one for law in laws for one in law.external_lists.columns}
    found = (known.in_force(one, day) for day in {*days} for one in asked)
    lists = {(listed.body, listed.name): listed for listed in found if listed is not None}
    return [lists[name] for name in sorted(lists)]


def at_start(
    consults: Sequence[ExternalColumn],
    known: Known | None,
    players: NDArray[Any],
    days: NDArray[Any],
) -> Facts:
    """Return the facts of external lists for entries, each on its day; day 0: not asked."""
    if not consults:  # most texts ask no other body
        return {}
    found: Facts = {"entered": days}
    here = np.flatnonzero(days > 0)
    asked, of = np.unique(days[here], return_inverse=True)
    each = [date.fromordinal(day) for day in asked.tolist()]
    for one in consults:
        ratings = np.zeros(len(players), dtype=np.int64)
        told = np.zeros(len(players), dtype=bool)
        if known:
            ratings[here], told[here] = known.on_days(one, players[here], each, of)
        found |= {f"{one.word}_rating_at_start": ratings, f"{one.word}_known_at_start": told}
    return found


def months_between(since: date, day: date) -> int:
    """Return the number of months from one day's month to another's."""
    return index_of(day) - index_of(since)
