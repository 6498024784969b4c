"""Which day a date with two digits of year means: settled by what else the file says, or not.

The day decides under which law a tournament is rated, so nothing is guessed: of all readings of
start and end exactly one must be possible.
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


def settled(
    starts: Sequence[date], ends: Sequence[date], rounds: Iterable[Sequence[date]] = ()
) -> Days | None:
    """Give start and end where only one choice is possible; None where none or several are.

    `starts` and `ends` are the readings of each; `rounds` are the days of the rounds in each order
    in which all of them can be read. A tournament does not end before it starts and lasts at most
    LONGEST_DAYS; where that leaves several choices, those that contain all days of the rounds.
    """
    possible = [
        Days(start, end)
        for start in starts
        for end in ends
        if 0 <= (end - start).days <= LONGEST_DAYS
    ]
    readings = list(rounds)
    if len(possible) > 1:
        possible = [days for days in possible if _contains(days, readings)]
    return possible[0] if len(possible) == 1 else None


def _contains(days: Days, readings: Iterable[Sequence[date]]) -> bool:
    return any(all(days.start <= day <= days.end for day in read) for read in readings)
