"""A report whose games are on record already, under another tournament."""

from __future__ import annotations

from typing import Final

from ledger.intake.problems import Place, Problems
from ledger.intake.report import TournamentReport
from ledger.same_tournaments import likely_same_tournaments
from ledger.store.reading import Reader

_MOST_TOLD: Final = 3


def warn_of_same(
    read: Reader, report: TournamentReport, players: list[int], problems: Problems
) -> None:
    """Warn of tournaments on record with mostly the same players and games, in the same days."""
    same = likely_same_tournaments(read, report.start, report.end, players, report.games)
    for each in same[:_MOST_TOLD]:
        expected = f"a tournament that is not on record; this may be {each}"
        remedy = f"look; what corrects a report replaces it: --replaces {each.tournament}"
        problems.warn(Place("tournament"), report.name, expected, remedy)
