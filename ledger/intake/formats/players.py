"""Entrants of a report, with their rounds: the reader for rows of all formats."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from ledger import limits
from ledger.intake.formats import layout
from ledger.intake.formats.cells import EMPTY, UNREADABLE, Cell
from ledger.intake.formats.dates import day_of
from ledger.intake.formats.layout import Field
from ledger.intake.formats.problems import Place, Problems, characters
from ledger.intake.formats.rows import (
    COMPLETE_IT,
    NOT_READ,
    ONE_OF_TWO,
    SHORTEN_IT,
    FieldSpec,
    Row,
    one_of,
    short_text,
    whole_number,
)
from ledger.intake.formats.text import NO_PLAYER_MISSING, whole
from ledger.sentences import Amount, Sentence
from ledger.tournaments.counting import half_points
from ledger.tournaments.report import FIRST_YEAR, LAST_YEAR, Entrant, NationalNumber, year_of

MOST_CELLS: Final = 200_000
"""Players times rounds: 500 players in 400 rounds, 10 000 players in 20."""

_LAST_NUMBER: Final = 9_999
"""Of start numbers and of ratings: a report keeps four digits of each."""

_LONGEST_BIRTH: Final = 10


def _birth(text: str) -> str | None:
    """Return a date of birth; a longer form of a date as TRF prints dates."""
    day = day_of(text) if len(text) > _LONGEST_BIRTH else None
    text = f"{day:%Y/%m/%d}" if day else text
    return text if len(text) <= _LONGEST_BIRTH else None


def _rating(name: str) -> FieldSpec[int]:
    expected = Sentence("a number up to {most}, or nothing for none", most=_LAST_NUMBER)
    return whole_number(name, 0, _LAST_NUMBER, expected, Sentence("correct the rating"))


def points_in(name: str) -> FieldSpec[int | None]:
    """Return a field of a total of points, read as half points; None if empty."""
    remedy = Sentence("correct the total")
    return FieldSpec(name, half_points, Sentence("points like 4.5"), remedy, nothing=None)


START_NUMBER: Final = whole_number(
    "start number",
    1,
    _LAST_NUMBER,
    Sentence("a number from {least} to {most}", least=1, most=_LAST_NUMBER),
    Sentence("give a start number"),
)
NAME: Final = short_text("name", 100)
SEX: Final = one_of(
    "sex", {"m": "m", "w": "w", "f": "w", "u": ""}, Sentence("m, w or nothing"), nothing=""
)
TITLE: Final = short_text("title", 3)
RATING: Final = _rating("rating")
FEDERATION: Final = short_text("federation", 3)
NUMBER: Final = short_text("player's number", 12, blank="0")
NATIONAL_NUMBER: Final = short_text("national number", 12, blank="0")
NATIONAL_RATING: Final = _rating("national rating")
BIRTH: Final = FieldSpec("birth", _birth, characters(_LONGEST_BIRTH), SHORTEN_IT, nothing="")
BIRTH_YEAR: Final[FieldSpec[int | None]] = FieldSpec(
    BIRTH.name,
    year_of,
    Sentence("YYYY/MM/DD or YYYY, from {first} to {last}", first=FIRST_YEAR, last=LAST_YEAR),
    Sentence("the year of birth stays unknown"),
    nothing=None,
    blank="0/.- ",
    is_refused=False,
)
POINTS: Final = points_in("points")
RANK: Final[FieldSpec[int | None]] = FieldSpec(
    "rank",
    whole,
    Sentence("the final rank, a number"),
    NOT_READ,
    nothing=None,
    is_refused=False,
)


def read_entrant(
    row: Row,
    problems: Problems,
    national: tuple[NationalNumber, ...] = (),
    *,
    in_columns: bool = False,
) -> Entrant | None:
    """Read a row; None if the start number is unreadable."""
    number = START_NUMBER.read(row, problems)
    if not number:
        return None
    if not row.text(NAME.name):
        problems.warn(*row.value(NAME.name), Sentence("a name, Last, First"), COMPLETE_IT)
    return Entrant(
        line=row.line,
        number=number,
        name=NAME.read(row, problems),
        sex=SEX.read(row, problems),
        title=TITLE.read(row, problems),
        rating=RATING.read(row, problems),
        federation=FEDERATION.read(row, problems),
        reported_number=NUMBER.read(row, problems),
        birth=BIRTH.read(row, problems),
        birth_year=BIRTH_YEAR.read(row, problems),
        points_halves=POINTS.read(row, problems),
        rank=RANK.read(row, problems),
        national=national,
        in_columns=in_columns,
    )


def within_limits(
    players: int, rounds: int, problems: Problems, most_players: int | None = None
) -> bool:
    """Return whether a file has players, and not too many or in too many rounds; else refuse."""
    most = most_players or limits.EVENT_PLAYERS
    remedy = Sentence("send one tournament, with all its players, in one file")
    if not 1 <= players <= most:
        expected = Sentence("1 to {most} players", most=Amount(most))
        problems.refuse(Place("players"), f"{players:,}", expected, remedy)
        return False
    if players * rounds > MOST_CELLS:
        expected = Sentence("at most {most} as players times rounds", most=Amount(MOST_CELLS))
        found = Sentence("{one} times {other}", one=Amount(players), other=Amount(rounds))
        problems.refuse(Place("rounds"), found, expected, remedy)
        return False
    return True


@dataclass(frozen=True, slots=True)
class Player:
    """An entrant with the rounds of the row; None if the columns are shifted."""

    entrant: Entrant
    cells: tuple[Cell, ...] | None
    row: Row
    round_fields: tuple[Field, ...] = ()
    """The rounds in the player's row, named as in `round 3`; () for the columns of TRF."""
    written: Mapping[str, str] = field(default_factory=dict)
    """How the report writes the codes of results, where otherwise."""

    @property
    def last_round(self) -> int:
        """The last round in which anything stands; 0 for none."""
        number = len(self.cells or ())
        while number and self.cell(number).empty:
            number -= 1
        return number

    def cell(self, number: int) -> Cell:
        """Return a round, from 1; rounds after the end of the row are empty."""
        if self.cells is None:
            return UNREADABLE
        return self.cells[number - 1] if number <= len(self.cells) else EMPTY

    def place_in_round(self, what: Sentence, number: int, within: slice) -> Place:
        """Return the place of a part of a round, from 1."""
        if not self.round_fields:
            return layout.round_field(what, number, within).at(self.entrant.line)
        place = self.round_fields[number - 1].at(self.entrant.line)
        return place._replace(field=Sentence("{what} of {part}", what=what, part=place.field))


def in_order(players: Iterable[Player], problems: Problems) -> tuple[Player, ...]:
    """Order players by start number; numbers of two players are refused.

    A second player of a start number is left out. A gap in the start numbers is warned of, as
    pairing programs number without gaps: a row may have been lost.
    """
    by_number: dict[int, Player] = {}
    lines: dict[str, int] = {}
    for player in sorted(players, key=lambda player: player.entrant.line):
        entrant = player.entrant
        first_line = by_number.setdefault(entrant.number, player).entrant.line
        name = START_NUMBER.name
        if first_line == entrant.line and entrant.reported_number:
            first_line = lines.setdefault(entrant.reported_number, entrant.line)
            name = NUMBER.name
        if first_line != entrant.line:
            expected = Sentence("each number once (line {line} has it)", line=first_line)
            problems.refuse(*player.row.value(name), expected, ONE_OF_TWO)
    numbers = sorted(by_number)
    _warn_of_gaps(numbers, problems)
    return tuple(by_number[number] for number in numbers)


def _warn_of_gaps(numbers: Sequence[int], problems: Problems) -> None:
    gaps = [(low + 1, high - 1) for low, high in pairwise([0, *numbers]) if high > low + 1]
    if gaps:
        found = ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in gaps)
        missing = Sentence("no player {numbers}", numbers=found)
        expected = Sentence("numbers without gaps")
        problems.warn(Place("start numbers"), missing, expected, NO_PLAYER_MISSING)
