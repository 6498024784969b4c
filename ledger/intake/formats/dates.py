"""Dates in report files, and the possible readings of a two-digit year."""

from __future__ import annotations

import re
import unicodedata
from datetime import date
from typing import Final

from ledger.tournaments.report import FIRST_YEAR, LAST_YEAR

ORDERS: Final = ("ymd", "dmy")
"""Orders in which a date with two digits of year can stand: year first, day first."""


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

_YEAR_FIRST: Final = re.compile(r"([0-9]{4})([/.-]) ?([0-9]{1,2})\2 ?([0-9]{1,2})\.?")
_DAY_FIRST: Final = re.compile(r"([0-9]{1,2})([/.-]) ?([0-9]{1,2})\2 ?([0-9]{4})\.?")
_NAME_FIRST: Final = re.compile(r"([^\W\d_]{3,})\.? ([0-9]{1,2}),? ([0-9]{4})")
_NAME_SECOND: Final = re.compile(r"([0-9]{1,2})\.? ([^\W\d_]{3,})\.?,? ([0-9]{4})")
_SHORT_YEAR: Final = re.compile(r"([0-9]{2})([/.-])([0-9]{2})\2([0-9]{2})")


def day_of(text: str) -> date | None:
    """Read a date with a four-digit year; None for anything else.

    Year, month, day or day, month, year, between `/`, `-` or `.`, also with a blank behind each;
    month before day is not a form of TRF, so 02/10/2010 is the second of October. Or the month by
    its name, of which three letters are enough: May 29, 2020, 29 mag 2020. Years 1900 to 2100.
    """
    if match := _YEAR_FIRST.fullmatch(text):
        return _day(match[1], match[3], match[4])
    if match := _DAY_FIRST.fullmatch(text):
        return _day(match[4], match[3], match[1])
    if match := _NAME_FIRST.fullmatch(text):
        return _day(match[3], _month(match[1]), match[2])
    if match := _NAME_SECOND.fullmatch(text):
        return _day(match[3], _month(match[2]), match[1])
    return None


def _month(name: str) -> str:
    """Number of the month with this abbreviation; "0" if none or several."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    found = [number for number, names in enumerate(_MONTHS, 1) if f" {plain}" in f" {names}"]
    return str(found[0]) if len(found) == 1 else "0"


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
