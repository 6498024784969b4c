"""Checks of a report's days, receipt, registration and time control.

A complete report cannot have been received before its end, nor any after today; see `check_days`.
"""

from __future__ import annotations

from collections.abc import Container
from datetime import date
from typing import Final

from ledger.intake.formats.manual_facts import ManualFacts
from ledger.intake.formats.pairings import GOES_ON
from ledger.intake.formats.problems import A_DAY, Place, Problems, setting
from ledger.tournaments.report import TournamentReport
from ledger.wording import counted

MOST_DAYS: Final = 400
"""From start to end of a report, where a person did not give both by hand."""


def check_days(
    report: TournamentReport,
    received_on: date,
    today: date,
    by_hand: Container[str],
    problems: Problems,
) -> None:
    """Refuse a report ending after the receipt, or too long: mostly a wrong year.

    Nothing is received after today, that of the ledger's zone; so no end lies after it either, but
    that of a tournament of which the file itself tells that rounds are to come: a warning.
    `by_hand` are the names of the facts given by hand; who gave both days may have any length.
    """
    if received_on > today:
        expected = f"a day that has begun: today is {today} in the ledger's zone"
        place = Place("received_on (given by hand)")
        answer = setting("received_on", A_DAY)
        problems.refuse(
            place, str(received_on), expected, f"correct it: {' '.join(answer)}", answer
        )
    end, length = str(report.end), (report.end - report.start).days
    if report.end > received_on:
        expected = f"a day that does not lie after the day of receipt, {received_on}"
        if report.rounds_to_come:
            found = f"{end}, with {counted(report.rounds_to_come, 'round')} to come"
            problems.warn(Place("end"), found, expected, f"it was taken as it is; {GOES_ON}")
        else:
            remedy = "correct it, or give it: --set end=YYYY-MM-DD (or --set received_on=…)"
            problems.refuse(Place("end"), end, expected, remedy)
    if length > MOST_DAYS and not ("start" in by_hand and "end" in by_hand):
        expected = f"a day at most {MOST_DAYS} days after the start, {report.start}"
        remedy = "correct it, or give both: --set start=YYYY-MM-DD --set end=YYYY-MM-DD"
        problems.refuse(Place("end"), end, expected, remedy)


def check_time_control(report: TournamentReport, problems: Problems) -> None:
    """Warn of a missing time control needed by a rulebook."""
    if not report.time_control:
        expected = "the time control, on which it rests whether the games are rated"
        answer = setting("time_control")
        remedy = f"give it, in seconds such as 5400+30: {' '.join(answer)}"
        problems.warn(Place("time control"), "", expected, remedy, answer)


def days_by(
    given: ManualFacts, today: date, problems: Problems, *, asks_registration: bool
) -> tuple[date, date | None]:
    """Return the days of receipt (today by default) and of registration.

    A day of registration that is asked for, and that nobody tells, is warned of, and stays untold.
    """
    if asks_registration and given.registered_on is None:
        expected = "the day on which the tournament was registered"
        answer = setting("registered_on", A_DAY)
        remedy = f"give it: {' '.join(answer)}; nothing is assumed in its place"
        problems.warn(Place("registered_on (given by hand)"), "", expected, remedy, answer)
    return given.received_on or today, given.registered_on
