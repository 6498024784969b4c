"""Rows of a carry-over file, and the events made from them: ratings, newcomers' pools."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from typing import Final

from msgspec import structs

from ledger import columns
from ledger.events.base import Fact
from ledger.events.pool import NewcomerRows, RatingsCarriedOver
from ledger.intake.formats.problems import Place, Problems
from ledger.intake.formats.rows import FieldSpec, Row, one_of, whole_number
from ledger.intake.formats.table import read_table
from ledger.intake.formats.text import federation_in
from ledger.intake.people.registering import Person, Salts, registration
from ledger.register import identities
from ledger.store.requests import Subject
from ledger.tournaments.counting import half_points
from ledger.tournaments.report import FIRST_YEAR, LAST_YEAR

REQUIRED: Final = ("number", "name", "rating")
_STANDING: Final = ("k", "games", "peak", "last_counted", "malus")
_WAITING: Final = ("pool_ended", "pool_games", "pool_rating_sum", "pool_points")
COLUMNS: Final = (*REQUIRED, "federation", "sex", "birth_year", *_STANDING, "inactive", *_WAITING)

_MONTH: Final = re.compile("([0-9]{4})-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?")

_RATING: Final = whole_number("rating", 0, 9_999)
_K: Final = whole_number("k", 0, 99)
_GAMES: Final = whole_number("games", 0, 9_999)
_PEAK: Final = whole_number("peak", 0, 9_999)
_MALUS: Final = whole_number("malus", 0, 9_999)
_INACTIVE: Final[FieldSpec[bool | None]] = one_of(
    "inactive", {"yes": True, "no": False}, "yes, no or nothing", nothing=None
)
_BIRTH_YEAR: Final = replace(
    whole_number("birth_year", FIRST_YEAR, LAST_YEAR), blank="0", is_required=False
)
_SEX: Final = one_of("sex", {"m": "m", "w": "w", "f": "w", "-": ""}, "m, w or nothing", nothing="")
_FEDERATION: Final = FieldSpec(
    "federation",
    lambda text: federation_in(text.strip("-")) or None,
    "three letters, or nothing",
    "correct it",
    nothing="",
    blank="-",
)
_POOL_GAMES: Final = whole_number("pool_games", 1, 9_999)
_POOL_RATING_SUM: Final = whole_number("pool_rating_sum", 1, 99_999_999)
_POOL_POINTS: Final = FieldSpec(
    "pool_points", half_points, "points like 1.5", "correct them", nothing=0, is_required=True
)


@dataclass(frozen=True, slots=True)
class CarriedRow:
    """A row: a player's rating with history, or a newcomer's pool."""

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
    """Points of inactivity penalties so far, for rules with a limit."""
    active: bool = False
    """Whether the list names the player active; False if unknown."""
    pool_ended: int = 0
    """As YYYYMM."""
    pool_games: int = 0
    pool_rating_sum: int = 0
    pool_half_points: int = 0

    @property
    def number(self) -> str:
        """The player's number under the file's scheme."""
        return self.person.number


def read_carried(
    data: bytes, scheme: str, on: date, problems: Problems, *, waits: bool = True
) -> tuple[CarriedRow, ...]:
    """Read a carry-over of the ratings in force from the day `on`.

    `waits` says whether newcomers wait for a first rating in the pool.
    """
    read = RowReader(scheme, on, problems, waits)
    rows = tuple(read.row(row) for row in read_table(data, COLUMNS, REQUIRED, problems))
    if not rows and not problems.refused:
        problems.refuse(Place("file"), "a header alone", "rows of players", "add them")
    _check_once(rows, problems)
    return rows


class RowReader:
    """Reads rows; faults go to `problems`."""

    def __init__(self, scheme: str, on: date, problems: Problems, waits: bool) -> None:
        self._problems, self._waits = problems, waits
        number_in = partial(identities.number_in, scheme)
        self._number: FieldSpec[str] = FieldSpec(
            "number",
            number_in,
            f"the player's {scheme} number",
            "correct it",
            nothing="",
            is_required=True,
        )
        expected = f"a month YYYY-MM, not after {on:%Y-%m}"
        self._last_counted = FieldSpec(
            "last_counted",
            partial(_month, last=100 * on.year + on.month),
            expected,
            "correct it",
            nothing=0,
            blank="0",
        )
        self._pool_ended = replace(self._last_counted, name="pool_ended", is_required=True)

    def row(self, row: Row) -> CarriedRow:
        """Read a row; a newcomer's if the columns `pool_…` have any text."""
        person, rating = self._person(row), _RATING.read(row, self._problems)
        waiting = [column for column in _WAITING if row.text(column)]
        if waiting and self._waits:
            return self._newcomer(row, person)
        for column in waiting:
            expected = "nothing: in this pool nobody waits for a first rating"
            row.refuse(column, expected, "leave the column out", self._problems)
        if not any(row.text(column).strip("0") for column in ("rating", *_STANDING)):
            or_waits = ", or a newcomer's pool_ended and so on" if self._waits else ""
            row.refuse("rating", f"a rating{or_waits}", "complete it", self._problems)
        peak = _PEAK.read(row, self._problems) or rating
        if peak < rating:
            expected, remedy = f"at least the rating, {rating}", "correct one of the two"
            row.refuse("peak", expected, remedy, self._problems)
        return CarriedRow(
            row.line,
            person,
            rating=rating,
            k=_K.read(row, self._problems),
            games=_GAMES.read(row, self._problems),
            malus=_MALUS.read(row, self._problems),
            peak=peak,
            last_counted=self._last_counted.read(row, self._problems),
            active=_INACTIVE.read(row, self._problems) is False,
        )

    def _newcomer(self, row: Row, person: Person) -> CarriedRow:
        for column in ("rating", *_STANDING, _INACTIVE.name):
            if row.text(column).strip("0"):
                expected = "nothing in a row with a newcomer's pool_… columns"
                remedy = "give what is known of a rating in another row"
                row.refuse(column, expected, remedy, self._problems)
        games = _POOL_GAMES.read(row, self._problems)
        halves = _POOL_POINTS.read(row, self._problems)
        if games and halves > 2 * games:
            expected, remedy = f"at most one a game, {games}", "correct one of the two"
            row.refuse(_POOL_POINTS.name, expected, remedy, self._problems)
        return CarriedRow(
            row.line,
            person,
            newcomer=True,
            pool_ended=self._pool_ended.read(row, self._problems),
            pool_games=games,
            pool_rating_sum=_POOL_RATING_SUM.read(row, self._problems),
            pool_half_points=halves,
        )

    def _person(self, row: Row) -> Person:
        return Person(
            number=self._number.read(row, self._problems),
            name=row.text("name"),
            birth_year=_BIRTH_YEAR.read(row, self._problems),
            sex=_SEX.read(row, self._problems),
            federation=_FEDERATION.read(row, self._problems),
        )


def _month(text: str, last: int) -> int | None:
    """Read YYYY-MM, or a day, as YYYYMM; not after the month `last`, the carry-over's."""
    match = _MONTH.fullmatch(text)
    month = 100 * int(match[1]) + int(match[2]) if match else 0
    return month if FIRST_YEAR * 100 < month <= last else None


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


_K_WIDTH = 2


_ACTIVE = 1


_RATING_SUM = 8


def _told(values: Iterable[int], width: int = columns.NUMBER) -> str | None:
    """Write a column; None where all values are 0."""
    found = list(values)
    return columns.write(found, width) if any(found) else None


@dataclass(slots=True)
class CarriedFacts:
    """Events made from the rows taken so far."""

    pool: str
    on: date
    source: str
    scheme: str
    players: dict[str, int]
    last_player: int
    """The last number of the register."""
    facts: list[Fact] = field(default_factory=list)
    subjects: list[Subject] = field(default_factory=list)

    def take(self, rows: Sequence[CarriedRow], salts: Salts, part: int, *, last: bool) -> None:
        """Add the events of a part: newcomers to the register, and the ratings."""
        new: dict[str, Person] = {}
        for row in rows:
            if row.number not in self.players:
                new.setdefault(row.number, row.person)
        if new:
            self._register(list(new.values()), salts)
        self.facts.append(structs.replace(self._ratings(rows), part=part, last_part=last))

    def _register(self, people: Sequence[Person], salts: Salts) -> None:
        fact, subjects = registration(people, self.last_player + 1, self.scheme, salts)
        self.players |= {subject.numbers[self.scheme]: subject.player for subject in subjects}
        self.last_player += len(subjects)
        self.facts.append(fact)
        self.subjects += subjects

    def _ratings(self, rows: Sequence[CarriedRow]) -> RatingsCarriedOver:
        ordered = sorted(rows, key=lambda row: (self.players[row.number], row.pool_ended))
        rated = [row for row in ordered if not row.newcomer]
        waiting = [row for row in ordered if row.newcomer]
        return RatingsCarriedOver(
            pool=self.pool,
            on=self.on,
            source=self.source,
            player=self._players(rated),
            rating=columns.write((row.rating for row in rated), columns.RATING),
            games=columns.write((row.games for row in rated), columns.NUMBER),
            peak=columns.write((row.peak for row in rated), columns.RATING),
            k=columns.write((row.k for row in rated), _K_WIDTH),
            last_counted=columns.write((row.last_counted for row in rated), columns.MONTH),
            malus=_told(row.malus for row in rated),
            active=_told((row.active for row in rated), _ACTIVE),
            newcomers=self._newcomers(waiting) if waiting else None,
        )

    def _newcomers(self, rows: Sequence[CarriedRow]) -> NewcomerRows:
        return NewcomerRows(
            player=self._players(rows),
            ended=columns.write((row.pool_ended for row in rows), columns.MONTH),
            games=columns.write((row.pool_games for row in rows), columns.NUMBER),
            rating_sum=columns.write((row.pool_rating_sum for row in rows), _RATING_SUM),
            half_points=columns.write((row.pool_half_points for row in rows), columns.NUMBER),
        )

    def _players(self, rows: Iterable[CarriedRow]) -> str:
        return columns.write((self.players[row.number] for row in rows), columns.PLAYER)
