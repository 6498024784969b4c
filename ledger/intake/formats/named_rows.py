"""Entrants out of rows whose fields have names, as in tables: checked like the lines of TRF."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

from ledger.intake.formats.dates import day_of
from ledger.intake.formats.layout import Field
from ledger.intake.formats.players import Player
from ledger.intake.formats.problems import Place, Problems
from ledger.intake.formats.text import whole
from ledger.tournaments.report import FIRST_YEAR, LAST_YEAR, Entrant, NationalNumber, year_of

START_NUMBER: Final = "start number"
NUMBER: Final = "player's number"
NAME: Final = "name"
SEX: Final = "sex"
TITLE: Final = "title"
RATING: Final = "rating"
NATIONAL_NUMBER: Final = "national number"
NATIONAL_RATING: Final = "national rating"
FEDERATION: Final = "federation"
BIRTH: Final = "birth"
POINTS: Final = "points"
RANK: Final = "rank"

LONGEST: Final = {NAME: 100, TITLE: 3, FEDERATION: 3, NUMBER: 12, NATIONAL_NUMBER: 12, BIRTH: 10}
"""Characters of the texts about a player."""

LAST_NUMBER: Final = 9_999
"""Of start numbers and of ratings: a report keeps four digits of each."""

_SEXES: Final = {"m": "m", "w": "w", "f": "w", "": ""}
_POINTS: Final = re.compile("([0-9]{1,3})(?:[.,]([05])|(½))?")


class Row(NamedTuple):
    """A player's row: its line, from 1, its texts by field, and where the fields stand in it."""

    line: int
    texts: Mapping[str, str]
    fields: Mapping[str, Field]

    def text(self, what: str) -> str:
        """Give what stands in a field; "" where the row has none of that name."""
        return self.texts.get(what, "")

    def field(self, what: str) -> Field:
        """Give where a field stands; one that the row lacks stands nowhere in it."""
        return self.fields.get(what, Field(what, 0, 0))

    def place(self, what: str) -> Place:
        """Give the place of a field."""
        return self.field(what).at(self.line)


@dataclass(frozen=True, slots=True)
class EntrantReader:
    """Reads one row field by field; what is wrong goes to `problems`."""

    row: Row
    problems: Problems

    def entrant(self, national: tuple[NationalNumber, ...] = ()) -> Entrant | None:
        """Read the row; None where not even its start number can be read."""
        number = self.start_number()
        if number is None:
            return None
        return Entrant(
            line=self.row.line,
            number=number,
            name=self._name(),
            sex=self._sex(),
            title=self.short(TITLE),
            rating=self.rating(RATING),
            federation=self.short(FEDERATION).upper(),
            reported_number=self.number(NUMBER),
            birth=self._birth(),
            birth_year=self._birth_year(),
            points_halves=self.halves(POINTS),
            rank=self._rank(),
            national=national,
            in_columns=False,
        )

    def start_number(self) -> int | None:
        """Read the start number, from 1 to 9999; None where it is none."""
        number = whole(self.row.text(START_NUMBER)) or 0
        if 1 <= number <= LAST_NUMBER:
            return number
        self._refuse(START_NUMBER, f"a number from 1 to {LAST_NUMBER}", "give a start number")
        return None

    def short(self, what: str) -> str:
        """Give a text; one that is too long is refused."""
        text = self.row.text(what)
        if len(text) > LONGEST[what]:
            self._refuse(what, f"at most {LONGEST[what]} characters", "shorten it")
        return text

    def number(self, what: str) -> str:
        """Give the number of a player with a federation; "" for none, which zeros mean too."""
        text = self.short(what)
        return text if text.strip("0") else ""

    def rating(self, what: str) -> int:
        """Read a rating; 0 is none."""
        rating = whole(self.row.text(what) or "0")
        if rating is None or rating > LAST_NUMBER:
            expected = f"a number up to {LAST_NUMBER}, or nothing for none"
            self._refuse(what, expected, "correct the rating")
            return 0
        return rating

    def halves(self, what: str) -> int | None:
        """Read a total of points in half points; None where there is none."""
        text = self.row.text(what)
        match = _POINTS.fullmatch(text)
        if text and match is None:
            self._refuse(what, "points like 4.5", "correct the total")
        return 2 * int(match[1]) + (match[2] == "5" or match[3] == "½") if match else None

    def _refuse(self, what: str, expected: str, remedy: str) -> None:
        self.problems.refuse(self.row.place(what), self.row.text(what), expected, remedy)

    def _name(self) -> str:
        name = self.short(NAME)
        if not name:
            self.problems.warn(self.row.place(NAME), "", "a name, Last, First", "complete it")
        return name

    def _sex(self) -> str:
        sex = _SEXES.get(self.row.text(SEX).lower())
        if sex is None:
            self._refuse(SEX, "m, w or nothing", "correct it")
        return sex or ""

    def _birth(self) -> str:
        """Give a date of birth; one too long for a report in the form of TRF."""
        text = self.row.text(BIRTH)
        day = day_of(text) if len(text) > LONGEST[BIRTH] else None
        return f"{day:%Y/%m/%d}" if day else self.short(BIRTH)

    def _birth_year(self) -> int | None:
        text = self.row.text(BIRTH)
        year = year_of(text)
        if year is None and text.strip("0/.- "):
            expected = f"a year of four digits, from {FIRST_YEAR} to {LAST_YEAR}"
            remedy = "the year of birth stays unknown"
            self.problems.warn(self.row.place(BIRTH), text, expected, remedy)
        return year

    def _rank(self) -> int | None:
        text = self.row.text(RANK)
        rank = whole(text)
        if text and rank is None:
            expected = "the final rank, a number"
            self.problems.warn(self.row.place(RANK), text, expected, "it was not read")
        return rank


def in_order(
    rows: Sequence[Row], players: Iterable[Player], problems: Problems
) -> tuple[Player, ...]:
    """Order the players by start number; numbers that two of them have are refused.

    `rows` are those of the players, and of others; a gap in the start numbers is warned of.
    """
    by_line = {row.line: row for row in rows}
    by_number: dict[int, Player] = {}
    by_own: dict[str, Player] = {}
    for player in players:
        entrant = player.entrant
        row = by_line[entrant.line]
        first = by_number.setdefault(entrant.number, player)
        _check_own(row, START_NUMBER, str(entrant.number), (player, first), problems)
        if number := entrant.reported_number:
            first = by_own.setdefault(number, player)
            _check_own(row, NUMBER, number, (player, first), problems)
    _warn_of_gaps(sorted(by_number), problems)
    return tuple(by_number[number] for number in sorted(by_number))


def _check_own(
    row: Row, what: str, found: str, two: tuple[Player, Player], problems: Problems
) -> None:
    player, first = two
    if first is not player:
        expected = f"a number of his own (line {first.entrant.line} has it)"
        problems.refuse(row.place(what), found, expected, "correct one of the two")


def _warn_of_gaps(numbers: Sequence[int], problems: Problems) -> None:
    gaps = [(low + 1, high - 1) for low, high in pairwise([0, *numbers]) if high > low + 1]
    if gaps:
        found = ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in gaps)
        expected, remedy = "numbers without gaps", "look whether a row is missing"
        problems.warn(Place("start numbers"), f"no player {found}", expected, remedy)
