"""Due instants of lists computed independently, by search in the calendar of a zone."""

from bisect import bisect_left
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from ledger.clock import microseconds

ZONES = (
    "Africa/Cairo", "Africa/Casablanca", "Africa/Johannesburg", "Africa/Tunis", "America/Asuncion",
    "America/Bogota", "America/Caracas", "America/Havana", "America/Lima", "America/Mexico_City",
    "America/New_York", "America/Phoenix", "America/Port-au-Prince", "America/Santiago",
    "America/Sao_Paulo", "America/Scoresbysund", "America/St_Johns", "America/Toronto",
    "Asia/Amman", "Asia/Beirut", "Asia/Damascus", "Asia/Gaza", "Asia/Kathmandu", "Asia/Kolkata",
    "Asia/Pyongyang", "Asia/Tehran", "Asia/Tokyo", "Atlantic/Azores", "Australia/Lord_Howe",
    "Australia/Sydney", "Europe/Chisinau", "Europe/Dublin", "Europe/Istanbul", "Europe/London",
    "Europe/Moscow", "Europe/Rome", "Pacific/Apia", "Pacific/Auckland", "Pacific/Chatham",
    "Pacific/Kiritimati",
)  # fmt: skip
"""Forty zones: clocks changed at midnight, by half an hour, days left out, no change at all."""

FIRST_YEAR, YEARS = 2005, 20

_STEP = timedelta(minutes=30)
_WIDEST = timedelta(hours=15)
"""No zone is further from UTC."""


def first_after(day: date, zone: str) -> int:
    """The first instant (µs) after all instants of a day in a zone's calendar.

    Looked for from the end backwards, in half hours and then in minutes; a day that a zone left out
    ends where the day before it ends.
    """
    place = ZoneInfo(zone)
    after = datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=1) + _WIDEST
    while after.astimezone(place).date() > day:
        after -= _STEP
    minutes = [after + timedelta(minutes=number) for number in range(31)]
    place_of_first = bisect_left(minutes, True, key=lambda at: at.astimezone(place).date() > day)
    return microseconds(minutes[place_of_first])


def firsts_of_months() -> list[date]:
    """The first of every month of twenty years."""
    years = range(FIRST_YEAR, FIRST_YEAR + YEARS)
    return [date(year, month, 1) for year in years for month in range(1, 13)]


def mondays() -> list[date]:
    """Every Monday of twenty years."""
    first, last = date(FIRST_YEAR, 1, 3), date(FIRST_YEAR + YEARS, 1, 1)
    return [first + timedelta(days=7 * week) for week in range((last - first).days // 7)]
