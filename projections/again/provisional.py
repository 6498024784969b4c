"""A report that no list has taken, computed as if the next list took it as it stands."""

from __future__ import annotations

from projections import again
from projections.again import Again
from projections.answers import ListRow, Pool
from projections.answers.bookings import Booking
from projections.facts.law import Law
from projections.facts.reports import Report
from projections.rulebooks.grammar import Edition


def edition_of(pool: Pool, report: Report) -> Edition | None:
    """Give the edition that rates a report; None outside the rulebook, or before histories."""
    if pool.in_force_or_none(report.start) is None:
        return None
    return Law(pool.facts, pool.known).edition_on(report.begins)


def as_booked(report: Report, edition: Edition | None) -> Booking:
    """Give a report as the next list would book it."""
    name = "" if edition is None else edition.name
    days = (report.start, report.end)
    return Booking(report.position, 0, 0, name, report.tournament, *days, report.part)


def next_list(pool: Pool, report: Report) -> ListRow | None:
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
    return ListRow(last.number + 1, period or "", day, pool.known, pool.known, "")


def computed(pool: Pool, report: Report) -> Again | None:
    """Compute a report provisionally; None where that cannot be said yet.

    In a chain what comes before it is not known yet.
    """
    edition = edition_of(pool, report)
    on = None if edition is None or pool.law.chained else next_list(pool, report)
    return again.tournament(pool, as_booked(report, edition), on) if on is not None else None
