"""Months as numbers: YYYYMM in columns, and a running count."""

from datetime import date
from typing import Any

MONTHS = 12
"""Months of a year."""


def month_number(day: date) -> int:
    """Return a month as YYYYMM."""
    return day.year * 100 + day.month


def month_index(month: Any) -> Any:
    """Return a month YYYYMM (or a column) as a running count of months; 0 stays 0."""
    return (month // 100 * MONTHS + month % 100 - 1) * (month > 0)


def index_of(day: date) -> int:
    """Return the running count for the month of a day."""
    return day.year * MONTHS + day.month - 1
