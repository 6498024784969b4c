"""A report read in the way of counting under which its totals fit best."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ledger.intake.formats.detecting import read_report
from ledger.intake.formats.manual_facts import in_files
from ledger.intake.formats.reading import NO_FACTS, Reading
from ledger.intake.import_report.options import DATE_ORDERS, FORMS, ImportOptions

_USUAL: Final = ("1-½-0",)
_SCORINGS: Final = {"fid": ("1-½-0", "2-1-0")}
"""How totals may be counted where nothing is said, by the scheme of numbers."""


def best_reading(
    data: bytes,
    options: ImportOptions,
    points: str | None,
    announced: Mapping[str, str] = NO_FACTS,
) -> Reading:
    """Read a file; where `points` is None, in each usual way, and give what has fewest faults.

    Options that are none were refused before; the file is then read as if they were not given.
    """
    usual = _SCORINGS.get(options.scheme, _USUAL)
    readings = (_read(data, options, way, announced) for way in ((points,) if points else usual))
    return min(readings, key=lambda reading: len(reading.refusals))


def _read(
    data: bytes, options: ImportOptions, points: str, announced: Mapping[str, str]
) -> Reading:
    return read_report(
        data,
        in_files(options.facts),
        form=options.form if options.form in FORMS else FORMS[0],
        points=points,
        date_order=options.date_order if options.date_order in DATE_ORDERS else "",
        announced=announced,
    )
