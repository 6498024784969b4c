"""External lists, asked where a player enters: the list in force on a day, and its ratings.

Readings, for what no text says:

* Reading `whole_lists`: an external list counts from the position at which it was recorded whole.
  Players registered by then without a row have no rating on it; players registered later are
  covered by completions only.
* Reading `stale_lists`: after its months of validity a list does not count: the list in force is
  not at hand, and no player may be taken as absent from it.
* Reading `of_one_day`: of several lists of one day with the same column, the one recorded last.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.events.register import PlayersRegistered
from ledger.intake.external_list.recorded_lists import ExternalList, UnknownList, on_list
from ledger.register import identities
from ledger.store.reading import Reader, Recorded
from projections.rulebooks.engine.external_lists import ExternalColumn
from projections.rulebooks.engine.months import index_of
from projections.state.law import parameter_on
from projections.state.pool import PoolFacts

_LISTS_KEPT: Final = 8
"""How many lists stay in memory once they were read."""

Facts = dict[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class InForce:
    """An external list and the players registered when it was recorded."""

    listed: ExternalList
    registered: int
    """The last register number given when it was recorded."""

    def tells(
        self, players: NDArray[Any], column: str, through: int
    ) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return the ratings of players (0: none), and whether the list is known to cover each.

        As known at position `through`, when the list was whole.
        """
        listed, values = self.listed.players, self.listed.values[column]
        ratings = np.zeros(len(players), dtype=np.int64)
        on_list = np.zeros(len(players), dtype=bool)
        if len(listed):
            at = np.minimum(np.searchsorted(listed, players), len(listed) - 1)
            on_list = (listed[at] == players) & (self.listed.since[at] <= through)
            ratings[on_list] = values[at[on_list]]
        return ratings, on_list | (players <= self.registered)


class Shelf(NamedTuple):
    """The lists of a body as recorded up to a position, or later."""

    through: int
    by_day: list[tuple[date, list[str]]]
    """The names of the lists, newest first."""
    versions: dict[str, int]
    """The versions of the streams of the lists asked so far, by name."""


class Lists:
    """The external lists of a ledger, read once and cached."""

    def __init__(self, read: Reader) -> None:
        self.read = read
        self._shelves: dict[str, Shelf] = {}
        self._whole = lru_cache(maxsize=_LISTS_KEPT)(self._read_whole)

    def in_force(self, one: ExternalColumn, day: date, through: int, months: int) -> InForce | None:
        """Return the list in force on a day, as known at a position; None: not at hand.

        `months` is the validity of a list; 0: no limit.
        """
        shelf = self._shelf(one.body, through)
        for listed, names in shelf.by_day:
            if listed > day:
                continue
            if months and months_between(listed, day) >= months:
                return None
            found = [self._known(one.body, name, shelf, through) for name in names]
            with_column = [known for known in found if known and one.column in known.listed.values]
            if with_column:
                return max(with_column, key=lambda known: known.listed.position)
        return None

    def _shelf(self, body: str, through: int) -> Shelf:
        if body not in self._shelves or self._shelves[body].through < through:
            head = self.read.head().next_position - 1  # first: what comes meanwhile is not missed
            beginning, by_day = f"external-{body}-", dict[date, list[str]]()
            for stream, day in self.read.streams(beginning):
                name = stream.removeprefix(beginning)
                by_day.setdefault(date.fromisoformat(day), []).append(name)
            self._shelves[body] = Shelf(head, sorted(by_day.items(), reverse=True), {})
        return self._shelves[body]

    def _known(self, body: str, name: str, shelf: Shelf, through: int) -> InForce | None:
        if name not in shelf.versions:
            shelf.versions[name] = self.read.stream_version(f"external-{body}-{name}")
        found = self._whole(body, name, shelf.versions[name])
        return found if found and found.listed.position <= through else None

    def _read_whole(self, body: str, name: str, _version: int) -> InForce | None:
        try:
            listed = on_list(self.read, body, name)
        except UnknownList:
            return None
        return InForce(listed, self._registered(listed.position))

    def _registered(self, position: int) -> int:
        last: Recorded | None = None
        for recorded in self.read.in_stream(identities.STREAM):
            if recorded.position > position:
                break
            last = recorded if recorded.type == PlayersRegistered.TYPE else last
        if last is None:
            return 0
        registration: PlayersRegistered = last.decoded().payload
        return int(registration.player[-columns.PLAYER :])


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

    def in_force(self, one: ExternalColumn, day: date) -> InForce | None:
        """Return the list in force on a day; None: not at hand."""
        return self.lists.in_force(one, day, self.through, self.months(one, day))


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
    through = known.through if known is not None else -1
    for one in consults:
        ratings = np.zeros(len(players), dtype=np.int64)
        covered = np.zeros(len(players), dtype=bool)
        for listed, here in _by_day(one, known, days):
            ratings[here], covered[here] = listed.tells(players[here], one.column, through)
        found |= {f"{one.word}_rating_at_start": ratings, f"{one.word}_known_at_start": covered}
    return found


def _by_day(
    one: ExternalColumn, known: Known | None, days: NDArray[Any]
) -> Iterator[tuple[InForce, NDArray[np.intp]]]:
    """Yield the list in force on each day asked about, and the entries of that day."""
    if known is None:
        return
    for day in np.unique(days[days > 0]).tolist():
        listed = known.in_force(one, date.fromordinal(day))
        if listed is not None:
            yield listed, np.flatnonzero(days == day)


def months_between(since: date, day: date) -> int:
    """Return the number of months from one day's month to another's."""
    return index_of(day) - index_of(since)
