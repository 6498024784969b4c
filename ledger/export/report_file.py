"""The report of a tournament as a file for other programs, with corrections applied."""

from __future__ import annotations

from ledger.export.auditing import corrections_told
from ledger.export.trf import Edition, write_trf
from ledger.store.reading import Reader
from ledger.tournaments.recorded_report import recorded, report_of


def report_file(
    read: Reader, tournament: str, edition: Edition = "trf16", part: int | None = None
) -> bytes:
    """Return the report as corrected, in an edition of the format, corrections as comments.

    `part` is one part of a report in parts; None is all of them, joined. Raises NothingReported,
    and CannotBeWritten for numbers too long for their columns.
    """
    known = recorded(read, tournament)
    report = report_of(read, known, part=part)
    instants = read.true_instants([correction.position for correction in known.corrections])
    return write_trf(report, edition=edition, comments=corrections_told(known, part, instants))
