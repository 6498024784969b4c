"""A look at many reports takes as many statements as at few."""

from collections.abc import Callable
from dataclasses import replace

from sqlalchemy import event

from ledger.events.counting import ReportCompared
from ledger.intake.import_report.importing import import_report
from ledger.intake.import_report.same_event import waiting
from ledger.store.ledger import Ledger
from ledger.store.withheld import Withheld, WithheldReports
from tests.support import pool_ledgers
from tests.support.pool_ledgers import chess
from tests.support.received_reports import FOUR, record


def statements(ledger: Ledger, look: Callable[[], object]) -> int:
    """Return the statements of a single check."""
    seen: list[object] = []

    def note(*said: object) -> None:
        seen.append(said)

    event.listen(ledger.engine, "before_cursor_execute", note)
    assert look() == []
    event.remove(ledger.engine, "before_cursor_execute", note)
    return len(seen)


def test_there_is_no_statement_for_each_report(ledger):
    """Two reports, and eight: a single batch, a single page."""
    found = []
    for number in range(8):
        import_report(
            ledger, replace(FOUR, name=f"Open {number}").trf16(), chess(another_event=True)
        )
        if number in (1, 7):
            found.append(statements(ledger, lambda: pool_ledgers.faults(ledger)))
    assert found[0] == found[1]


def test_there_is_no_statement_for_each_withheld_file(ledger):
    """One or four files, matched by a body to a recorded tournament."""
    found = []
    for number in range(4):
        file, tournament = f"{number:064x}", f"T-{number:06d}"
        row = Withheld(file, 1, tournament, "fide-standard", 4, 6, "2026-01-12", "2026-01-20", "[]")
        WithheldReports(ledger.engine).put(row)
        record(ledger, ReportCompared(tournament=tournament, file=file, event="same", by="fsi"))
        found.append(statements(ledger, lambda: waiting(ledger)))
    assert found[0] == found[-1]
