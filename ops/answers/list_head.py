"""The head of a rating list: its days, the lists beside it, how many players; the distribution."""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ops.answers.abouts import ListHead, RatingInterval
from ops.answers.list_order import Page, on_rows, ratings_before, ratings_counted, read_list
from projections.categories.ladder import ladder_on
from projections.list_document import ReadList
from projections.queries import NOT_IN_FORCE, PoolQuery, RatingList
from projections.queries.coming_lists import NOT_ANNOUNCED, next_days

_WIDTHS: Final = (100, 250, 500, 1000)
"""Widths of the intervals of a distribution, in rating points."""

_MOST_INTERVALS: Final = 30


_MOVES: Final = ("entered", "departed", "turned_inactive", "turned_active")


def head(pool: PoolQuery, row: RatingList, listed: ReadList, *, public_revised: bool) -> ListHead:
    """Return the head of a list."""
    due, lists = next_days(pool), pool.lists()
    announced = due.period != NOT_ANNOUNCED
    closed = pool.facts.closing(row.period)
    later = [of.in_force_from for of in lists if of.number > row.number]
    published = [day for day in later if day != NOT_IN_FORCE]
    moved = dict(zip(_MOVES, _moved(pool, row, listed), strict=True))
    shown = listed.values.get("inactive")
    return ListHead(
        list_date=row.list_date,
        cut_off=closed.event.cut_off if closed else None,
        list_before=lists[row.number - 1].period if row.number else None,
        list_after=lists[row.number + 1].period if later else None,
        replaced_on=min(published, default=None),
        next_list=due.period if announced else None,
        next_list_date=due.list_date if announced else None,
        next_cut_off=due.cut_off if announced else None,
        listed=len(listed.values["player"]),
        inactive=None if shown is None else int(np.count_nonzero(shown)),
        has_categories=ladder_on(pool.facts, row.list_date, pool.known) is not None,
        has_penalties=pool.law.year_end.penalties is not None,
        public_revised=public_revised,
        **moved,
    )


def _moved(pool: PoolQuery, row: RatingList, listed: ReadList) -> tuple[int | None, ...]:
    """Return how many players entered, left, turned inactive, turned active; None: not known."""
    if not row.number:
        return None, None, None, None
    before = pool.lists()[row.number - 1]

    def moved() -> NDArray[np.int32]:
        earlier = read_list(pool, before)
        was_listed = ratings_before(pool, row, listed) > 0
        stayed = np.count_nonzero(was_listed)
        found = [len(was_listed) - stayed, len(earlier.values["player"]) - stayed]
        if "inactive" in earlier.values and "inactive" in listed.values:
            was = on_rows(listed, earlier, "inactive")
            turned = (listed.values["inactive"] - was)[was_listed]
            found += [np.count_nonzero(turned > 0), np.count_nonzero(turned < 0)]
        return np.array(found, dtype=np.int32)

    counts = listed.kept(f"moved, from {before.position} {before.digest}", moved).tolist()
    return tuple(counts) if len(counts) == len(_MOVES) else (*counts, None, None)


def distribution(listed: ReadList, page: Page) -> tuple[RatingInterval, ...]:
    """Return how many selected players have a rating in each interval, from the lowest.

    Intervals begin at a multiple of their width. The width is 100 points, or the smallest of 250,
    500 and 1000 with at most 30 intervals.
    """
    return tuple(intervals(ratings_counted(listed, page.selected)))


def intervals(counted: NDArray[np.integer[Any]]) -> Iterator[RatingInterval]:
    """Yield the intervals of a distribution; `counted` has the players of each rating from 0."""
    found = np.flatnonzero(counted)
    if not len(found):
        return
    lowest, highest = int(found[0]), int(found[-1])
    fitting = (of for of in _WIDTHS if highest // of - lowest // of < _MOST_INTERVALS)
    width = next(fitting, _WIDTHS[-1])
    for start in range(lowest // width * width, highest + 1, width):
        players = int(counted[start : start + width].sum())
        yield RatingInterval(start, start + width - 1, players)
