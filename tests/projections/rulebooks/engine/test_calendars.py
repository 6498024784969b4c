"""A calendar of quarters, with invented numbers: ten days to issue in, cut-off ten before."""

from datetime import date

import pytest

from projections.rulebooks.engine.calendars import Announced, Calendar, Monthly, Quarterly

CALENDAR = Quarterly(issue_days=10, closing_days=10)
APRIL = Announced(date(2025, 4, 5), date(2025, 3, 26))


def test_the_cut_off_follows_from_the_issue_day():
    assert CALENDAR.announce("2025-Q2", date(2025, 4, 5), None) == APRIL
    due = CALENDAR.due("2025-Q2", {"2025-Q2": APRIL})
    assert (due.list_date, due.cut_off, due.closes_after) == (
        date(2025, 4, 5),
        date(2025, 3, 26),
        date(2025, 3, 26),
    )


def test_another_cut_off_is_refused():
    assert CALENDAR.announce("2025-Q2", date(2025, 4, 5), date(2025, 3, 26)) == APRIL
    with pytest.raises(ValueError, match="its cut-off is 2025-03-26, not 2025-03-27"):
        CALENDAR.announce("2025-Q2", date(2025, 4, 5), date(2025, 3, 27))


@pytest.mark.parametrize("day", [date(2025, 4, 1), date(2025, 4, 10)])
def test_it_is_issued_on_one_of_the_first_days(day):
    assert CALENDAR.announce("2025-Q2", day, None).issue_day == day


@pytest.mark.parametrize("day", [date(2025, 3, 31), date(2025, 4, 11), date(2026, 4, 1)])
def test_another_issue_day_is_refused(day):
    with pytest.raises(ValueError, match="2025-Q2 is issued from 2025-04-01 to 2025-04-10"):
        CALENDAR.announce("2025-Q2", day, None)


@pytest.mark.parametrize("name", ["2025-Q0", "2025-Q5", "2025-04", "spring", "0000-Q1", "0001-Q1"])
def test_another_name_is_refused(name):
    with pytest.raises(ValueError, match="write it as 2025-Q4"):
        CALENDAR.check(name)


def test_no_quarter_is_left_out():
    announced = {"2026-Q1": APRIL, "2025-Q3": APRIL}
    assert CALENDAR.after("2025-Q4", announced) == "2026-Q1"
    assert CALENDAR.after("2025-Q2", announced) == "2025-Q3"
    assert CALENDAR.after("2025-Q1", announced) is None


def test_a_list_that_is_not_announced_has_no_days():
    with pytest.raises(ValueError, match="the issue day of 2025-Q2 is not announced"):
        CALENDAR.due("2025-Q2", {})


def test_a_later_list_begins_with_the_next_month_or_quarter():
    assert Monthly(closing_days=3).next_not_before("2025-12") == date(2026, 1, 1)
    assert CALENDAR.next_not_before("2025-Q4") == date(2026, 1, 1)
    assert Calendar().next_not_before("spring") is None
