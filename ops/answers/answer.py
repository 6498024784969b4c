"""Answers as values: rows of one type, the facts about the whole answer, and types of values."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, Final, Generic, TypeVar

import msgspec

from ledger.errors import Refused

R = TypeVar("R", bound=msgspec.Struct)

VERSION: Final = 2
"""Version of the documents made of answers."""


class Position(int):
    """Position of an event in the ledger; a table shows #40."""


class Change(int):
    """Difference of two ratings, or points added; a table shows +9."""


class Instant(int):
    """Microseconds since 1970, UTC."""


class Answer(msgspec.Struct, Generic[R], frozen=True):
    """Rows of one type; `about` holds the pool, the position known, the next page."""

    about: Mapping[str, Any]
    rows: tuple[R, ...]


def check_limit(limit: int | None) -> None:
    """Refuse a negative number of rows."""
    if limit is not None and limit < 0:
        raise Refused(
            "--limit: write how many rows; 0 for all",
            code="number-out-of-range",
            field="limit",
            expected="0 or more",
        )


def check_days(since: date | None, until: date | None) -> None:
    """Refuse a last day before the first."""
    if since is not None and until is not None and until < since:
        raise Refused(
            f"--until {until} comes before --since {since}",
            code="days-out-of-order",
            field="until",
            found=str(until),
            expected=f"{since} or later",
        )
