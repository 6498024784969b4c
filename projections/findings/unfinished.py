"""A warning where a report has fewer rounds than its file announces for the tournament."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.events.report import ReportFact
from ledger.store.reading import Reader
from projections.finding import Finding
from projections.rulebooks.engine.rulebook import Rulebook
from projections.state.reports import Report


def of_report(read: Reader, law: Rulebook, report: Report) -> Iterator[Finding]:
    """Warn of a whole report without some of the rounds announced: it may have gone on.

    A report in parts has its other rounds in other parts.
    """
    for recorded in read.at([report.position] if report.position >= 0 else []).values():
        said = recorded.decoded().payload
        if not isinstance(said, ReportFact) or said.part is not None:
            continue
        announced, reported = said.rounds_announced or 0, len(said.rounds)
        if reported < announced:
            says = f"{reported} of {announced} rounds announced are reported"
            replaced = f"ledger tournament import FILE --replaces {report.tournament}"
            remedy = f"if it went on, its next report takes the place of this one: {replaced}"
            yield Finding("warning", report.tournament, None, law.booking.article, says, remedy)
