"""To verify takes as many statements for many small reports as for few."""

from dataclasses import replace

from sqlalchemy import event

from ledger.intake.import_report.importing import import_report
from ledger.store.ledger import Ledger
from tests.support import pool_ledgers
from tests.support.pool_ledgers import chess
from tests.support.received_reports import FOUR


def statements(ledger: Ledger) -> int:
    """The statements of one look at everything."""
    seen: list[object] = []

    def note(*said: object) -> None:
        seen.append(said)

    event.listen(ledger.engine, "before_cursor_execute", note)
    assert pool_ledgers.faults(ledger) == []
    event.remove(ledger.engine, "before_cursor_execute", note)
    return len(seen)


def test_there_is_no_statement_for_each_report(ledger):
    """Two reports, and eight: one batch, one page."""
    found = []
    for number in range(8):
        import_report(
            ledger, replace(FOUR, name=f"Open {number}").trf16(), chess(another_event=True)
        )
        if number in (1, 7):
            found.append(statements(ledger))
    assert found[0] == found[1]
