"""A rating step of a sealed list computed again, with all columns of the calculation.

The step is assembled as when the list was sealed, over the rows of few players: the tournaments of
one player (or one tournament), and the stored ratings of all entrants.

    source, rows                stored inputs of a step, as its list found them
    units                       the steps of one player, in a chain one after the other
    corrected                   both sides of a correction of a period
    corrected_competitions      both sides of a correction of a chain
    not_counting                why a corrected tournament does not count any more
    merged                      the number under which a list rated a merged player
    variants, variant_step      single results supposed otherwise, as rows of one step
    preview                     tournaments that no list has booked, on the next list or in place
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from projections.queries import PoolQuery, RatingList
from projections.queries.printed import printed_on
from projections.queries.recompute.rows import load
from projections.queries.recompute.source import StoredSource
from projections.queries.rows import Booking
from projections.rating import Rated, Step, rate
from projections.rating.assembler import group_of, step_of
from projections.rating.capital_changes import ADJUSTED_PLACE, NOWHERE
from projections.rating.external_lists import Known
from projections.rating.layout import Batch, lay_out
from projections.rulebooks.engine.edition import Edition
from projections.state.adjustments import DecidedChange
from projections.state.law import Law, as_set, of_list
from projections.state.reports import Report


@dataclass(frozen=True, slots=True)
class OtherPoolList:
    """A list of another pool, in force when a tournament began."""

    word: str
    """The name of the other pool in the rulebook."""
    pool: str
    used: RatingList


_MOST_KEPT: Final = 4
"""Tournaments: an answer about one has its table, its findings and its outcome."""


@dataclass(frozen=True, slots=True)
class Recomputed:
    """A step of a list computed again."""

    rated: Rated
    source: StoredSource
    other_pool_lists: Mapping[int, tuple[OtherPoolList, ...]] = field(default_factory=dict)
    """Lists of other pools that were asked for ratings, by report position."""

    def external_lists(self, position: int | None = None) -> Known:
        """Return the external lists as the list could see them, or as known at a position."""
        through = self.source.entry_list.through_position if position is None else position
        return self.source.surroundings.lists_at(through)


def tournament(pool: PoolQuery, booked: Booking, on: RatingList) -> Recomputed:
    """Compute a booked tournament again, for all entrants; the last ones are kept with the pool."""
    known, asked = pool.computed, (booked, on)
    if asked not in known:
        if len(known) == _MOST_KEPT:
            known.clear()
        known[asked] = of_bookings(pool, None, on, [booked], {})
    found: Recomputed = known[asked]
    return found


def of_bookings(
    pool: PoolQuery,
    player: int | None,
    on: RatingList,
    booked: Sequence[Booking],
    changes: Mapping[int, DecidedChange],
) -> Recomputed:
    """Compute a step of a list again for a player, or for all entrants (None).

    In a chain a step has one booked tournament, or the decisions alone.
    """
    found = load(pool, [booking.position for booking in booked], on.through_position)
    place, order = None, NOWHERE
    if pool.law.chained and booked:
        place, order = booked[0].place, booked[0].order
    elif pool.law.chained:
        place = ADJUSTED_PLACE
    return compute(StoredSource(pool, on, player, place, booked, *found, order=order), changes)


def compute(source: StoredSource, changes: Mapping[int, DecidedChange]) -> Recomputed:
    """Compute a step of a list from stored inputs, with the decisions it books by player."""
    parts = tuple(_parts(source))
    step: Step = step_of(
        source, group_of(source, parts, source.players), edition_of_step(source, parts), changes
    )
    reports = source.reports.values()
    beside = {report.position: tuple(_lists_beside(source, report.start)) for report in reports}
    return Recomputed(rate(step), source, beside)


def edition_of_step(source: StoredSource, parts: Sequence[Batch]) -> Edition:
    """Return the edition of a list; in a chain that of the tournament."""
    pool, on = source.pool, source.on
    if pool.law.chained and parts:
        return parts[0].edition
    return of_list(Law(pool.facts, on.law_known), on.list_date, on.through_position)


def _parts(source: StoredSource) -> Iterator[Batch]:
    for edition, reports in reports_by_edition(source):
        yield lay_out(edition, reports)


def reports_by_edition(source: StoredSource) -> Iterable[tuple[Edition, list[Report]]]:
    """Return the reports of a step by edition, with the body's parameters."""
    pool, through = source.pool, source.on.through_position
    found: dict[int, tuple[Edition, list[Report]]] = {}
    for booked in sorted(source.booked, key=lambda booked: booked.edition):
        report = source.reports[booked.position]
        edition = as_set(pool.law.edition(booked.edition), pool.facts, report.begins, through)
        found.setdefault(id(edition), (edition, []))[1].append(report)
    return found.values()


def _lists_beside(source: StoredSource, day: date) -> Iterable[OtherPoolList]:
    """Yield the lists of other pools in force on a day; none if only entering players ask."""
    if source.law.other_pools.only_entering:
        return
    for word, other in source.other_pools.items():
        used = printed_on(other, day)
        if used is not None and (used.number or other.facts.carried):
            yield OtherPoolList(word, other.name, used)
