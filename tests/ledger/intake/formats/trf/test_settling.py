"""Two digits of year: the other dates of the file settle the century, or nobody does."""

from datetime import date, timedelta

import pytest

from ledger.intake.formats.dates import LONGEST_DAYS, Days, settled
from tests.support.reader_messages import accepted, refusals, warnings
from tests.support.report_files import Tournament, players

NEW_YEAR = date(2011, 1, 1)


def file(start: str, end: str, days: str = "") -> bytes:
    """Write a file of two rounds with these records 042, 052 and 132."""
    extra = {"042": start, "052": end, **({"132": " " * 87 + days} if days else {})}
    return Tournament(players(2), [[(1, 2, "1-0")], [(2, 1, "1-0")]], extra=extra).trf16()


def days_of(file: bytes, **options: str) -> tuple[str, str]:
    report = accepted(file, {}, **options)
    return str(report.start), str(report.end)


@pytest.mark.parametrize("length", [-1, 0, 1, LONGEST_DAYS - 1, LONGEST_DAYS, LONGEST_DAYS + 1])
def test_a_tournament_ends_on_or_after_its_start_and_within_360_days(length):
    days = Days(NEW_YEAR, NEW_YEAR + timedelta(days=length))
    impossible = Days(date(2030, 1, 1), date(2001, 1, 1))
    assert settled([days, impossible]) == (days if 0 <= length <= LONGEST_DAYS else None)


def test_days_of_the_rounds_settle_what_start_and_end_leave_open():
    year_first, day_first = date(2025, 9, 10), date(2010, 9, 25)
    choices = [Days(year_first, year_first), Days(day_first, day_first)]
    assert settled(choices) is None
    assert settled(choices, [[day_first]]) == choices[1]
    assert settled(choices, [[year_first], [day_first]]) is None
    assert settled(choices, [[date(2025, 9, 11)]]) is None


def test_start_and_end_are_written_in_one_order():
    """Only the day first, then the year first, would make a tournament of two days."""
    assert len(refusals(file("11/09/10", "10/09/12"))) == 2


@pytest.mark.parametrize(
    ("start", "end", "days"),
    [
        ("11.09.26", "12.04.01", ("2011-09-26", "2012-04-01")),  # the day first ends before
        ("10/09/11", "10/09/12", ("2010-09-11", "2010-09-12")),  # the day first lasts a year
        ("30/09/10", "02/10/10", ("2010-09-30", "2010-10-02")),  # the year first ends before
        ("2026/01/10", "26.01.11", ("2026-01-10", "2026-01-11")),
        ("11/11/11", "11/11/11", ("2011-11-11", "2011-11-11")),  # both readings are one
    ],
)
def test_one_reading_only_makes_a_tournament(start, end, days):
    assert days_of(file(start, end)) == days


def test_a_settled_day_is_told():
    assert warnings(file("2026/01/10", "26.01.11")) == [
        'line 5, end date (052): found "26.01.11", expected a year of four digits; '
        "it was read as 2026-01-11, as only so the dates of the file fit together"
    ]


def test_the_days_of_the_rounds_settle_it():
    open_days = file("25/09/10", "25/09/10")
    assert len(refusals(open_days)) == 2
    settled_days = file("25/09/10", "25/09/10", "2025/09/102025/09/10")
    assert days_of(settled_days) == ("2025-09-10", "2025-09-10")


def test_days_of_the_rounds_with_two_readings_too_settle_nothing():
    assert len(refusals(file("25/09/10", "25/09/10", "25/09/10  25/09/10"))) == 2


def test_an_open_day_is_refused_with_both_readings_and_the_option():
    assert refusals(file("25/09/10", "25/09/10"))[0] == (
        'line 4, start date (042): found "25/09/10", expected a year of four digits '
        "(2025-09-10 or 2010-09-25?); choose with date_order ymd or date_order dmy, "
        "or give it: set start=YYYY-MM-DD"
    )


@pytest.mark.parametrize(
    ("order", "days"),
    [("ymd", ("2025-09-10", "2025-09-10")), ("dmy", ("2010-09-25", "2010-09-25"))],
)
def test_the_order_can_be_said(order, days):
    assert days_of(file("25/09/10", "25/09/10"), date_order=order) == days
    assert warnings(file("25/09/10", "25/09/10"), date_order=order) == []


def test_the_order_says_nothing_about_four_digits():
    assert days_of(file("02/10/2010", "2010/10/03"), date_order="ymd") == (
        "2010-10-02",
        "2010-10-03",
    )


def test_a_day_that_does_not_exist_in_the_order_said_is_refused():
    assert refusals(file("31/09/10", "2031/09/10"), date_order="dmy") == [
        'line 4, start date (042): found "31/09/10", expected a day YYYY/MM/DD or DD/MM/YY; '
        "give it: set start=YYYY-MM-DD"
    ]


def test_a_day_given_by_hand_settles_the_other():
    half = file("25/09/10", "25/09/12")
    assert str(accepted(half, {"start": "2025-09-10"}).end) == "2025-09-12"


@pytest.mark.parametrize(
    ("printed", "day"),
    [
        ("10.09.26", "2026-09-10"),  # only the day first lies in the tournament
        ("26.09.10", "2026-09-10"),  # only the year first does
        ("10/09/26", "2026-09-10"),
        ("26/09/10", "2026-09-10"),
    ],
)
def test_the_days_of_the_rounds_follow_start_and_end(printed, day):
    report = accepted(file("2026/09/10", "2026/09/11", printed))
    assert str(report.round_dates[0]) == day


def test_the_order_said_reads_the_days_of_the_rounds_where_nothing_speaks_against_it():
    stray = file("2026/09/10", "2026/09/11", "12.09.26")
    assert accepted(stray).round_dates == (None, None)
    assert accepted(stray, date_order="dmy").round_dates == (date(2026, 9, 12), None)
