"""Reports that a list booked: as it knew them, read from the ledger again, and as they stand."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.tournaments.known import standing_of
from projections.queries import PoolQuery
from projections.queries.rows import Booking
from projections.state.corrections import told
from projections.state.reports import Report, report_of
from projections.state.story import TournamentHistory


def load(
    pool: PoolQuery, positions: Sequence[int], through: int
) -> tuple[dict[int, Report], dict[int, TournamentHistory]]:
    """Load reports by position, as they stood at a position; of corrected ones the story too."""
    read, facts = pool.official.ledger.read, pool.official.facts
    reports: dict[int, Report] = {}
    stories: dict[int, TournamentHistory] = {}
    for position, each in read.at(list(positions)).items():
        tournament = each.stream.removeprefix("tournament-")
        if tournament in facts.corrected:
            stories[position] = told(read.stream(each.stream), through)
            reports[position] = stories[position].standing[position]
        else:
            reports[position] = report_of(standing_of(each), facts.announcements[tournament])
    return reports, stories


def reports_now(pool: PoolQuery, booked: Booking, story: TournamentHistory) -> list[Report]:
    """Give how a booked report stands, where it does, and the tournament still counts here."""
    here = pool.name in story.announcement.pools
    return story.standing_for(booked.position) if here else []
