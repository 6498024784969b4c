"""The day from which something is in force, as rows show it."""

from __future__ import annotations

from datetime import date

from projections.answers import NOT_IN_FORCE


def shown(day: date) -> date | str:
    """Give a day, or say that none is known: the list it rests on is not published."""
    return "not published" if day == NOT_IN_FORCE else day
