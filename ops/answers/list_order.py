"""The order of the rows of a list, and its pages."""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ledger.register.names import names_of_all
from ledger.sentences import ListName, Sentence, plain
from ops.answers.answer import check_limit, check_page, wrong_value
from ops.answers.selection import Selection
from projections.list_document import ReadList
from projections.queries import PoolQuery, RatingList

RATING, CHANGE, NAME, PLAYER = "rating", "change", "name", "player"
"""The highest rating first; the greatest gain since the list before, new players last; names from A
to Z as kept today; register numbers. Any other column of a list: its highest value first."""

_NEW: Final = -(1 << 30)
"""In place of the change of a player who was not on the list before."""

Rows = NDArray[np.integer[Any]]


class Page(NamedTuple):
    """A page of the selected rows of a list, by their indices in the list."""

    rows: Rows
    first: int
    """How many selected rows come before."""
    selected: Rows
    """All selected rows, in order."""
    next: int | None

    def about(self) -> dict[str, int | None]:
        """Return the page as part of an answer."""
        return {"players": len(self.selected), "next_page": self.next}


class Asked(NamedTuple):
    """A page as asked for: so many rows (None: all), which page from 1, in which order."""

    limit: int | None = None
    page: int = 1
    sort: str = RATING

    def check(self) -> None:
        """Raise Refused for a number of rows or a page out of range."""
        check_limit(self.limit)
        check_page(self.page)


def page_of(
    pool: PoolQuery, row: RatingList, selection: Selection, asked: Asked
) -> tuple[ReadList, Page]:
    """Return a list as columns, and the page asked for. Raises Refused, and what is selected by."""
    listed = read_list(pool, row)
    return listed, page_in(pool, row, listed, selection, asked)


def page_in(
    pool: PoolQuery, row: RatingList, listed: ReadList, selection: Selection, asked: Asked
) -> Page:
    """Return the page asked for of the rows of a list. Raises Refused."""
    asked.check()
    order = _order(pool, row, listed, asked.sort)
    if not selection.is_everybody:
        order = order[selection.rows(pool, row, dict(listed.values))[order]]
    limit = asked.limit or len(order)
    first = (asked.page - 1) * limit
    rows = order[first : first + limit]
    following = asked.page + 1 if first + len(rows) < len(order) and len(rows) else None
    return Page(rows, first, order, following)


def read_list(pool: PoolQuery, row: RatingList) -> ReadList:
    """Return a closed list, or the ratings carried over, as columns that may not be changed."""
    if row.number:
        return pool.official.closed_list(pool.facts.closed[row.number - 1].event)
    carried = pool.rating_changes(0)
    carried = carried[np.argsort(carried[:, 0], kind="stable")]
    carried = carried[carried[:, 3] > 0]
    return ReadList({}, {"player": carried[:, 0], "rating": carried[:, 3]})


def _order(pool: PoolQuery, row: RatingList, listed: ReadList, sort: str) -> Rows:
    if sort == PLAYER:
        return np.arange(len(listed.values["player"]))
    if sort == NAME:
        names = names_of_all(pool.official.ledger.read)
        return np.argsort(names.place_of(listed.values["player"]), kind="stable")
    if sort == CHANGE and row.number:
        before = pool.lists()[row.number - 1]
        since = f"change, from {before.position} {before.digest}"
        return listed.order(since, lambda: _change(pool, row, listed))
    if sort not in listed.values:
        known = ", ".join(
            [RATING, CHANGE, NAME, PLAYER, *sorted({*listed.values} - {RATING, PLAYER})]
        )
        problem = Sentence(
            "{pool}: list {period:of} cannot be sorted so; it can by {known}",
            pool=pool.name,
            period=ListName(row.period),
            known=known,
        )
        raise wrong_value("sort", sort, problem, plain(known), code="unknown-order")
    return listed.order(sort, lambda: listed.values[sort])


def _change(pool: PoolQuery, row: RatingList, listed: ReadList) -> NDArray[np.int64]:
    """Return the change of each rating since the list before."""
    before = ratings_before(pool, row, listed)
    return np.where(before > 0, listed.values["rating"] - before, _NEW)


def ratings_before(pool: PoolQuery, row: RatingList, listed: ReadList) -> NDArray[np.int32]:
    """Return the rating of each row on the list before; 0: not on it. It is computed once."""
    if not row.number:
        return np.zeros(len(listed.values["player"]), dtype=np.int32)
    before = pool.lists()[row.number - 1]
    return listed.kept(
        f"before, from {before.position} {before.digest}",
        lambda: on_rows(listed, read_list(pool, before), "rating"),
    )


def on_rows(listed: ReadList, earlier: ReadList, column: str) -> NDArray[np.int32]:
    """Return a column of an earlier list in the rows of a list; 0 for players not on it."""
    known, players = earlier.values["player"], listed.values["player"]
    if not len(known):
        return np.zeros(len(players), dtype=np.int32)
    at = np.minimum(np.searchsorted(known, players), len(known) - 1)
    found = np.where(known[at] == players, earlier.values[column][at], 0)
    return found.astype(np.int32)


def ratings_counted(listed: ReadList, selected: Rows | None = None) -> Rows:
    """Return how many selected players (None: all) have each rating, by rating from 0."""
    ratings = listed.values["rating"]
    if selected is not None and len(selected) < len(ratings):
        return np.bincount(ratings[selected])
    return listed.kept("ratings counted", lambda: np.bincount(ratings).astype(np.int32))


def ranks(counted: Rows, ratings: Rows) -> list[int]:
    """Return the ranks of some ratings: one more than `ratings_counted` has higher ones."""
    found: list[int] = _ranks_by_rating(counted)[ratings].tolist()
    return found


def rank_on(listed: ReadList, rating: int) -> int:
    """Return the rank of a rating among all players of a list; by rating they are kept."""
    counted = ratings_counted(listed)
    return int(listed.kept("ranks", lambda: _ranks_by_rating(counted))[rating])


def _ranks_by_rating(counted: Rows) -> NDArray[np.int32]:
    """Return the rank of each rating, by rating from 0."""
    at_least = np.cumsum(counted[::-1], dtype=np.int32)[::-1]
    return np.append(at_least[1:], np.int32(0)) + 1
