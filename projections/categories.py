"""Categories: who reaches which, on what it rests, and who holds it on a day.

Categories follow the list in force: what a list shows is tested against the thresholds of its day
and holds from that day on. In a chain every tournament's final rating is tested, so that a peak
between two lists counts. Nothing is kept: the changes of the ratings are walked again.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray

from ledger.clock import today
from projections import again
from projections.answers import ListRow, Pool
from projections.category_changes import Change, Walk
from projections.ladders import Ladder, required


@dataclass(frozen=True, slots=True)
class Held:
    """Who holds which category on a day, as known."""

    ladder: Ladder
    rating: NDArray[np.int64]
    """By player, on the list in force; 0 is none."""
    place: NDArray[np.int64]
    """By player, of the category held; -1 is none."""
    since: NDArray[np.int64]
    """By player, the day from which it is held, as an ordinal; 0: it is not."""
    changes: tuple[Change, ...]
    """In their order: of one player, all; of a whole pool, those of who had a category before."""

    def name(self, player: int) -> str:
        """Give the category of a player; "" is none."""
        return self.ladder.name(int(self.place[player]))


def held(pool: Pool, as_of: date | None = None, player: int | None = None) -> Held:
    """Give who holds which category on a day (None: today, or on the last list if that is later).

    Raises NoCategories where the pool has none on that day; with a player, only his is told.
    """
    until = pool.lists()[-1] if as_of is None else pool.list_in_force(as_of)
    now = today(pool.official.ledger.clock, pool.facts.opened.zone)
    day = as_of or max(now, until.in_force_from)
    ladder = required(pool, day)
    walk = Walk(pool, player)
    walk.go(until, day)
    return Held(ladder, walk.rating, walk.held(), walk.since, tuple(walk.changes))


def of_list(pool: Pool, row: ListRow) -> list[Change]:
    """Give the changes of category that take force with a list: since the one before it.

    Who enters is placed, not promoted. The highest come first.
    """
    before = max((e.in_force_from for e in pool.lists() if e.number < row.number), default=date.min)
    found = held(pool, row.in_force_from)
    taking_force = [each for each in found.changes if each.on > before and each.how != "placed"]
    return sorted(taking_force, key=lambda each: -found.ladder.place(each.after))


def rests_on(pool: Pool, change: Change) -> list[str]:
    """Give what a change rests on: tournaments of its list, or the position of a decision."""
    if change.decided_at is not None:
        return [f"#{change.decided_at}"]
    on = next((each for each in pool.lists() if each.number == change.number), None)
    if on is None or not on.number:
        return []
    booked = pool.bookings(on.number, change.player)
    if pool.law.chained:
        booked = [each for each in booked if each.place == change.place]
    adjusted = again.adjustment(pool, change.player, on) if change.place <= 0 else {}
    decided = [f"#{each.position}" for each in adjusted.values()]
    return [each.tournament for each in booked if each.edition] + decided
