"""A report that no list has taken, computed as if the next list took it as it stands."""

from __future__ import annotations

from projections import recompute
from projections.queries import PoolQuery, RatingList
from projections.queries.rows import Booking
from projections.recompute import Recomputed
from projections.rulebooks.engine.columns import Edition
from projections.state.law import Law
from projections.state.reports import Report


def edition_of(pool: PoolQuery, report: Report) -> Edition | None:
    """Give the edition that rates a report; None outside the rulebook, or before histories."""
    if pool.in_force_or_none(report.start) is None:
        return None
    return Law(pool.facts, pool.known).edition_on(report.begins)


def as_booked(report: Report, edition: Edition | None) -> Booking:
    """Give a report as the next list would book it."""
    name = "" if edition is None else edition.name
    days = (report.start, report.end)
    return Booking(report.position, 0, 0, name, report.tournament, *days, report.part)


def next_list(pool: PoolQuery, report: Report) -> RatingList | None:
    """Give the list that comes next; None where no edition covers it.

    Where its day is not announced yet, that of the report's end stands for it.
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
    """Compute a report provisionally; None where that cannot be said yet.

    In a chain what comes before it is not known yet.
    """
    edition = edition_of(pool, report)
    on = None if edition is None or pool.law.chained else next_list(pool, report)
    return recompute.tournament(pool, as_booked(report, edition), on) if on is not None else None
