"""Reports read again from the ledger: as known to a list, and in their present form."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.tournaments.current_report import uncorrected_report
from projections.queries import PoolQuery
from projections.queries.rows import Booking
from projections.state.corrections import told
from projections.state.reports import Report, report_of
from projections.state.story import TournamentHistory


def load(
    pool: PoolQuery, positions: Sequence[int], through: int
) -> tuple[dict[int, Report], dict[int, TournamentHistory]]:
    """Load reports by position, as known at a position, with histories of corrected ones."""
    read, facts = pool.official.ledger.read, pool.official.facts
    reports: dict[int, Report] = {}
    histories: dict[int, TournamentHistory] = {}
    for position, recorded in read.at(list(positions)).items():
        tournament = recorded.stream.removeprefix("tournament-")
        if tournament in facts.corrected:
            histories[position] = told(read.stream(recorded.stream), through)
            reports[position] = histories[position].standing[position]
        else:
            reports[position] = report_of(
                uncorrected_report(recorded), facts.announcements[tournament]
            )
    return reports, histories


def reports_now(pool: PoolQuery, booked: Booking, story: TournamentHistory) -> list[Report]:
    """Return the present form of a booked report, if the tournament still counts in the pool."""
    here = pool.name in story.announcement.pools
    return story.standing_for(booked.position) if here else []
