"""Every reader of reports returns a report, or the problems that refuse the file."""

import pytest

from ledger.intake.formats.problems import ReportRefused
from ledger.intake.formats.trf.reader import read_trf


def test_a_refused_reading_raises_with_its_problems_when_asked_for_the_report():
    reading = read_trf(b"")
    with pytest.raises(ReportRefused, match="file: found nothing") as refused:
        reading.accepted()
    assert refused.value.problems == reading.problems
    assert reading.refusals + reading.warnings == reading.problems
