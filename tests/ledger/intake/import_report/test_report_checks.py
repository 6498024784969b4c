"""The days of a report and the day of receipt: a slip in a year is refused."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from ledger.intake.formats.problems import ReportRefused
from ledger.intake.import_report.importing import import_report
from ledger.intake.import_report.report_checks import MOST_DAYS
from tests.support.pool_ledgers import chess
from tests.support.report_files import Tournament, players, round_robin
from tests.support.tentative_ledgers import in_memory

FOUR = Tournament(players(4), round_robin(4))
TODAY = date(2026, 3, 1)
LAST = TODAY - timedelta(days=1)


def ends(ledger, start, end, *by_hand, **facts):
    """Return the refusals for the end of a report with these days."""
    given = {"start": str(start), "end": str(end)}
    data = replace(FOUR, start=start, end=end).trf16()
    options = chess(facts=facts | {key: given[key] for key in by_hand})
    try:
        with in_memory(ledger) as tentative:
            tentative.values_are_right = True
            import_report(tentative, data, options)
    except ReportRefused as refused:
        return [str(problem) for problem in refused.problems if problem.field == "end"]
    return []


@pytest.mark.parametrize(("days", "refused"), [(-1, False), (0, False), (1, True)])
@pytest.mark.parametrize("received_on", [None, date(2025, 10, 14)])
def test_no_report_ends_after_its_receipt(ledger, days, refused, received_on):
    """The day of receipt is given by hand, else today."""
    receipt = received_on or TODAY
    facts = {"received_on": str(received_on)} if received_on else {}
    end = receipt + timedelta(days=days)
    told = ends(ledger, receipt - timedelta(days=5), end, **facts)
    assert bool(told) == refused
    assert all(f'found "{end}", expected a day not after' in warning for warning in told)
    assert all("set end=YYYY-MM-DD" in warning for warning in told)


@pytest.mark.parametrize(("days", "refused"), [(-1, False), (0, False), (1, True)])
def test_no_report_is_received_after_today(ledger, days, refused):
    """So a tournament that has not ended is not taken either, on any day of receipt."""
    received_on = TODAY + timedelta(days=days)
    data = replace(FOUR, start=LAST, end=min(received_on, TODAY)).trf16()
    options = chess(facts={"received_on": str(received_on)})
    try:
        with in_memory(ledger) as tentative:
            import_report(tentative, data, options)
        told = ""
    except ReportRefused as found:
        told = str(found)
    assert bool(told) == refused
    where = 'received_on (given by hand): found "2026-03-02", expected a day that has begun'
    assert not refused or where in told
    assert not refused or "set received_on=YYYY-MM-DD" in told


@pytest.mark.parametrize(("more", "refused"), [(-1, False), (0, False), (1, True)])
@pytest.mark.parametrize("by_hand", [(), ("start",), ("end",), ("start", "end")])
def test_a_long_tournament_is_taken_where_both_days_are_given_by_hand(
    ledger, more, refused, by_hand
):
    start = LAST - timedelta(days=MOST_DAYS + more)
    assert bool(ends(ledger, start, LAST, *by_hand)) == (refused and len(by_hand) < 2)
