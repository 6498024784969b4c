"""Dates in report files; the readings of a two-digit year, settled by the other dates of the file.

The day decides under which law a tournament is rated, so nothing is guessed: start and end are
written in one order, by one program, and exactly one order must be possible.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from datetime import date
from typing import Final, NamedTuple

from ledger.intake.formats.problems import Place, Problems
from ledger.intake.formats.text import Line, unaccented
from ledger.sentences import Sentence
from ledger.tournaments.report import FIRST_YEAR, LAST_YEAR

ORDERS: Final = ("ymd", "dmy")
"""Orders in which a date with two digits of year can stand: year first, day first."""

EXPECTED: Final = {
    "": Sentence("a day {form}", form="YYYY/MM/DD"),
    "ymd": Sentence("a day {form} or {other}", form="YYYY/MM/DD", other="YY/MM/DD"),
    "dmy": Sentence("a day {form} or {other}", form="YYYY/MM/DD", other="DD/MM/YY"),
}
"""What is expected of a day, by the order of dates with two digits of year."""

_MONTHS: Final = (
    "january januar janvier gennaio enero",
    "february februar fevrier febbraio febrero",
    "march marz mars marzo",
    "april avril aprile abril",
    "may mai maggio mayo",
    "june juni juin giugno junio",
    "july juli juillet luglio julio",
    "august aout agosto",
    "september septembre settembre septiembre",
    "october oktober octobre ottobre octubre",
    "november novembre noviembre",
    "december dezember decembre dicembre diciembre",
)
"""Names of the months in English, German, French, Italian and Spanish, without accents."""

_FORMS: Final = tuple(
    re.compile(form)
    for form in (
        r"(?P<year>[0-9]{4})([/.-]) ?(?P<month>[0-9]{1,2})\2 ?(?P<day>[0-9]{1,2})\.?",
        r"(?P<day>[0-9]{1,2})([/.-]) ?(?P<month>[0-9]{1,2})\2 ?(?P<year>[0-9]{4})\.?",
        r"(?P<month>[^\W\d_]{3,})\.? (?P<day>[0-9]{1,2}),? (?P<year>[0-9]{4})",
        r"(?P<day>[0-9]{1,2})\.? (?P<month>[^\W\d_]{3,})\.?,? (?P<year>[0-9]{4})",
    )
)
_SHORT_YEAR: Final = re.compile(r"([0-9]{2})([/.-])([0-9]{2})\2([0-9]{2})")


def day_of(text: str) -> date | None:
    """Read a date with a four-digit year; None for anything else.

    Year, month, day or day, month, year, between `/`, `-` or `.`, also with a blank behind each;
    month before day is not a form of TRF, so 02/10/2010 is the second of October. Or the month by
    its name, of which three letters are enough: May 29, 2020, 29 mag 2020. Years 1900 to 2100.
    """
    for form in _FORMS:
        if match := form.fullmatch(text):
            return _day(match["year"], _month(match["month"]), match["day"])
    return None


def _month(text: str) -> str:
    """Return the number of a month; "0" for an abbreviation of no month, or of several."""
    if text.isdecimal():
        return text
    name = unaccented(text)
    months = [number for number, names in enumerate(_MONTHS, 1) if f" {name}" in f" {names}"]
    return str(months[0]) if len(months) == 1 else "0"


def short_readings(text: str, order: str = "", century: int = 20) -> tuple[date, ...]:
    """Return all possible days of a date with a two-digit year; () for other texts.

    `order` keeps one reading: "ymd" (year first) or "dmy" (day first); "" keeps both, the year
    first before the other. `century` is 20 for 2026.
    """
    match = _SHORT_YEAR.fullmatch(text)
    if not match:
        return ()
    first, _, middle, last = match.groups()
    readings = {
        "ymd": _day(f"{century}{first}", middle, last),
        "dmy": _day(f"{century}{last}", middle, first),
    }
    kept = [day for known, day in readings.items() if day and order in ("", known)]
    return tuple(dict.fromkeys(kept))


def days_of(text: str, order: str = "", century: int = 20) -> tuple[date, ...]:
    """Return all possible days of a date."""
    day = day_of(text)
    return (day,) if day else short_readings(text, order, century)


def round_day_of(text: str, century: int, order: str = "") -> date | None:
    """Read a date of record 132, printed YY/MM/DD by TRF16; `century` is 20 for 2026.

    Dates with four digits of year are read like any other. Two digits are read in the `order`
    given; without one, only those of TRF16's own form, between `/`.
    """
    if not order and "/" in text:
        order = "ymd"
    days = days_of(text, order, century)
    return days[0] if day_of(text) or (order and days) else None


def _day(year: str, month: str, day: str) -> date | None:
    if not FIRST_YEAR <= int(year) <= LAST_YEAR:
        return None
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


_FIRST_ROUND_COLUMN: Final = 92
_ROUND_COLUMNS: Final = 10

# Days of ten characters stand wall to wall, so a blank does not always end one.
_ROUND_DAY: Final = re.compile(
    "[0-9]{4}[/.-][0-9]{2}[/.-][0-9]{2}|[0-9]{2}[/.-][0-9]{2}[/.-][0-9]{4}|[^ ]+"
)


DAYS_OF_ROUNDS: Final = Sentence("days of the rounds (132)")
WITHOUT_A_DAY: Final = Sentence("these rounds stay without a day")


def round_days(
    line: Line, start: date | None, end: date | None, problems: Problems, date_order: str = ""
) -> dict[int, date]:
    """Read TRF16's record 132 by round, from 1: YY/MM/DD in columns 92-99, 102-109 and so on.

    Another order of two-digit dates is taken where only it puts every day between `start` and
    `end`, or where `date_order` says so and nothing speaks against it. Unclear days are left out
    with a warning; a day outside `start` to `end` is kept with one.
    """
    texts = _texts_by_round(line)
    century = start.year // 100 if start else 20
    order = _order(texts.values(), start, end) or date_order
    read = {number: round_day_of(text, century, order) for number, text in texts.items()}
    days = {number: day for number, day in read.items() if day}
    place = Place(DAYS_OF_ROUNDS, line.number)
    unclear = ", ".join(texts[number] for number in read if number not in days)
    if unclear:
        problems.warn(place, unclear, "YY/MM/DD", WITHOUT_A_DAY)
    if start and end:
        strays = ", ".join(str(day) for day in days.values() if not start <= day <= end)
        if strays:
            expected = Sentence(
                "days between the start, {start}, and the end, {end}", start=start, end=end
            )
            problems.warn(place, strays, expected, Sentence("correct what is wrong"))
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
    matches = list(_ROUND_DAY.finditer(line.text, 3))
    if matches and _round_at(matches[0]) < 1:
        return {number: match.group() for number, match in enumerate(matches, 1)}
    return {_round_at(match): match.group() for match in matches}


def _round_at(match: re.Match[str]) -> int:
    from_middle = match.start() + 1 - _FIRST_ROUND_COLUMN + _ROUND_COLUMNS // 2
    return from_middle // _ROUND_COLUMNS + 1


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
        possible = {
            days
            for days in possible
            if any(days.start <= min(read) and max(read) <= days.end for read in rounds)
        }
    return possible.pop() if len(possible) == 1 else None
