"""The day from which something is in force, as rows show it."""

from __future__ import annotations

from datetime import date
from typing import Final

from projections.queries import NOT_IN_FORCE, PoolQuery, RatingList

NEVER: Final = "never in force"
"""What is shown of a list that was published when a newer one was in force."""


def shown(day: date) -> date | str:
    """Give a day, or say that none is known: the list it rests on is not published."""
    return "not published" if day == NOT_IN_FORCE else day


def since(row: RatingList) -> str:
    """Say from when a list is in force; of the one before the first, that it may be empty."""
    empty = row.in_force_from == date.min
    return "empty: nothing was carried over" if empty else f"in force from {row.in_force_from}"


def of_list(pool: PoolQuery, row: RatingList) -> date | str:
    """Give the day from which a list is in force, or say that it never was, or is not yet."""
    return NEVER if pool.overtaken_by(row) else shown(row.in_force_from)


def is_or_was(pool: PoolQuery, row: RatingList) -> bool:
    """Tell whether a list came to be in force."""
    return row.in_force_from != NOT_IN_FORCE and pool.overtaken_by(row) is None
