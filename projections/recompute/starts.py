"""The rating each entry of a tournament plays with, looked up again.

From the list in force when it began; in a chain from what the player had at its place, less what
moved him later in the order but was booked before.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from datetime import date

import numpy as np
from numpy.typing import NDArray

from projections.queries import NOBODY, PoolQuery, RatingList, State
from projections.queries.recounts import recounts
from projections.rating.layout import Batch
from projections.rating.year_end import decided_after, order_of
from projections.rulebooks.engine.terms import Basis
from projections.state.reports import Order, Report
from projections.steps import ADJUSTED_PLACE


def list_on(pool: PoolQuery, day: date, on: RatingList, known: int | None = None) -> RatingList:
    """Give the list in force on a day, among those closed before a list, as that one knew it.

    Or, of its days of publication, as was known at a position.
    """
    through = on.through_position if known is None else known
    before = [each for each in pool.lists(through) if each.number < on.number]
    return [each for each in before if each.in_force_from <= day][-1]


def ratings_at_start(
    pool: PoolQuery,
    part: Batch,
    used: Mapping[int, RatingList],
    states: Mapping[int, State],
    on: RatingList,
    place: int | None,
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Give the rating each entry of a part plays with, and whether it ceased since (in a chain)."""
    found: list[tuple[int, bool]] = []
    for at, report in enumerate(part.reports):
        players = part.player[part.first_entry[at] : part.first_entry[at + 1]].tolist()
        if pool.law.basis is Basis.PREVIOUS_STEP:
            later = _later(pool, report, on)
            for each in players:
                held = states.get(each, NOBODY).rating
                before = (on.number, sys.maxsize if place is None else place)
                found.append(_at_place(pool, each, held, later, before) if later else (held, False))
        else:
            on_list = pool.states(players, used[report.position].number)
            found += [(on_list.get(each, NOBODY).rating, False) for each in players]
    both = np.array(found, dtype=np.int64).reshape(len(found), 2)
    return both[:, 0], both[:, 1] > 0


def _later(pool: PoolQuery, report: Report, on: RatingList) -> set[tuple[int, int]]:
    """Give list and place of what is later than a report in the order, but was booked before.

    Only lists that reach to the report's last day can have booked that.
    """
    placed: dict[tuple[int, int], Order] = {
        (after.number + 1, ADJUSTED_PLACE): decided_after(after.event.cut_off)
        for after in pool.facts.closed[: on.number - 1]
    }
    for number in pool.reaching(report.order[0], on.number):
        placed |= {(number, each.place): each.order for each in pool.bookings(number)}
        placed |= {(number, each.place): order_of(each.year) for each in pool.year_ends_on(number)}
        placed |= {(number, each.place): each.order for each in recounts(pool, on=number)}
    return {at for at, order in placed.items() if order > report.order}


def _at_place(
    pool: PoolQuery, player: int, held: int, later: set[tuple[int, int]], before: tuple[int, int]
) -> tuple[int, bool]:
    """Give a capital less what moved it later, and whether it ceased later (`ceased_later`)."""
    moved, ended = 0, 0
    for each in pool.changes(player, before[0], since=min(later)[0]):
        at = (each.number, each.place)
        if at >= before:
            break
        exits = not each.rating
        moved += each.moved if at in later and (exits or each.place != ADJUSTED_PLACE) else 0
        if exits:
            ended = ended or -moved * (at in later)
            moved = 0
    return (ended, True) if ended else (held - moved, False)
