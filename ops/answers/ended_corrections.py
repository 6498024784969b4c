"""Corrections that appeals caused and that a replaced report ends: warnings for who approves it."""

from collections.abc import Iterator

from ledger.events.report import ReportReplaced
from ledger.intake.import_report.previous_report import caused_by_appeals, ended_with
from ledger.store.reading import Reader
from ledger.store.requests import Receipt
from ledger.tournaments.recorded_report import folded


def replacement_warnings(
    read: Reader, tournament: str, report: int, through: int | None = None
) -> Iterator[str]:
    """Yield a warning for each correction that ends if a report is replaced after a position."""
    known = folded(read, tournament, through)
    current = known.current(report)
    if current is None:
        return
    for position, appeal in caused_by_appeals(read, ended_with(known, current)):
        yield (
            f"the correction #{position}, caused by the decision of appeal {appeal}, ends with the "
            f"report #{report} of {tournament}: check that the new report has what was decided, "
            "and correct it if not"
        )


def recorded_warnings(read: Reader, receipt: Receipt) -> Iterator[str]:
    """Yield the warnings for the replaced reports of a recorded request."""
    positions = range(receipt.first_position, receipt.last_position + 1)
    for recorded in read.at([*positions]).values():
        if recorded.type == ReportReplaced.TYPE:
            fact: ReportReplaced = recorded.decoded().payload
            before = receipt.first_position - 1
            yield from replacement_warnings(read, fact.tournament, fact.replaces, before)
