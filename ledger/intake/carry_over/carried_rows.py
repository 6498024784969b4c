"""Rows of a carry-over file, and the events made from them: ratings, newcomers' pools."""

import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import Any, Final

import msgspec

from ledger import columns, limits
from ledger.events.pool import NewcomerRows
from ledger.intake.formats.problems import Place, Problems
from ledger.intake.formats.rows import COMPLETE_IT, CORRECT_IT, FieldSpec, Row, one_of, whole_number
from ledger.intake.formats.table import read_table
from ledger.intake.formats.text import federation_in
from ledger.intake.people.registering import Person
from ledger.register import identities
from ledger.sentences import NO_SENTENCE, Sentence
from ledger.tournaments.counting import half_points
from ledger.tournaments.report import FIRST_YEAR, LAST_YEAR

REQUIRED: Final = ("number", "name", "rating")
_STANDING: Final = ("k", "games", "peak", "last_counted", "malus")
_WAITING: Final = ("pool_ended", "pool_games", "pool_rating_sum", "pool_points")
COLUMNS: Final = (*REQUIRED, "federation", "sex", "birth_year", *_STANDING, "inactive", *_WAITING)

_MONTH: Final = re.compile("([0-9]{4})-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?")

_RATING: Final = whole_number("rating", 0, 9_999)
_INACTIVE: Final[FieldSpec[bool | None]] = one_of(
    "inactive", {"yes": True, "no": False}, Sentence("yes, no or nothing"), nothing=None
)
_PERSON: Final[Mapping[str, FieldSpec[Any]]] = {
    "birth_year": replace(
        whole_number("birth_year", FIRST_YEAR, LAST_YEAR), blank="0", is_required=False
    ),
    "sex": one_of(
        "sex",
        {"m": "m", "w": "w", "f": "w", "-": ""},
        Sentence("m, w or nothing"),
        nothing="",
    ),
    "federation": FieldSpec(
        "federation",
        lambda text: federation_in(text.strip("-")) or None,
        Sentence("three letters, or nothing"),
        CORRECT_IT,
        nothing="",
        blank="-",
    ),
}
_RATED: Final = {
    "k": whole_number("k", 0, 99),
    "games": whole_number("games", 0, 9_999),
    "malus": whole_number("malus", 0, 9_999),
    "peak": whole_number("peak", 0, 9_999),
}
_POOL: Final = {
    "pool_games": whole_number("pool_games", 1, 9_999),
    "pool_rating_sum": whole_number("pool_rating_sum", 1, 99_999_999),
    "pool_half_points": FieldSpec(
        "pool_points",
        half_points,
        Sentence("points like 1.5"),
        Sentence("correct them"),
        nothing=0,
        is_required=True,
    ),
}


@dataclass(frozen=True, slots=True)
class CarryOptions:
    """Options of a carry-over: first day in force, source, scheme of numbers."""

    on: date
    source: str
    number_scheme: str = "fide"
    register_new: bool = False
    recorded_by: str = "local"


class CarriedRow(msgspec.Struct, frozen=True, array_like=True):
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


class PackedRows:
    """Rows in memory, packed: a million take about 15 MB.

    They are read block by block, of EVENT_PLAYERS rows each.
    """

    def __init__(self, rows: Iterable[CarriedRow] = ()) -> None:
        """Begin with some rows."""
        self._packed, self._last = list[bytes](), list[CarriedRow]()
        for row in rows:
            self.append(row)

    def append(self, row: CarriedRow) -> None:
        """Take a further row."""
        if len(self._last) == limits.EVENT_PLAYERS:
            self._packed.append(zlib.compress(_PACKER.encode(self._last), level=1))
            self._last = []
        self._last.append(row)

    def __len__(self) -> int:
        return limits.EVENT_PLAYERS * len(self._packed) + len(self._last)

    @property
    def blocks(self) -> int:
        """How many blocks the rows have."""
        return len(self._packed) + bool(self._last)

    def block(self, at: int) -> Sequence[CarriedRow]:
        """Return the rows of a block, from 0."""
        if at == len(self._packed):
            return self._last
        return _UNPACKER.decode(zlib.decompress(self._packed[at]))


_PACKER: Final = msgspec.msgpack.Encoder()
_UNPACKER: Final = msgspec.msgpack.Decoder(list[CarriedRow])


def read_carried(
    data: bytes, options: CarryOptions, problems: Problems, *, waits: bool = True
) -> tuple[CarriedRow, ...]:
    """Read the file of a carry-over; `waits`: newcomers wait for a first rating in the pool."""
    read = _RowReader(options, problems, waits)
    rows = tuple(read.row(row) for row in read_table(data, COLUMNS, REQUIRED, problems))
    if not rows and not problems.refused:
        expected, remedy = Sentence("rows of players"), Sentence("add them")
        problems.refuse(Place("file"), "a header alone", expected, remedy)
    _check_once(rows, problems)
    return rows


class _RowReader:
    def __init__(self, options: CarryOptions, problems: Problems, waits: bool) -> None:
        self._problems, self._waits = problems, waits
        scheme, on = options.number_scheme, options.on
        number_in = partial(identities.number_in, scheme)
        expected = Sentence("the player’s number of {scheme}", scheme=scheme)
        self._number: FieldSpec[str] = FieldSpec(
            "number", number_in, expected, CORRECT_IT, nothing="", is_required=True
        )
        month_in = partial(_month, last=100 * on.year + on.month)
        expected = Sentence("a month YYYY-MM, not after {month}", month=f"{on:%Y-%m}")
        self._last_counted = FieldSpec(
            "last_counted", month_in, expected, CORRECT_IT, nothing=0, blank="0"
        )
        self._pool_ended = replace(self._last_counted, name="pool_ended", is_required=True)

    def row(self, row: Row) -> CarriedRow:
        """Read a row; a newcomer's if the columns `pool_…` have any text."""
        number = self._number.read(row, self._problems)
        person = Person(number, row.text("name"), **self._values(_PERSON, row))
        rating = _RATING.read(row, self._problems)
        waiting = [column for column in _WAITING if row.text(column)]
        if waiting and self._waits:
            return self._newcomer(row, person)
        for column in waiting:
            expected = Sentence("nothing: in this pool nobody waits for a first rating")
            remedy = Sentence("leave the column out")
            self._problems.refuse(*row.value(column), expected, remedy)
        if not any(row.text(column).strip("0") for column in ("rating", *_STANDING)):
            expected = Sentence("a rating")
            if self._waits:
                expected = Sentence("a rating, or a newcomer’s pool_ended and so on")
            self._problems.refuse(*row.value("rating"), expected, COMPLETE_IT)
        values = self._values(_RATED, row)
        values["peak"] = values["peak"] or rating
        if values["peak"] < rating:
            expected = Sentence("at least the rating, {rating}", rating=rating)
            remedy = Sentence("correct the peak or the rating")
            self._problems.refuse(*row.value("peak"), expected, remedy)
        last_counted = self._last_counted.read(row, self._problems)
        active = _INACTIVE.read(row, self._problems) is False
        return CarriedRow(
            row.line, person, rating=rating, last_counted=last_counted, active=active, **values
        )

    def _newcomer(self, row: Row, person: Person) -> CarriedRow:
        for column in ("rating", *_STANDING, _INACTIVE.name):
            if row.text(column).strip("0"):
                expected = Sentence("nothing in a row with a newcomer’s pool_… columns")
                remedy = Sentence(
                    "delete the value, or write the rating in a row without pool_… columns"
                )
                self._problems.refuse(*row.value(column), expected, remedy)
        values, ended = self._values(_POOL, row), self._pool_ended.read(row, self._problems)
        games = values["pool_games"]
        if games and values["pool_half_points"] > 2 * games:
            expected = Sentence("at most one a game, {games}", games=games)
            remedy = Sentence("correct the points or the games")
            self._problems.refuse(*row.value("pool_points"), expected, remedy)
        return CarriedRow(row.line, person, newcomer=True, pool_ended=ended, **values)

    def _values(self, specs: Mapping[str, FieldSpec[Any]], row: Row) -> dict[str, Any]:
        return {name: spec.read(row, self._problems) for name, spec in specs.items()}


def _month(text: str, last: int) -> int | None:
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
        expected = NO_SENTENCE
        if row.number and first != row.line:
            expected = Sentence("one {what} (line {line} has it)", what=what, line=first)
        elif row.newcomer and row.number in rated:
            line = rated[row.number]
            expected = Sentence("no rating beside a pool (line {line})", line=line)
        if expected:
            place, remedy = Place("number", row.line), Sentence("delete one of the two rows")
            problems.refuse(place, row.number, expected, remedy)


_K_WIDTH: Final = 2
_ACTIVE_WIDTH: Final = 1
_RATING_SUM_WIDTH: Final = 8


def carried_columns(rows: Iterable[CarriedRow], players: Mapping[str, int]) -> dict[str, Any]:
    """Return the columns of ratings and of newcomers; `players` are register numbers by number."""
    ordered = sorted(rows, key=lambda row: (players[row.number], row.pool_ended))
    rated = [row for row in ordered if not row.newcomer]
    waiting = [row for row in ordered if row.newcomer]

    def column(some: Sequence[CarriedRow], name: str, width: int) -> str:
        return columns.write((getattr(row, name) for row in some), width)

    newcomers = NewcomerRows(
        player=columns.write((players[row.number] for row in waiting), columns.PLAYER),
        ended=column(waiting, "pool_ended", columns.MONTH),
        games=column(waiting, "pool_games", columns.NUMBER),
        rating_sum=column(waiting, "pool_rating_sum", _RATING_SUM_WIDTH),
        half_points=column(waiting, "pool_half_points", columns.NUMBER),
    )
    has_malus, has_active = any(row.malus for row in rated), any(row.active for row in rated)
    return {
        "player": columns.write((players[row.number] for row in rated), columns.PLAYER),
        "rating": column(rated, "rating", columns.RATING),
        "games": column(rated, "games", columns.NUMBER),
        "peak": column(rated, "peak", columns.RATING),
        "k": column(rated, "k", _K_WIDTH),
        "last_counted": column(rated, "last_counted", columns.MONTH),
        "malus": column(rated, "malus", columns.NUMBER) if has_malus else None,
        "active": column(rated, "active", _ACTIVE_WIDTH) if has_active else None,
        "newcomers": newcomers if waiting else None,
    }
