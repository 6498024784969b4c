"""Time as the ledger takes it: whole microseconds since 1970, UTC, from one injected clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

Clock = Callable[[], int]
"""Gives the present instant in microseconds since 1970-01-01T00:00:00Z."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def system_clock() -> int:
    """Give the present instant in microseconds."""
    return time.time_ns() // 1_000


def instant_text(instant_us: int) -> str:
    """Write an instant as RFC 3339 in UTC, to the microsecond."""
    moment = _EPOCH + timedelta(microseconds=instant_us)
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")


def microseconds(moment: datetime) -> int:
    """Give an aware datetime in microseconds since 1970."""
    return (moment - _EPOCH) // _MICROSECOND


def end_of_day(day: date, zone: str) -> int:
    """Give the first instant (µs) after a calendar day in a zone.

    Where clocks are changed about midnight, midnight comes twice or not at all: the day ends when
    its last instant is over.
    """
    midnight = datetime.combine(day + timedelta(days=1), datetime.min.time(), ZoneInfo(zone))
    earlier, later = sorted(microseconds(midnight.replace(fold=fold)) for fold in (0, 1))
    return later if local_day(later - 1, zone) == day else earlier


def utc_day(instant_us: int) -> date:
    """Give the calendar day of an instant in UTC."""
    return (_EPOCH + timedelta(microseconds=instant_us)).date()


def local_day(instant_us: int, zone: str) -> date:
    """Give the calendar day of an instant in a zone."""
    return (_EPOCH + timedelta(microseconds=instant_us)).astimezone(ZoneInfo(zone)).date()


def today(clock: Clock, zone: str) -> date:
    """Give the calendar day in a zone at the clock's instant."""
    return local_day(clock(), zone)
