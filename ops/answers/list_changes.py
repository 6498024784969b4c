"""Two closed lists of a pool compared row by row: players who entered, left, or changed."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ledger.errors import Refused
from ledger.register import identities
from ledger.register.words import names_on
from ledger.sentences import Position, Sentence
from ops.answers import categories
from ops.answers.abouts import AboutTrack
from ops.answers.answer import Answer
from ops.answers.asked_players import player_on
from ops.answers.causes import ChangeCause
from ops.answers.causes_of_columns import CausesOfColumns
from ops.answers.clocks import pool_known_at
from ops.answers.differences import Difference
from ops.answers.list_order import Asked
from ops.answers.rating_lists import chosen, printing_of, sealed_list
from ops.house import House, Track
from projections.queries import PoolQuery, RatingList
from projections.queries.categories import CategoriesOnDay

ENTERED, LEFT = "entered", "left"
_NOT_COMPARED = ("player", "period_games")
"""Columns that identify a row, or count the games of one period."""


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
        return categories.on_list(self.pool, self.row)


Found = tuple[str, int, int | str | None, int | str | None]
"""What changed, the register number, the values before and after."""


class Page(NamedTuple):
    """A page of the players who differ: so many (None: all), which page from 1."""

    limit: int | None = None
    number: int = 1

    def of(self, players: Sequence[int]) -> Sequence[int]:
        """Return the players of the page. Raises Refused for a page out of range."""
        Asked(self.limit, self.number).check()
        return players[self._start(players) :][: self.limit or None]

    def next(self, players: Sequence[int]) -> int | None:
        """Return the next page; None: this is the last one."""
        last = not self.limit or self._start(players) + self.limit >= len(players)
        return None if last else self.number + 1

    def _start(self, players: Sequence[int]) -> int:
        return min((self.number - 1) * (self.limit or len(players)), len(players))


_ALL: Final = Page()


class AboutComparison(AboutTrack, frozen=True):
    """Two closed lists that are compared."""

    earlier_list: str
    later_list: str
    earlier_printing: int | None
    later_printing: int | None
    earlier_digest: str
    later_digest: str
    players_earlier: int
    """Players on the earlier list."""
    players_later: int
    differences: Mapping[str, int]
    """How many, by `what`."""
    players: int
    """Players who differ, on all pages."""
    next_page: int | None = None
    """None: this is the last page."""
    other_track: Track | None = None
    """Track of the later list; None: of the same history as the earlier one."""
    other_known_to: Position | None = None
    """The last event known for the later list."""
    unexplained: int | None = None
    """Players of the page with a difference without a known cause; None: no causes asked for."""


class ListChange(Difference, frozen=True, omit_defaults=True):
    """A difference of a player between two lists, with the name on the day of the later list."""

    causes: tuple[ChangeCause, ...] | None = None
    """The causes that act on this column; None: not asked for."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison as asked: of which player, with which other list, with or without causes."""

    player: str | None = None
    """A number of the player; None: all players."""
    other_track: Track | None = None
    """Track of the later list; None: that of the earlier one."""
    other_known_at: str | None = None
    """As known then, for the later list; None: as for the earlier one."""
    printings: tuple[int | None, int | None] = (None, None)
    """Of the earlier and the later list; None: the last ones."""
    causes: bool = False
    page: Page = _ALL


def compared(
    house: House,
    one: tuple[PoolQuery, str | None],
    later: str | None,
    asked: Compared,
    known_at: str | None,
) -> Answer[ListChange, AboutComparison]:
    """Return the differences between a list and another one, as `list_changes` does.

    `known_at` is the moment of the earlier list.
    """
    pool, _ = one
    moment = asked.other_known_at or known_at
    track = asked.other_track or pool.track
    other = pool_known_at(house, pool.name, moment, track)
    return list_changes(
        one, (other, later), asked.player, asked.printings, asked.page, causes=asked.causes
    )


def list_changes(
    one: tuple[PoolQuery, str | None],
    other: tuple[PoolQuery, str | None],
    player: str | None = None,
    printings: tuple[int | None, int | None] = (None, None),
    page: Page = _ALL,
    *,
    causes: bool = False,
) -> Answer[ListChange, AboutComparison]:
    """Return the differences between two closed lists, in the order of `what`, then of players.

    Each list is a pool, on a track as known at a moment, and a period (None: the last in force).
    `about` counts the players of each list, the differences of each kind, the players who differ,
    and on the page those with an unexplained difference. Asked about a merged number: its row on
    the lists before the merge, and the row of the kept player on those after it. Raises NotCovered
    for a list that is not closed, Refused for the ratings carried over, and for lists of one
    history in another order.
    """
    before, after = (
        _closed(pool, period, printing)
        for (pool, period), printing in zip((one, other), printings, strict=True)
    )
    _check_order(before, after)
    found = [*differences(before, after)]
    if player is not None:
        meant = {player_on(of.pool, player, of.row) for of in (before, after)}
        found = [one for one in found if one[1] in meant]
    players = sorted({who for _, who, *_ in found})
    on_page = {*page.of(players)}
    names = names_on(after.pool.official.ledger.read, sorted(on_page), after.row.list_date)
    why = CausesOfColumns((before.pool, before.row), (after.pool, after.row)) if causes else None
    changes = tuple(
        ListChange(
            identities.show(who),
            names.get(who, ""),
            what,
            was,
            now,
            why.of(what, who) if why else None,
        )
        for what, who, was, now in found
        if who in on_page
    )
    same = _same_history(before, after)
    about = AboutComparison(
        after.pool.name,
        before.pool.track,
        earlier_list=before.row.period,
        later_list=after.row.period,
        earlier_printing=printing_of(before.pool, before.row),
        later_printing=printing_of(after.pool, after.row),
        earlier_digest=before.row.digest,
        later_digest=after.row.digest,
        players_earlier=len(before.values["player"]),
        players_later=len(after.values["player"]),
        differences=dict(Counter(what for what, *_ in found)),
        players=len(players),
        next_page=page.next(players),
        known_to=Position(before.pool.known),
        other_track=None if same else after.pool.track,
        other_known_to=None if same else Position(after.pool.known),
        unexplained=_unexplained(changes) if causes else None,
    )
    return Answer(about, changes)


def _same_history(before: ClosedList, after: ClosedList) -> bool:
    one, other = before.pool, after.pool
    return (one.track, one.known) == (other.track, other.known)


def _check_order(before: ClosedList, after: ClosedList) -> None:
    if _same_history(before, after) and before.row.number >= after.row.number:
        earlier, later = before.row.period, after.row.period
        raise Refused(
            Sentence(
                "{pool}: list {earlier} is not earlier than list {later}: name the earlier first",
                pool=before.pool.name,
                earlier=earlier,
                later=later,
            ),
            code="lists-out-of-order",
            field="later",
            found=later,
            expected=Sentence("a list after {earlier}", earlier=earlier),
        )


def _unexplained(rows: Sequence[ListChange]) -> int:
    """Return how many players have a difference without a known cause."""
    without = (
        row.player for row in rows if any(one.kind == "unexplained" for one in row.causes or ())
    )
    return len(set(without))


def _closed(pool: PoolQuery, period: str | None, printing: int | None) -> ClosedList:
    pool, row = chosen(pool, period, None, printing)
    if not row.number:
        problem = Sentence("{pool}: the ratings carried over are not a closed list", pool=pool.name)
        raise Refused(problem, code="no-list", field="earlier", found=row.period)
    return ClosedList(pool, row)


def differences(earlier: ClosedList, later: ClosedList) -> Iterator[Found]:
    """Yield the differences between two closed lists: players, columns, categories."""
    yield from _of_columns(later.pool, earlier.values, later.values)
    if earlier.categories is not None or later.categories is not None:
        players, _, _ = _on_both(earlier.values["player"], later.values["player"])
        yield from _of_categories((earlier, later), players)


def players_that_differ(earlier: ClosedList, later: ClosedList) -> int:
    """Return how many players entered, left, or have another row."""
    found = _of_columns(later.pool, earlier.values, later.values)
    return len({player for _, player, *_ in found})


def _of_columns(
    pool: PoolQuery, before: dict[str, NDArray[np.int64]], after: dict[str, NDArray[np.int64]]
) -> Iterator[Found]:
    players, at_before, at_after = _on_both(before["player"], after["player"])
    for what, one, shared in ((ENTERED, after, at_after), (LEFT, before, at_before)):
        alone = np.delete(np.arange(len(one["player"])), shared)
        listed = (one[name][alone].tolist() for name in ("player", "rating"))
        for player, rating in zip(*listed, strict=True):
            yield (what, player, None, rating) if what == ENTERED else (what, player, rating, None)
    for column in pool.law.list_columns:
        if column.name in _NOT_COMPARED or column.name not in before.keys() & after.keys():
            continue
        was, now = before[column.name][at_before], after[column.name][at_after]
        changed = was != now
        shown = column.letters.__getitem__ if column.letters else int
        differing = (array[changed].tolist() for array in (players, was, now))
        for player, *values in zip(*differing, strict=True):
            yield column.name, player, *map(shown, values)


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
) -> Iterator[Found]:
    held = [closed.categories for closed in lists]
    for what in ("category", "title"):
        was, now = (_names(found, what, players) for found in held)
        for at in np.flatnonzero(was != now).tolist():
            yield what, int(players[at]), str(was[at]), str(now[at])


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
