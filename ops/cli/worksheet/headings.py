"""What stands above a tournament on a worksheet, and in place of its games where none counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from ledger.tournaments.current_report import Correction
from projections.queries import PoolQuery
from projections.queries.rows import Booking
from projections.recompute.not_counting import Uncounted


def nothing_left(pool: PoolQuery, each: Uncounted) -> Iterator[str]:
    """Head a competition of which nothing counts as corrected, and say why."""
    yield from heading(pool, each.booked, (each.starts, each.ends), each.corrections)
    yield f"  counts no more [{each.article}]: {each.why}"
    yield ""


def heading(
    pool: PoolQuery, booked: Booking, days: tuple[date, date], corrections: Sequence[Correction]
) -> Iterator[str]:
    """Name a tournament, its days, its report, and what corrected it."""
    title = pool.official.facts.announcements[booked.tournament].name
    yield f"{booked.tournament} {title}, {days[0]} to {days[1]} (#{booked.position})"
    by = [f"#{one.position} ({one.kind})" for one in corrections]
    yield from ([f"  as corrected by {', '.join(by)}"] if by else [])
