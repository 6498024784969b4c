"""Two closed lists of a pool compared row by row: players who entered, left, or changed."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import msgspec
import numpy as np
from numpy.typing import NDArray

from ledger.errors import Refused
from ledger.register import identities
from ledger.register.words import names_on
from ops.answers import categories
from ops.answers.answer import Answer, Position
from ops.answers.rating_lists import printing_of, sealed_list
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


Found = tuple[str, int, int | str | None, int | str | None]
"""What changed, the register number, the values before and after."""


class ListChange(msgspec.Struct, frozen=True):
    """A difference of a player between two lists."""

    player: str
    name: str
    """On the day of the later list."""
    what: str
    """`entered`, `left`, a column of the lists (`rating`, `k` …), `category` or `title`."""
    before: int | str | None
    """Value on the earlier list; of a player who left the rating; None if the player entered."""
    after: int | str | None
    """Value on the later list; of a player who entered the rating; None if the player left."""


def list_changes(pool: PoolQuery, earlier: str, later: str) -> Answer[ListChange]:
    """Return the differences between two closed lists, in the order of `what`, then of players.

    `about` counts the players of each list and the differences of each kind. Raises NotCovered for
    a list that is not closed, Refused for the ratings carried over and for lists in another order.
    """
    before, after = (ClosedList(pool, _closed(pool, period)) for period in (earlier, later))
    if before.row.number >= after.row.number:
        raise Refused(
            f"{pool.name}: list {earlier} is not earlier than list {later}: name the earlier first",
            code="lists-out-of-order",
            field="later",
            found=later,
            expected=f"a list after {earlier}",
        )
    found = [*differences(before, after)]
    players = sorted({player for _, player, *_ in found})
    names = names_on(pool.official.ledger.read, players, after.row.list_date)
    about = {
        "pool": pool.name,
        "earlier_list": earlier,
        "later_list": later,
        "earlier_printing": printing_of(pool, before.row),
        "later_printing": printing_of(pool, after.row),
        "earlier_digest": before.row.digest,
        "later_digest": after.row.digest,
        "players_earlier": len(before.values["player"]),
        "players_later": len(after.values["player"]),
        "differences": dict(Counter(what for what, *_ in found)),
        "known_to": Position(pool.known),
    }
    changes = (
        ListChange(identities.show(player), names.get(player, ""), what, *values)
        for what, player, *values in found
    )
    return Answer(about, tuple(changes))


def _closed(pool: PoolQuery, period: str) -> RatingList:
    row = pool.list_of(period)
    if not row.number:
        problem = f"{pool.name}: the ratings carried over are not a closed list"
        raise Refused(problem, code="no-list", field="earlier", found=period)
    return row


def differences(earlier: ClosedList, later: ClosedList) -> Iterator[Found]:
    """Yield the differences between two closed lists: players, columns, categories."""
    yield from _of_columns(later.pool, earlier.values, later.values)
    players = (earlier.values["player"], later.values["player"])
    both = np.intersect1d(*players, assume_unique=True)
    yield from _of_categories((earlier, later), both)


def _of_columns(
    pool: PoolQuery, before: dict[str, NDArray[np.int64]], after: dict[str, NDArray[np.int64]]
) -> Iterator[Found]:
    for what, one, other in ((ENTERED, after, before), (LEFT, before, after)):
        alone = ~np.isin(one["player"], other["player"])
        listed = (one[name][alone].tolist() for name in ("player", "rating"))
        for player, rating in zip(*listed, strict=True):
            yield (what, player, None, rating) if what == ENTERED else (what, player, rating, None)
    players, at_before, at_after = np.intersect1d(
        before["player"], after["player"], assume_unique=True, return_indices=True
    )
    for column in pool.law.list_columns:
        if column.name in _NOT_COMPARED or column.name not in before.keys() & after.keys():
            continue
        was, now = before[column.name][at_before], after[column.name][at_after]
        changed = was != now
        said = column.letters.__getitem__ if column.letters else int
        differing = (array[changed].tolist() for array in (players, was, now))
        for player, *values in zip(*differing, strict=True):
            yield column.name, player, *map(said, values)


def _of_categories(
    lists: tuple[ClosedList, ClosedList], players: NDArray[np.int64]
) -> Iterator[Found]:
    held = [categories.on_list(closed.pool, closed.row) for closed in lists]
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
