"""A report of a tournament that the ledger may have: its games, or its announcement."""

from __future__ import annotations

from typing import Final

from ledger.intake.formats.problems import Place, Problems
from ledger.intake.import_report.options import ImportOptions
from ledger.intake.import_report.unreported import warn_of_announced
from ledger.store.reading import Reader
from ledger.tournaments.report import TournamentReport
from ledger.tournaments.same_tournaments import likely_same_tournaments

_MOST_TOLD: Final = 3


def warn_of_known(
    read: Reader,
    report: TournamentReport,
    options: ImportOptions,
    players: list[int],
    problems: Problems,
) -> None:
    """Warn where the first report of a tournament may be of one that the ledger has already."""
    if options.target is None:
        warn_of_announced(read, report, options.pools, problems)
    if options.target is None or options.begins_announced:
        warn_of_same(read, report, players, problems)


def warn_of_same(
    read: Reader, report: TournamentReport, players: list[int], problems: Problems
) -> None:
    """Warn of tournaments on record with mostly the same players and games, in the same days."""
    same = likely_same_tournaments(read, report.start, report.end, players, report.games)
    for each in same[:_MOST_TOLD]:
        expected = f"a tournament that is not on record; this may be {each}"
        remedy = f"look; what corrects a report replaces it: --replaces {each.tournament}"
        problems.warn(Place("tournament"), report.name, expected, remedy)
