"""Corrections that appeals caused and that a recording ends: warnings for who records or approves.

A report in the place of another ends the corrections of the other; a correction of a game or of an
entrant takes the place of the last one of the same subject.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import structs

from ledger.events.report import EntrantReassigned, ReportReplaced, ResultCorrected
from ledger.intake.import_report.previous_report import caused_by_appeals, ended_with
from ledger.sentences import Position, Sentence
from ledger.store.reading import Reader
from ledger.store.requests import Receipt
from ledger.tournaments.current_report import RecordedReport
from ledger.tournaments.recorded_report import folded

_SUBJECT: Final = {ResultCorrected.TYPE: "game", EntrantReassigned.TYPE: "entrant"}


def ending_warnings(
    read: Reader, kind: str, fields: Mapping[str, Any], through: int | None = None
) -> Iterator[Sentence]:
    """Yield a warning for each correction that an event of a type ends.

    `fields` are those of the event; what it ends is looked up as of a position, by default now.
    """
    if kind != ReportReplaced.TYPE and kind not in _SUBJECT:
        return
    known = folded(read, fields["tournament"], through)
    for position, appeal in caused_by_appeals(read, _ended(known, kind, fields)):
        correction = Position(position)
        if kind == ReportReplaced.TYPE:
            yield Sentence(
                "the correction {correction}, caused by the decision of appeal {appeal}, ends with "
                "the report {report}: check that the new report has what was decided, and correct "
                "it if not",
                correction=correction,
                appeal=appeal,
                report=Position(fields["replaces"]),
            )
        else:
            yield Sentence(
                "the correction {correction}, caused by the decision of appeal {appeal}, is "
                "replaced: check that the decision allows it",
                correction=correction,
                appeal=appeal,
            )


def recorded_warnings(read: Reader, receipt: Receipt) -> tuple[Sentence, ...]:
    """Return the warnings for the events of a recorded request."""
    positions = range(receipt.first_position, receipt.last_position + 1)
    before = receipt.first_position - 1
    return tuple(
        warning
        for recorded in read.at([*positions]).values()
        if recorded.type == ReportReplaced.TYPE or recorded.type in _SUBJECT
        for fields in [structs.asdict(recorded.decoded().payload)]
        for warning in ending_warnings(read, recorded.type, fields, before)
    )


def _ended(known: RecordedReport, kind: str, fields: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the positions of the corrections that an event of a tournament ends."""
    if kind == ReportReplaced.TYPE:
        current = known.current(fields["replaces"])
        return ended_with(known, current) if current else ()
    name = _SUBJECT[kind]
    same = [
        correction.position
        for correction in known.in_force(fields["report"])
        if correction.recorded.type == kind and getattr(correction.payload, name) == fields[name]
    ]
    return tuple(same[-1:])
