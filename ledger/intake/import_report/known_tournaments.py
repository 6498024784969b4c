"""Reports probably about a recorded or announced tournament."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import timedelta
from typing import Final

from ledger.events.games import SheetCompleted
from ledger.events.report import ReportPartSubmitted, TournamentSubmitted
from ledger.events.tournament import TournamentRegistered
from ledger.intake.formats.problems import Place, Problems
from ledger.intake.import_report.options import ImportOptions
from ledger.register.likeness import LIKE, likeness
from ledger.store.reading import Reader
from ledger.tournaments.recorded_report import folded
from ledger.tournaments.registration import Registration, registration_of
from ledger.tournaments.report import TournamentReport
from ledger.tournaments.same_tournaments import NEAR_DAYS, likely_same_tournaments

_MOST_TOLD: Final = 3


def warn_of_known(
    read: Reader,
    report: TournamentReport,
    options: ImportOptions,
    players: list[int],
    problems: Problems,
) -> None:
    """Warn if the first report of a tournament may be about a recorded tournament."""
    if options.target is None:
        warn_of_announced(read, report, options.pools, problems)
    if options.target is None or options.begins_announced:
        warn_of_same(read, report, players, problems)


def warn_of_same(
    read: Reader, report: TournamentReport, players: list[int], problems: Problems
) -> None:
    """Warn of recorded tournaments with mostly the same players, games and days."""
    same = likely_same_tournaments(read, report.start, report.end, players, report.games)
    for tournament in same[:_MOST_TOLD]:
        expected = f"a tournament that is not on record; this may be {tournament}"
        replaces = f"--replaces {tournament.tournament}"
        remedy = f"check it; a corrected report replaces the first one: {replaces}"
        problems.warn(Place("tournament"), report.name, expected, remedy)


LONGEST_LEAD_DAYS: Final = 400
"""Longest announced tournament, in days, to compare a report with."""


_REPORTS: Final = (TournamentSubmitted.TYPE, ReportPartSubmitted.TYPE, SheetCompleted.TYPE)


def warn_of_announced(
    read: Reader, report: TournamentReport, pools: Collection[str], problems: Problems
) -> None:
    """Warn if the first report of a tournament resembles an announced tournament."""
    for registration in likely_announced(read, report, pools)[:_MOST_TOLD]:
        details = registration.details
        expected = (
            f"a tournament that was not announced; this may be {registration.tournament} "
            f'(#{registration.position}), "{details["name"]}", '
            f"{details['start']} to {details['end']}, which has no report yet"
        )
        remedy = (
            f"check it; if it is, import this file as its report: --of {registration.tournament}"
        )
        problems.warn(Place("tournament"), report.name, expected, remedy)


def likely_announced(
    read: Reader, report: TournamentReport, pools: Collection[str]
) -> list[Registration]:
    """Return announced tournaments without a report, probably meant by a report.

    They share a pool and are near in days, and have the same days or a name that is like. Cost:
    one look at the days of announcements and reports (no bodies), then the announcements that no
    report follows at once, as it does where both were imported together.
    """
    return [
        registration for registration in _open(read, report) if _like(registration, report, pools)
    ]


def _open(read: Reader, report: TournamentReport) -> Iterator[Registration]:
    last = report.end + timedelta(days=NEAR_DAYS)
    first = report.start - timedelta(days=LONGEST_LEAD_DAYS)
    announced = (TournamentRegistered.TYPE,)
    alone = read.valid_between(announced, first, last, followed_by=_REPORTS)
    streams = {recorded.stream for _, recorded in read.found_at(alone)}
    for stream in sorted(streams - read.streams_with(streams, _REPORTS)):
        tournament = stream.removeprefix("tournament-")
        known = folded(read, tournament)
        found = registration_of(tournament, known)
        if found is not None and not known.parts:
            yield found


def _like(announced: Registration, report: TournamentReport, pools: Collection[str]) -> bool:
    details = announced.details
    apart = [abs((details[name] - getattr(report, name)).days) for name in ("start", "end")]
    shared = set(details["pools"]) & set(pools)
    if announced.cancelled or not shared or max(apart) > NEAR_DAYS:
        return False
    return not any(apart) or likeness(details["name"], report.name) >= LIKE
