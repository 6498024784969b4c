"""The steps of a player on a list computed again, in the order of the chain."""

from __future__ import annotations

from collections.abc import Sequence

from projections import recompute
from projections.queries import PoolQuery, RatingList
from projections.queries.corrections import recounts
from projections.queries.rows import Booking, YearEndOnList
from projections.rating import rate
from projections.rating.body_parameters import as_set
from projections.rating.year_end import YearEnd, order_of
from projections.recompute import Recomputed, recounted, rows
from projections.recompute.source import StoredSource
from projections.steps.assembler import year_end_step
from projections.steps.capital_changes import ADJUSTED_PLACE


def unit(pool: PoolQuery, player: int, on: RatingList) -> list[Recomputed]:
    """Compute a player's steps on a list again, in the order of the chain."""
    booked = [booking for booking in pool.bookings(on.number, player) if booking.edition]
    changes = rows.changes_decided(pool, player, on)
    if not pool.law.chained:
        return [recompute.of_bookings(pool, player, on, booked, changes, None)]
    chained = _chained(pool, player, on, booked)
    if not changes:
        return chained
    return [recompute.of_bookings(pool, player, on, [], changes, ADJUSTED_PLACE), *chained]


def _chained(
    pool: PoolQuery, player: int, on: RatingList, booked: Sequence[Booking]
) -> list[Recomputed]:
    """Compute the corrections, events and year ends that changed a player's capital."""
    found = [(e.place, recompute.of_bookings(pool, player, on, [e], {}, e.place)) for e in booked]
    corrections = recounts(pool, player, on.number)
    found += [(row.place, recounted.step_of(pool, on, row)) for row in corrections]
    turns = pool.year_ends_on(on.number)
    if turns:
        moved = {row.place for row in pool.changes(player, on.number, since=on.number)}
        found += [(t.place, _year_end(pool, player, on, t)) for t in turns if t.place in moved]
    return [row for _, row in sorted(found, key=lambda row: row[0])]


def _year_end(pool: PoolQuery, player: int, on: RatingList, turned: YearEndOnList) -> Recomputed:
    last = order_of(turned.year)[0]
    before = (t for number in pool.reaching(last, on.number - 1) for t in pool.year_ends_on(number))
    edition = as_set(pool.law.edition(turned.edition), pool.facts, last, on.through_position)
    turn = YearEnd(turned.year, edition, again=any(t.year == turned.year for t in before))
    source = StoredSource(pool, on, player, place=turned.place)
    return Recomputed(rate(year_end_step(source, turn, source.players)), source)
