"""The rows of a carry-over file: ratings with their history, and newcomers who wait for one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from ledger.intake.formats.problems import Place, Problems
from ledger.intake.formats.table import TableRow, read_table
from ledger.intake.formats.text import federation_in
from ledger.intake.people.registering import Person
from ledger.register import identities
from ledger.tournaments.report import FIRST_YEAR, LAST_YEAR

REQUIRED: Final = ("number", "name", "rating")
_STANDING: Final = ("k", "games", "peak", "last_counted", "malus")
_ACTIVITY: Final = "inactive"
_WAITING: Final = ("pool_ended", "pool_games", "pool_rating_sum", "pool_points")
COLUMNS: Final = (*REQUIRED, "federation", "sex", "birth_year", *_STANDING, _ACTIVITY, *_WAITING)

_DIGITS: Final = re.compile("[0-9]{1,8}")
_MONTH: Final = re.compile("([0-9]{4})-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?")
_POINTS: Final = re.compile("([0-9]{1,4})([.,][05]|½)?")
_INACTIVE: Final = {"": None, "yes": True, "no": False}
_SEXES: Final = {"m": "m", "w": "w", "f": "w", "": "", "-": ""}


@dataclass(frozen=True, slots=True)
class CarriedRow:
    """One row, of a player with a rating (or the history of one), or of a newcomer's pool."""

    line: int
    person: Person
    newcomer: bool = False
    rating: int = 0
    k: int = 0
    games: int = 0
    peak: int = 0
    last_counted: int = 0
    """As YYYYMM; 0 is never."""
    malus: int = 0
    """Points taken for idle years so far, where a text limits them."""
    active: bool = False
    """Whether the list tells that the player is active; False where it does not tell."""
    pool_ended: int = 0
    """As YYYYMM."""
    pool_games: int = 0
    pool_rating_sum: int = 0
    pool_half_points: int = 0

    @property
    def number(self) -> str:
        """Give the player's number under the file's scheme."""
        return self.person.number


def read_carried(
    data: bytes, scheme: str, on: date, problems: Problems, *, waits: bool = True
) -> tuple[CarriedRow, ...]:
    """Read a carry-over of the ratings in force from a day; what is wrong goes to `problems`.

    `waits` says whether newcomers wait for a first rating in the pool.
    """
    table = read_table(data, COLUMNS, REQUIRED, problems)
    rows = tuple(RowReader(row, scheme, on, problems, waits).row() for row in table)
    if not rows and not problems.refused:
        problems.refuse(Place("file"), "a header alone", "rows of players", "add them")
    _check_once(rows, problems)
    return rows


@dataclass(frozen=True, slots=True)
class RowReader:
    """Reads one row cell by cell; what is wrong goes to `problems`."""

    table_row: TableRow
    scheme: str
    on: date
    problems: Problems
    waits: bool = True
    """Whether newcomers wait for a first rating in the pool."""

    def row(self) -> CarriedRow:
        """Read the row: of a newcomer where anything stands in the columns `pool_…`."""
        person, rating = self._person(), self._whole("rating", 0, 9_999)
        waiting = [column for column in _WAITING if self._text(column)]
        if waiting and self.waits:
            return self._newcomer(person)
        for column in waiting:
            expected = "nothing: in this pool nobody waits for a first rating"
            self._refuse(column, expected, "leave the column out")
        if not any(self._text(column).strip("0") for column in ("rating", *_STANDING)):
            or_waits = ", or a newcomer's pool_ended and so on" if self.waits else ""
            self._refuse("rating", f"a rating{or_waits}", "complete it")
        peak = self._whole("peak", 0, 9_999) or rating
        if peak < rating:
            self._refuse("peak", f"at least the rating, {rating}", "correct one of the two")
        return CarriedRow(
            self.table_row.line,
            person,
            rating=rating,
            k=self._whole("k", 0, 99),
            games=self._whole("games", 0, 9_999),
            malus=self._whole("malus", 0, 9_999),
            peak=peak,
            last_counted=self._month("last_counted")
            if self._text("last_counted").strip("0")
            else 0,
            active=self._inactive() is False,
        )

    def _newcomer(self, person: Person) -> CarriedRow:
        for column in ("rating", *_STANDING, _ACTIVITY):
            if self._text(column).strip("0"):
                expected = "nothing in a row with a newcomer's pool_… columns"
                self._refuse(column, expected, "give what is known of a rating in another row")
        games = self._whole("pool_games", 1, 9_999)
        halves = self._half_points()
        if games and halves > 2 * games:
            self._refuse("pool_points", f"at most one a game, {games}", "correct one of the two")
        return CarriedRow(
            self.table_row.line,
            person,
            newcomer=True,
            pool_ended=self._month("pool_ended"),
            pool_games=games,
            pool_rating_sum=self._whole("pool_rating_sum", 1, 99_999_999),
            pool_half_points=halves,
        )

    def _text(self, column: str) -> str:
        return self.table_row.cells.get(column, "")

    def _refuse(self, column: str, expected: str, remedy: str) -> None:
        place = Place(column, self.table_row.line)
        self.problems.refuse(place, self._text(column), expected, remedy)

    def _whole(self, column: str, least: int, most: int) -> int:
        """Read a whole number; an empty cell is 0."""
        text = self._text(column) or "0"
        value = int(text) if _DIGITS.fullmatch(text) else -1
        if least <= value <= most:
            return value
        self._refuse(column, f"a whole number from {least} to {most}", "correct it")
        return 0

    def _month(self, column: str) -> int:
        """Read YYYY-MM, or a day, as YYYYMM; it must not lie after the day of the carry-over."""
        match = _MONTH.fullmatch(self._text(column))
        month = 100 * int(match[1]) + int(match[2]) if match else 0
        if FIRST_YEAR * 100 < month <= 100 * self.on.year + self.on.month:
            return month
        self._refuse(column, f"a month YYYY-MM, not after {self.on:%Y-%m}", "correct it")
        return 0

    def _inactive(self) -> bool | None:
        """Read whether the list calls the player inactive; None where it does not tell."""
        text = self._text(_ACTIVITY).lower()
        if text not in _INACTIVE:
            self._refuse(_ACTIVITY, "yes, no or nothing", "correct it")
        return _INACTIVE.get(text)

    def _half_points(self) -> int:
        match = _POINTS.fullmatch(self._text("pool_points"))
        if match is None:
            self._refuse("pool_points", "points like 1.5", "correct them")
            return 0
        return 2 * int(match[1]) + (match[2] not in {None, ".0", ",0"})

    def _person(self) -> Person:
        return Person(
            number=self._number(),
            name=self._text("name"),
            birth_year=self._birth_year(),
            sex=self._sex(),
            federation=self._federation(),
        )

    def _number(self) -> str:
        number = identities.number_in(self.scheme, self._text("number"))
        if number is None:
            self._refuse("number", f"the player's {self.scheme} number", "correct it")
        return number or ""

    def _birth_year(self) -> int:
        if not self._text("birth_year").strip("0"):
            return 0
        return self._whole("birth_year", FIRST_YEAR, LAST_YEAR)

    def _sex(self) -> str:
        sex = _SEXES.get(self._text("sex").lower())
        if sex is None:
            self._refuse("sex", "m, w or nothing", "correct it")
        return sex or ""

    def _federation(self) -> str:
        text = self._text("federation").strip("-")
        if text and not federation_in(text):
            self._refuse("federation", "three letters, or nothing", "correct it")
        return federation_in(text)


def _check_once(rows: Sequence[CarriedRow], problems: Problems) -> None:
    """Refuse a second rating of a player, a second pool of a month, and a rating beside a pool."""
    lines: dict[tuple[str, bool, int], int] = {}
    rated = {row.number: row.line for row in rows if row.rating}
    for row in rows:
        first = lines.setdefault((row.number, row.newcomer, row.pool_ended), row.line)
        what = f"pool of {row.pool_ended:06d}" if row.newcomer else "rating"
        if row.number and first != row.line:
            _refuse_second(row, f"one {what} (line {first} has it)", problems)
        elif row.newcomer and row.number in rated:
            _refuse_second(row, f"no rating beside a pool (line {rated[row.number]})", problems)


def _refuse_second(row: CarriedRow, expected: str, problems: Problems) -> None:
    problems.refuse(Place("number", row.line), row.number, expected, "delete one of the two rows")
