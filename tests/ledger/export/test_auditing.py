"""Each correction in a line: place, instant, correction, earlier value, body, article."""

from datetime import date

from ledger.export.trf import corrections_told
from tests.support.small_reports import (
    after,
    announced,
    details,
    part,
    reassigned,
    replacement,
    report,
    result,
)


def test_a_corrected_result_is_told_with_what_was_reported():
    (line,) = corrections_told(after(announced(), report(), result(11, 1, "10")))
    assert line == (
        "corrected at #12 on 2026-02-01: round 2, 3-1: 1 0, reported = =; "
        "by the-commission, article 5.1"
    )


def test_a_reassigned_entrant_is_told_by_register_numbers():
    (line,) = corrections_told(after(announced(), report(), reassigned(11, 1, 572)))
    assert line == (
        "corrected at #12 on 2026-02-01: entrant 2 is player 572-4, reported as 12-5; "
        "by the-commission"
    )


def test_corrected_details_are_told():
    (line,) = corrections_told(after(announced(), details(name="Open II", end=date(2026, 1, 13))))
    assert line.endswith("details: name Open II, end 2026-01-13; by the-commission")


def test_corrected_days_that_no_report_takes_are_told_as_such():
    (line,) = corrections_told(after(announced(), report(), details(start=date(2026, 1, 13))))
    assert line.endswith(
        "details: start 2026-01-13 (a report would start after its end: its days stay); "
        "by the-commission"
    )


def test_corrections_of_every_part_are_told():
    known = after(announced(), part(1), part(2), result(12, 0, "=="), result(11, 0, "01"))
    assert [line.split(" on ")[0] for line in corrections_told(known)] == [
        "corrected at #14",
        "corrected at #13",
    ]


def test_corrections_that_died_are_not_told():
    assert (
        corrections_told(after(announced(), report(), result(11, 0, "=="), replacement(11))) == ()
    )
