"""Months as numbers: as they stand in columns, and so that they can be counted."""

from __future__ import annotations

from datetime import date
from typing import Any

MONTHS = 12
"""Months of a year."""


def month_number(day: date) -> int:
    """Give a month as YYYYMM."""
    return day.year * 100 + day.month


def month_index(month: Any) -> Any:
    """Give a month YYYYMM (or a column of them) as a number that grows by one a month; 0 is 0."""
    return (month // 100 * MONTHS + month % 100 - 1) * (month > 0)


def index_of(day: date) -> int:
    """Give the month of a day as such a number."""
    return day.year * MONTHS + day.month - 1
