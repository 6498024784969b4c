"""The report of a tournament in the ledger."""

from ledger.store.reading import Reader
from ledger.tournaments.recorded_report import recorded, report_of
from ledger.tournaments.report import TournamentReport


def recorded_report(
    read: Reader, tournament: str, through: int | None = None, part: int | None = None
) -> TournamentReport:
    """Return the report as known at a position, as corrected; a part, or all joined (None)."""
    return report_of(read, recorded(read, tournament, through), through, part)
