"""Which day a date with two digits of year means: settled by what else the file says, or not.

The day decides under which law a tournament is rated, so nothing is guessed: start and end are
written in one order, by one program, and exactly one order must be possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Final, NamedTuple

LONGEST_DAYS: Final = 360
"""Days a tournament can last where that settles its dates.

Less than a year, and on purpose: a tournament from 10/09/11 to 10/09/12 is one of two days (the
year first) or of a year to the day (the day first); the second is not taken into account.
"""


class Days(NamedTuple):
    """The first and the last day of a tournament."""

    start: date
    end: date


def settled(choices: Iterable[Days], rounds: Sequence[Sequence[date]] = ()) -> Days | None:
    """Give start and end where only one choice is possible; None where none or several are.

    `choices` are start and end in each order in which both can be read; `rounds` are the days of
    the rounds in each order in which all of them can be read (which need not be the same one, as
    TRF16 itself has YYYY/MM/DD here and YY/MM/DD there). A tournament does not end before it
    starts and lasts at most LONGEST_DAYS; where that leaves several choices, those that contain
    all days of the rounds.
    """
    possible = {days for days in choices if 0 <= (days.end - days.start).days <= LONGEST_DAYS}
    if len(possible) > 1:
        possible = {days for days in possible if _contains(days, rounds)}
    return possible.pop() if len(possible) == 1 else None


def _contains(days: Days, readings: Iterable[Sequence[date]]) -> bool:
    return any(all(days.start <= day <= days.end for day in read) for read in readings)
