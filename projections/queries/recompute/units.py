"""The steps of a player on a list computed again, in the order of the chain."""

from collections.abc import Iterator, Sequence

import numpy as np

from projections.queries import PoolQuery, RatingList, recompute
from projections.queries.corrections import joined_on, recounts
from projections.queries.recompute import Recomputed, edition_of_step, rows
from projections.queries.recompute.corrected_competitions import step_of
from projections.queries.recompute.source import StoredSource
from projections.queries.rows import Booking, YearEndOnList
from projections.rating import rate
from projections.rating.assembler import handover_step, year_end_step
from projections.rating.capital_changes import HANDED_OVER_PLACE
from projections.rating.chain_steps import YearEnd, order_of
from projections.rating.handovers import Handover
from projections.state.law import as_set


def unit(pool: PoolQuery, player: int, on: RatingList) -> list[Recomputed]:
    """Compute a player's steps on a list again, in the order of the chain."""
    booked = [booking for booking in pool.bookings(on.number, player) if booking.edition]
    changes = rows.changes_decided(pool, player, on)
    if not pool.law.chained:
        return [recompute.of_bookings(pool, player, on, booked, changes)]
    decided = [recompute.of_bookings(pool, player, on, [], changes)] if changes else []
    return [*_merges(pool, player, on), *decided, *_chained(pool, player, on, booked)]


def _merges(pool: PoolQuery, player: int, on: RatingList) -> Iterator[Recomputed]:
    """Yield the merges and separations of a list of a chain, if the player's capital changes."""
    joined = joined_on(pool, on.number) if pool.facts.merges else {}
    before = pool.state(player, on.number - 1).rating
    if player in joined and joined[player]["rating"] != before:
        source = StoredSource(pool, on, player, place=HANDED_OVER_PLACE)
        state = {name: np.array([value]) for name, value in joined[player].items()}
        handover = Handover(source.players, source.players, state)
        yield Recomputed(rate(handover_step(source, handover, edition_of_step(source, ()))), source)


def _chained(
    pool: PoolQuery, player: int, on: RatingList, booked: Sequence[Booking]
) -> list[Recomputed]:
    found = [(e.place, recompute.of_bookings(pool, player, on, [e], {})) for e in booked]
    corrections = recounts(pool, player, on.number)
    found += [(row.place, step_of(pool, on, row)) for row in corrections]
    year_ends = pool.year_ends_on(on.number)
    if year_ends:
        moved = {row.place for row in pool.changes(player, on.number, since=on.number)}
        found += [(t.place, _year_end(pool, player, on, t)) for t in year_ends if t.place in moved]
    return [row for _, row in sorted(found, key=lambda row: row[0])]


def _year_end(pool: PoolQuery, player: int, on: RatingList, row: YearEndOnList) -> Recomputed:
    last = order_of(row.year)[0]
    before = (t for number in pool.reaching(last, on.number - 1) for t in pool.year_ends_on(number))
    edition = as_set(pool.law.edition(row.edition), pool.facts, last, on.through_position)
    year_end = YearEnd(row.year, edition, again=any(t.year == row.year for t in before))
    source = StoredSource(pool, on, player, place=row.place, order=year_end.order)
    return Recomputed(rate(year_end_step(source, year_end, source.players)), source)
