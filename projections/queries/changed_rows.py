"""The differences between two closed lists of a pool, column by column."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from projections.queries import PoolQuery, RatingList
from projections.queries.categories import CategoriesOnDay, on_list
from projections.queries.printed import sealed_list

ENTERED, LEFT, INACTIVE = "entered", "left", "inactive"
_NOT_COMPARED: Final = ("player", "period_games")
"""Columns that identify a row, or count the games of one period."""

Cell: TypeAlias = int | str | None
Found: TypeAlias = tuple[str, int, Cell, Cell]
"""What changed, the register number, the values before and after."""

Values: TypeAlias = NDArray[np.int64] | NDArray[np.object_]


@dataclass(frozen=True)
class ClosedList:
    """A closed list of a pool, with its columns."""

    pool: PoolQuery
    row: RatingList

    @cached_property
    def values(self) -> dict[str, NDArray[np.int64]]:
        """The columns, by name."""
        return dict(sealed_list(self.pool, self.row).values)

    @cached_property
    def categories(self) -> CategoriesOnDay | None:
        """The categories held with the list; None in a pool without categories."""
        return on_list(self.pool, self.row)


class Changed(NamedTuple):
    """The players with one kind of difference between two lists, and their values."""

    what: str
    players: NDArray[np.int64]
    was: Values | None
    """None: no value, as of players who entered."""
    now: Values | None
    shown: Callable[[int], Cell] = int
    """Writes a value."""

    def of(self, chosen: NDArray[np.bool_]) -> "Changed":
        """Return the same of some players."""
        was, now = (None if of is None else of[chosen] for of in (self.was, self.now))
        return self._replace(players=self.players[chosen], was=was, now=now)

    def only(self, what: str) -> "Changed":
        """Return the same of the players who entered or left, turned inactive or active."""
        if self.what != INACTIVE or self.now is None:
            return self.of(np.full(len(self.players), self.what == what))
        turned = {"inactive": self.now != 0, "active": self.now == 0}
        return self.of(turned.get(what, np.zeros(len(self.players), dtype=bool)))

    def rows(self) -> Iterator[Found]:
        """Yield a row for each player."""
        cells = (self._cells(values) for values in (self.was, self.now))
        for player, was, now in zip(self.players.tolist(), *cells, strict=True):
            yield self.what, player, was, now

    def _cells(self, values: Values | None) -> list[Cell]:
        if values is None:
            return [None] * len(self.players)
        return list(map(self.shown, values.tolist()))


def differences(earlier: ClosedList, later: ClosedList) -> Iterator[Found]:
    """Yield the differences between two closed lists: players, columns, categories."""
    for changed in changes(earlier, later):
        yield from changed.rows()


def changes(earlier: ClosedList, later: ClosedList) -> Iterator[Changed]:
    """Yield the differences between two closed lists by kind; without players of one kind too."""
    yield from _of_columns(later.pool, earlier.values, later.values)
    if earlier.categories is not None or later.categories is not None:
        players, _, _ = _on_both(earlier.values["player"], later.values["player"])
        yield from _of_categories((earlier, later), players)


def players_that_differ(earlier: ClosedList, later: ClosedList) -> int:
    """Return how many players entered, left, or have another row."""
    return len(players_of(_of_columns(later.pool, earlier.values, later.values)))


def players_of(found: Iterable[Changed]) -> NDArray[np.int64]:
    """Return the players with a difference, in order of register numbers."""
    every = [changed.players for changed in found]
    return np.unique(np.concatenate(every)) if every else np.array([], dtype=np.int64)


def _of_columns(
    pool: PoolQuery, before: dict[str, NDArray[np.int64]], after: dict[str, NDArray[np.int64]]
) -> Iterator[Changed]:
    players, at_before, at_after = _on_both(before["player"], after["player"])
    entered, left = (
        np.delete(np.arange(len(one["player"])), shared)
        for one, shared in ((after, at_after), (before, at_before))
    )
    yield Changed(ENTERED, after["player"][entered], None, after["rating"][entered])
    yield Changed(LEFT, before["player"][left], before["rating"][left], None)
    for column in pool.law.list_columns:
        if column.name in _NOT_COMPARED or column.name not in before.keys() & after.keys():
            continue
        was, now = before[column.name][at_before], after[column.name][at_after]
        shown = column.letters.__getitem__ if column.letters else int
        yield Changed(column.name, players, was, now, shown).of(was != now)


_Rows = NDArray[np.intp] | slice


def _on_both(
    earlier: NDArray[np.int64], later: NDArray[np.int64]
) -> tuple[NDArray[np.int64], _Rows, _Rows]:
    """Return the players on both lists, and their rows on each; players ascend on lists."""
    if np.array_equal(earlier, later):
        return earlier, slice(None), slice(None)
    players, at_earlier, at_later = np.intersect1d(
        earlier, later, assume_unique=True, return_indices=True
    )
    return players, at_earlier, at_later


def _of_categories(
    lists: tuple[ClosedList, ClosedList], players: NDArray[np.int64]
) -> Iterator[Changed]:
    held = [closed.categories for closed in lists]
    for what in ("category", "title"):
        was, now = (_names(found, what, players) for found in held)
        yield Changed(what, players, was, now, str).of(was != now)


def _names(
    found: CategoriesOnDay | None, what: str, players: NDArray[np.int64]
) -> NDArray[np.object_]:
    """Return the categories, or the titles, of players; "" is none."""
    if found is None:
        return np.full(len(players), "", dtype=object)
    if what == "title":
        names, places = found.ladder.titles, found.title_place
    else:
        names, places = tuple(name for name, _ in found.ladder.categories), found.place
    return np.array([*names, ""], dtype=object)[places[players]]  # -1, the last, is none
