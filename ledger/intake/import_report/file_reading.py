"""How a file was read, recorded in the event, and the same file read again."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from ledger import columns
from ledger.events.report import FileReading, ReportFact
from ledger.intake.formats.detecting import read_report
from ledger.intake.formats.manual_facts import ManualFacts, in_files
from ledger.intake.formats.problems import Problems, ReportRefused
from ledger.intake.formats.reading import NO_FACTS, Reading
from ledger.intake.formats.text import seen
from ledger.intake.import_report.options import DATE_ORDERS, FORMS, ImportOptions, matching
from ledger.intake.import_report.parts import by_month, cut
from ledger.tournaments.report import TournamentReport

_AS_ANY_FILE: Final = FileReading()


def reading_of(
    options: ImportOptions,
    given: ManualFacts,
    announced: Mapping[str, str],
    report: TournamentReport,
) -> FileReading | None:
    """Return how the file was read, for the event; None if read by default."""
    decided = matching(options, Problems()).decisions
    rows = (row for row, entrant in enumerate(report.entrants) if entrant.number in decided)
    basics: Any = {"form": options.form, "points": given.points, "date_order": options.date_order}
    reading = FileReading(
        **basics,
        scheme=options.scheme,
        given={key: seen(text) for key, text in in_files(options.facts).items()},
        announced=dict(announced),
        rounds=options.rounds,
        by_month=options.by_month,
        decided=columns.write(rows, columns.NUMBER),
    )
    return None if reading == _AS_ANY_FILE else reading


def reread_file(data: bytes, fact: ReportFact) -> TournamentReport:
    """Read the file of a report event in the same way as when recorded. Raises ReportRefused."""
    reading, problems = fact.reading or _AS_ANY_FILE, Problems()
    options = ImportOptions(
        number_scheme=reading.scheme,
        facts=reading.given,
        form=reading.form,
        date_order=reading.date_order,
        rounds=reading.rounds,
    )
    read = best_reading(data, options, reading.points, reading.announced)
    report = cut(read.accepted(), options, problems)
    if reading.by_month:
        months = dict(enumerate(by_month(report, problems), 1))
        if fact.part not in months:
            raise ReportRefused(problems.all())
        report = months[fact.part]
    if problems.refused:
        raise ReportRefused(problems.all())
    announced = reading.announced.get("time_control")
    return replace(report, time_control=announced) if announced else report


_SCORINGS: Final = {"fid": ("1-½-0", "2-1-0")}
"""Usual scorings by scheme of numbers, where there are several."""


def best_reading(
    data: bytes, options: ImportOptions, points: str | None, announced: Mapping[str, str] = NO_FACTS
) -> Reading:
    """Read a file with `points`; if None, with the usual scoring of fewest faults.

    Options that are none were refused before; the file is then read as if they were not given.
    """
    readings = (
        read_report(
            data,
            in_files(options.facts),
            form=options.form if options.form in FORMS else FORMS[0],
            points=scoring,
            date_order=options.date_order if options.date_order in DATE_ORDERS else "",
            announced=announced,
        )
        for scoring in ((points,) if points else _SCORINGS.get(options.scheme, ("1-½-0",)))
    )
    return min(readings, key=lambda reading: len(reading.refusals))
