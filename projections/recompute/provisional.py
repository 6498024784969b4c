"""An open report computed as on the next list."""

from __future__ import annotations

from projections import recompute
from projections.queries import PoolQuery, RatingList
from projections.queries.rows import Booking
from projections.recompute import Recomputed
from projections.rulebooks.engine.columns import Edition
from projections.state.law import Law
from projections.state.reports import Report


def edition_of(pool: PoolQuery, report: Report) -> Edition | None:
    """Return the edition of a report; None: outside the rulebook, or before the histories."""
    if pool.in_force_or_none(report.start) is None:
        return None
    return Law(pool.facts, pool.known).edition_on(report.begins)


def as_booked(report: Report, edition: Edition | None) -> Booking:
    """Return the booking of a report on the next list."""
    name = "" if edition is None else edition.name
    days = (report.start, report.end)
    return Booking(report.position, 0, 0, name, report.tournament, *days, report.part)


def next_list(pool: PoolQuery, report: Report) -> RatingList | None:
    """Return the next list; None: no edition covers it.

    Without an announced day, the list has the date of the report's end.
    """
    last, calendar, announced = pool.lists()[-1], pool.law.calendar, pool.facts.announced
    first = pool.facts.opened.first_period
    period = calendar.after(last.period, announced) if last.number else first
    try:
        day = calendar.due(period, announced).list_date if period else report.end
    except ValueError:
        day = report.end
    if Law(pool.facts, pool.known).edition_on(day) is None:
        return None
    return RatingList(last.number + 1, period or "", day, pool.known, pool.known, "")


def computed(pool: PoolQuery, report: Report) -> Recomputed | None:
    """Compute an open report provisionally; None: not yet possible.

    In a chain the events before the report are not known yet.
    """
    edition = edition_of(pool, report)
    on = None if edition is None or pool.law.chained else next_list(pool, report)
    return recompute.tournament(pool, as_booked(report, edition), on) if on is not None else None
