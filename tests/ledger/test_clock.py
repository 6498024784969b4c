"""Instants and days: microseconds, zones, and the nights on which clocks are changed."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from ledger.clock import MachineClock, end_of_day, instant_text, microseconds, today, utc_day


def at(text: str) -> int:
    """An instant in UTC, in microseconds."""
    return microseconds(datetime.fromisoformat(text).replace(tzinfo=UTC))


def test_instants_are_written_to_the_microsecond():
    """RFC 3339, with Z, and always six digits."""
    assert instant_text(0) == "1970-01-01T00:00:00.000000Z"
    assert instant_text(at("2026-02-03T04:05:06.000007")) == "2026-02-03T04:05:06.000007Z"


def test_the_clock_of_the_machine_is_checked_unless_somebody_vouches_for_it():
    assert not MachineClock().is_right
    assert MachineClock(is_right=True).is_right


def test_the_clock_of_the_machine_counts_microseconds_since_1970():
    """Between two readings of another clock."""
    before = microseconds(datetime.now(UTC))
    assert before <= MachineClock()() <= microseconds(datetime.now(UTC)) + 1


@pytest.mark.parametrize(
    ("day", "zone", "instant"),
    [
        (date(2026, 1, 31), "UTC", "2026-02-01T00:00"),
        (date(2026, 1, 31), "Europe/Rome", "2026-01-31T23:00"),
        (date(2026, 7, 31), "Europe/Rome", "2026-07-31T22:00"),
        (date(2026, 3, 29), "Europe/Rome", "2026-03-29T22:00"),
        (date(2026, 10, 25), "Europe/Rome", "2026-10-25T23:00"),
        # Cairo goes from 24:00 to 01:00: the day ends where the next begins, at 01:00.
        (date(2026, 4, 23), "Africa/Cairo", "2026-04-23T22:00"),
        # Havana goes back at 01:00: midnight comes once, the hour after it twice.
        (date(2026, 10, 31), "America/Havana", "2026-11-01T04:00"),
        # Saint John's went back from 00:01 to 23:01 until 2011: midnight came twice.
        (date(2010, 11, 6), "America/St_Johns", "2010-11-07T03:30"),
    ],
)
def test_a_day_ends_when_its_last_instant_is_over(day, zone, instant):
    """The first instant after a day, also where clocks are changed at midnight."""
    assert end_of_day(day, zone) == at(instant)


def test_no_instant_of_a_day_lies_after_its_end():
    """Every ten minutes of 40 days about each change belong to the counted day."""
    for zone in ("Europe/Rome", "Africa/Cairo", "America/Havana", "America/St_Johns"):
        for start in (datetime(2010, 3, 1, tzinfo=UTC), datetime(2010, 10, 20, tzinfo=UTC)):
            for step in range(40 * 24 * 6):
                moment = start + timedelta(minutes=10 * step)
                day = moment.astimezone(ZoneInfo(zone)).date()
                assert microseconds(moment) < end_of_day(day, zone)


def test_today_depends_on_the_zone():
    """The same instant is two days."""
    instant = at("2026-02-03T23:30")
    assert today(lambda: instant, "UTC") == utc_day(instant) == date(2026, 2, 3)
    assert today(lambda: instant, "Europe/Rome") == date(2026, 2, 4)
