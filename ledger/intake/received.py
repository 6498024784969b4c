"""The days of the desk: when a report was received, when its tournament was registered."""

from __future__ import annotations

from datetime import date

from ledger.intake.given import Given
from ledger.intake.problems import Place, Problems
from ledger.intake.report import TournamentReport


def days_by(
    given: Given, report: TournamentReport | None, today: date, problems: Problems
) -> tuple[date, date]:
    """Give the days of receipt and of registration: by hand, else today and the start at latest.

    `report` is that of a tournament that is new, None for any other: no day of registration is
    asked of it then. One that had to be assumed is warned of.
    """
    received_on = given.received_on or today
    if report is None or given.registered_on is not None:
        return received_on, given.registered_on or received_on
    registered_on = min(report.start, received_on)
    expected = "the day on which the tournament was registered"
    remedy = f"{registered_on} was assumed; give it: --set registered_on=YYYY-MM-DD"
    problems.warn(Place("registered_on (given by hand)"), "", expected, remedy)
    return received_on, registered_on
