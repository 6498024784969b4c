"""The days of the rounds (TRF16 record 132), and two-digit years settled by other dates.

The day decides under which law a tournament is rated, so nothing is guessed: start and end are
written in one order, by one program, and exactly one order must be possible.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from datetime import date
from typing import Final, NamedTuple

from ledger.intake.formats.dates import ORDERS, days_of, round_day_of
from ledger.intake.formats.problems import Place, Problems
from ledger.intake.formats.text import Line

_FIRST_ROUND_COLUMN: Final = 92
_ROUND_COLUMNS: Final = 10

# Days of ten characters stand wall to wall, so a blank does not always end one.
_DAY: Final = re.compile(
    "[0-9]{4}[/.-][0-9]{2}[/.-][0-9]{2}|[0-9]{2}[/.-][0-9]{2}[/.-][0-9]{4}|[^ ]+"
)


def round_days(
    line: Line, start: date | None, end: date | None, problems: Problems, date_order: str = ""
) -> dict[int, date]:
    """Read the days by round, from 1: YY/MM/DD in columns 92-99, 102-109 and so on.

    Another order of two-digit dates is taken where only it puts every day between `start` and
    `end`, or where `date_order` says so and nothing speaks against it. Unclear days are left out
    with a warning; a day outside `start` to `end` is kept with one.
    """
    texts = _texts_by_round(line)
    century = start.year // 100 if start else 20
    order = _order(texts.values(), start, end) or date_order
    read = {number: round_day_of(text, century, order) for number, text in texts.items()}
    days = {number: day for number, day in read.items() if day}
    unclear = [texts[number] for number in read if number not in days]
    _warn(line, unclear, "YY/MM/DD", "these rounds stay without a day", problems)
    if start and end:
        strays = [str(day) for day in days.values() if not start <= day <= end]
        expected = f"days between the start, {start}, and the end, {end}"
        _warn(line, strays, expected, "correct what is wrong", problems)
    return days


def readings_of_rounds(line: Line) -> list[tuple[date, ...]]:
    """Return the days of the rounds in each order in which all are readable, this century."""
    return list(_readings(_texts_by_round(line).values(), 20).values())


def _readings(texts: Collection[str], century: int) -> dict[str, tuple[date, ...]]:
    read = {order: [days_of(text, order, century) for text in texts] for order in ORDERS}
    return {
        order: tuple(readings[0] for readings in days)
        for order, days in read.items()
        if days and all(days)
    }


def _order(texts: Collection[str], start: date | None, end: date | None) -> str:
    """Return the single order with all days between start and end, else ""."""
    if not (start and end):
        return ""
    readings = _readings(texts, start.year // 100)
    fitting = [
        order for order, days in readings.items() if all(start <= day <= end for day in days)
    ]
    return fitting[0] if len(fitting) == 1 else ""


def _texts_by_round(line: Line) -> dict[int, str]:
    """Return the texts by nearest round column; counted from 1 if far to the left."""
    found = [(match.start() + 1, match.group()) for match in _DAY.finditer(line.text, 3)]
    if found and _round_at(found[0][0]) < 1:
        return {number: text for number, (_, text) in enumerate(found, 1)}
    return {_round_at(column): text for column, text in found}


def _round_at(column: int) -> int:
    from_middle = column - _FIRST_ROUND_COLUMN + _ROUND_COLUMNS // 2
    return from_middle // _ROUND_COLUMNS + 1


def _warn(line: Line, texts: Iterable[str], expected: str, remedy: str, problems: Problems) -> None:
    found = ", ".join(texts)
    if found:
        place = Place("days of the rounds (132)", line.number)
        problems.warn(place, found, expected, remedy)


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
    """Return start and end if a single choice is possible, else None.

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
