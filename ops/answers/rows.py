"""Rows as commands show them: values by the names of their columns; and how many are asked for."""

from __future__ import annotations

from datetime import date
from typing import Any

from ledger.errors import Refused

Row = dict[str, Any]


def check_limit(limit: int | None) -> None:
    """Refuse a number of rows below 0, which is all of them."""
    if limit is not None and limit < 0:
        raise Refused(
            "--limit: write how many rows; 0 for all",
            code="number-out-of-range",
            field="limit",
            expected="0 or more",
        )


def check_days(since: date | None, until: date | None) -> None:
    """Refuse days asked for of which the last comes before the first."""
    if since is not None and until is not None and until < since:
        raise Refused(
            f"--until {until} comes before --since {since}",
            code="days-out-of-order",
            field="until",
            found=str(until),
            expected=f"{since} or later",
        )
