"""Lists of other bodies, consulted where a player enters: which one was in force, and what it says.

Readings, for what no text says:

* Reading `whole_lists`: only a list recorded whole, at or before the position up to which a list
  takes facts, tells anything. It tells of who stands on it, and that everybody else registered when
  it was recorded does not; of who was registered later it tells nothing.
* Reading `stale_lists`: where a body's lists are in force for so many months each, an older one is
  none: the one in force is not at hand, and nobody may be taken as absent from it.
* Reading `of_one_day`: of several lists of one day with the same column, the one recorded last.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ledger import columns, register
from ledger.events.register import PlayersRegistered
from ledger.intake.lists.recorded import ExternalList, UnknownList, on_list
from ledger.store.reading import Reader, Recorded
from projections.layout import Part
from projections.rulebooks.consulted import Consulted
from projections.rulebooks.rulebook import month_index, month_number

_LISTS_KEPT: Final = 8
"""How many lists stay in memory once they were read."""

Facts = dict[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class InForce:
    """A list of another body as it tells of players."""

    listed: ExternalList
    registered: int
    """The last register number given when it was recorded."""

    def tells(
        self, players: NDArray[Any], column: str
    ) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Give the ratings of players, 0 for none, and whether the list tells them."""
        held, values = self.listed.players, self.listed.values[column]
        ratings = np.zeros(len(players), dtype=np.int64)
        stands = np.zeros(len(players), dtype=bool)
        if len(held):
            at = np.minimum(np.searchsorted(held, players), len(held) - 1)
            stands = held[at] == players
            ratings[stands] = values[at[stands]]
        return ratings, stands | (players <= self.registered)


class Lists:
    """The lists of other bodies that a ledger holds, each read once while it is asked for."""

    def __init__(self, read: Reader) -> None:
        """Look into a ledger."""
        self.read = read
        self._whole: OrderedDict[tuple[str, str], InForce] = OrderedDict()

    def in_force(self, one: Consulted, day: date, through: int) -> InForce | None:
        """Give the list in force on a day, as known at a position; None: it is not at hand."""
        for listed, names in self._newest_first(one.body, day):
            if one.months and _months(listed, day) >= one.months:
                return None
            found = [self._known(one.body, name, through) for name in names]
            told = [each for each in found if each and one.column in each.listed.values]
            if told:
                return max(told, key=lambda each: each.listed.position)
        return None

    def _newest_first(self, body: str, day: date) -> Iterator[tuple[date, list[str]]]:
        """Give the names of a body's lists up to a day, by their days, the newest first."""
        beginning = f"external-{body}-"
        by_day: dict[str, list[str]] = {}
        for stream, listed in self.read.streams(beginning):
            by_day.setdefault(listed, []).append(stream.removeprefix(beginning))
        for listed in sorted(by_day, reverse=True):
            if listed <= day.isoformat():
                yield date.fromisoformat(listed), by_day[listed]

    def _known(self, body: str, name: str, through: int) -> InForce | None:
        """Give a list if it was recorded whole by a position."""
        key = (body, name)
        if key not in self._whole:
            try:
                listed = on_list(self.read, body, name)
            except UnknownList:
                return None
            self._whole[key] = InForce(listed, self._registered(listed.position))
        self._whole.move_to_end(key)
        while len(self._whole) > _LISTS_KEPT:
            self._whole.popitem(last=False)
        found = self._whole[key]
        return found if found.listed.position <= through else None

    def _registered(self, position: int) -> int:
        """Give the last register number given before a position."""
        last: Recorded | None = None
        for each in self.read.in_stream(register.STREAM):
            if each.position > position:
                break
            last = each if each.type == PlayersRegistered.TYPE else last
        if last is None:
            return 0
        said: PlayersRegistered = last.decoded().payload
        return int(said.player[-columns.PLAYER :])


@dataclass(frozen=True, slots=True)
class Known:
    """The lists of other bodies as a list of a pool may see them."""

    lists: Lists
    through: int
    """The position up to which the list takes facts."""

    def in_force(self, one: Consulted, day: date) -> InForce | None:
        """Give the list in force on a day; None: it is not at hand."""
        return self.lists.in_force(one, day, self.through)


def entered(parts: Sequence[Part], starts: Sequence[NDArray[Any]]) -> tuple[NDArray[np.int64], ...]:
    """Give for each entry without a rating the day of the player's first such tournament.

    Days are counted from 1 January of the year 1; 0 stands for who has a rating (`starts`).
    """
    unrated = [rating == 0 for rating in starts]
    pairs = list(zip(parts, unrated, strict=True))
    none = np.zeros(0, dtype=np.int64)
    who = np.concatenate([none, *(part.player[here] for part, here in pairs)])
    days = np.concatenate([none, *(part.started[here] for part, here in pairs)])
    players, index = np.unique(who, return_inverse=True)
    first = np.full(len(players), date.max.toordinal(), dtype=np.int64)
    np.minimum.at(first, index, days)
    found = []
    for part, here in pairs:
        day = np.zeros(len(part.player), dtype=np.int64)
        day[here] = first[np.searchsorted(players, part.player[here])]
        found.append(day)
    return tuple(found)


def at_start(
    consults: Sequence[Consulted], known: Known | None, players: NDArray[Any], days: NDArray[Any]
) -> Facts:
    """Give what lists of other bodies say of entries, each on its day; 0 is not asked for."""
    found: Facts = {"entered": days} if consults else {}
    for one in consults:
        ratings = np.zeros(len(players), dtype=np.int64)
        told = np.zeros(len(players), dtype=bool)
        for day in np.unique(days[days > 0]).tolist():
            in_force = known.in_force(one, date.fromordinal(day)) if known else None
            if in_force is not None:
                here = days == day
                ratings[here], told[here] = in_force.tells(players[here], one.column)
        found |= {f"{one.word}_rating_at_start": ratings, f"{one.word}_known_at_start": told}
    return found


def _months(since: date, day: date) -> int:
    """Give how many months lie between those of two days."""
    return int(month_index(month_number(day)) - month_index(month_number(since)))
