"""A row of another body's list, from the texts of the cells; the month in the heading."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Final, NamedTuple

from ledger.intake.formats.problems import Place, Problems
from ledger.intake.formats.rows import Row
from ledger.intake.formats.text import INSTEAD, composed, federation_in, full_title
from ledger.register import identities
from ledger.spreadsheet import unmarked
from ledger.tournaments.report import FIRST_YEAR, LAST_YEAR
from ledger.visible import UNSEEN

KINDS: Final = ("standard", "rapid", "blitz")
"""Kinds of rating that stand side by side on one list."""

SINGLE: Final = "rating"
"""The rating of a list that holds one kind and does not say which."""

VALUES: Final = tuple(f"{kind}{part}" for kind in (SINGLE, *KINDS) for part in ("", "_k", "_games"))
"""Columns of whole numbers: ratings, and the K and the games of the period behind each."""

PERSONAL: Final = ("number", "name", "first_name", "federation", "sex", "birth_year", "title")

FIELDS: Final = (*PERSONAL, "w_title", "flag", "inactive", *VALUES)
"""Everything a cell can be."""

_YEAR: Final = re.compile("(?<![0-9])[12][0-9]{3}(?![0-9])")
_SEXES: Final = {"m": "m", "w": "w", "f": "w"}
_MOST_DIGITS: Final = 4
_YES: Final = frozenset({"1", "i", "wi", "y", "yes", "true"})

Cells = dict[str, str]
"""Texts of one row by field, stripped."""


@dataclass(frozen=True, slots=True)
class ExternalRow:
    """A player on a list; "" and 0 are unknown or none.

    `values` are whole numbers by column: `rating` or `standard`, `rapid`, `blitz`, with `_k` and
    `_games` (of the period) behind such a name; `inactive` is 1 or 0, where the list tells.
    """

    line: int
    number: str
    name: str = ""
    federation: str = ""
    sex: str = ""
    birth_year: int = 0
    title: str = ""
    values: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RowReader:
    """Reads rows with numbers of a scheme; faults go to `problems`."""

    scheme: str
    problems: Problems

    def row(self, row: Row) -> ExternalRow | None:
        """Read a row; None if the number is unreadable."""
        line, cells = row.line, row.texts
        number = identities.number_in(self.scheme, cells.get("number", ""))
        if number is None:
            self._refuse(line, "number", cells, f"a {self.scheme} number")
            return None
        flag = cells.get("flag", "").lower()
        sex = _SEXES.get(cells.get("sex", "").lower(), "w" if "w" in flag else "")
        title = cells.get("title") or cells.get("w_title", "")
        return ExternalRow(
            line=line,
            number=number,
            name=self._name(line, cells),
            federation=federation_in(cells.get("federation", "")),
            sex=sex,
            birth_year=self._birth_year(line, cells),
            title=full_title(title),
            values=self._values(line, cells, flag),
        )

    def _name(self, line: int, cells: Mapping[str, str]) -> str:
        last, first = cells.get("name", ""), cells.get("first_name", "")
        name = unmarked(f"{last}, {first}" if last and first else last or first)
        if name.isascii() and name.isprintable():
            return name
        if UNSEEN.search(name):
            self._refuse(line, "name", cells, "text that can be seen")
        return composed(UNSEEN.sub(INSTEAD, name))

    def _birth_year(self, line: int, cells: Mapping[str, str]) -> int:
        text = cells.get("birth_year", "")
        if not text.strip("0-"):
            return 0
        found = _YEAR.search(text)
        year = int(found.group()) if found else 0
        if FIRST_YEAR <= year <= LAST_YEAR:
            return year
        place, remedy = Place("birth year", line), "it was read as unknown: look at the list"
        self.problems.warn(place, text, "a year", remedy)
        return 0

    def _values(self, line: int, cells: Mapping[str, str], flag: str) -> dict[str, int]:
        values = {
            name: self._whole(line, name, text, cells)
            for name, text in cells.items()
            if name in _VALUE_NAMES
        }
        if "flag" in cells:
            values["inactive"] = int("i" in flag)
        elif "inactive" in cells:
            values["inactive"] = int(cells["inactive"].lower() in _YES)
        return values

    def _whole(self, line: int, name: str, text: str, cells: Mapping[str, str]) -> int:
        if not text:
            return 0
        if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS:
            return int(text)
        self._refuse(line, name, cells, "a whole number of at most 4 digits, or nothing")
        return 0

    def _refuse(self, line: int, name: str, cells: Mapping[str, str], expected: str) -> None:
        remedy = "look at this line: a column may have moved"
        self.problems.refuse(Place(name, line), cells.get(name, ""), expected, remedy)


_VALUE_NAMES: Final = frozenset(VALUES)


_MONTHS: Final = (
    *("jan", "feb", "mar", "apr", "may", "jun"),
    *("jul", "aug", "sep", "oct", "nov", "dec"),
)


_FIRST_YEAR: Final = 70
"""Of two digits; lists began in 1971."""


class Heading(NamedTuple):
    """Heading over the ratings of a list of a single kind, e.g. OCT25, and the line."""

    line: int
    text: str

    @property
    def month(self) -> date | None:
        """First day of the month; None if the heading names no month."""
        name, year = self.text[:3].lower(), int(self.text[-2:])
        if name not in _MONTHS:
            return None
        return date(year + (1900 if year >= _FIRST_YEAR else 2000), _MONTHS.index(name) + 1, 1)


def check_month(heading: Heading | None, day: date, what: str, problems: Problems) -> None:
    """Refuse a list with another month in the heading than the day's, named `what`."""
    month = heading.month if heading else None
    if heading is None or month is None or month == day.replace(day=1):
        return
    expected = f"{day:%Y-%m}, the month of {what}"
    remedy = "choose the list of that month; if this one is meant, say --month-as-given"
    place = Place("month in the heading", heading.line)
    problems.refuse(place, heading.text, expected, remedy)
