"""A row of another body's list, from the texts of the cells; the month in the heading."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Final, NamedTuple

from ledger.intake.formats.problems import Place, Problems
from ledger.intake.formats.rows import Row
from ledger.intake.formats.text import federation_in, full_title, seen
from ledger.register import identities
from ledger.register.words import NO_TITLES, Titles
from ledger.sentences import Input, Sentence, plain
from ledger.spreadsheet import unmarked
from ledger.tournaments.report import FIRST_YEAR, LAST_YEAR
from ledger.visible import UNSEEN

KINDS: Final = ("standard", "rapid", "blitz")
"""Kinds of rating that stand side by side on one list."""

SINGLE: Final = "rating"
"""The rating of a list that holds one kind and does not say which."""

VALUES: Final = tuple(f"{kind}{part}" for kind in (SINGLE, *KINDS) for part in ("", "_k", "_games"))
"""Columns of whole numbers: ratings, and the K and the games of the period behind each."""

TITLES: Final = ("title", "w_title", "o_title", "foa")
"""Columns of titles, in the order of `Titles`."""

PERSONAL: Final = ("number", "name", "first_name", "federation", "sex", "birth_year", *TITLES)

FIELDS: Final = (*PERSONAL, "flag", "inactive", *VALUES)
"""Everything a cell can be."""

_YEAR: Final = re.compile("(?<![0-9])[12][0-9]{3}(?![0-9])")
_SEXES: Final = {"m": "m", "w": "w", "f": "w"}
_MOST_DIGITS: Final = 4
_YES: Final = frozenset({"1", "i", "wi", "y", "yes", "true"})
_VALUE_NAMES: Final = frozenset(VALUES)

_MONTHS: Final = (
    *("jan", "feb", "mar", "apr", "may", "jun"),
    *("jul", "aug", "sep", "oct", "nov", "dec"),
)
_FIRST_YEAR: Final = 70
"""Of two digits; lists began in 1971."""

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
    birth: str = ""
    """As written, where the year is unknown: nothing, 0 or 0000."""
    titles: Titles = NO_TITLES
    values: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RowReader:
    """Reads rows with numbers of a scheme; faults go to `problems`."""

    scheme: str
    problems: Problems

    def row(self, row: Row) -> ExternalRow | None:
        """Read a row; None if the number is unreadable."""
        number = identities.number_in(self.scheme, row.text("number"))
        if number is None:
            self._refuse(row, "number", Sentence("a number of {scheme}", scheme=self.scheme))
            return None
        flag = row.text("flag").lower()
        return ExternalRow(
            line=row.line,
            number=number,
            name=self._name(row),
            federation=federation_in(row.text("federation")),
            sex=_SEXES.get(row.text("sex").lower(), "w" if "w" in flag else ""),
            birth_year=self._birth_year(row),
            birth="" if row.text("birth_year").strip("0") else row.text("birth_year"),
            titles=Titles(*(self._title(row, name) for name in TITLES)),
            values=self._values(row, flag),
        )

    def _title(self, row: Row, name: str) -> str:
        return self._seen(row, name, full_title(row.text(name)))

    def _name(self, row: Row) -> str:
        last, first = row.text("name"), row.text("first_name")
        return self._seen(
            row, "name", unmarked(f"{last}, {first}" if last and first else last or first)
        )

    def _seen(self, row: Row, field: str, text: str) -> str:
        if text.isascii() and text.isprintable():
            return text
        if UNSEEN.search(text):
            self._refuse(row, field, Sentence("text that can be seen"))
        return seen(text)

    def _birth_year(self, row: Row) -> int:
        text = row.text("birth_year")
        if not text.strip("0-"):
            return 0
        match = _YEAR.search(text)
        year = int(match.group()) if match else 0
        if FIRST_YEAR <= year <= LAST_YEAR:
            return year
        remedy = Sentence("it was read as unknown: look at the list")
        self.problems.warn(Place("birth year", row.line), text, Sentence("a year"), remedy)
        return 0

    def _values(self, row: Row, flag: str) -> dict[str, int]:
        values = {name: self._whole(row, name) for name in row.texts if name in _VALUE_NAMES}
        if "flag" in row.texts:
            values["inactive"] = int("i" in flag)
        elif "inactive" in row.texts:
            values["inactive"] = int(row.text("inactive").lower() in _YES)
        return values

    def _whole(self, row: Row, name: str) -> int:
        text = row.text(name)
        if not text:
            return 0
        if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS:
            return int(text)
        self._refuse(row, name, Sentence("a whole number of at most 4 digits, or nothing"))
        return 0

    def _refuse(self, row: Row, name: str, expected: Sentence) -> None:
        remedy = Sentence("look at this line: a column may have moved")
        self.problems.refuse(*row.value(name), expected, remedy)


class Heading(NamedTuple):
    """A heading of a list: of a column, or the name of an element."""

    line: int
    text: str
    field: str
    """What stands under it; "" if that is not known."""

    @property
    def month(self) -> date | None:
        """First day of the month over the ratings of one kind, e.g. OCT25; None: no month."""
        name, digits = self.text[:3].lower(), self.text[-2:]
        if self.field != SINGLE or name not in _MONTHS or not digits.isdigit():
            return None
        year = int(digits)
        return date(year + (1900 if year >= _FIRST_YEAR else 2000), _MONTHS.index(name) + 1, 1)


def check_month(
    headings: Iterable[Heading], day: date, what: str | Sentence, problems: Problems
) -> None:
    """Refuse a list with another month in a heading than the day's, named `what`."""
    for heading in headings:
        if heading.month not in (None, day.replace(day=1)):
            month = f"{day:%Y-%m}"
            expected = Sentence("{month}, the month of {what}", month=month, what=plain(what))
            remedy = Sentence(
                "choose the list of that month; if this one is meant, state {as_given}",
                as_given=Input("month_as_given"),
            )
            place = Place("month in the heading", heading.line)
            problems.refuse(place, heading.text, expected, remedy)
